"""The probability that what stands under a question's term is the answer: a logistic regression over its measures, fitted
with `wherein train terms`. Pure.

The twin is web/reader/src/terms/term-probability.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from wherein.lexicon import lexicon
from wherein.reading.terms.asked_term import Form
from wherein.reading.terms.named_term import ALL, NamedTerm

_LEXICON = lexicon("named-terms")
_MOST_AHEAD = _LEXICON.number("most_ahead")
"""A name that is further ahead of others is no likelier."""
_MOST_WORDS = _LEXICON.number("most_words")
_FEW_WORDS = 2
_LEAST = 1e-3
_FORMS = (Form.DEFAULT, Form.HOWTO, Form.WHICH, Form.BARE)
_WHERE = (
    "row", "line", "label", "means", "named", "quoted", "acronym", "lead", "sentence", "instruction",
)  # fmt: skip


def measures_of(term: NamedTerm) -> list[float]:
    """The numbers that the weights belong to."""
    is_defining = term.form in (Form.MEANING, Form.BARE)
    is_doing = term.form in (Form.HOWTO, Form.WHICH)
    named = term.asked * term.whole
    return [
        term.asked,
        term.whole,
        named,
        float(term.is_exact),
        float(term.is_exact and is_defining),
        named if is_defining else 0.0,
        named if is_doing else 0.0,
        term.described if is_doing else 0.0,
        term.alike,
        term.described,
        term.missed,
        max(-_MOST_AHEAD, min(term.ahead, _MOST_AHEAD)),
        term.fresh,
        min(term.words, _MOST_WORDS) / _MOST_WORDS,
        float(term.is_option),
        float(term.is_value and term.form is Form.MEANING),
        float(term.is_value and term.form is Form.BARE),
        float(term.says and term.form is Form.DEFAULT),
        float(term.says and is_doing),
        float(term.is_option and is_doing),
        float(term.described > ALL),
        *(float(term.form is form) for form in _FORMS),
        *(float(term.where == where) for where in _WHERE),
    ]


def probability(term: NamedTerm) -> float:
    """The probability that it is the answer, 0 to 1."""
    intercept, weights = _fitted("term")
    odds = intercept + sum(w * m for w, m in zip(weights, measures_of(term), strict=True))
    return 1.0 / (1.0 + math.exp(-odds))


def beside_readers(
    likely: float, words: int, inside: float | None, elsewhere: float | None
) -> float:
    """The probability of a place for a question that asks how or which, once readers have marked what they take for the
    answer.

    likely: that of the place alone. words: of the term. inside, elsewhere: the confidence of the surest mark in the place, and
    outside it; None without one.
    """
    values = (
        _log_odds(likely),
        0.0 if inside is None else _log_odds(inside),
        float(inside is None),
        0.0 if elsewhere is None else _log_odds(elsewhere),
        float(elsewhere is None),
        float(words < _FEW_WORDS),
    )
    intercept, weights = _fitted("beside_readers")
    odds = intercept + sum(w * v for w, v in zip(weights, values, strict=True))
    return 1.0 / (1.0 + math.exp(-odds))


def _log_odds(probability: float) -> float:
    kept = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(kept / (1.0 - kept))


@cache
def _fitted(name: str) -> tuple[float, Sequence[float]]:
    fitted = _LEXICON.fitted(name)
    return float(fitted["intercept"]), tuple(float(weight) for weight in fitted["weights"])
