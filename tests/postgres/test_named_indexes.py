"""PostgreSQL's own full text and pgvector as retrievers by name: one machine indexes, every other one searches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.retrieval.makers import passages
from wherein import Engine
from wherein.core.errors import UsageError
from wherein.postgres.address import StoreAddress
from wherein.retrieval.by_postgres.words import PostgresWords
from wherein.retrieval.passage_source import PassageTable


def home_with(folder: Path, retriever: str) -> Path:
    folder.mkdir()
    (folder / "config.toml").write_text(f'retriever = "{retriever}"\n', "utf-8")
    return folder


@pytest.mark.parametrize("retriever", ["postgres", "pgvector", "postgres+pgvector"])
def test_what_one_machine_adds_every_other_finds(
    tmp_path: Path, store_url: str, monkeypatch: pytest.MonkeyPatch, retriever: str
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", store_url)
    for name, text in (("ferry", "The ferry to Vardo leaves at nine."), ("tea", "Green tea.")):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    with (
        Engine.open(home_with(tmp_path / "one", retriever)) as one,
        Engine.open(home_with(tmp_path / "two", retriever)) as two,
    ):
        one.add(tmp_path / "ferry.txt", tmp_path / "tea.txt")
        for engine in (one, two):
            (hit, *_) = engine.search("When does the ferry leave?", limit=1)
            assert hit.passage.text == "The ferry to Vardo leaves at nine."
        two.remove(hit.passage.document)
        assert all("ferry" not in hit.passage.text for hit in one.search("ferry", limit=3))


def test_without_a_database_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "tea.txt").write_text("Green tea.", "utf-8")
    with (
        Engine.open(home_with(tmp_path / "one", "pgvector")) as engine,
        pytest.raises(UsageError, match="team's database"),
    ):
        engine.add(tmp_path / "tea.txt")


def test_of_two_servers_one_brings_it_up_to_date(store_url: str) -> None:
    """The slower one has read the documents before the last change, and must not write them over the newer ones."""
    address = StoreAddress.parse(store_url)
    table = PassageTable()
    slow, quick = (PostgresWords(address, "shared", table) for _ in range(2))
    slow.replace("a", passages("a", "Narwhals of the north."))
    new = passages("a", "Ferries of the south.")
    table.replace("a", new)
    quick.replace("a", new)
    quick.commit(2)
    slow.commit(1)
    assert slow.generation == quick.generation == 2
    assert [hit.passage for hit in slow.search("ferries", 3)] == new
    assert slow.search("narwhals", 3) == []
    slow.close()
    quick.close()
