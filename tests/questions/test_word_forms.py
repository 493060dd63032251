"""Words without their endings: only what leaves a known word is taken away."""

from __future__ import annotations

import pytest

from wherein.questions.words.word_forms import base_form


@pytest.mark.parametrize(
    ("word", "known", "base"),
    [
        ("lamps", {"lamp"}, "lamp"),
        ("gizmos", set(), "gizmo"),
        ("lens", {"lens"}, "lens"),
        ("bus", {"bu"}, "bus"),
        ("glass", {"glas"}, "glass"),
        ("status", {"statu"}, "status"),
        ("ponies", {"pony"}, "pony"),
        ("boxes", {"box"}, "box"),
        ("heroes", {"hero"}, "hero"),
        ("tides", {"tid", "tide"}, "tide"),
        ("running", {"run"}, "run"),
        ("planned", {"plan", "plann"}, "plan"),
        ("telling", {"tel", "tell"}, "tell"),
        ("making", {"make"}, "make"),
        ("loved", {"lov", "love"}, "love"),
        ("barring", {"barr"}, "barr"),
        ("bared", {"bar", "bare"}, "bar"),
        ("walked", {"walk"}, "walk"),
        ("bring", {"br"}, "bring"),
        ("walking", set(), "walking"),
    ],
)
def test_an_ending_goes_where_the_rest_is_a_word(word: str, known: set[str], base: str) -> None:
    assert base_form(word, known) == base
