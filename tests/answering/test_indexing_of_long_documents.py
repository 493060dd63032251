"""A long document is stored and indexed with progress, can be interrupted at any step, and has a bound."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.library import adding
from wherein.documents.plain.long_text import long_text
from wherein.retrieval import catch_up

PASSAGES = 60


@pytest.fixture
def long_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document of some sixty passages, and progress that is told after each tenth."""
    monkeypatch.setattr(adding, "TELL_EVERY_PASSAGES", 10)
    monkeypatch.setattr(catch_up, "TELL_EVERY_PASSAGES", 10)
    page = tmp_path / "long.md"
    chapters = [f"# Chapter {n}\n\nThe {n}th lamp is lit at dusk.\n" for n in range(PASSAGES)]
    page.write_text("\n".join(chapters))
    return page


def test_each_step_of_adding_tells_how_far_it_is(engine: Engine, long_page: Path) -> None:
    told: list[tuple[int, int, str]] = []
    engine.add(long_page, on_progress=lambda done, of, what: told.append((done, of, what)))
    for step in (f"kB of {long_page}", "indexing, bm25", "indexing, dense"):
        counts = [done for done, _, what in told if what == step]
        assert len(counts) >= PASSAGES // 10, step
        assert counts == sorted(counts)
    assert all(done <= of for done, of, _ in told)


@pytest.mark.parametrize("step", ["kB of", "indexing, bm25", "indexing, dense"])
def test_ctrl_c_at_any_step_leaves_everything_whole(
    engine: Engine, long_page: Path, tmp_path: Path, step: str
) -> None:
    calls = 0

    def interrupted(done: int, of: int, what: str) -> None:
        nonlocal calls
        calls += what.startswith(step)
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.add(long_page, on_progress=interrupted)
    stored = [entry.source for entry in engine.documents()]
    assert stored == ([] if step == "kB of" else [str(long_page)])
    # The same engine goes on, and what was stored is found.
    other = tmp_path / "other.md"
    other.write_text("# Ferry\n\nThe ferry to Bergen costs 240 kroner.\n")
    summary = engine.add(long_page, other)
    assert [entry.source for entry in summary.added][-1] == str(other)
    for question, source in (("the 41st lamp", long_page), ("ferry to Bergen", other)):
        hits = engine.search(question)
        assert hits
        assert str(source) in {engine.document(hit.passage.document).source for hit in hits}


@pytest.mark.parametrize("name", ["long.md", "long.txt"])
def test_a_document_with_too_many_passages_is_refused_whole(
    engine: Engine, long_page: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "MOST_PASSAGES", PASSAGES // 2)
    path = long_page.with_name(name)
    path.write_text(long_page.read_text())
    if name.endswith(".txt"):  # parsed piece by piece
        read_long = partial(long_text, shortest_bytes=10)
        monkeypatch.setattr("wherein.answering.library.ingest.long_text", read_long)
        path.write_text("\n\n".join("The lamp is lit at dusk. " * 60 for _ in range(PASSAGES)))
    (failure,) = engine.add(path).failed
    assert failure.reason.startswith(f"{path} has more than 30 passages")
    assert "Split it into smaller files." in failure.reason
    assert engine.documents() == []
