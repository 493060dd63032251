"""Measures whether a library answers what its document answers when it alone is asked, and where the lost answers are lost.

Each question is asked of its document, then of the library, then of the library without that document, where an answer is
wrong unless it says the same. Documents of the same bytes count as one. Knows the engine by its façade; what the readers
read is recorded on the way.
"""

from __future__ import annotations

import random
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.answering.grading.grades import grades
from wherein.answering.options import Options
from wherein.core.answer import Answer, Candidate, Result
from wherein.reading.calibration import text_of
from wherein_lab.data.corpora import read_corpus
from wherein_lab.data.shared_data import shared_path
from wherein_lab.fresh_home import open_with
from wherein_lab.metrics.uncertainty import wilson
from wherein_lab.pages.gold_spans import GoldSpan, SpacedText, gold_spans, is_right, says_accepted
from wherein_lab.pages.questions import PageQuestion, read_questions
from wherein_lab.reading.recorder import Recorder
from wherein_lab.retrieval.library import QUESTIONS, OnProgress, stand_alone_ids, unpack

SHORT_TEXTS = "data/retrieval/dbpedia_entity_corpus.jsonl.gz"
"""Opening paragraphs of encyclopedia articles, by which a library grows beyond the real documents."""
FIRST = 3
"""The answers that are shown without asking for more."""
HALVES = ("fit", "tell")
"""Halves of the questions by document: constants are fitted on the first and told by the other."""


class Lost(StrEnum):
    """Why the library does not show first what its document alone answers rightly."""

    NOT_RETRIEVED = "not_retrieved"
    """No passage that was read has the right answer."""
    NOT_MARKED = "not_marked"
    """A passage with the right answer was read, and no reader marked it."""
    BELOW_THE_BOUND = "below_the_bound"
    """A reader marked it with too low a confidence to be shown."""
    DISCOUNTED = "discounted"
    """The reader was confident enough to answer, but a later stage lowered the confidence or held the answer back, so that no
    answer is shown."""
    ANOTHER_FIRST = "another_first"
    """The reader was confident enough to answer, but another answer is shown first."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one asking showed: the first answer, whether it is right, and whether one of the first three is.

    says_the_same: the first answer is of another document, in the accepted words.
    """

    answer: str | None
    confidence: float
    document: str
    right: bool
    says_the_same: bool
    right_in_three: bool

    @property
    def good(self) -> bool:
        return self.right or self.says_the_same


@dataclass(frozen=True, slots=True)
class Row:
    """One question asked of its document, of the library, and of the library without the document."""

    id: str
    question: str
    accepted: str
    alone: Shown
    inside: Shown
    absent: Shown | None
    lost: Lost | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A question with its place in the library.

    same: the ids of the documents with the bytes of its document, its own among them.
    """

    question: PageQuestion
    document: str
    same: frozenset[str]
    golds: tuple[GoldSpan, ...]

    def is_right_candidate(self, candidate: Candidate) -> bool:
        """Whether a span that a reader marked is right."""
        return candidate.passage.document in self.same and is_right(
            candidate.span, text_of(candidate), self.golds
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ask of what; see the options of `wherein eval library-answers`."""

    documents: int | None
    libraries: int
    questions: int
    reader: str
    half: str | None
    absent: bool


def run(
    plan: Plan, on_progress: Callable[[int, int | None, str], None]
) -> tuple[dict[str, Any], list[Row]]:
    """Make each library, and ask its questions. Returns the libraries' sizes and a row for each question."""
    rows: list[Row] = []
    documents, words = [], []
    for number in range(plan.libraries):
        recorder = Recorder()
        with tempfile.TemporaryDirectory(prefix="wherein-library-") as name:
            folder = Path(name)
            asked = asked_questions(plan.half, None, seed=number)
            models = ["large"] if plan.reader == "large" else []
            with open_with(folder / "home", models, recorder.around) as engine:
                on_progress(0, None, "documents are added")
                engine.add(*files_of(folder, asked, plan.documents, seed=number))
                documents.append(len(engine.documents()))
                words.append(sum(entry.words for entry in engine.documents()))
                most = (plan.questions - len(rows)) // (plan.libraries - number)
                rows += measure(
                    engine,
                    placed(engine, asked)[:most],
                    recorder,
                    plan.absent,
                    lambda done, of: on_progress(done, of, "questions"),
                )
    sizes = {"documents": documents[0], "words": words[0], "libraries": plan.libraries}
    return {**sizes, "reader": plan.reader, "half": plan.half}, rows


def in_half(page: str, half: str | None) -> bool:
    """Whether a page belongs to this half of the documents; every page does where there is no half."""
    return half is None or HALVES[zlib.crc32(page.encode()) % len(HALVES)] == half


def asked_questions(half: str | None, most: int | None, seed: int) -> list[PageQuestion]:
    """The questions that name their subject, in a random order of `seed`."""
    wanted = stand_alone_ids()
    found = [
        one
        for one in read_questions(shared_path(QUESTIONS))
        if one.id in wanted and one.answerable and in_half(one.page, half)
    ]
    random.Random(seed).shuffle(found)
    return found[:most]


def files_of(
    folder: Path, questions: Sequence[PageQuestion], documents: int | None, seed: int
) -> list[Path]:
    """The files or folders of a library of about this many documents; None is every real document.

    A smaller library has pages of the questions alone. A larger one has all real documents and, for the rest, short
    texts.
    """
    folders = unpack(folder / "documents")
    if documents is None:
        return folders
    pages = {Path(one.page).name for one in questions}
    files = [path for each in folders for path in sorted(each.rglob("*")) if path.is_file()]
    own = [path for path in files if path.name in pages]
    random.Random(seed).shuffle(own)
    if documents <= len(own):
        return own[:documents]
    return [*folders, short_texts(folder / "short", documents - len(files), seed)]


def short_texts(folder: Path, count: int, seed: int) -> Path:
    """A folder with this many short texts, each under its title."""
    folder.mkdir(parents=True)
    passages = list(read_corpus(shared_path(SHORT_TEXTS)).passages)
    random.Random(seed).shuffle(passages)
    for number, passage in enumerate(passages[: max(0, count)]):
        title = passage.section[0] if passage.section else passage.document
        (folder / f"{number:05}.md").write_text(f"# {title}\n\n{passage.text}\n", "utf-8")
    return folder


def placed(engine: Engine, questions: Sequence[PageQuestion]) -> list[Placed]:
    """The questions whose document is in the library, where its text has an accepted answer."""
    by_file = {Path(entry.source).name: entry.document for entry in engine.documents()}
    by_hash: dict[str, set[str]] = {}
    for entry in engine.documents():
        by_hash.setdefault(engine.document(entry.document).content_hash, set()).add(entry.document)
    texts: dict[str, SpacedText] = {}
    found = []
    for one in questions:
        document = by_file.get(Path(one.page).name)
        if document is None:
            continue
        whole = engine.document(document)
        if document not in texts:
            texts[document] = SpacedText(whole.text, whole.generated)
        if golds := gold_spans(texts[document], one):
            found.append(Placed(one, document, frozenset(by_hash[whole.content_hash]), golds))
    return found


def measure(
    engine: Engine,
    asked: Sequence[Placed],
    recorder: Recorder,
    absent: bool,
    on_progress: OnProgress,
) -> list[Row]:
    """Ask each question of its document, of the library and, with `absent`, of the library without its document."""
    every = [entry.document for entry in engine.documents()]
    rows = []
    for number, one in enumerate(asked):
        text, options = one.question.question, Options(memory=False)
        alone = shown(engine.ask(text, one.document, options=options), one)
        recorder.forget()
        inside = shown(engine.ask(text, options=options), one)
        lost = None if inside.good else lost_at(recorder, one, inside.answer is not None)
        without = None
        if absent:
            others = [document for document in every if document not in one.same]
            without = shown(engine.ask(text, options=replace(options, within=others)), one)
        question = one.question
        rows.append(Row(question.id, text, question.accepted[0], alone, inside, without, lost))
        on_progress(number + 1, len(asked))
    return rows


def shown(result: Result, asked: Placed) -> Shown:
    """What a result shows of the answer to a question."""
    right = [_is_right(answer, asked) for answer in result.answers]
    first = result.answers[0] if result.answers else None
    if first is None:
        return Shown(None, 0.0, "", right=False, says_the_same=False, right_in_three=False)
    return Shown(
        first.text,
        first.confidence,
        first.document,
        right=right[0],
        says_the_same=not right[0]
        and first.document not in asked.same
        and says_accepted(first.text, asked.question.accepted),
        right_in_three=any(right[:FIRST]),
    )


def _is_right(answer: Answer, asked: Placed) -> bool:
    return answer.document in asked.same and is_right(answer.span, answer.text, asked.golds)


def lost_at(recorder: Recorder, asked: Placed, is_answered: bool) -> Lost:
    """Where the right answer was lost in what was read last; `is_answered`: another answer is shown."""
    if not _was_read(recorder, asked):
        return Lost.NOT_RETRIEVED
    probability = _highest_probability(recorder, asked.is_right_candidate)
    if probability is None:
        return Lost.NOT_MARKED
    if probability < grades().answer:
        return Lost.BELOW_THE_BOUND
    return Lost.ANOTHER_FIRST if is_answered else Lost.DISCOUNTED


def _was_read(recorder: Recorder, asked: Placed) -> bool:
    """Whether a passage that a reader was given overlaps an accepted span of the question's document."""
    return any(
        passage.document in asked.same and passage.span.overlaps(gold.span)
        for recorded in recorder.recorded
        for passage in recorded.given
        for gold in asked.golds
    )


def _highest_probability(recorder: Recorder, wanted: Callable[[Candidate], bool]) -> float | None:
    """The highest probability that a reader gave to one of the right candidates; None where no reader marked any."""
    best: list[float] = []
    for one in recorder.recorded:
        ranks = {(p.document, p.index): rank for rank, p in enumerate(one.given)}
        ranked = (replace(c, rank=ranks[c.passage.document, c.passage.index]) for c in one.marked)
        kept = sorted(ranked, key=lambda c: -c.margin)
        sure = one.stage.confidence.probabilities(one.question, kept, len(one.given))
        best += [p for p, c in zip(sure, kept, strict=True) if wanted(c)]
    return max(best, default=None)


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures of all rows.

    `kept` is the share of the questions rightly answered by their document that the library answers rightly too.
    """
    kept = [row for row in rows if row.alone.right]
    absent = [row.absent for row in rows if row.absent is not None]
    lost = Counter(
        f"{'wrong' if row.inside.answer else 'refused'}, {row.lost}" for row in kept if row.lost
    )
    return {
        "n": len(rows),
        "alone": {
            "right": _rate([row.alone.right for row in rows]),
            "wrong": _rate([bool(row.alone.answer) and not row.alone.right for row in rows]),
        },
        "inside": {
            "right": _rate([row.inside.good for row in rows]),
            "wrong": _rate([bool(row.inside.answer) and not row.inside.good for row in rows]),
        },
        "rightly_alone": {
            "n": len(kept),
            "kept": _rate([row.inside.good for row in kept]),
            "by_another_document": _rate([row.inside.says_the_same for row in kept]),
            "in_three": _rate([row.inside.right_in_three or row.inside.good for row in kept]),
            "refused": _rate([row.inside.answer is None for row in kept]),
            "wrong": _rate([bool(row.inside.answer) and not row.inside.good for row in kept]),
            "lost": dict(sorted(lost.items())),
        },
        "without_the_document": {
            "n": len(absent),
            "refused": _rate([one.answer is None for one in absent]),
            "wrong": _rate([bool(one.answer) and not one.says_the_same for one in absent]),
        },
    }


def _rate(good: Sequence[bool]) -> dict[str, Any]:
    """The share of the values that are true, with its 95 % interval."""
    return {
        "share": round(sum(good) / max(1, len(good)), 4),
        "interval": wilson(sum(good), len(good)),
    }


def row_json(row: Row) -> dict[str, Any]:
    """A row as JSON prints it."""
    return asdict(row)
