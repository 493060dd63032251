"""Applies people's verdicts on answers: bars or confirms stored answers. Runs no reader and serves nothing."""

from __future__ import annotations

from collections.abc import Callable, Container

from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.cells import is_main
from wherein.memory.privacy import NotKept, PrivacyRules, page_key, why_not_kept
from wherein.memory.question_text import one_line
from wherein.memory.store import (
    PERSON,
    Feedback,
    MemoryStore,
    PageKey,
    Standing,
    StoredAnswer,
    Verdict,
)
from wherein.memory.subject import LIBRARY
from wherein.passages.block_place import BlockPlace, place_of
from wherein.passages.sentences import sentence_around
from wherein.passages.text_hash import text_hash
from wherein.questions.normalisation import question_key
from wherein.questions.paraphrase import request

QUESTIONS_COMPARED = 200
"""Most questions of a page, by falling score, that a verdict is compared with."""


class Verdicts:
    """Takes verdicts, and bars the answers that they contradict wherever these could be served."""

    def __init__(
        self,
        store: MemoryStore,
        rules: PrivacyRules,
        dictionary: Container[str],
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._rules = rules
        self._dictionary = dictionary
        self._clock = clock

    def judge(
        self,
        question: str,
        document: Document,
        verdict: Verdict,
        span: Span | None = None,
        *,
        asker: str = "",
    ) -> NotKept | None:
        """Take a person's verdict on an answer; a wrong answer is never served again.

        `span` is the judged answer (RIGHT, WRONG, NOT_HERE) or the right one (SPAN); None is allowed with NOT_HERE
        where there was no answer. Returns the reason where the verdict is not stored. Raises ValueError for another
        verdict without a span.
        """
        page = page_key(document, self._rules)
        if isinstance(page, NotKept):
            return page
        now = self._clock()
        about = span or Span(0, 0)
        if span is None and verdict is not Verdict.NOT_HERE:
            raise ValueError(f"the verdict {verdict} is about a span")
        quote = sentence_around(document.text, about)
        place = place_of(document, quote)
        if (span is not None and not len(span)) or (verdict is Verdict.SPAN and place is None):
            return NotKept.NO_ANSWER
        # Without an answer there is no place that the verdict is about.
        context = Span(0, 0) if span is None else place.context if place else quote
        right = None
        if verdict is Verdict.SPAN and place is not None:
            right = _by_person(document, about, quote, place, now)
        key = question_key(question)
        refused = why_not_kept(question, document, self._rules, self._dictionary)
        if refused is not None:
            if verdict is not Verdict.RIGHT:
                self._bar(page, key)
            return refused
        feedback = Feedback(
            page=page,
            title=document.title,
            question=one_line(question),
            verdict=verdict,
            context=context.of(document.text),
            answer=about.of(document.text),
            answer_start=about.start - context.start if len(about) else None,
            given=now,
            asker=asker,
        )
        self._store.feedback.judge(feedback, key, right)
        self._judge_in_library(key, document, feedback)
        self._judge_like(question, key, page, feedback)
        return None

    def _bar(self, page: PageKey, key: str) -> None:
        """Stop serving a question's answers without storing the verdict."""
        found = self._store.questions.with_key(page, key)
        if found is not None:
            self._store.writer.mark({answer.id: Standing.WRONG for answer in found.answers})

    def _judge_in_library(self, key: str, document: Document, feedback: Feedback) -> None:
        """Apply a verdict against an answer to the same question to the library."""
        found = self._store.questions.with_key(LIBRARY, key)
        if found is None or feedback.verdict is Verdict.RIGHT:
            return
        barred = {
            answer.id: Standing.WRONG
            for answer in found.answers
            if answer.document == document.id
            and (feedback.verdict is not Verdict.WRONG or answer.text == feedback.answer)
        }
        self._store.writer.mark(barred)

    def _judge_like(self, question: str, key: str, page: PageKey, feedback: Feedback) -> None:
        """Apply a verdict against an answer to paraphrases of its question, which may share the answer."""
        barred: dict[int, Standing] = {}
        if feedback.verdict is Verdict.RIGHT:
            return
        for other in self._store.questions.of_page(page, QUESTIONS_COMPARED):
            if other.key == key or request(question) != request(other.text):
                continue
            for answer in other.answers:
                same = answer.text == feedback.answer
                if feedback.verdict is Verdict.NOT_HERE or same == (
                    feedback.verdict is Verdict.WRONG
                ):
                    barred[answer.id] = Standing.WRONG
        self._store.writer.mark(barred)


def _by_person(
    document: Document, answer: Span, quote: Span, place: BlockPlace, when: float
) -> StoredAnswer:
    """The span that a person marked as right, in stored form."""
    return StoredAnswer(
        text=answer.of(document.text),
        quote=quote.of(document.text),
        block=place.block,
        quote_start=place.quote_start,
        answer_start=answer.start - quote.start,
        confidence=1.0,
        found_by=PERSON,
        model=PERSON,
        standing=Standing.CONFIRMED,
        stored=when,
        text_hash=text_hash(document, whole=not is_main(document, answer.start)),
    )
