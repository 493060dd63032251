"""Questions whose answer has several parts: what satisfies them, and the rates."""

from __future__ import annotations

from wherein_lab.pages.gold_spans import SpacedText
from wherein_lab.pages.parts import PartsQuestion, figures, judged

from wherein.core.span import Span

TEXT = "A wasp is first an egg, then a larva, then a pupa. It stings. Bees have queens."
SPACED = SpacedText(TEXT)
QUESTION = PartsQuestion(
    "1", "wasp.html", "docs", "several", "What are the stages of a wasp?",
    ("egg", "larva", "pupa"), ("an egg, then", "a larva, then", "a pupa."), ("It stings.",),
)  # fmt: skip


def marks(*pieces: str) -> list[Span]:
    return [Span(TEXT.index(piece), TEXT.index(piece) + len(piece)) for piece in pieces]


def test_half_of_the_parts_and_nothing_else_satisfy() -> None:
    assert judged(QUESTION, SPACED, marks("egg", "larva")).satisfied
    assert (
        judged(QUESTION, SPACED, marks("A wasp is first an egg, then a larva, then a pupa.")).given
        == 3
    )
    assert not judged(QUESTION, SPACED, marks("egg")).satisfied
    assert not judged(QUESTION, SPACED, []).satisfied


def test_what_does_not_belong_is_foreign_but_what_may_be_shown() -> None:
    assert not judged(QUESTION, SPACED, marks("egg", "larva", "Bees have queens.")).satisfied
    assert judged(QUESTION, SPACED, marks("egg", "larva", "It stings.")).satisfied


def test_the_rates_of_a_kind() -> None:
    results = [
        judged(QUESTION, SPACED, marks("egg", "larva")),
        judged(QUESTION, SPACED, marks("egg", "Bees")),
        judged(QUESTION, SPACED, []),
    ]
    report = figures(results)
    assert (report["n"], report["pages"]) == (3, 1)
    several = report["several"]
    assert (several["satisfied"], several["answered"]) == (0.3333, 0.6667)
    assert (several["half_given"], several["nothing_foreign"]) == (0.3333, 0.5)
