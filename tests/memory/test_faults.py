"""The memory under what goes wrong: two writers, kills, full disks, newer files, damaged exports, hostile text."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clock import GIVE_UP_SECONDS
from tests.memory.makers import PARAGRAPHS, answer, asking, document
from wherein.core.errors import LibraryError, NewerLibrary, StorageFull, UsageError, WhereinError
from wherein.memory.answers.exchange import export_lines, import_lines
from wherein.memory.answers.training_export import squad_of
from wherein.memory.policies.privacy import PrivacyRules, page_key
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import PageKey, Verdict
from wherein.server.wire.memory_json import popular_json, similar_json

PAGE = document(*PARAGRAPHS)
ROOT = Path(__file__).parents[2]

# Acknowledges each question on standard output once `remember` has returned.
WRITER = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from tests.memory.makers import asking
    from wherein.memory.store.sqlite import SqliteMemory

    name, count = sys.argv[2], int(sys.argv[3])
    with SqliteMemory(Path(sys.argv[1])) as store:
        for number in range(count):
            store.writer.remember(asking(f"{name} {number}", page=f"https://example.org/{number % 7}"))
            print(number, flush=True)
    """
)


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )


def is_whole(path: Path) -> bool:
    with sqlite3.connect(path) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with writer(path, "one", 60) as one, writer(path, "two", 60) as two:
        assert [process.wait(GIVE_UP_SECONDS) for process in (one, two)] == [0, 0]
    with SqliteMemory(path) as store:
        assert {held.question.key for held in store.exchange.held()} == {
            f"{name} {number}" for name in ("one", "two") for number in range(60)
        }


def killed_while_writing(path: Path, name: str, after: float) -> int:
    """How many writes were acknowledged before the process was killed."""
    process = writer(path, name, 1_000_000)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    acknowledged = 1 + sum(line.endswith("\n") for line in process.stdout)
    process.stdout.close()
    process.wait()
    return acknowledged


def check_kills(path: Path, kills: int) -> None:
    for kill in range(kills):
        acknowledged = killed_while_writing(path, f"run{kill}", 0.02 + 0.037 * (kill % 5))
        with SqliteMemory(path) as store:
            kept = {held.question.key for held in store.exchange.held()}
            missing = [n for n in range(acknowledged) if f"run{kill} {n}" not in kept]
            assert missing == []
            half = [held for held in store.exchange.held() if not held.question.answers]
            assert half == []
        assert is_whole(path)


def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    check_kills(tmp_path / "memory.sqlite", 3)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_by_many_kills(tmp_path: Path) -> None:
    check_kills(tmp_path / "memory.sqlite", 60)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    SqliteMemory(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(NewerLibrary, match="newer wherein"):
        SqliteMemory(path)
    assert path.read_bytes() == before


def test_a_damaged_database_is_reported_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(b"this is no database, and never was one" * 100)
    with pytest.raises(LibraryError, match="memory"):
        SqliteMemory(path)


def fill(store: SqliteMemory) -> None:
    for number in range(500):
        store.writer.remember(asking(f"question {number} " + "x" * 400))


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        store.writer.remember(asking("kept"))
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StorageFull, match="as it was before"):
            fill(store)
        count = store.stats().questions
        store._db.execute("PRAGMA max_page_count = 1000000")
        assert store.questions.with_key(PageKey("https://example.org/"), "kept") is not None
        assert store.stats().questions == count
        store.writer.remember(asking("after"))


def test_every_query_uses_an_index(tmp_path: Path) -> None:
    """No statement of the store walks a table of questions, answers, pages, askers or codes."""
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        kept = store.writer.remember(asking())
        seen: list[str] = []
        store._db.set_trace_callback(seen.append)
        store.writer.remember(asking())
        store.questions.with_key(kept.page.key, kept.key)
        store.questions.with_ids([kept.id])
        store.questions.of_page(kept.page.key, 5)
        store.questions.pages_with("ab", 5)
        store.questions.asked_among([kept.id], "")
        list(store.exchange.held(""))
        list(store.feedback.given(""))
        store.writer.count_uses({kept.id: 1}, 1.0)
        store.vectors.missing("e", 5)
        list(store.vectors.binary_codes("e", 0))
        store.vectors.of("e", [kept.id])
        store._db.set_trace_callback(None)
        walked = []
        for statement in seen:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                plan = store._db.execute("EXPLAIN QUERY PLAN " + statement).fetchall()
                walked += [(row[3], statement) for row in plan if row[3].startswith("SCAN")]
        assert len(seen) > 15
        assert walked == []


def test_a_clock_that_goes_backwards_loses_nothing(tmp_path: Path) -> None:
    """Set back by ten days between two questions: both are served, both count, and use determines the order."""
    now = 2_000_000.0
    with SqliteMemory(tmp_path / "back.sqlite") as store:
        memory = QuestionMemory(store, clock=lambda: now)
        memory.answers.remember("How tall is it?", PAGE, [answer(PAGE, "330 metres")], model="m")
        now -= 10 * 86_400.0
        memory.answers.remember("When was it finished?", PAGE, [answer(PAGE, "1889")], model="m")
        for _ in range(3):
            assert memory.answers.revalidate("When was it finished?", PAGE).answers
        assert memory.answers.revalidate("How tall is it?", PAGE).answers
        memory.uses.flush()
        key = page_key(PAGE, PrivacyRules())
        assert isinstance(key, PageKey)
        assert [one.question.text for one in memory.others.popular(key)] == [
            "When was it finished?",
            "How tall is it?",
        ]
        assert store.stats().newest == 2_000_000.0
        rules = PrivacyRules(retention_days=1)
        assert QuestionMemory(store, rules=rules, clock=lambda: now).forget_old().questions == 0


@pytest.fixture
def filled(tmp_path: Path) -> SqliteMemory:
    store = SqliteMemory(tmp_path / "filled.sqlite")
    memory = QuestionMemory(store, clock=lambda: 1_000_000.0)
    memory.answers.remember(
        "How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="m", asker="ann"
    )
    memory.answers.remember("When was it finished?", PAGE, [answer(PAGE, "1889")], model="m")
    memory.verdicts.judge("When was it finished?", PAGE, Verdict.RIGHT, answer(PAGE, "1889").span)
    memory.verdicts.judge("How wide is it?", PAGE, Verdict.SPAN, answer(PAGE, "330").span)
    memory.verdicts.judge(
        "Who paid for it?", PAGE, Verdict.NOT_HERE, answer(PAGE, "Gustave Eiffel").span
    )
    memory.verdicts.judge(
        "How tall is the tower?", PAGE, Verdict.WRONG, answer(PAGE, "330 metres").span
    )
    memory.verdicts.judge("Why is it?", PAGE, Verdict.NOT_HERE)
    return store


def test_an_export_comes_back_as_it_was(filled: SqliteMemory, tmp_path: Path) -> None:
    lines = list(export_lines(filled))
    with SqliteMemory(tmp_path / "other.sqlite") as other:
        taken = import_lines(other, lines)
        assert (taken.questions, taken.feedback, taken.refused) == (3, 5, 0)
        assert list(export_lines(other)) == lines
        assert import_lines(other, lines).questions == 0
        revalidated = QuestionMemory(other).answers.revalidate("When was it finished?", PAGE)
        assert [found.text for found in revalidated.answers] == ["1889"]
        assert not QuestionMemory(other).answers.revalidate("How tall is the tower?", PAGE).answers


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_damaged_export_is_refused_whole(filled: SqliteMemory, data: st.DataObject) -> None:
    text = "".join(export_lines(filled)).encode()
    at = data.draw(st.integers(0, len(text) - 2))
    damaged = data.draw(
        st.sampled_from(
            [
                text[:at],
                text[:at] + bytes([text[at] ^ data.draw(st.integers(1, 127))]) + text[at + 1 :],
                text + text[: at + 1],
            ]
        )
    ).decode("utf-8", "replace")
    with SqliteMemory(Path(filled._path.parent / "never.sqlite")) as other:
        with pytest.raises(UsageError, match=r"damaged at line|of format"):
            import_lines(other, damaged.splitlines(keepends=True))
        assert other.stats().questions == 0


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Is ann@example.org right?"},
        {"text": "x" * 501},
        {"page": "file:///etc/passwd"},
        {"page": "https://example.org/#fragment"},
    ],
)
def test_an_import_keeps_nothing_that_is_never_kept(
    filled: SqliteMemory, tmp_path: Path, change: dict[str, str]
) -> None:
    import hashlib

    first, question, *_ = export_lines(filled)
    row = json.loads(question)
    row["question"] |= change
    body = first + json.dumps(row) + "\n"
    end = {
        "end": {"questions": 1, "feedback": 0, "sha256": hashlib.sha256(body.encode()).hexdigest()}
    }
    with SqliteMemory(tmp_path / "other.sqlite") as other:
        taken = import_lines(other, [*body.splitlines(keepends=True), json.dumps(end) + "\n"])
        assert (taken.questions, taken.refused) == (0, 1)


def test_verdicts_become_squad(filled: SqliteMemory) -> None:
    squad = squad_of(filled.feedback.given())
    assert squad["version"] == "v2.0"
    rows = {}
    for article in squad["data"]:
        for paragraph in article["paragraphs"]:
            assert paragraph["context"] in PARAGRAPHS
            for row in paragraph["qas"]:
                rows[row["question"]] = row
                for one in row["answers"] + row.get("plausible_answers", []):
                    assert paragraph["context"][one["answer_start"] :].startswith(one["text"])
    assert {question: row["is_impossible"] for question, row in rows.items()} == {
        "When was it finished?": False,
        "How wide is it?": False,
        "Who paid for it?": True,
    }


HOSTILE = "<img src=x onerror=alert(1)><script>alert('x')</script>\"'`${{7*7}}"


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    page = document(
        f"The payload reads {HOSTILE} and that is all of it.", *PARAGRAPHS, title=HOSTILE
    )
    question = f"What does {HOSTILE} mean?"
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        memory = QuestionMemory(store, clock=lambda: 1_000_000.0)
        memory.answers.remember(question, page, [answer(page, HOSTILE)], model="m")
        key = page_key(page)
        assert isinstance(key, PageKey)
        assert memory.answers.revalidate(question, page).answers[0].text == HOSTILE
        report = json.loads(
            json.dumps(popular_json(key, memory.others.popular(key, document=page)))
        )
        assert report["questions"][0]["question"] == question
        assert report["questions"][0]["answers"][0]["text"] == HOSTILE
        assert json.loads(json.dumps(similar_json(memory.others.similar("x")))) == {"questions": []}
        lines = list(export_lines(store))
        assert all(line.count("\n") == 1 for line in lines)


@pytest.mark.parametrize(
    "question",
    ["\ud800 lone", "a\0b what", "\u202egnp.exe?", "😀" * 300, "'; DROP TABLE questions;--"],
)
def test_strange_questions_are_kept_or_refused(tmp_path: Path, question: str) -> None:
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        memory = QuestionMemory(store, clock=lambda: 1_000_000.0)
        memory.answers.remember(question, PAGE, [answer(PAGE, "1889")], model="m")
        memory.answers.revalidate(question, PAGE)
        memory.typing.corrections(question, PAGE)
        memory.typing.complete(question, PAGE)
        assert store.stats().questions <= 1


@pytest.mark.parametrize(
    ("text", "found", "question", "again"),
    [
        ("エッフェル塔の高さは330メートルです。", "330メートル", "エッフェル塔の高さは？", " エッフェル塔の高さは？"),
        ("ارتفاع البرج 330 مترا.", "330", "كم ارتفاع البرج؟", "كم  ارتفاع البرج؟"),
        ("Высота башни 330 метров.", "330 метров", "Какова высота башни?", "Какова высота  башни"),
    ],
)  # fmt: skip
def test_a_question_in_another_script_is_kept_and_served(
    tmp_path: Path, text: str, found: str, question: str, again: str
) -> None:
    page = document(text + " Какова كم", *PARAGRAPHS)
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        memory = QuestionMemory(store, clock=lambda: 1_000_000.0)
        memory.answers.remember(question, page, [answer(page, found)], model="m")
        assert [one.text for one in memory.answers.revalidate(again, page).answers] == [found]
        assert memory.typing.corrections(question, page) == []


def test_each_error_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WhereinError) as error:
        SqliteMemory(tmp_path / "file" / "memory.sqlite")
    assert error.value.next_step
