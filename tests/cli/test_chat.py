"""`wherein chat` line by line: follow-ups shown as understood, commands, errors that do not end it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.clock import GIVE_UP_SECONDS, without_progress
from wherein.cli.main import invoke
from wherein.questions.small_talk import WHAT_TO_ASK

TEXT = "# Annual Report\n\nThe director of the museum is Ingrid Haugen. Ingrid Haugen was born in Bergen.\n"


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report.md"
    path.write_text(TEXT, "utf-8")
    return path


def chat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, source: Path, *lines: str
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status = invoke(["chat", str(source)])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_follow_up_is_shown_as_understood_and_answered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    status, out, _ = chat(
        capsys,
        monkeypatch,
        report,
        "Who is the director of the museum?",
        "",
        "Where was she born?",
        "/quit",
        "no",
    )
    assert status == 0
    assert "understood as: Where was Ingrid Haugen born?" in out
    assert "[1] Annual Report: 'Bergen'" in out
    assert "? Where was she born?\nunderstood as" in out  # from a pipe the question stands above
    assert out.count("read all") == 2


def test_what_can_t_be_asked_takes_no_question_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    long = "Where was she born, " + "very " * 900 + "far away?"
    status, out, err = chat(
        capsys, monkeypatch, report,
        "Who is the director of the museum?", "Where was she born?", f"/edit {long}", f"/again 1 {long}",
        "/again 3 Where?", "/history",
    )  # fmt: skip
    assert status == 1
    assert err.count("wherein: ") == 3
    assert "1  Who is the director of the museum?" in out
    assert "2  Where was Ingrid Haugen born?" in out


def test_a_conversation_and_its_sources_are_saved_by_the_file_s_ending(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    report: Path,
    tmp_path: Path,
) -> None:
    report.write_text(TEXT.replace("\n\n", "\n\nBy Ann Lee and Bo Dahl\n\n", 1), "utf-8")
    files = [tmp_path / name for name in ("talk.csv", "talk.bib", "talk.json", "talk.md")]
    status, _, _ = chat(
        capsys, monkeypatch, report,
        "Who is the director of the museum?", *(f"/save {file}" for file in files),
    )  # fmt: skip
    assert status == 0
    table, bib, csl, talk = (file.read_text("utf-8-sig") for file in files)
    assert "Ingrid Haugen" in table
    assert "author = {{Ann Lee} and {Bo Dahl}}" in bib
    assert json.loads(csl)[0]["title"] == "Annual Report"
    assert talk.startswith("# Conversation")


def test_the_other_one_is_asked_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    _, out, _ = chat(capsys, monkeypatch, report, "Where is the museum?", "no, the other one")
    assert "What is meant by “the other one”?" in out


def test_a_pronoun_of_nobody_is_asked_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    _, out, _ = chat(
        capsys, monkeypatch, report, "Where is the museum?", "Where was he born?", "/open 1"
    )
    assert "Who is meant by “he”?" in out


def test_a_question_can_be_asked_as_typed_edited_and_gone_back_to(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    report: Path,
    tmp_path: Path,
) -> None:
    saved = tmp_path / "talk.md"
    status, out, _ = chat(
        capsys, monkeypatch, report,
        "Who is the director of the museum?", "Where was she born?", "/typed",
        "/edit Where was Ingrid born?", "/history", f"/save {saved}",
        "/again 1 Where was Ingrid Haugen born?", "/history", "/forget", "/history",
    )  # fmt: skip
    assert status == 0
    assert "2  Where was Ingrid born?  →  Bergen" in out
    assert out.count("understood as") == 1
    assert "1  Where was Ingrid Haugen born?  →  Bergen" in out
    assert "## Where was Ingrid born?" in saved.read_text("utf-8")


def test_a_failure_is_reported_and_the_next_line_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    wrong = ["/open 1", "/typed", "/typed Who?", "/edit", "/again x", "/again 7 Who?", "/save", f"/save {report}",
             "/nonsense", "?!", "/open 9", "/save /nonexistent/talk.md"]  # fmt: skip
    status, out, err = chat(
        capsys, monkeypatch, report, *wrong, "Who is the director of the museum?"
    )
    assert status == 1
    reported = without_progress(err).splitlines()
    assert len(reported) == len(wrong)
    assert all(line.startswith("wherein: ") for line in reported)
    assert "Ingrid Haugen" in out


def test_a_source_is_opened_at_its_mark(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    opened: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "wherein.cli.terminal.opening.open_answer",
        lambda answer, document: opened.append((answer.text, document.title)),
    )
    chat(capsys, monkeypatch, report, "Where was Ingrid Haugen born?", "/open 1")
    assert opened == [("Bergen", "Annual Report")]


def test_each_answer_is_one_json_object(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    lines = "Who is the director of the museum?\n/history\nWhere was she born?\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert invoke(["chat", str(report), "--json"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "typed" not in first
    assert (second["typed"], second["answers"][0]["text"]) == ("Where was she born?", "Bergen")


def test_ctrl_c_ends_it_cleanly(report: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "wherein", "chat", str(report)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # A shell's background job ignores SIGINT, and so would the command.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("Who is the director of the museum?\n")
    process.stdin.flush()
    while "read all" not in process.stdout.readline():
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=GIVE_UP_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "wherein: Stopped; " in err


def test_thanks_are_no_question_and_no_turn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, report: Path
) -> None:
    status, out, _ = chat(
        capsys, monkeypatch, report,
        "Who is the director of the museum?", "ok", "thanks a lot!", "Where was she born?", "/history",
    )  # fmt: skip
    assert status == 0
    assert out.count(WHAT_TO_ASK) == 2
    assert out.count("read all") == 2
    assert "2  Where was Ingrid Haugen born?" in out


def test_what_about_asks_about_that_and_never_serves_the_answer_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lease = tmp_path / "lease.md"
    lease.write_text(
        "# Residential Lease Agreement\n\nThe deposit is 900 euros, to be paid on 1 May.\n\n"
        "The notice period is three months to the end of a month.\n"
    )
    _, out, _ = chat(
        capsys,
        monkeypatch,
        lease,
        "When must the deposit be paid?",
        "what about the notice period?",
    )
    answer = out[out.index("what about") :]
    assert "notice period" in answer
    assert "deposit be paid" not in answer
    served = answer[: answer.index("Perhaps")] if "Perhaps" in answer else answer
    assert "1 May" not in served
    assert "three months" in served
