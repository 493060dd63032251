"""An older memory is migrated: keys are recomputed, answers are verified before they are served."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from tests.memory.makers import PARAGRAPHS, URL, answer, document
from wherein.home.database import Database
from wherein.memory.answers.exchange import import_lines
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.migrations import MIGRATIONS
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import PageKey, Standing
from wherein.passages.block_place import place_of

PAGE = document(*PARAGRAPHS)
BEFORE_HEADINGS = 2
BEFORE_HASHES = 5
QUESTIONS = (
    # id, text, the key it had, uses
    (1, "How much is .5 mg?", "how much is 5 mg", 3),
    (2, "how much is .5 mg", "how much is 0.5 mg", 2),
    (3, "What is T?", "what is t", 1),
    (4, "How tall is the tower?", "how tall is the tower", 7),
)


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A memory of the older format, with coarser keys and blocks without headings."""
    path = tmp_path / "memory.sqlite"
    file = Database(path, MIGRATIONS[:BEFORE_HEADINGS], "memory")
    with file.transaction():
        run = file.connection.execute
        run("INSERT INTO pages VALUES (1, ?, ?, 'Towers', 'c')", (URL, PageKey(URL).hash))
        for number, text, key, uses in QUESTIONS:
            run(
                "INSERT INTO questions VALUES (?, 1, ?, ?, ?, 1, ?, ?, ?)",
                (number, key, text, uses, float(number), 10.0 * number, 100.0 * number),
            )
            run("INSERT INTO askers VALUES (?, ?)", (number, "ann" if number != 2 else "bo"))
            for standing in ("current", "confirmed", "wrong"):
                run(
                    "INSERT INTO answers (question, rank, text, quote, block, quote_start, answer_start,"
                    " confidence, found_by, model, evidence, standing, stored)"
                    " VALUES (?, 0, ?, ?, 'b', 0, 0, 0.9, 'small', 'small@1', 0, ?, 1.0)",
                    (number, f"{standing} {number}", f"{standing} {number}", standing),
                )
    file.close()
    return path


def test_keys_are_recomputed_and_what_has_one_key_now_is_joined(older: Path) -> None:
    with SqliteMemory(older) as store:
        kept = {one.text: one for one in store.questions.of_page(PageKey(URL), 10)}
        assert kept.keys() == {"How much is .5 mg?", "What is T?", "How tall is the tower?"}
        joined = kept["How much is .5 mg?"]
        assert (joined.key, joined.uses, joined.askers) == ("how much is .5 mg", 5, 2)
        assert (joined.first_asked, joined.last_asked, joined.score) == (10.0, 200.0, 2.0)
        assert len(joined.answers) == 6
        assert kept["What is T?"].key == "what is T"
        assert store.questions.with_key(PageKey(URL), "what is t") is None


def test_answers_without_headings_are_read_again_and_what_was_wrong_stays_wrong(
    older: Path,
) -> None:
    with SqliteMemory(older) as store:
        tower = store.questions.with_key(PageKey(URL), "how tall is the tower")
        assert tower is not None
        assert [a.standing for a in tower.answers] == [
            Standing.STALE,
            Standing.STALE,
            Standing.WRONG,
        ]
        memory = QuestionMemory(store, clock=lambda: 1000.0)
        revalidated = memory.answers.revalidate("How tall is the tower?", PAGE, asker="ann")
        assert not revalidated.answers
        assert revalidated.reason == (
            "It was answered by an earlier version, which did not store the text's hash."
        )
        memory.answers.remember(
            "How tall is the tower?",
            PAGE,
            [answer(PAGE, "330 metres")],
            model="small@1",
            asker="ann",
        )
        assert [
            a.text
            for a in memory.answers.revalidate("How tall is the tower?", PAGE, asker="ann").answers
        ] == ["330 metres"]


def test_opening_it_twice_changes_nothing_more(older: Path) -> None:
    for _ in range(2):
        with SqliteMemory(older) as store:
            assert store.stats().questions == 3
    with sqlite3.connect(older) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def test_an_export_of_before_is_taken_in_and_its_answers_are_read_again(tmp_path: Path) -> None:
    stored = {
        "text": "330 metres", "quote": "330 metres", "block": "b", "quote_start": 0, "answer_start": 0,
        "confidence": 0.9, "found_by": "small", "model": "small@1", "evidence": False, "stored": 1.0,
    }  # fmt: skip
    question = {
        "page": URL, "title": "Towers", "content_hash": "c", "text": "What is T?", "uses": 2, "score": 1.0,
        "first_asked": 1.0, "last_asked": 2.0, "askers": ["ann"],
        "answers": [{**stored, "standing": s} for s in ("current", "wrong")],
    }  # fmt: skip
    rows: list[object] = [{"wherein_memory": 1}, {"question": question}]
    lines = [json.dumps(row) + "\n" for row in rows]
    digest = hashlib.sha256("".join(lines).encode()).hexdigest()
    lines.append(json.dumps({"end": {"questions": 1, "feedback": 0, "sha256": digest}}) + "\n")
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        assert import_lines(store, lines).questions == 1
        found = store.questions.with_key(PageKey(URL), "what is T")
        assert found is not None
        assert {a.standing for a in found.answers} == {Standing.STALE, Standing.WRONG}


def test_answers_without_the_hash_of_their_text_are_shown_and_never_served(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    file = Database(path, MIGRATIONS[:BEFORE_HASHES], "memory")
    place = place_of(PAGE, answer(PAGE, "330 metres").quote_span)
    assert place is not None
    quote = answer(PAGE, "330 metres").quote
    with file.transaction():
        run = file.connection.execute
        run("INSERT INTO pages VALUES (1, ?, ?, 'Towers', 'c')", (URL, PageKey(URL).hash))
        for number, text in ((1, "How tall is the tower?"), (2, "Where is polish made?")):
            run(
                "INSERT INTO questions VALUES (?, 1, ?, ?, 3, 1, 1.0, 1.0, 1.0)",
                (number, text.lower().rstrip("?"), text),
            )
            run(
                "INSERT INTO answers VALUES (NULL, ?, 0, '330 metres', ?, ?, ?, ?, 0.9, 'small',"
                " 'small@1', 0, 'current', 1.0, '', 0)",
                (number, quote, place.block, place.quote_start, quote.index("330 metres")),
            )
    file.close()
    with SqliteMemory(path) as store:
        memory = QuestionMemory(store, clock=lambda: 1000.0)
        old = memory.answers.revalidate("How tall is the tower?", PAGE, asker=None)
        assert not old.answers
        assert old.reason is not None
        assert old.reason.startswith("It was answered by an earlier version")
        assert store.questions.with_key(PageKey(URL), "where is Polish made") is None
        assert store.questions.with_key(PageKey(URL), "where is polish made") is not None
        top = memory.others.popular(PageKey(URL), document=PAGE, asker=None)
        assert {one.question.text for one in top} == {
            "How tall is the tower?",
            "Where is polish made?",
        }
