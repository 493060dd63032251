"""What a link is worth to an answer: the reader's probability where the article was chosen by its name. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from wherein.core.answer import Candidate

WHEN_LINKED = (0.0, 1.0, 0.0, 0.0)
"""As the reader says: by the order of `link_values`."""
_NEAREST = 1e-4
"""Probabilities are kept so far from 0 and 1."""


def with_links(
    sure: Sequence[float],
    candidates: Sequence[Candidate],
    links: Mapping[str, float],
    weights: Sequence[float],
) -> list[float]:
    """The probability of each candidate, weighed anew where its document is linked.

    A reader's calibration was fitted on whole pages, where most passages are about something else.
    Of an article that the question names it says too little: how sure the link is, and whether the
    span stands in the lead, say more. `links` are the linker's probabilities by document; `weights`
    are those of `link_values`.
    """
    found = []
    for p, candidate in zip(sure, candidates, strict=True):
        link = links.get(candidate.passage.document)
        if link is not None:
            values = link_values(p, link, candidate.passage.index == 0)
            p = 1.0 / (1.0 + math.exp(-sum(w * v for w, v in zip(weights, values, strict=True))))
        found.append(p)
    return found


def link_values(p: float, link: float, lead: bool) -> tuple[float, float, float, float]:
    """What the logistic regression looks at: 1, the log odds of both probabilities, the lead."""
    return (1.0, log_odds(p), log_odds(link), float(lead))


def log_odds(p: float) -> float:
    p = min(max(p, _NEAREST), 1.0 - _NEAREST)
    return math.log(p / (1.0 - p))
