"""The terminal's commands as a person or a script meets them: output, JSON, errors, exit statuses."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.bad_files import FAILING, UNNAMEABLE, bad_files
from tests.clock import without_progress
from wherein.answering.articles.article_words import index_articles
from wherein.assets.store import shipped_folder
from wherein.cli.main import invoke
from wherein.core.errors import StorageFull
from wherein.home.folder import Home
from wherein.home.received import ReceivedFiles
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.samples import sample_files
from wherein.server.wire import wire

NOTE = "# Trip\n\nThe ferry to Bergen costs 240 kroner.\n\n## Food\n\nThe captain is Ingrid Haugen. 👍🏽\n"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.md"
    path.write_text(NOTE, "utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = invoke([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> Any:
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == status
    return json.loads(out)


def test_ask_a_file(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    found = run_json(capsys, "ask", note, "Who is the captain?")
    wire.AskResponse.model_validate(found)
    best = found["answers"][0]
    text = subprocess.run(
        [sys.executable, "-m", "wherein", "show", str(note), "--text"],
        check=True,
        capture_output=True,
    ).stdout.decode("utf-8")
    assert text[best["start"] : best["end"]] == best["text"] == "Ingrid Haugen"
    assert best["quote"] == "The captain is Ingrid Haugen."
    assert best["section"] == ["Trip", "Food"]
    assert found["read"]["fraction"] == 1.0


@pytest.mark.parametrize("has_code", [False, True])
def test_a_folder_of_the_packages_name_shadows_nothing(tmp_path: Path, has_code: bool) -> None:
    (tmp_path / "wherein").mkdir()
    commands = [[str(Path(sys.executable).with_name("wherein"))]]
    if has_code:
        (tmp_path / "wherein" / "__init__.py").write_text("raise SystemExit('shadowed')", "utf-8")
    else:  # of two packages Python's own -m takes the one in the working folder
        commands.append([sys.executable, "-m", "wherein"])
    # An Office file is parsed in a process of its own, which must find the package too.
    (source,) = [path for path in sample_files() if path.suffix == ".docx"]
    for command in commands:
        done = subprocess.run(
            [*command, "ask", str(source), "How many people may be in the dome?"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "No more than 18" in done.stdout.replace(">", "").replace("<", "")


def test_a_file_name_is_enough_where_it_is_the_only_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other" / "note.md"
    elsewhere = tmp_path / "elsewhere"
    for folder in (other.parent, elsewhere):
        folder.mkdir()
    other.write_text("# Farm\n\nThe captain is a goat.", "utf-8")
    monkeypatch.chdir(elsewhere)
    run(capsys, "add", note)
    assert run_json(capsys, "show", "note.md")["source"] == str(note)
    assert (
        run_json(capsys, "ask", "note.md", "Who is the captain?")["answers"][0]["text"]
        == "Ingrid Haugen"
    )
    run(capsys, "add", other)
    for command in ("show", "remove"):
        status, _, err = run(capsys, command, "note.md")
        assert status == 1
        assert "2 documents of the library are called 'note.md'. Give the path of one" in err
    run(capsys, "remove", other)
    status, out, _ = run(capsys, "remove", "note.md")
    assert status == 0
    assert out.startswith("Removed Trip")
    (elsewhere / "note.md").write_text("The captain is Ann.", "utf-8")
    run(capsys, "add", note)
    assert run_json(capsys, "ask", "note.md", "Who is the captain?")["answers"][0]["text"] == "Ann"


@pytest.mark.parametrize(
    "command", [["list"], ["kb", "list"], ["ask", "?", "Who?"], ["ask", "?", "--", "-5 or 5?"]]
)
def test_json_before_the_command_is_json_after_it(
    capsys: pytest.CaptureFixture[str], note: Path, command: list[str]
) -> None:
    arguments = [str(note) if argument == "?" else argument for argument in command]
    before, out, _ = run(capsys, "--json", *arguments)
    name = next((at for at, argument in enumerate(arguments) if argument == "--"), len(arguments))
    after, expected, _ = run(capsys, *arguments[:name], "--json", *arguments[name:])
    assert before == after == 0
    assert json.loads(out).keys() == json.loads(expected).keys()


def test_ask_prints_the_answer_first(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    status, out, err = run(capsys, "ask", note, "Who is the captain?")
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "The captain is >Ingrid Haugen<."
    assert lines[1].startswith("  Trip > Food · ")
    assert "read all" in lines[-1]
    assert "\x1b" not in out
    assert err == ""


def test_nothing_found_is_an_answer(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    status, out, _ = run(capsys, "ask", note, "Which vitamins are in kale?")
    assert status == 0
    assert out.startswith("Not here, as far as I can tell. I read all of it.")


def test_the_library_comes_and_goes(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    added = run_json(capsys, "add", note)
    wire.AddResponse.model_validate(added)
    assert run_json(capsys, "add", note)["unchanged"] == [str(note)]
    (row,) = run_json(capsys, "list")["documents"]
    assert run_json(capsys, "ask", "How much does the ferry to Bergen cost?")["answers"][0][
        "text"
    ].startswith("240")
    assert run_json(capsys, "search", "captain")["hits"][0]["document"] == row["document"]
    note.write_text(NOTE.replace("240", "300"), "utf-8")
    assert [r["document"] for r in run_json(capsys, "add", note)["added"]] == [row["document"]]
    assert run_json(capsys, "ask", "How much does the ferry to Bergen cost?")["answers"][0][
        "text"
    ].startswith("300")
    assert not any("240" in hit["text"] for hit in run_json(capsys, "search", "240")["hits"])
    assert run_json(capsys, "remove", row["document"])["removed"][0]["title"] == "Trip"
    assert run_json(capsys, "list") == {"documents": []}
    assert run_json(capsys, "search", "captain")["hits"] == []


def test_a_document_is_found_by_its_title(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("quarterly-report-zanzibar", "minutes-oslo", "notes-lima"):
        (tmp_path / f"{name}.txt").write_text("Sales went up. Everybody was content.")
    run_json(capsys, "add", tmp_path)
    hits = run_json(capsys, "search", "zanzibar report")["hits"]
    assert "zanzibar" in hits[0]["title"]
    assert hits[0]["section"] == []


def test_a_batch_goes_on_and_says_what_failed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    (folder / "deep").mkdir(parents=True)
    (folder / "good.txt").write_text("A good text.")
    (folder / "deep" / "also.md").write_text("Another one.")
    (folder / "deep" / "skip.log.txt").write_text("Not this one.")
    (folder / "empty.txt").touch()
    (folder / "noise.bin").write_bytes(os.urandom(4000))
    (folder / ".hidden.txt").write_text("hidden")
    (folder / "loop").symlink_to(folder)
    done = run_json(capsys, "add", folder, "--exclude", "*.log.txt", status=1)
    assert sorted(Path(row["source"]).name for row in done["added"]) == ["also.md", "good.txt"]
    failed = {Path(row["source"]).name: row["reason"] for row in done["failed"]}
    assert set(failed) == {"empty.txt", "noise.bin"}
    assert "empty" in failed["empty.txt"]
    status, out, err = run(capsys, "add", folder, "--include", "good.*")
    assert (status, without_progress(err)) == (0, "")
    assert "0 of 1 added, 1 unchanged, 0 failed" in out
    (folder / "good.txt").unlink()
    assert len(run_json(capsys, "add", folder, "--prune", "--include", "*.md")["removed"]) == 1


def test_whatever_a_file_does_is_its_own_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = bad_files(tmp_path / "papers")
    done = run_json(capsys, "add", folder, status=1)
    assert [row["title"] for row in done["added"]] == ["good"]
    reasons = {Path(row["source"]).name: row["reason"] for row in done["failed"]}
    assert sorted(reasons) == FAILING
    assert "not UTF-8" in reasons["caf\ufffd.txt"]
    assert "nested too deeply" in reasons["deep.eml"]
    status, out, err = run(capsys, "add", folder)
    assert status == 1
    assert "0 of 5 added, 1 unchanged, 4 failed" in out
    assert "caf\ufffd.txt is not UTF-8. Rename it." in err
    found = run_json(capsys, "ask", folder, "What does the ferry cost?")
    assert found["answers"][0]["text"] == "240 kroner"
    status, _, err = run(capsys, "ask", folder / "deep.mhtml", "What does the ferry cost?")
    assert (status, "nested too deeply" in err) == (1, True)
    for command in (["ask", UNNAMEABLE, "What does the ferry cost?"], ["show", UNNAMEABLE]):
        status, _, err = run(capsys, command[0], folder / command[1], *command[2:])
        assert (status, "caf\ufffd.txt is not UTF-8. Rename it." in err) == (1, True)


def test_an_impossible_path_is_reported(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    status, out, err = run(capsys, "add", "", "~nosuchuser", note)
    assert (status, out.splitlines()[-1]) == (1, "1 of 3 added, 0 unchanged, 2 failed.")
    assert "The path is empty." in err
    assert "'~nosuchuser' names no user of this machine. Give the whole path." in err
    for path in ("", "~nosuchuser", "a" * 5_000):
        status, _, err = run(capsys, "ask", path, "What does the ferry cost?")
        assert (status, "should not" in err) == (2, False)


def test_an_error_nobody_foresaw_stops_no_other_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(data: bytes, **_: object) -> None:
        raise AttributeError("no such thing")

    (tmp_path / "page.txt").write_text("hello")
    (tmp_path / "good.md").write_text("A good text.")
    monkeypatch.setattr("wherein.documents.plain.text.parse_text", fail)
    done = run_json(capsys, "add", tmp_path, status=1)
    assert len(done["added"]) == 1
    (failure,) = done["failed"]
    assert "page.txt has something in it" in failure["reason"]
    assert "no such thing" not in failure["reason"]


def test_a_folder_without_permission(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "open.txt").write_text("An open text.")
    (tmp_path / "closed").mkdir()
    listed = Path.iterdir

    def iterdir(self: Path) -> Iterator[Path]:
        # Root may enter every folder, so the system's refusal is played.
        if self.name == "closed":
            raise PermissionError(13, "Permission denied")
        return listed(self)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    done = run_json(capsys, "add", tmp_path, status=1)
    assert [row["title"] for row in done["added"]]
    (failure,) = done["failed"]
    assert failure["source"].endswith("closed")
    assert "cannot be read (Permission denied)" in failure["reason"]


def test_a_model_with_the_wrong_hash_is_never_used(
    capsys: pytest.CaptureFixture[str], note: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "models"
    shutil.copytree(shipped_folder(), models)
    model = models / "small" / "reader.int8.onnx"
    damaged = bytearray(model.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    model.write_bytes(damaged)
    monkeypatch.setattr("wherein.assets.store.shipped_folder", lambda: models)
    code, out, err = run(capsys, "ask", note, "Who is the captain?")
    assert (code, out) == (1, "")
    assert "wrong SHA-256" in err
    checked = run_json(capsys, "doctor", status=1)
    assert not next(row for row in checked["checks"] if row["check"] == "model small")["ok"]


def test_a_folder_is_asked_without_being_kept(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    (note.parent / "other.txt").write_text("Nothing about boats stands here.")
    found = run_json(capsys, "ask", note.parent, "Who is the captain?")
    assert found["answers"][0]["text"] == "Ingrid Haugen"
    assert run_json(capsys, "list") == {"documents": []}


def test_standard_input(note: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wherein", "ask", "-", "Who is the captain?", "--json"],
        input=note.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["answers"][0]["text"] == "Ingrid Haugen"


def test_show(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    shown = run_json(capsys, "show", note)
    assert (shown["title"], shown["kind"]) == ("Trip", "markdown")
    for block in shown["blocks"]:
        assert shown["text"][block["start"] : block["end"]].strip()
    assert run(capsys, "show", note)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["ask"], 2, "Put the question in quotes"),
        (["ask", "a", "b", "c"], 2, "Put the question in quotes"),
        (["ask", ""], 2, "The question is empty"),
        (["ask", "q" * 3000], 2, "in at most 2,000"),
        (["ask", "/no/such.pdf", "Who?"], 1, "does not exist"),
        (["ask", "http://127.0.0.1:1/", "Who?"], 1, "could not be fetched"),
        (["ask", "ftp://x/y", "Who?"], 1, "ftp://x/y is neither a file nor a web address."),
        (["ask", "./a:b/c.txt", "Who?"], 1, "a:b/c.txt does not exist. Check the path."),
        (["ask", "example.org", "Who?"], 1, "write https://example.org"),
        (["--jsn", "list"], 2, "Did you mean '--json'? See: wherein --help"),
        (["--json", "memory", "export"], 2, "No such option '--json'"),
        (["search", " "], 2, "no words"),
        (["show", "nobody"], 1, "wherein list"),
        (["remove", "nobody"], 1, "wherein list"),
        (["models", "get", "nobody"], 1, "wherein models list"),
        (["models", "remove", "small"], 1, "wherein models list"),
        (["nonsense"], 2, "No such command"),
        (["ask", "--nonsense"], 2, "--nonsense"),
        (["ask", "--limit", "0", "Who?"], 2, "--limit"),
        (["add"], 2, "PATH"),
        (["serve", "--port", "99999"], 2, "--port"),
        (["eval", "conditions", "nobody"], 2, "There is no condition"),
    ],
)
def test_errors_are_one_sentence_and_the_next_step(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, words: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == status
    assert out == ""
    assert words in err
    assert err.startswith("wherein: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_wrong_setting_is_named(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("colour = 'red'")
    code, _, err = run(capsys, "list")
    assert code == 2
    assert "colour = 'red'" in err


def test_doctor_and_models_say_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    checked = run_json(capsys, "doctor")
    assert checked["ok"]
    assert {"model small", "model static", "library"} <= {row["check"] for row in checked["checks"]}
    names = {row["name"]: row for row in run_json(capsys, "models", "list")["models"]}
    assert names["small"]["here"]
    assert names["small"]["licence"]


def test_a_language_model_that_was_got_says_what_else_it_needs(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = b"GGUF, or at least called so"
    given = tmp_path / "given"
    given.mkdir()
    (given / "tiny.gguf").write_bytes(made)
    file = {"path": "tiny.gguf", "bytes": len(made), "sha256": hashlib.sha256(made).hexdigest()}
    described = {
        "name": "tiny",
        "what": "language model",
        "licence": "MIT",
        "origin": "here",
        "shipped": False,
        "files": [file],
    }
    (given / "asset.json").write_text(json.dumps(described))
    monkeypatch.setattr("wherein.answering.readers.models.find_spec", lambda name: None)
    code, out, _ = run(capsys, "models", "get", "tiny", "--from", given)
    assert code == 0
    assert "pip install -e '.[llm]'" in out
    assert f'{home / "config.toml"}: [generative] and model = "tiny"' in out.replace("\n", " ")
    (home / "config.toml").write_text('[generative]\nmodel = "tiny"\n')
    monkeypatch.setattr("wherein.answering.readers.models.find_spec", lambda name: object())
    assert run_json(capsys, "models", "get", "tiny", "--from", given)["needed"] == []


def test_an_article_is_shown_asked_and_found_with_whom_to_credit(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    importer = importer_for("sample")
    build_base(home / "knowledge", "sample", [importer], index_words=index_articles).close()
    shown = run_json(capsys, "show", "sample:john snetzler")
    assert (shown["document"], shown["title"]) == ("sample:John Snetzler", "John Snetzler")
    assert "CC BY-SA 3.0" in shown["licence"]
    assert shown["credit"].startswith("From the knowledge base sample")
    _, out, _ = run(capsys, "ask", "sample:John Snetzler", "Where did he die?")
    assert out.startswith("He died in >Schaffhausen<")
    asked = run_json(capsys, "ask", "Where did John Snetzler die?")
    wire.AskResponse.model_validate(asked)
    assert asked["links"][0]["document"] == "sample:John Snetzler"
    _, out, _ = run(capsys, "ask", "Where did John Snetzler die?")
    assert "'John Snetzler' is the article John Snetzler (0." in out
    _, out, _ = run(capsys, "search", "Snetzler")
    assert "From the knowledge base sample" in out.replace("\n", " ")
    code, _, err = run(capsys, "show", "sample:Nobody Known")
    assert code == 1
    assert "wherein search 'Nobody Known'" in err


def test_where_there_is_nothing_to_read_no_reader_says_so(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    base = build_base(home / "knowledge", "sample", [importer_for("sample")])
    base.close()
    _, out, _ = run(capsys, "ask", "How are you?")
    assert "nothing to read" not in out


def test_doctor_finds_a_broken_store(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    home.mkdir()
    (home / "memory.sqlite").write_bytes(b"\xff" * 9000)
    checked = run_json(capsys, "doctor", status=1)
    rows = {row["check"]: row for row in checked["checks"]}
    assert not rows["memory"]["ok"]
    assert rows["memory"]["do"]
    assert rows["indexes"]["ok"]


def test_a_full_disk_loses_no_summary(
    capsys: pytest.CaptureFixture[str], note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageFull("The disk is full.", "Free some space.")

    monkeypatch.setattr("wherein.answering.library.indexes.Indexes.catch_up", full)
    done = run_json(capsys, "add", note, status=1)
    assert [row["title"] for row in done["added"]] == ["Trip"]
    assert done["failed"][0]["reason"].startswith("The disk is full.")
    monkeypatch.undo()


def test_a_person_may_stop_it(
    capsys: pytest.CaptureFixture[str], note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wherein.answering.engine.Engine.add", stopped)
    code, out, err = run(capsys, "add", note)
    assert (code, out) == (130, "")
    assert err.strip() == "wherein: Stopped; everything that was finished is kept."


def test_what_was_not_foreseen_is_a_sentence_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("of all\nthings")

    monkeypatch.setattr("wherein.answering.engine.Engine.documents", fail)
    code, out, err = run(capsys, "list")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "a fault of wherein. Run it again with WHEREIN_DEBUG=1" in err
    assert "RuntimeError" not in err
    monkeypatch.setenv("WHEREIN_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run(capsys, "list")


def test_what_may_not_be_used_is_named_with_a_next_step(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "/home/ann/knowledge")

    monkeypatch.setattr("wherein.answering.engine.Engine.documents", fail)
    code, out, err = run(capsys, "list")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "/home/ann/knowledge can't be used (Permission denied). Change its permissions" in err


def test_the_home_is_its_owners_alone(
    capsys: pytest.CaptureFixture[str], note: Path, home: Path
) -> None:
    run_json(capsys, "add", note)
    assert home.stat().st_mode & 0o777 == 0o700


def permissions(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_home_that_was_open_becomes_its_owners_alone(
    capsys: pytest.CaptureFixture[str], note: Path, home: Path
) -> None:
    home.mkdir(parents=True, exist_ok=True)
    home.chmod(0o755)
    run_json(capsys, "add", note)
    assert permissions(home) == 0o700
    run_json(capsys, "ask", note, "Who is the captain?")
    assert {permissions(path) for path in home.glob("*.sqlite*")} == {0o600}
    for path in (home, *home.glob("*.sqlite*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    run_json(capsys, "ask", "Who is the captain?")
    assert permissions(home) == 0o700
    assert {permissions(path) for path in home.glob("*.sqlite*")} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_what_is_in_the_home_is_its_owners_alone(home: Path) -> None:
    """Should the home itself be opened to others, by hand or by a restored backup."""
    before = os.umask(0o022)
    try:
        home.mkdir(parents=True)
        (home / "config.toml").write_text("memory = true\n")
        for name in ("indexes", "knowledge"):
            (home / name).mkdir()
        Home(home).token()
        with ReceivedFiles(Home(home, sender="member-1").files).receive() as file:
            file.write(b"x")
            sent = file.keep("a.txt")
    finally:
        os.umask(before)
    assert permissions(home / "config.toml") == permissions(sent) == 0o600
    for name in ("indexes", "knowledge", "files", "files/member-1"):
        assert permissions(home / name) == 0o700, name


@pytest.mark.parametrize("place", ["indexes", "indexes/bm25"])
def test_a_file_where_the_indexes_should_be_is_reported(
    capsys: pytest.CaptureFixture[str], note: Path, home: Path, place: str
) -> None:
    run_json(capsys, "add", note)
    shutil.rmtree(home / place)
    (home / place).write_text("no folder")
    status, _, err = run(capsys, "ask", "Who is the captain?")
    assert status == 1
    assert f"{home / place} is a file, where a folder for the indexes should be. Move it" in err
    (home / place).unlink()
    assert run_json(capsys, "ask", "Who is the captain?")["answered"]


def test_a_cell_of_a_table_is_shown_with_its_headers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = tmp_path / "prices.html"
    rows = ["Item 2022 2023", "Bread 1.20 1.50", "Milk 0.90 1.10"]
    cells = "".join(
        "<tr>" + "".join(f"<{'th' if r == 0 or c == 0 else 'td'}>{v}" for c, v in enumerate(row.split()))
        for r, row in enumerate(rows)
    )  # fmt: skip
    table.write_text(f"<h1>Prices of milk and bread</h1><table>{cells}</table>")
    found = run_json(capsys, "ask", table, "What did milk cost in 2023?")
    best = (found["answers"] + found["perhaps"])[0]
    assert "\t" not in best["text"]
    assert (best["row"], best["column"]) == ("Milk", "2023")


def test_a_damaged_index_is_built_again(
    capsys: pytest.CaptureFixture[str], note: Path, home: Path
) -> None:
    run_json(capsys, "add", note)
    for path in (home / "indexes").rglob("*"):
        if path.is_file():
            path.write_bytes(b"\xff" * 100)
    assert run_json(capsys, "search", "captain")["hits"]
    assert run_json(capsys, "ask", "Who is the captain?")["answered"]


def test_a_damaged_library_is_reported_and_unchanged(
    capsys: pytest.CaptureFixture[str], note: Path, home: Path
) -> None:
    run_json(capsys, "add", note)
    (home / "library.sqlite").write_bytes(b"\xff" * 9000)
    for name in ("library.sqlite-wal", "library.sqlite-shm"):
        (home / name).unlink(missing_ok=True)
    code, _, err = run(capsys, "list")
    assert code == 1
    assert f"The library at {home / 'library.sqlite'} is damaged" in err


def test_a_damaged_knowledge_base_is_passed_over_and_reported(
    capsys: pytest.CaptureFixture[str], note: Path, home: Path
) -> None:
    run_json(capsys, "add", note)
    run_json(capsys, "kb", "add", "sample")
    (home / "knowledge" / "sample" / "base.sqlite").write_bytes(b"\xff" * 9000)
    found = run_json(capsys, "ask", "Who is the captain?", "--no-memory")
    assert found["answers"][0]["text"] == "Ingrid Haugen"
    assert any("wherein kb remove sample" in said for said in found["notes"])
    checked = run_json(capsys, "doctor", status=1)
    assert not next(row for row in checked["checks"] if row["check"] == "knowledge base sample")[
        "ok"
    ]
    run_json(capsys, "kb", "remove", "sample")
    run_json(capsys, "doctor")


def test_a_port_in_use(home: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "wherein", "serve", "--no-browser", "--port", str(port)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert without_progress(done.stderr) == (
        f"wherein: Port {port} is in use already."
        " Stop what uses it, or choose another: wherein serve --port 0\n"
    )


def test_a_closed_pipe_is_no_error(note: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m wherein show {note} --text | head -c 1",
        shell=True,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""


def test_what_was_not_read_is_named_where_a_document_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mail = EmailMessage()
    mail["Subject"] = "The survey"
    mail.set_content("The vault holds 40 coins, says the survey.")
    mail.add_attachment(b"PK", maintype="application", subtype="zip", filename="plan.zip")
    path = tmp_path / "a.eml"
    path.write_bytes(bytes(mail))
    _, out, _ = run(capsys, "ask", path, "Who is the captain?")
    assert "I read all of its text.\n" in out
    assert "\nNot read: 1 attachment.\n" in out
    for command in (("add", path), ("list",), ("show", path)):
        _, out, _ = run(capsys, *command)
        assert "Not read: 1 attachment.\n" in out, command
    _, out, _ = run(capsys, "list", "--json")
    (listed,) = json.loads(out)["documents"]
    assert listed["unread"] == [{"kind": "attachment", "count": 1, "words": "1 attachment"}]
