"""A home in the first format: its library, its memory and the answers' places are migrated.

`tests/older_home` is what commit 95fa6b2 wrote after both files were added and three questions were asked; paths,
what is made of them, and times are left open in it.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from wherein import Engine, Options
from wherein.answering.attempts.beside_main import BESIDE_MAIN
from wherein.answering.remembering.remembering import Turn
from wherein.documents.source import document_id
from wherein.home.folder import Home
from wherein.library.migrations import MIGRATIONS as LIBRARY
from wherein.memory.store.migrations import MIGRATIONS as MEMORY
from wherein.memory.store.store import PageKey

OLDER = Path(__file__).parents[1] / "older_home"
NAMES = {"lighthouse": "lighthouse.html", "tides": "tides.txt"}
BUILDER = "Who built the lighthouse on Grey Rock?"
TICKET = "How much does a ticket cost?"


@pytest.fixture
def older(tmp_path: Path) -> Iterator[tuple[Engine, Path]]:
    """An engine on the older home, and the folder of the two files that were added to it."""
    files = tmp_path / "files"
    files.mkdir()
    values = {"{now}": repr(time.time())}
    for name, file in NAMES.items():
        path = files / file
        path.write_bytes((OLDER / file).read_bytes())
        identity = document_id(str(path))
        values[f"{{{name}}}"] = str(path)
        values[f"{{{name}_id}}"] = identity
        values[f"{{{name}_page}}"] = PageKey(f"document:{identity}").hash
    home = tmp_path / "older"
    home.mkdir()
    for name in ("library", "memory"):
        sql = (OLDER / f"{name}.sql").read_text("utf-8")
        for placeholder, value in values.items():
            sql = sql.replace(placeholder, value)
        with sqlite3.connect(home / f"{name}.sqlite") as connection:
            connection.executescript(sql)
    with Engine.open(home) as engine:
        yield engine, files


def test_every_document_is_there_and_named_for_reading_again(
    older: tuple[Engine, Path],
) -> None:
    engine, files = older
    entries = {entry.source: entry for entry in engine.documents()}
    page = str(files / NAMES["lighthouse"])
    assert set(entries) == {page, str(files / NAMES["tides"])}
    assert all(entry.outdated for entry in entries.values())
    document = engine.kept(page)
    assert document.blocks
    assert all(block.main for block in document.blocks)
    assert engine.search("keepers oil letters")[0].passage.main


def test_questions_are_remembered_and_read_once_more_before_they_are_served(
    older: tuple[Engine, Path],
) -> None:
    engine, files = older
    for name, question, text in (
        ("lighthouse", BUILDER, "Martha Lind"),
        ("lighthouse", "When did the last keeper leave?", "1968"),
        ("tides", "How much does the tide rise in spring?", "four metres"),
    ):
        source = str(files / NAMES[name])
        with engine.memory.use(Turn.ASK) as memory:
            kept = memory.store.questions.of_page(PageKey(f"document:{document_id(source)}"), 9)
        assert question in [one.text for one in kept]
        for found_by in ("small", "memory"):
            answer = engine.ask(question, source).answers[0]
            assert (answer.text, answer.main, answer.found_by) == (text, True, found_by)
            assert answer.span.of(engine.document(source).text) == text


def test_a_page_that_is_added_again_is_read_again_and_its_answers_keep_their_blocks(
    older: tuple[Engine, Path],
) -> None:
    engine, files = older
    page = files / NAMES["lighthouse"]
    identity = document_id(str(page))
    assert not engine.ask(TICKET, identity).answered  # the box was not kept
    # Its file is read by today's rules.
    assert engine.ask(TICKET, str(page), Options(memory=False)).answered
    assert engine.ask(BUILDER, str(page)).answers[0].text == "Martha Lind"
    before = engine.kept(str(page)).text
    summary = engine.add(page, files / NAMES["tides"])
    assert {entry.source for entry in summary.added} == {str(page), str(files / NAMES["tides"])}
    assert not any(entry.outdated for entry in engine.documents())
    document = engine.document(str(page))
    assert document.main_text == before
    assert "555 0134" in document.text
    built = engine.ask(BUILDER, str(page)).answers[0]
    assert (built.text, built.found_by) == ("Martha Lind", "memory")
    assert built.span.of(document.text) == "Martha Lind"
    ticket = engine.ask(TICKET, str(page))
    assert (ticket.answers[0].text, ticket.answers[0].main) == ("14 crowns", False)
    assert BESIDE_MAIN in [step.name for step in ticket.steps]


def test_both_files_have_the_format_of_today_afterwards(older: tuple[Engine, Path]) -> None:
    engine, files = older
    engine.ask(BUILDER, str(files / NAMES["lighthouse"]))
    home: Home = engine.home
    for path, migrations in ((home.library, LIBRARY), (home.memory, MEMORY)):
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA user_version").fetchone()[0] == len(migrations)
