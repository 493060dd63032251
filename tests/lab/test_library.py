"""The recall of a whole library: a tiny one, whose right passages are known."""

from __future__ import annotations

from pathlib import Path

from wherein_lab.retrieval.library import LibraryQuestion, fill, measure, right_place

from wherein import Engine

TIDE = "The tide mill was built in 1642 by two brothers."


def test_a_passage_that_holds_the_answer_counts_and_a_lost_context_does_not(
    engine: Engine, tmp_path: Path
) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "mill.txt").write_text(f"{TIDE}\n\nIt grinds oats.\n")
    (folder / "bread.txt").write_text("Bread is baked at dawn.\n")
    by_file = fill(engine, [folder])
    asked = [
        LibraryQuestion("When was the tide mill built?", "mill.txt", TIDE, "1642"),
        LibraryQuestion(
            "When was the tide mill torn down?", "mill.txt", "It was torn down in 1901.", "1901"
        ),
    ]
    assert right_place(engine, asked[1], by_file["mill.txt"]) is None
    row = measure(engine, asked, by_file, 1, lambda done, of: None)
    assert (row["n"], row["without_place"], row["recall"]) == (1, 1, 1.0)
    assert row["times"]["n"] == 1
    wrong = [LibraryQuestion("What is baked?", "mill.txt", TIDE, "1642")]
    assert measure(engine, wrong, by_file, 0, lambda done, of: None)["documents"] == 2
