"""The official SQuAD measures of one answer against the gold ones. Strings in, numbers out.

After Rajpurkar et al. (2016, 2018) and their evaluate-v2.0.py: lower case, no punctuation, no
articles, single spaces; the best over all gold answers.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

RIGHT_F1 = (
    0.5  # an answer with this F1 or more counts as right where a measure needs right or wrong
)
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(said: str, golds: Sequence[str]) -> float:
    """1 when the answer is one of the gold ones, else 0. No gold: only the empty answer is right."""
    if not golds:
        return float(not normalised(said))
    return float(any(normalised(said) == normalised(gold) for gold in golds))


def token_f1(said: str, golds: Sequence[str]) -> float:
    """Best harmonic mean of word precision and recall, 0 to 1. No gold: as exact match."""
    if not golds:
        return float(not normalised(said))
    return max(_pair_f1(normalised(said).split(), normalised(gold).split()) for gold in golds)


def is_right(said: str, golds: Sequence[str]) -> bool:
    """Whether a given answer counts as right; always false without a gold answer."""
    return bool(golds) and token_f1(said, golds) >= RIGHT_F1


def _pair_f1(said: list[str], gold: list[str]) -> float:
    if not said or not gold:
        return float(said == gold)
    shared = sum((Counter(said) & Counter(gold)).values())
    return 2.0 * shared / (len(said) + len(gold)) if shared else 0.0
