"""Gold spans are the occurrences of accepted strings; a mark is right when it overlaps one and has its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wherein_lab.pages.gold_spans import SpacedText, gold_spans, is_right, is_tight
from wherein_lab.pages.questions import PageQuestion

from wherein.core.span import Span

TEXT = "Doors open at 9.\n\nThe keeper,  Marta\nLindqvist, lives here. Ring Marta Lindqvist at 9 or 12."


def asked(*accepted: str, context: str = "") -> PageQuestion:
    return PageQuestion("q", "p", "plain", "?", accepted, context)


def found(question: PageQuestion) -> list[str]:
    return [gold.span.of(TEXT) for gold in gold_spans(SpacedText(TEXT), question)]


def test_every_occurrence_counts_however_it_is_spaced() -> None:
    assert found(asked("Marta  Lindqvist")) == ["Marta\nLindqvist", "Marta Lindqvist"]
    assert found(asked("Marta Lindqvist", "The keeper")) == [
        "Marta\nLindqvist", "Marta Lindqvist", "The keeper",
    ]  # fmt: skip


def test_a_short_string_counts_inside_its_context_alone() -> None:
    spans = gold_spans(SpacedText(TEXT), asked("9", context="Lindqvist at 9 or 12"))
    assert [gold.span.start for gold in spans] == [TEXT.rindex("9")]
    assert found(asked("9")) == []


def test_nothing_accepted_and_nothing_there_give_none() -> None:
    assert found(asked()) == []
    assert found(asked("A lamp", context="A lamp burns.")) == []
    assert found(asked("   ")) == []


@pytest.mark.parametrize(
    ("words", "right", "tight"),
    [
        ("Marta\nLindqvist", True, True),
        ("The keeper,  Marta", True, True),  # one word shared of two and two: F1 0.5
        (
            "keeper,  Marta\nLindqvist, lives here. Ring Marta",
            True,
            False,
        ),  # all its words and more
        ("Lindqvist, lives here. Ring", False, False),
        ("The keeper,  Marta\nLindqvist, lives here.", True, True),  # 2 * 2 / (5 + 2)
        ("Doors open at 9.", False, False),
    ],
)
def test_a_mark(words: str, right: bool, tight: bool) -> None:
    start = TEXT.index(words)
    golds = gold_spans(SpacedText(TEXT), asked("Marta Lindqvist"))
    assert is_right(Span(start, start + len(words)), words, golds) is right
    assert is_tight(Span(start, start + len(words)), words, golds) is tight


def test_a_mark_elsewhere_and_one_with_too_many_words_are_wrong() -> None:
    text = "Marta Lindqvist " + "and more " * 12 + "and so on. No Marta."
    golds = gold_spans(SpacedText(text), asked("Marta Lindqvist"))
    assert is_right(Span(0, 128), text[:128], golds)  # 25 words more
    assert not is_right(Span(0, 131), text[:131], golds)
    place = text.rindex("Marta")
    assert not is_right(Span(place, place + 5), "Marta", golds)


def test_a_string_copied_from_the_page_is_found_over_what_is_put_in() -> None:
    text = "Tickets, alerts,[22] and pages. Alerts,22 and [22]."
    brackets = [Span(16, 17), Span(19, 20), Span(46, 47), Span(49, 50)]
    spaced = SpacedText(text, brackets)
    assert [span.of(text) for span in spaced.occurrences("alerts,22 and pages")] == [
        "alerts,[22] and pages"
    ]
    # Word for word comes first.
    assert [span.start for span in spaced.occurrences("[22]")] == [16, 46]
    assert list(SpacedText(text).occurrences("alerts,22 and pages")) == []
    question = asked("22", context="alerts,22 and pages")
    assert [gold.span for gold in gold_spans(spaced, question)] == [Span(17, 19)]


@given(st.text(alphabet="ab \n\t\u00a0é😀", max_size=40), st.text(alphabet="ab \n", max_size=5))
def test_what_is_found_reads_as_what_was_looked_for(text: str, wanted: str) -> None:
    spans = list(SpacedText(text).occurrences(wanted))
    assert [" ".join(span.of(text).split()) for span in spans] == [" ".join(wanted.split())] * len(
        spans
    )
    spaced = " ".join(text.split())
    assert bool(spans) == (bool(wanted.split()) and " ".join(wanted.split()) in spaced)
