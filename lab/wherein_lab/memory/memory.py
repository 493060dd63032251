"""Measures requests and vectors on question pairs, and the speller on typos."""

from __future__ import annotations

import csv
import gzip
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import UsageError
from wherein.encoding.encoder import Encoder
from wherein.memory.suggestions.similar import RERANKED, Bound
from wherein.questions.completing.paraphrase import request
from wherein.questions.spelling.spelling import Speller, question_corrections, readings
from wherein.questions.spelling.spelling_retry import corrected_by_others
from wherein.questions.words.dictionary import english
from wherein_lab.data.perturbation import typo

SHOWN = Bound()
"""The least similarities of shown questions."""
SAME_SCORE = 4.0
"""A `score` of 4 and above (of 5) is the same question."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions, whether a person judged them the same, and their line in the file."""

    same: bool
    one: str
    other: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class PairFigures:
    """`one_request_*` count pairs with the same request (merged among the popular questions); `similar_*` those that
    are shown as similar questions.

    `average_precision` and `f1_best` rank the pairs by the encoder's similarity. `milliseconds` are per pair,
    both questions encoded one at a time.
    """

    n: int
    same: int
    average_precision: float
    f1_best: float
    one_request_same: int
    one_request_different: int
    similar_same: int
    similar_different: int
    milliseconds: float
    encoder: str
    curve: tuple[dict[str, float], ...]


def read_pairs(path: Path) -> list[Pair]:
    """Tab-separated with a header `label` (0, 1) or `score` (0 to 5), then two questions; .gz too.

    Raises UsageError that names the first line of another form.
    """
    try:
        rows = list(csv.reader(_text(path).splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(
            f"{path} could not be read ({error}).", "Give a tab-separated file."
        ) from error
    kind = rows[0][0].strip().lower() if rows and rows[0] else ""
    if kind not in ("label", "score"):
        raise UsageError(
            f"The first column of {path} is not called label or score.",
            "Put a header line there: label, q1, q2, separated by tabs.",
        )
    least = 1.0 if kind == "label" else SAME_SCORE
    pairs = []
    for number, row in enumerate(rows[1:], 2):
        if not row:
            continue
        try:
            value = float(row[0])
            pairs.append(Pair(value >= least, row[1], row[2], number))
        except (ValueError, IndexError) as error:
            raise UsageError(
                f"Line {number} of {path} is not a number and two questions.", "Correct it."
            ) from error
    return pairs


def _text(path: Path) -> str:
    raw = path.read_bytes()
    return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")


def measure_pairs(
    pairs: Sequence[Pair],
    encoder: Encoder,
    speller: Speller | None = None,
    reranker: Encoder | None = None,
) -> PairFigures:
    """Precision and recall of the encoder in telling which pairs of questions ask for the same thing.

    With a `speller`, the first question is also compared with its spelling corrected, as in the search for
    similar questions. With a `reranker`, each first question is searched for among all second ones: its
    `RERANKED` nearest by `encoder` get the similarity of `reranker`, and all others a lower one.
    """
    same = np.array([pair.same for pair in pairs], dtype=np.bool_)
    began = time.perf_counter()
    similarities = similarities_of(pairs, encoder, speller)
    milliseconds = (time.perf_counter() - began) * 1000 / max(1, len(pairs))
    name = encoder.name
    if reranker is not None:
        name = f"{encoder.name}, first {RERANKED} by {reranker.name}"
        began = time.perf_counter()
        similarities = reranked_similarities(pairs, encoder, reranker, speller is not None)
        milliseconds += (time.perf_counter() - began) * 1000 / max(1, len(pairs))
    near = similarities >= (SHOWN.static if reranker is None else SHOWN.reranked)
    one = np.array([request(pair.one) == request(pair.other) for pair in pairs], np.bool_)
    return PairFigures(
        n=len(pairs),
        same=int(same.sum()),
        average_precision=round(average_precision(similarities, same), 4),
        f1_best=round(best_f1(similarities, same), 4),
        one_request_same=int((one & same).sum()),
        one_request_different=int((one & ~same).sum()),
        similar_same=int((near & same).sum()),
        similar_different=int((near & ~same).sum()),
        milliseconds=round(milliseconds, 3),
        encoder=name,
        curve=curve(similarities, same),
    )


def similarities_of(
    pairs: Sequence[Pair], encoder: Encoder, speller: Speller | None = None
) -> NDArray[np.float64]:
    """(n,) by the encoder; each question is encoded by itself, as when it is asked."""
    similarities = np.zeros(len(pairs))
    for number, pair in enumerate(pairs):
        asked = [pair.one] if speller is None else readings(pair.one, speller)
        vectors = encoder.encode([pair.other, *asked])
        similarities[number] = float((vectors[1:] @ vectors[0]).max())
    return similarities


def reranked_similarities(
    pairs: Sequence[Pair], encoder: Encoder, reranker: Encoder, spelling_retry: bool = False
) -> NDArray[np.float64]:
    """(n,): `reranker`'s where the second question is among the nearest of the first, else lower than all of those.

    `spelling_retry`: the first question is also corrected with the questions nearest to it, as in `SimilarIndex`.
    """
    others = list(dict.fromkeys(pair.other for pair in pairs))
    place = {other: number for number, other in enumerate(others)}
    vectors = encoder.encode(others)  # (others, dimensions)
    similarities = np.zeros(len(pairs))
    for number, pair in enumerate(pairs):
        asked = [pair.one]
        static = vectors @ encoder.encode(asked)[0]  # (others,)
        if spelling_retry:
            near = np.argsort(-static)[:RERANKED]
            meant = corrected_by_others(pair.one, partial(_at, others, near), english())
            if meant is not None:
                asked = [pair.one, meant]
                static = np.maximum(static, vectors @ encoder.encode([meant])[0])
        own = static[place[pair.other]]
        if int((static > own).sum()) < RERANKED:
            better = reranker.encode([pair.other, *asked])
            similarities[number] = float((better[1:] @ better[0]).max())
        else:
            similarities[number] = own - 3.0
    return similarities


def _at(texts: Sequence[str], rows: NDArray[np.int64]) -> list[str]:
    return [texts[int(row)] for row in rows]


def curve(
    similarities: NDArray[np.float64], same: NDArray[np.bool_]
) -> tuple[dict[str, float], ...]:
    """The numbers of true and of false hits at each of twenty similarity thresholds."""
    rows = []
    for least in np.arange(0.0, 1.0, 0.05):
        near = similarities >= least
        rows.append(
            {
                "similarity": round(float(least), 2),
                "true_hits": int((near & same).sum()),
                "false_hits": int((near & ~same).sum()),
            }
        )
    return tuple(rows)


def with_typos(pairs: Sequence[Pair], seed: int = 0) -> list[Pair]:
    """The pairs with one random typo in each first question."""
    random = np.random.default_rng(seed)
    return [Pair(pair.same, typo(pair.one, random), pair.other, pair.line) for pair in pairs]


def average_precision(scores: NDArray[np.float64], same: NDArray[np.bool_]) -> float:
    """Precision summed over the steps of recall, by falling score; ties count as one step."""
    precisions, recalls = _curve(scores, same)
    steps = np.diff(np.concatenate([[0.0], recalls]))
    return float((precisions * steps).sum())


def best_f1(scores: NDArray[np.float64], same: NDArray[np.bool_]) -> float:
    """The greatest harmonic mean of precision and recall over all thresholds."""
    precisions, recalls = _curve(scores, same)
    total = precisions + recalls
    return float(np.max(2 * precisions * recalls / np.where(total == 0, 1, total), initial=0.0))


def _curve(
    scores: NDArray[np.float64], same: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Precision and recall at every distinct score, falling."""
    if not same.any():
        return np.zeros(0), np.zeros(0)
    order = np.argsort(-scores, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    right = np.cumsum(same[order])[ends]
    return right / (ends + 1), right / same.sum()


def upper_bound(hits: int, n: int, level: float = 0.95) -> float:
    """The one-sided Clopper-Pearson upper bound of a share, at confidence `level`."""
    if n == 0 or hits >= n:
        return 1.0
    low, high = hits / n, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        terms = [
            math.exp(
                math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
                + k * math.log(middle) + (n - k) * math.log1p(-middle)
            )
            for k in range(hits + 1)
        ] if 0 < middle < 1 else [0.0]  # fmt: skip
        if sum(terms) > 1 - level:
            low = middle
        else:
            high = middle
    return high


@dataclass(frozen=True, slots=True)
class TypoPair:
    """A misspelt text and the intended one: single words or whole questions."""

    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class TypingFigures:
    """Of `n` misspelt texts, the shares corrected by the first suggestion and by one of the first three.

    `harmed` is the share of the distinct correct texts that a suggestion would change.
    """

    n: int
    corrected_at_1: float
    corrected_at_3: float
    harmed: float
    milliseconds: float


def read_typos(path: Path) -> list[TypoPair]:
    """Lines `right: wrong wrong …`, or `wrong<TAB>right`; .gz too. Raises UsageError for another line."""
    try:
        lines = _text(path).splitlines()
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise UsageError(f"{path} could not be read ({error}).", "Give a text file.") from error
    slips = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if "\t" in line:
            wrong, right = (part.strip() for part in line.split("\t")[:2])
            slips.append(TypoPair(wrong, right))
            continue
        right, colon, wrongs = line.partition(":")
        if not colon:
            raise UsageError(
                f"Line {number} of {path} has neither a tab nor a colon.",
                "Write `right: wrong wrong`, or two questions separated by a tab.",
            )
        slips += [TypoPair(wrong, right.strip()) for wrong in wrongs.split()]
    return slips


def measure_typing(slips: Sequence[TypoPair], speller: Speller) -> TypingFigures:
    began = time.perf_counter()
    first = third = 0
    for one in slips:
        offers = question_corrections(one.wrong, speller) or [one.wrong]
        right = one.right.casefold()
        first += offers[0].casefold() == right
        third += right in [offer.casefold() for offer in offers[:3]]
    milliseconds = (time.perf_counter() - began) * 1000 / max(1, len(slips))
    clean = list(dict.fromkeys(one.right for one in slips))
    harmed = sum(bool(question_corrections(text, speller)) for text in clean)
    n = max(1, len(slips))
    return TypingFigures(
        len(slips),
        round(first / n, 4),
        round(third / n, 4),
        round(harmed / max(1, len(clean)), 4),
        round(milliseconds, 2),
    )


def as_row(figures: PairFigures | TypingFigures) -> dict[str, object]:
    return asdict(figures)
