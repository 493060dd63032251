"""Catching up from every state an index can be found in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.retrieval.makers import INDEXES, Opened, passages
from wherein.core.passage import Passage
from wherein.retrieval import catch_up as module
from wherein.retrieval.catch_up import catch_up
from wherein.retrieval.passage_source import PassageTable


class Log:
    """A library in memory: the last change of each document."""

    def __init__(self, table: PassageTable | None) -> None:
        self.generation = 0
        self._changed: dict[str, int] = {}
        self._passages: dict[str, list[Passage]] = {}
        self._table = table

    def put(self, document: str, group: list[Passage]) -> None:
        self.generation += 1
        self._changed.pop(document, None)
        self._changed[document] = self.generation
        self._passages[document] = group
        if self._table is not None:
            self._table.replace(document, group)

    def changed_since(self, generation: int) -> Iterable[str]:
        return [d for d, when in self._changed.items() if when > generation]

    def passages_of(self, document: str) -> Sequence[Passage]:
        return self._passages.get(document, [])


@pytest.fixture(params=sorted(INDEXES))
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    return INDEXES[request.param](tmp_path / "index")


def found(opened: Opened, question: str) -> set[str]:
    return {hit.passage.document for hit in opened.index.search(question, 1)}


def test_only_what_changed_is_replaced(opened: Opened) -> None:
    log = Log(opened.table)
    log.put("a", passages("a", "zebra stripes"))
    log.put("b", passages("b", "lion manes"))
    assert catch_up(opened.index, log) == 2
    assert opened.index.generation == log.generation
    assert catch_up(opened.index, log) == 0
    log.put("a", passages("a", "giraffe necks"))
    assert catch_up(opened.index, log) == 1
    assert found(opened, "giraffe necks") == {"a"}
    log.put("b", [])
    assert catch_up(opened.index, log) == 1
    assert found(opened, "lion manes") <= {"a"}


def test_an_index_from_the_future_is_built_again(opened: Opened) -> None:
    opened.index.replace("ghost", passages("ghost", "a ghost"))
    opened.index.commit(99)
    log = Log(opened.table)
    log.put("a", passages("a", "zebra stripes"))
    assert catch_up(opened.index, log) == 1
    assert opened.index.generation == 1
    assert found(opened, "zebra stripes") == {"a"}
    assert found(opened, "ghost") <= {"a"}


def test_a_crash_in_the_middle_is_caught_up(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    if opened.reopen is None:
        pytest.skip("kept in memory only")
    log = Log(opened.table)
    for number in range(5):
        log.put(f"d{number}", passages(f"d{number}", f"number {number} animal{number}"))
    monkeypatch.setattr(module, "COMMIT_EVERY_PASSAGES", 2)
    real = opened.index.replace

    def replace(document: str, group: Sequence[Passage]) -> None:
        if document == "d3":
            raise KeyboardInterrupt
        real(document, group)

    monkeypatch.setattr(opened.index, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        catch_up(opened.index, log)
    opened.index.close()
    again = opened.reopen()
    assert again.index.generation == 0
    assert catch_up(again.index, log) == 5
    assert found(again, "animal4") == {"d4"}
    assert len(again.index.search("number", 50)) == 5
    again.index.close()
