"""Fits the linker's weights on one half of the development questions. Writes numbers; links nothing.

The model is the conditional logit of `linking.logit`. Each question is used as it is, in lower case, and with one typo.
NIL is learned from questions whose article is removed from the base (leave one out), and from those whose article never
was in it. The statistics of question words are learned from the same questions, so each question's features use those
of the other folds (cross-fitting).
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.knowledge.article_kind import ArticleKind
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.names import NameKind, norms
from wherein.linking.features import ORDER, Situation
from wherein.linking.logit import ABOUT, LogitLinker, Weights, about_rows, candidates
from wherein.linking.mentions import find_mentions, overlap
from wherein.linking.question import BACKGROUND, Articles, Question, Vocabulary
from wherein_lab.data.perturbation import typo
from wherein_lab.linking.linking import LinkingQuestion, part_of, read_questions

SINGLE = ("eq", "eq_tail", "simpledbpediaqa")
"""Sets whose questions name one entity; with its article removed, no link is right."""
SETS = (*SINGLE, "lcquad", "sqa", "fqa")
WEIGHT = {"eq": 1.0, "eq_tail": 0.7, "simpledbpediaqa": 1.0, "lcquad": 1.0, "sqa": 0.7, "fqa": 1.0}
NIL_WEIGHT = {"eq": 1.0, "eq_tail": 1.0, "simpledbpediaqa": 0.15}
"""Web questions often name a second entity, which is a right link when the first one's article is removed."""
BESIDE = 0.3
"""The weight of candidates outside the gold name in sets where questions name more entities than are annotated."""
LEAST_TIMES = 5
"""Words in fewer questions than this are not used to predict the kind of article."""
PSEUDO_COUNT = 8.0
SLIPPED = 1.0
"""The weight of a question with a typo, relative to the clean one."""
MADE_ABSENT = 1
"""For each question, the number of copies with the name of a removed article that contains another article's name."""
FOLDS = 5
RIDGE = 2e-4
SITUATION_RIDGE = 1e-3
"""Stronger, so that a situation's addition to a weight stays 0 unless many examples support it."""
ABOUT_RIDGE = 5e-3
"""Stronger, since only about a thousand questions name several entities."""


@dataclass(frozen=True, slots=True)
class Example:
    """A training question; `gold` are article numbers, none for NIL."""

    id: str
    text: str
    gold: frozenset[int]
    removed: frozenset[int]
    weight: float
    hard: bool
    beside: float


def read_set(folder: Path, name: str, part: str) -> list[LinkingQuestion]:
    """One half of a set's development questions."""
    return [
        one
        for one in read_questions(folder / f"{name}_questions.jsonl.gz")
        if part_of(one.id) == part
    ]


def examples(folder: Path, base: KnowledgeBase, seed: int = 0) -> Iterator[Example]:
    """All training examples."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    for name in SETS:
        weight = WEIGHT[name]
        questions = read_set(folder, name, "tuning")
        asked_of = _kinds_by_template(questions, base) if name == "eq" else {}
        for one in questions:
            gold = frozenset(
                number for title in one.titles if (number := base.number(title)) is not None
            )
            nothing: frozenset[int] = frozenset()
            beside = 1.0 if name in ("eq", "eq_tail") else BESIDE
            plain = Example(one.id, one.question, gold, nothing, weight, not gold, beside)
            lower, slipped = one.question.lower(), typo(one.question, noise)
            if gold:
                yield plain
                yield replace(plain, text=lower, weight=weight * 0.5)
                yield replace(plain, text=slipped, weight=weight * SLIPPED, hard=True)
            for number in gold if len(gold) > 1 else ():
                # The other entities in the question must be linked as well.
                yield replace(plain, gold=gold - {number}, removed=frozenset({number}))
            if name == "eq":
                # The same question about another article of a kind with this wording, in the base and removed from it.
                number = _another(one, asked_of, base, rng)
                made = _asked_of(one, base.title(number).split(" (")[0])
                if made is not None:
                    there = frozenset({number})
                    yield Example(one.id, made, there, nothing, weight * 0.3, False, 1.0)
                    yield Example(one.id, made, nothing, there, weight * 0.7, True, 1.0)
                for _ in range(MADE_ABSENT):
                    number = _holding_a_name(base, rng)
                    made = _asked_of(one, base.title(number).split(" (")[0])
                    if made is not None:
                        gone = frozenset({number})
                        yield Example(one.id, made, nothing, gone, weight * 0.5, True, 1.0)
            if name in SINGLE:
                nil = weight * NIL_WEIGHT[name]
                absent = Example(one.id, one.question, nothing, gold, nil, True, beside)
                yield absent
                yield replace(absent, text=rng.choice((lower, slipped)), weight=absent.weight * 0.3)


def _template(one: LinkingQuestion) -> str | None:
    return _asked_of(one, "…")


def _kinds_by_template(
    asked: Sequence[LinkingQuestion], base: KnowledgeBase
) -> dict[str, list[ArticleKind]]:
    """The kinds of the articles that questions with the same wording ask for."""
    found: dict[str, list[ArticleKind]] = defaultdict(list)
    for one in asked:
        for title in one.titles:
            number, template = base.number(title), _template(one)
            if number is not None and template is not None:
                found[template].append(base.names.kind(number))
    return found


_TRIES = 200


def _another(
    one: LinkingQuestion,
    kinds: Mapping[str, Sequence[ArticleKind]],
    base: KnowledgeBase,
    rng: random.Random,
) -> int:
    """A random article of a kind that questions with this wording ask for; any article where no kind is known."""
    wanted = kinds.get(_template(one) or "", ())
    kind = rng.choice(wanted) if wanted else None
    number = rng.randrange(base.names.articles)
    for _ in range(_TRIES):
        if kind is None or base.names.kind(number) is kind:
            break
        number = rng.randrange(base.names.articles)
    return number


def _holding_a_name(base: KnowledgeBase, rng: random.Random) -> int:
    """A random article whose title contains another article's title, such as "Joy Division discography"."""
    names = base.names
    number = rng.randrange(names.articles)
    for _ in range(_TRIES):
        words = norms(base.title(number).split(" (")[0])
        for at in range(len(words)):
            for length, key in names.starting(words, at):
                if length < len(words) and any(
                    posting.kind <= NameKind.ALIAS and posting.article != number
                    for posting in names.postings(key)
                ):
                    return number
        number = rng.randrange(names.articles)
    return number


def _asked_of(one: LinkingQuestion, name: str) -> str | None:
    """The question with its entity's name replaced; None where the name does not occur in it."""
    for title in one.titles:
        bare = title.split(" (")[0]
        if bare in one.question:
            return one.question.replace(bare, name)
    return None


def fold_of(id_: str) -> int:
    """The fold of a question, by the third byte of its id's MD5."""
    return hashlib.md5(id_.encode()).digest()[2] % FOLDS


def vocabularies(folder: Path, base: KnowledgeBase) -> dict[int | None, Vocabulary]:
    """For each fold the vocabulary of all other folds; under None the vocabulary of all."""
    common = common_words(base)
    return {
        left: Vocabulary(_asking_words(folder, base, left), common)
        for left in (None, *range(FOLDS))
    }


def _asking_words(folder: Path, base: KnowledgeBase, left: int | None) -> dict[str, list[float]]:
    """log P(kind | word) / P(kind), from the words outside the gold names."""
    kinds: Counter[ArticleKind] = Counter()
    by_word: dict[str, Counter[ArticleKind]] = defaultdict(Counter)
    for name in SETS:
        for one in read_set(folder, name, "tuning"):
            if fold_of(one.id) == left:
                continue
            numbers = [base.number(title) for title in one.titles]
            known = [base.names.kind(number) for number in numbers if number is not None]
            named = {word for title in one.titles for word in norms(title)}
            outside = set(norms(one.question)) - named
            for word in outside:
                by_word[word].update(known or [ArticleKind.UNKNOWN] * 0)
            kinds.update(known)
    total = sum(kinds.values())
    share = {kind: (kinds[kind] + 1) / (total + len(ArticleKind)) for kind in ArticleKind}
    table = {}
    for word, counts in sorted(by_word.items()):
        seen = sum(counts.values())
        if seen >= LEAST_TIMES:
            table[word] = [
                round(math.log((counts[kind] + PSEUDO_COUNT * share[kind]) / (seen + PSEUDO_COUNT) / share[kind]), 2)
                for kind in ArticleKind
            ]  # fmt: skip
    return table


def common_words(base: KnowledgeBase) -> dict[str, tuple[int, int]]:
    """The words that occur in at least 2 of `BACKGROUND` openings, with counts scaled to that many openings."""
    names = base.names
    table = {}
    for word in names.words():
        count = names.word(word)
        openings = round(count.openings * BACKGROUND / names.articles)
        if openings >= 2:
            table[word] = (openings, round(count.capitals * BACKGROUND / names.articles))
    return dict(sorted(table.items()))


@dataclass(frozen=True, slots=True)
class Table:
    """The candidates of all examples: `rows` (candidates, features), the examples' `starts`, gold, weight.

    `worth` (candidates) is the weight of each as a rival, `inside` (candidates, situations) its situations.
    """

    rows: NDArray[np.float32]
    worth: NDArray[np.float32]
    inside: NDArray[np.float32]
    gold: NDArray[np.bool_]
    starts: NDArray[np.int64]
    weights: NDArray[np.float64]


def tabulate(
    every: Sequence[Example], base: KnowledgeBase, taught: Mapping[int | None, Vocabulary]
) -> Table:
    """The table of the examples. Those without candidates, or without the gold article among them, are left out."""
    articles = Articles(base)
    rows: list[NDArray[np.float32]] = []
    worth: list[float] = []
    inside: list[list[float]] = []
    gold: list[NDArray[np.bool_]] = []
    weights: list[float] = []
    for example in every:
        question = Question(example.text, base, taught[fold_of(example.id)])
        named = find_mentions(question.norms, base.names, example.hard, question.asking)
        every_one = list(candidates(question, base, articles, named, named))
        meant = [
            one.mention
            for one in every_one
            if one.posting.article in example.gold | example.removed
        ]
        found = [one for one in every_one if one.posting.article not in example.removed]
        is_gold = np.array([one.posting.article in example.gold for one in found], np.bool_)
        if not found or (example.gold and not is_gold.any()):
            continue
        rows.append(np.array([one.row for one in found], np.float32))
        worth += [
            1.0 if any(overlap(one.mention, other) for other in meant) else example.beside
            for one in found
        ]
        inside += [[float(bool(flag & one.situation)) for flag in Situation] for one in found]
        gold.append(is_gold)
        weights.append(example.weight)
    starts = np.cumsum([0, *(len(group) for group in rows[:-1])])
    return Table(
        np.concatenate(rows),
        np.array(worth, np.float32),
        np.array(inside, np.float32),
        np.concatenate(gold),
        starts,
        np.array(weights),
    )


def fit(
    table: Table, ridge: float = RIDGE, added: float = SITUATION_RIDGE, nil: float = 1.0
) -> NDArray[np.float64]:
    """(1 + situations, 1 + features) of maximum likelihood with ridge penalties, by L-BFGS.

    The first row is the bias and the weights, each further row a situation's addition to them, with the ridge
    `added`. With `nil` 0 there is no NIL: some candidate is always chosen, and the bias is meaningless.
    """
    from scipy.optimize import minimize

    mean, deviation = table.rows.mean(0), table.rows.std(0) + 1e-6
    rows = np.ones((len(table.rows), table.rows.shape[1] + 1), np.float32)
    rows[:, 1:] = (table.rows - mean) / deviation
    inside = np.concatenate([np.ones((len(rows), 1), np.float32), table.inside], 1)
    shape = (inside.shape[1], rows.shape[1])
    pulls = np.full(shape, added)
    pulls[0] = ridge
    lengths = np.diff([*table.starts, len(rows)])
    has_gold = np.logical_or.reduceat(table.gold, table.starts)
    example_of = np.repeat(np.arange(len(lengths)), lengths)
    total = table.weights.sum()

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        theta = flat.reshape(shape)
        scores = ((rows @ theta.T.astype(np.float32)) * inside).sum(1)
        grown = table.worth * np.exp(np.clip(scores, -40, 40), dtype=np.float64)
        every = nil + np.add.reduceat(grown, table.starts)
        right = np.add.reduceat(grown * table.gold, table.starts)
        wanted = np.where(has_gold, right, 1.0)
        value = -(table.weights * (np.log(wanted) - np.log(every))).sum() / total
        pull = grown / every[example_of]
        pull -= np.where(table.gold, grown / np.maximum(right, 1e-30)[example_of], 0.0)
        pull *= table.weights[example_of] / total
        gradient = (inside * pull[:, None].astype(np.float32)).T @ rows
        return value + (pulls * theta * theta).sum() / 2, (gradient + pulls * theta).ravel()

    start = np.zeros(shape[0] * shape[1])
    theta = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    theta = theta.reshape(shape)
    weights: NDArray[np.float64] = np.empty(shape)
    weights[:, 1:] = theta[:, 1:] / deviation
    weights[:, 0] = theta[:, 0] - weights[:, 1:] @ mean
    return weights


def about_table(
    folder: Path, base: KnowledgeBase, weights: Weights, taught: Mapping[int | None, Vocabulary]
) -> Table:
    """Questions with several links of which some, but not all, lead to a gold title."""
    rows: list[NDArray[np.float32]] = []
    gold: list[NDArray[np.bool_]] = []
    linkers = [
        LogitLinker([base], replace(weights, vocabulary=taught[left])) for left in range(FOLDS)
    ]
    for name in SETS:
        for one in read_set(folder, name, "tuning"):
            numbers = {base.number(title) for title in one.titles}
            groups, _ = linkers[fold_of(one.id)].groups(one.question)
            right = np.array([group[0].posting.article in numbers for group in groups], np.bool_)
            if right.any() and not right.all():
                rows.append(np.array(about_rows(groups), np.float32))
                gold.append(right)
    starts = np.cumsum([0, *(len(group) for group in rows[:-1])])
    every = np.concatenate(rows)
    outside = np.zeros((len(every), 0), np.float32)
    return Table(
        every,
        np.ones(len(every), np.float32),
        outside,
        np.concatenate(gold),
        starts,
        np.ones(len(starts)),
    )


def as_file(
    fitted: NDArray[np.float64], about: NDArray[np.float64], taught: Vocabulary, least: float
) -> str:
    """The text of `weights.json`; `fitted` is the result of `fit`, `about` the weights in the order of `ABOUT`."""
    raw: dict[str, Any] = {
        "bias": round(float(fitted[0, 0]), 4),
        "least": least,
        "weights": {name: round(float(w), 4) for name, w in zip(ORDER, fitted[0, 1:], strict=True)},
        "situations": {
            str(flag.name): {
                name: round(float(w), 3)
                for name, w in zip(("bias", *ORDER), added, strict=True)
                if round(float(w), 3)
            }
            for flag, added in zip(Situation, fitted[1:], strict=True)
        },
        "about": {name: round(float(w), 4) for name, w in zip(ABOUT, about, strict=True)},
    }
    for table in (raw["weights"], raw["about"]):
        # The bases have too few aliases to fit a weight, so aliases use the title's.
        table["alias"] = table["title"]
    for table in raw["situations"].values():
        table["alias"] = table.get("title", 0.0)
    head = json.dumps(raw, indent=1)[:-2]
    words = ",\n".join(
        f"  {json.dumps(word)}: {json.dumps(values)}" for word, values in taught.kinds.items()
    )
    common = ",\n".join(
        f"  {json.dumps(word)}: {json.dumps(pair)}" for word, pair in taught.words.items()
    )
    return f'{head},\n "asks": {{\n{words}\n }},\n "words": {{\n{common}\n }}\n}}\n'
