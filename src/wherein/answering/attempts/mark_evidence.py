"""The stage of evidence: the sentences, list items, steps and table rows that belong to the answers shown.

It follows the stages that decide the answers and changes none of them. The TypeScript twin is
`web/reader/src/stages/mark-evidence.ts`; the cases are in contracts/evidence.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Evidence
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.questions.kinds import (
    asks_for_several,
    asks_how_to,
    asks_to_compare,
    asks_twice,
    searches_topic,
)
from wherein.questions.question import Kind, Question
from wherein.reading.evidence.extents import (
    MOST_EXTENTS,
    MOST_PASSAGES,
    Amount,
    Extent,
    extents,
)
from wherein.reading.reader import SentenceScore


class MarkEvidence:
    """Fills the attempt's evidence; yields nothing, since the answers stay as they are."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        best = attempt.best
        amount = amount_of(attempt.question)
        if amount is not None and attempt.sentences and attempt.reads_english:
            found = belonging(best.answers, best.perhaps, attempt.sentences, amount)
            attempt.evidence = tuple(
                _placed(attempt.scope.document(one.document), one)
                for one in found
                if not attempt.bars(one.document, one.span)
            )
        yield from ()


def amount_of(question: Question) -> Amount | None:
    """How much the question wants marked, by its words alone; None for one fact, which the answer says by itself.

    Of the sentences beside the likeliest one of such a question fewer than half are right at any bound, so none is marked.
    """
    text = question.text
    if question.topic is not None:
        return Amount.TOPIC
    if question.kind is Kind.YES_NO:
        return Amount.YES_NO
    if (
        question.kind is Kind.EXPLANATION
        or asks_for_several(text)
        or asks_how_to(text)
        or asks_to_compare(text)
        or asks_twice(text)
    ):
        return Amount.SEVERAL
    return Amount.TOPIC if searches_topic(text) else None


def belonging(
    answers: Sequence[Answer],
    perhaps: Sequence[Answer],
    sentences: Sequence[SentenceScore],
    amount: Amount,
) -> list[Extent]:
    """The extents to mark beside what is shown, likeliest document first and in reading order, at most `MOST_EXTENTS`.

    They belong to the answers; of a search for a topic, which asks nothing that could be answered wrongly, to what is perhaps
    about it where there are no answers. Without either there are none. Of a yes/no question the first answer's sentence, with
    the neighbours that belong to it, is the only one. Where more passages were read than the weights were fitted on, only
    passages with something shown count, and a search that has an answer is one for that alone.
    """
    is_short = len({_place(one.passage) for one in sentences}) <= MOST_PASSAGES
    shown = answers or (perhaps if amount is Amount.TOPIC else ())
    if not shown or (amount is Amount.TOPIC and answers and not is_short):
        return []
    weighed = amount if is_short or amount is not Amount.TOPIC else Amount.SEVERAL
    found = extents(sentences, weighed)
    if amount is Amount.YES_NO:
        found = [one for one in found if _is_at(answers[0], one.document, one.span)] or [
            Extent(answers[0].document, answers[0].quote_span, answers[0].confidence)
        ]
    elif not is_short:
        found = _beside(shown, found, sentences)
    order = list(dict.fromkeys(answer.document for answer in shown))
    kept = [one for one in found if one.document in order][:MOST_EXTENTS]
    return sorted(kept, key=lambda one: (order.index(one.document), one.span))


def _beside(
    shown: Sequence[Answer], found: Sequence[Extent], sentences: Sequence[SentenceScore]
) -> list[Extent]:
    """The extents in passages that have something shown."""
    passages = {_place(one.passage): one.passage for one in sentences}.values()
    near = [
        passage
        for passage in passages
        if any(_is_at(answer, passage.document, passage.span) for answer in shown)
    ]
    return [
        one
        for one in found
        if any(
            passage.document == one.document and passage.span.overlaps(one.span) for passage in near
        )
    ]


def _is_at(answer: Answer, document: str, span: Span) -> bool:
    return answer.document == document and span.overlaps(answer.span)


def _place(passage: Passage) -> tuple[str, int]:
    return passage.document, passage.index


def _placed(document: Document, extent: Extent) -> Evidence:
    text = extent.span.of(document.text)
    return Evidence(document.id, extent.span, text, round(extent.probability, 4))
