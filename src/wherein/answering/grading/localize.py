"""Localizes candidates: makes of a span an answer with its sentence, section, page and table cell. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from wherein.core.answer import Answer, Candidate
from wherein.core.document import BlockKind, Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.places.cells import block_at, within_asked_cell
from wherein.documents.places.placed_answer import as_probability, placed_answer
from wherein.passages.block_place import section_at
from wherein.passages.sentences import sentence_around
from wherein.reading.marking import LONGEST_NUMBER, after_clause_number, is_fragment


class Localizer:
    """Localizes the candidates of one question; looks up each document and localizes each span once."""

    def __init__(self, document: Callable[[str], Document]) -> None:
        self._look_up = document
        self._documents: dict[str, Document] = {}
        self._answers: dict[tuple[str, Span, str, bool], Answer] = {}

    def localize(
        self,
        candidates: Sequence[Candidate],
        probabilities: Sequence[float],
        found_by: Sequence[str],
        evidence: bool,
        question: str,
    ) -> Iterator[Answer]:
        """Answers by falling probability, without fragments; of answers with equal words only the likeliest is kept.

        `found_by` names the reader of each candidate. With `evidence` the answer is the candidate's whole
        sentence, marked as evidence. Without it, a span in a table is cut down or moved to the cell that
        `question` asks for.
        """
        seen: set[str] = set()
        ranked = sorted(
            zip(candidates, probabilities, found_by, strict=True), key=lambda row: -row[1]
        )
        for candidate, probability, reader in ranked:
            answer = self.at(candidate, reader, evidence, question)
            words = " ".join(answer.text.casefold().split())
            if words in seen or self._is_fragment(answer):
                continue
            seen.add(words)
            yield replace(answer, confidence=as_probability(probability), written=candidate.written)

    def of_each_document(
        self,
        candidates: Sequence[Candidate],
        probabilities: Sequence[float],
        found_by: Sequence[str],
        question: str,
    ) -> list[Answer]:
        """The likeliest answer of each document that is no fragment, by falling probability. Documents of the same bytes
        are one."""
        best: dict[str, Answer] = {}
        ranked = sorted(
            zip(candidates, probabilities, found_by, strict=True), key=lambda row: -row[1]
        )
        for candidate, probability, reader in ranked:
            content = self._document(candidate.passage.document).content_hash
            if content in best:
                continue
            answer = self.at(candidate, reader, False, question)
            if not self._is_fragment(answer):
                best[content] = replace(
                    answer, confidence=as_probability(probability), written=candidate.written
                )
        return list(best.values())

    def at(self, candidate: Candidate, found_by: str, evidence: bool, question: str) -> Answer:
        """The candidate's answer with confidence 0, placed once."""
        place = (candidate.passage.document, candidate.span, found_by, evidence)
        answer = self._answers.get(place)
        if answer is None:
            answer = self._answers[place] = self._placed(candidate, found_by, evidence, question)
        return answer

    def _placed(self, candidate: Candidate, found_by: str, evidence: bool, question: str) -> Answer:
        document = self._document(candidate.passage.document)
        span = candidate.span
        if not evidence:
            span = within_asked_cell(document, span, question)
        block = block_at(document, span.start)
        quote = sentence_around(document.text, span, block.span if block else None)
        span, quote = _without_number(document, span), _without_number(document, quote)
        if evidence:
            span = quote
        section = candidate.passage.section
        return placed_answer(document, section, span, quote, 0.0, found_by, evidence)

    def moved(self, answer: Answer, span: Span) -> Answer:
        """The answer moved to another place of its document; the whole place is both the answer and its quote."""
        document = self._document(answer.document)
        return placed_answer(
            document, answer.section, span, span, answer.confidence, answer.found_by
        )

    def quoted(self, answer: Answer, span: Span, quote: Span, confidence: float) -> Answer:
        """An answer at another place of the answer's document, in the sentence `quote`, found by the same reader."""
        document = self._document(answer.document)
        span, quote = _without_number(document, span), _without_number(document, quote)
        block = block_at(document, span.start)
        section = answer.section if block is None else section_at(document, span.start)
        return placed_answer(
            document, section, span, quote, confidence, answer.found_by, answer.evidence
        )

    def sentence(self, passage: Passage, span: Span, probability: float, found_by: str) -> Answer:
        """A whole sentence as an answer; its quote is the same sentence."""
        return self.named(passage, span, span, probability, found_by)

    def named(
        self, passage: Passage, span: Span, quote: Span, probability: float, found_by: str
    ) -> Answer:
        """An answer that the structure of its document gives, with the words that show that it is one."""
        document = self._document(passage.document)
        span, quote = _without_number(document, span), _without_number(document, quote)
        return placed_answer(document, passage.section, span, quote, probability, found_by)

    def _is_fragment(self, answer: Answer) -> bool:
        """Whether an answer is none: signs alone, or nothing but the number of a clause."""
        document = self._document(answer.document)
        return is_fragment(answer.text) or _begins(document, answer.span) >= answer.span.end

    def _document(self, identity: str) -> Document:
        if identity not in self._documents:
            self._documents[identity] = self._look_up(identity)
        return self._documents[identity]


def _without_number(document: Document, span: Span) -> Span:
    """The span without the number of its clause, and without a heading that runs into it."""
    begins = _begins(document, span)
    return Span(begins, span.end) if span.start < begins < span.end else span


def _begins(document: Document, span: Span) -> int:
    """Where the words of a span's line begin, if the span begins before; else 0. Rows and headings keep their numbers."""
    block = block_at(document, span.start)
    if block is not None and block.kind in (BlockKind.CELL, BlockKind.HEADING):
        return 0
    first = block.span.start if block is not None else 0
    low = max(first, span.start - LONGEST_NUMBER)
    line = document.text.rfind("\n", low, span.start) + 1
    if line == 0 and low > first:
        return 0
    return after_clause_number(document.text, max(line, low))
