"""The stage of table cells: answers with the cell whose row and column the question names, beside what readers marked.

The twin is web/reader/src/stages/name-cells.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from wherein.answering.grading.grades import Grades
from wherein.answering.stages.joining import demoted, joined, ranked
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Candidate, Outcome
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.places.cells import cell_of
from wherein.lexicon import lexicon
from wherein.reading.cells.cell_probability import probability, without_doubt
from wherein.reading.cells.deciding import decides
from wherein.reading.cells.likeness import Alike, never_alike
from wherein.reading.cells.named_cell import (
    MOST_NAMED,
    NamedCell,
    ScoredCell,
    ahead,
    best_cells,
    is_superlative,
    scored_cells,
)
from wherein.reading.cells.read_cells import are_read, read_cells, read_probability
from wherein.reading.cells.superlative_cell import compared_cells
from wherein.reading.cells.table_rows import Table, share_in, tables_of
from wherein.reading.reader import Reader

SURER = lexicon("table-cells").number("surer")
"""How much surer than the named cell an answer in another cell has to be to stay."""
WHOLE = lexicon("table-cells").count("whole_cell")
"""Characters of a cell that is shown whole where a reader marked a part of it."""
READ_SURELY = lexicon("table-cells").number("read_surely")
"""The probability from which a cell that a reader read is an answer though its row or column has other words than the question.
Of 15 such cells, in 358 questions, all were right."""
MOST_AGREED = lexicon("table-cells").number("most_doubtful")
"""The most that a cell reaches by agreeing with a reader."""
COMPARED = lexicon("table-cells").number("compared")
COMPARED_BESIDE = lexicon("table-cells").number("compared_beside")
"""The confidence of a cell that a comparison found, and of the one that shows it; set, not fitted."""
CELLS = "cells"
"""The name of the stage's step, and `found_by` of its answers."""


_ROWS = lexicon("table-cells").pattern("may_have_rows")
"""What parts the cells of a row: a tab in most documents; in a plain text also spaces, a bar, a colon or a dotted line."""

_MOST_READ = 2
"""Documents whose rows are read once more, those with the likeliest cells."""
_LEAST_IN_TABLES = lexicon("table-cells").number("least_in_tables")
"""The share of what was read that has to stand in tables for their rows to be read once more: in a contract with a schedule
most questions are of the clauses, and a reader finds something likely in any row."""
UNSAID = "The table says nothing in that row and column."


@dataclass(frozen=True, slots=True)
class CellReader:
    """A reader of rows. constants: the name in the lexicon of those that were fitted on its margins."""

    reader: Reader
    constants: str


@dataclass(frozen=True, slots=True)
class _Named:
    """A cell that the question names, in its passage, with the probability that it is the answer.

    is_blank: the table says nothing there. table: the spans of its table's cells.
    others: the spans of the cells that are another thing's, or that are named as well as a cell of another row.
    is_other: the cell is one of those, or another column of its row is named as well.
    """

    passage: Passage
    span: Span
    probability: float
    is_blank: bool
    table: tuple[Span, ...]
    others: tuple[Span, ...]
    is_other: bool


class _Likely(NamedTuple):
    """A cell with the probability that it is the answer.

    is_read_surely: a reader found it so likely in its sentence that other words for its row or column don't count.
    """

    cell: NamedCell
    probability: float
    is_read_surely: bool = False


@dataclass(frozen=True, slots=True)
class _LookedUp:
    """What a question names in the tables of one document. in_tables: the share of what was read that stands in them."""

    document: Document
    passages: Sequence[Passage]
    tables: Sequence[Table]
    scored: Sequence[ScoredCell]
    in_tables: float

    def by_names(self) -> Iterator[_Likely]:
        """The cells whose rows and columns the question names best, best first."""
        for cell in best_cells(self.scored, MOST_NAMED):
            yield _Likely(cell, probability(cell, self.in_tables))

    def by_reading(self, question: str, by: CellReader, bound: float) -> list[_Likely]:
        """The cells that names and reader choose together, best first; empty where names alone choose.

        However low the reader's margin, a cell keeps half of its probability by names, and by that at most half of `bound`:
        enough for a perhaps.
        """
        (best,) = best_cells(self.scored, 1)
        if self.in_tables < _LEAST_IN_TABLES or not are_read(question, best.cell):
            return []
        read = read_cells(question, self.scored, self.tables, by.reader)
        if read and any(map(partial(_is_unsaid, read[0].cell), self.scored)):
            return []
        likely = []
        for one in read[:MOST_NAMED]:
            cell = ahead(one.cell, self.scored)
            by_names = probability(cell, self.in_tables)
            least = min(by_names, bound) / 2
            probable = max(read_probability(one, read, by_names, by.constants), least)
            likely.append(_Likely(cell, without_doubt(probable, cell), probable >= READ_SURELY))
        return likely


def _is_unsaid(chosen: ScoredCell, other: ScoredCell) -> bool:
    """Whether the chosen cell's row has nothing where the question names it better."""
    is_in_row = (other.table, other.row) == (chosen.table, chosen.row)
    return is_in_row and other.is_blank and other.score > chosen.score


class NameCells:
    """Looks the question up in the tables of the passages that were read. A yes/no question has only cells that decide it
    ("Yes", "Not included"). Leaves topic requests and other languages to the readers."""

    def __init__(
        self,
        alike: Callable[[], Alike] = lambda: never_alike,
        readers: Sequence[CellReader] = (),
    ) -> None:
        """`alike` makes the comparison of meanings for one question. The last of the `readers`, which is the strongest, reads
        the rows that are named best; without one the cell is chosen by its names alone."""
        self._alike = alike
        self._reader = readers[-1] if readers else None

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        if attempt.several or attempt.question.topic is not None or not attempt.reads_english:
            return
        began = attempt.clock()
        compared = () if attempt.wants_evidence else self._compared(attempt)
        if compared:
            document = attempt.scope.document(compared[0].document)
            outside = [one for one in attempt.best.answers if not _is_in_a_cell(one, document)]
            attempt.best = replace(
                attempt.best, answers=ranked([*compared, *outside], attempt.limit), perhaps=()
            )
            attempt.step(CELLS, Outcome.ANSWERED, began)
            yield attempt.best
            return
        named = self._likeliest(attempt)
        if named is None:
            return
        grades = attempt.grades
        yield from _doubted(attempt, named)
        if named.probability < grades.perhaps:
            attempt.step(
                CELLS,
                Outcome.REFUSED,
                began,
                f"The cell that the question names best has confidence {named.probability:.2f}, below {grades.perhaps:.2f}, the least for a perhaps.",
            )
            return
        before = attempt.best
        if named.is_blank:
            if named.probability >= grades.answer:
                attempt.best = _without(before, named.passage.document, named.table, grades)
                attempt.step(CELLS, Outcome.REFUSED, began, UNSAID)
                if attempt.best != before:
                    yield attempt.best
            return
        likely = _agreed(before, named)
        cell = attempt.localizer.sentence(named.passage, named.span, likely, CELLS)
        rest = before
        if attempt.wants_evidence:
            rest, cell = _instead_of_rows(before, cell)
        document = attempt.scope.document(cell.document)
        attempt.best = _joined(rest, cell, document, grades.answer, attempt.limit)
        answered = any(answer.found_by == CELLS for answer in attempt.best.answers)
        attempt.step(CELLS, Outcome.ANSWERED if answered else Outcome.REFUSED, began)
        if attempt.best != before:
            yield attempt.best

    def _compared(self, attempt: Attempt) -> list[Answer]:
        """The cells of a superlative in the first document where it is clear what is compared; empty without one."""
        for identity, passages in _with_rows(attempt.order).items():
            document = attempt.scope.document(identity)
            tables = tables_of(document, [passage.span for passage in passages])
            found = compared_cells(attempt.named, tables)
            if found is None:
                continue
            cells = [
                *((span, COMPARED) for span in found.answers),
                *((span, COMPARED_BESIDE) for span in found.shown_by),
            ]
            answers = []
            for span, likely in cells:
                passage = next((p for p in passages if p.span.contains(span)), None)
                if passage is None or attempt.bars(identity, span):
                    return []
                candidate = Candidate(passage, span, 0.0, 0.0)
                (sure,) = attempt.discount.probabilities([candidate], [likely])
                answers.append(attempt.localizer.sentence(passage, span, sure, CELLS))
            return answers if answers[0].confidence >= attempt.grades.answer else []
        return []

    def _likeliest(self, attempt: Attempt) -> _Named | None:
        """The likeliest cell of the passages in the attempt's order; None where the question names no row."""
        found = [
            looked
            for identity, passages in _with_rows(attempt.order).items()
            if (looked := self._looked_up(attempt, identity, passages)) is not None
        ]
        likely = [_best_of(attempt, one, one.by_names()) for one in found]
        if self._reader is not None and not attempt.wants_evidence:
            first = sorted(range(len(found)), key=lambda at: -_probability(likely[at]))
            for at in first[:_MOST_READ]:
                read = found[at].by_reading(attempt.named, self._reader, attempt.grades.answer)
                if read:
                    likely[at] = _best_of(attempt, found[at], read)
        return max((named for named in likely if named is not None), key=_probability, default=None)

    def _looked_up(
        self, attempt: Attempt, identity: str, passages: Sequence[Passage]
    ) -> _LookedUp | None:
        """What the question names in the tables of one document; None where it names nothing."""
        question = attempt.named
        if is_superlative(question):
            return None
        document = attempt.scope.document(identity)
        within = [passage.span for passage in passages]
        tables = tables_of(document, within)
        scored = scored_cells(question, tables, self._alike()) if tables else []
        if not scored:
            return None
        return _LookedUp(document, passages, tables, scored, share_in(tables, within))


def _probability(named: _Named | None) -> float:
    return -1.0 if named is None else named.probability


def _best_of(attempt: Attempt, found: _LookedUp, likely: Iterable[_Likely]) -> _Named | None:
    """The first of a document's cells that may be an answer; None without one."""
    for one in likely:
        cell = one.cell
        passage = next((p for p in found.passages if p.span.contains(cell.span)), None)
        if passage is None or attempt.bars(found.document.id, cell.span):
            continue
        if attempt.wants_evidence and not decides(cell.span.of(found.document.text)):
            return None
        candidate = Candidate(passage, cell.span, 0.0, 0.0)
        admits = attempt.scope.admits
        if admits is not None and not admits(attempt.named, candidate):
            continue
        (sure,) = attempt.discount.probabilities([candidate], [one.probability])
        is_other = _is_other(cell) and not (one.is_read_surely and cell.cell.may_be_meant)
        if is_other:
            sure = min(sure, attempt.grades.perhaps)
        table = found.tables[cell.cell.table]
        spans = tuple(block.span for row in table.rows for block in row.cells)
        others = (*_of_others(found.scored), *_as_good(cell, found.scored))
        return _Named(passage, cell.span, sure, cell.cell.is_blank, spans, others, is_other)
    return None


def _is_other(cell: NamedCell) -> bool:
    """Whether the cell is another thing's, of another kind, or no likelier than one that says something else."""
    return (
        cell.cell.is_of_another
        or cell.cell.measures.kind < 0
        or cell.is_tied
        or cell.is_of_any_column
    )


def _agreed(before: Progress, named: _Named) -> float:
    """The probability of a named cell, the higher where a reader found an unlikely answer in it too: each is wrong for
    reasons of its own. Never for another thing's cell."""
    found = [
        one.confidence
        for one in before.perhaps
        if one.document == named.passage.document and named.span.overlaps(one.span)
    ]
    if not found or named.is_other:
        return named.probability
    both = 1.0 - (1.0 - named.probability) * (1.0 - max(found))
    return max(named.probability, min(both, MOST_AGREED))


def _gives_way(answer: Answer, cell: Answer, document: Document) -> bool:
    """Whether an answer is in another cell and not far surer: a reader sees a row as a line of numbers, and marks the
    neighbour's."""
    return answer.confidence < cell.confidence + SURER and _is_in_a_cell(answer, document)


def _with_rows(order: Sequence[Passage]) -> dict[str, list[Passage]]:
    """The passages of each document of which one may have rows of cells: other documents need not be loaded."""
    by_document: dict[str, list[Passage]] = {}
    for passage in order:
        by_document.setdefault(passage.document, []).append(passage)
    return {
        identity: passages
        for identity, passages in by_document.items()
        if any(_ROWS.search(passage.text) for passage in passages)
    }


def _doubted(attempt: Attempt, named: _Named) -> Iterator[Progress]:
    """Turn answers from cells about something else into a *perhaps*; yes/no questions keep theirs."""
    if attempt.wants_evidence:
        return
    rest = _without(attempt.best, named.passage.document, named.others, attempt.grades)
    if rest != attempt.best:
        attempt.best = rest
        yield rest


def _of_others(scored: Sequence[ScoredCell]) -> tuple[Span, ...]:
    """The cells that are about something else than the question, whichever of their headers is taken."""
    cells = [one for one in scored if one.slot.place is not None]
    meant = {one.span for one in cells if not one.is_of_another}
    return tuple(dict.fromkeys(one.span for one in cells if one.span not in meant))


def _as_good(named: NamedCell, scored: Sequence[ScoredCell]) -> Iterator[Span]:
    """The cells of all rows that are named equally well, where they say different things."""
    if named.is_tied:
        for one in scored:
            if one.score == named.cell.score and one.slot.place is not None:
                yield one.span


def _without(before: Progress, document: str, cells: Sequence[Span], grades: Grades) -> Progress:
    """The answers without those in these cells of a document, which are a perhaps at most."""
    doubtful = [
        one
        for one in before.answers
        if one.document == document and any(cell.overlaps(one.span) for cell in cells)
    ]
    if not doubtful:
        return before
    rest = tuple(one for one in before.answers if one not in doubtful)
    shown = demoted(doubtful[: grades.most_perhaps], grades.perhaps)
    return replace(before, answers=rest, perhaps=() if rest else shown)


def _instead_of_rows(before: Progress, cell: Answer) -> tuple[Progress, Answer]:
    """Without the rows that hold the cell: the cell alone answers a yes/no question, as likely as the likeliest of them."""
    rows = [one for one in (*before.answers, *before.perhaps) if cell.span.overlaps(one.span)]
    sure = max([cell.confidence, *(row.confidence for row in rows)])
    answers = tuple(one for one in before.answers if one not in rows)
    perhaps = tuple(one for one in before.perhaps if one not in rows)
    return replace(before, answers=answers, perhaps=perhaps), replace(cell, confidence=sure)


def _joined(
    before: Progress, cell: Answer, document: Document, bound: float, limit: int | None
) -> Progress:
    """The answers with the cell among them by its confidence.

    A reader's answer within the cell becomes the whole cell, or keeps its words where that is long or unlikely, and takes
    the higher confidence.
    """
    inside = [answer for answer in before.answers if cell.span.overlaps(answer.span)]
    if inside and cell.confidence >= bound and len(cell.text) <= WHOLE:
        # One of the two names in a short cell is half an answer.
        surest = max(cell.confidence, *(answer.confidence for answer in inside))
        rest = [
            answer
            for answer in before.answers
            if answer not in inside and not _gives_way(answer, cell, document)
        ]
        whole = replace(cell, confidence=surest)
        return replace(before, answers=ranked([whole, *rest], limit))
    return joined(
        before,
        cell,
        bound,
        limit,
        keeps_words=True,
        gives_way=lambda answer: _gives_way(answer, cell, document),
    )


def _is_in_a_cell(answer: Answer, document: Document) -> bool:
    return answer.document == document.id and cell_of(document, answer.span) is not None
