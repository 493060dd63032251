"""Takes people's verdicts on answers, takes them back, and finds those on a question. Runs no reader and serves nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from dataclasses import replace

from wherein.core.answer import BY_PERSON
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.places.cells import is_main
from wherein.memory.answers.judged_places import (
    hidden,
    holds_for,
    is_hidden,
    is_same_person,
    places_of,
)
from wherein.memory.policies.privacy import NotKept, PrivacyRules, page_key, why_not_kept
from wherein.memory.policies.question_text import one_line
from wherein.memory.policies.subject import LIBRARY
from wherein.memory.policies.visibility import Visibility
from wherein.memory.store.store import (
    Feedback,
    MemoryStore,
    PageKey,
    Standing,
    StoredAnswer,
    StoredQuestion,
    Verdict,
)
from wherein.passages.block_place import BlockPlace, place_of
from wherein.passages.sentences import sentence_around
from wherein.passages.text_hash import text_hash
from wherein.questions.normalisation import question_key
from wherein.questions.wording import same_wording, wording_key

_NO_WORDS_OF = (NotKept.PERSONAL, NotKept.NAME, NotKept.LONG)
"""Why a question is not stored although a verdict on it is: only a hash of its wording is kept."""
MOST_MARKED = 1_000
"""Newest marked places that are looked at for one question."""
QUESTIONS_COMPARED = 1_000
"""Most questions of a page that are compared with a judged one; a page has few."""


class Verdicts:
    """Takes verdicts, and bars the answers that they contradict wherever these could be served."""

    def __init__(
        self,
        store: MemoryStore,
        rules: PrivacyRules,
        dictionary: Container[str],
        clock: Callable[[], float],
        visibility: Visibility,
        library: PageKey = LIBRARY,
        of: str | None = None,
    ) -> None:
        """`library` is the key of the library's questions as the judge sees it.

        `of` is the one asker whose verdicts count, as for a member of a team: who may only read a document must not take its
        answers from others. None lets those of everybody count.
        """
        self._of = of
        self._visibility = visibility
        self._library = library
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
        typed: str = "",
    ) -> NotKept | None:
        """Take a person's verdict on an answer; a wrong answer is no answer to this question again.

        `question` is the question as it was understood, `typed` as it was typed. `span` is the judged answer (RIGHT,
        WRONG, NOT_HERE) or the right one (SPAN); None is allowed with NOT_HERE where there was no answer. The
        verdict replaces those of the same person that it contradicts. Of a question that may not be stored, a hash of its
        wording is. Returns the reason where it is not stored.
        Raises ValueError for another verdict without a span.
        """
        page = page_key(document, self._rules)
        if isinstance(page, NotKept):
            return page
        if not self._visibility.may_see(page):
            return NotKept.NOT_ADDED
        about = span or Span(0, 0)
        quote = sentence_around(document.text, about)
        place = place_of(document, quote)
        if (span is not None and not len(span)) or (verdict is Verdict.SPAN and place is None):
            return NotKept.NO_ANSWER
        now = self._clock()
        feedback = feedback_on(
            question, document, verdict, span, page=page, when=now, asker=asker, typed=typed
        )
        key = question_key(question)
        refused = why_not_kept(question, document, self._rules, self._dictionary)
        if refused in _NO_WORDS_OF:
            self._replace(document, feedback, about)
            self._judge_hidden(question, typed, page, feedback)
            return None
        if refused is not None:
            if verdict is not Verdict.RIGHT:
                self._bar(page, key)
            return refused
        self._replace(document, feedback, about)
        right = None
        if verdict is Verdict.SPAN and place is not None:
            right = _by_person(document, about, quote, place, now)
        self._take(question, document, feedback, key, right)
        return None

    def _take(
        self,
        question: str,
        document: Document,
        feedback: Feedback,
        key: str,
        right: StoredAnswer | None,
    ) -> None:
        """Take a verdict in all places where the answer could be served, or for the one person for whom it counts."""
        if self._of is not None:
            self._store.feedback.judge(feedback, "", None)
            if feedback.verdict is not Verdict.RIGHT:
                self._bar(feedback.page, key)  # so that it is read again, for whoever asks
            return
        self._store.feedback.judge(feedback, key, right)
        self._judge_in_library(key, document, feedback)
        self._judge_alike(question, key, feedback.page, feedback)

    def _judge_hidden(self, question: str, typed: str, page: PageKey, feedback: Feedback) -> None:
        """Take a verdict of whose question only a hash of its wording is stored."""
        hiding = replace(
            feedback, question=hidden(question), typed=hidden(typed or question), title=""
        )
        self._store.feedback.judge(hiding, "", None)
        if feedback.verdict is not Verdict.RIGHT:
            self._bar(page, question_key(question))

    def withdraw(
        self,
        question: str,
        document: Document | None,
        span: Span | None = None,
        *,
        asker: str = "",
        typed: str = "",
    ) -> NotKept | None:
        """Take back a person's verdicts on this question: those on the place `span` of a document, or all of them there;
        with None all of every document.

        The place may then be an answer again. Returns the reason where nothing can have been stored.
        """
        page = None if document is None else page_key(document, self._rules)
        if isinstance(page, NotKept):
            return page
        given = [
            one
            for one in self.about([question], typed)
            if is_same_person(one.asker, asker)
            and (document is None or (one.page == page and _concerns(document, one, span)))
        ]
        self._store.feedback.withdraw([one.id for one in given])
        for one in given:
            for text in {question, one.question, one.typed or question}:
                self._read_again(text, one)
        return None

    def about(self, understood: Collection[str], typed: str = "") -> list[Feedback]:
        """The verdicts on a question of any page, oldest first. See `judged_places.holds_for`."""
        asked = tuple(dict.fromkeys((*understood, typed or next(iter(understood)))))
        texts = (*asked, *map(hidden, asked))
        found = self._store.feedback.worded({wording_key(one).lower() for one in texts})
        return [
            one
            for one in found
            if self._of in (None, one.asker)
            and holds_for(one, tuple(understood), typed or asked[0])
        ]

    def marked(self, asker: str, owner: bool = False) -> list[Feedback]:
        """The places that this person marked as answers, newest first, `MOST_MARKED` at most; `owner` counts everybody's.

        Those whose question is not stored in words are left out.
        """
        return [
            one
            for one in self._store.feedback.marked(MOST_MARKED)
            if self._of in (None, one.asker)
            and (owner or is_same_person(one.asker, asker))
            and not is_hidden(one.question)
            and self._visibility.may_see(one.page)
        ]

    def _replace(self, document: Document, feedback: Feedback, about: Span) -> None:
        """Remove the verdicts of the same person that this one contradicts or repeats."""
        given = [
            one
            for one in self.about([feedback.question], feedback.typed)
            if one.page == feedback.page and one.asker == feedback.asker
        ]
        self._store.feedback.withdraw(
            [one.id for one in given if _replaces(document, feedback, about, one)]
        )

    def _bar(self, page: PageKey, key: str) -> None:
        """Stop serving a question's answers without storing the verdict."""
        found = self._store.questions.with_key(page, key)
        if found is not None:
            self._store.writer.mark({answer.id: Standing.WRONG for answer in found.answers})

    def _judge_in_library(self, key: str, document: Document, feedback: Feedback) -> None:
        """Apply a verdict against an answer to the same question to the library."""
        found = self._store.questions.with_key(self._library, key)
        if found is None or feedback.verdict is Verdict.RIGHT:
            return
        barred = {
            answer.id: Standing.WRONG
            for answer in found.answers
            if answer.document == document.id
            and (feedback.verdict is not Verdict.WRONG or answer.text == feedback.answer)
        }
        self._store.writer.mark(barred)

    def _judge_alike(self, question: str, key: str, page: PageKey, feedback: Feedback) -> None:
        """Apply a verdict against an answer to the same question in other wordings."""
        barred: dict[int, Standing] = {}
        if feedback.verdict is Verdict.RIGHT:
            return
        for other in self._alike(question, page):
            if other.key == key:
                continue
            for answer in other.answers:
                same = answer.text == feedback.answer
                if feedback.verdict is Verdict.NOT_HERE or same == (
                    feedback.verdict is Verdict.WRONG
                ):
                    barred[answer.id] = Standing.WRONG
        self._store.writer.mark(barred)

    def _alike(self, question: str, page: PageKey) -> Iterator[StoredQuestion]:
        for other in self._store.questions.of_page(page, QUESTIONS_COMPARED):
            if same_wording(question, other.text):
                yield other

    def _read_again(self, question: str, withdrawn: Feedback) -> None:
        """Drop the answers of a question, except those that a person still confirms: it is read again."""
        questions = [*self._alike(question, withdrawn.page)]
        of_library = self._store.questions.with_key(self._library, question_key(question))
        if of_library is not None:
            questions.append(of_library)
        marked = withdrawn.answer if withdrawn.verdict is Verdict.SPAN else None
        self._store.writer.drop_answers(
            {
                answer.id
                for one in questions
                for answer in one.answers
                if answer.document in ("", withdrawn.document)
                and (answer.standing is not Standing.CONFIRMED or answer.text == marked)
            }
        )


def feedback_on(
    question: str,
    document: Document,
    verdict: Verdict,
    span: Span | None,
    *,
    page: PageKey,
    when: float,
    asker: str = "",
    typed: str = "",
) -> Feedback:
    """A verdict as a value, also of a document of which nothing is stored.

    Raises ValueError for another verdict than NOT_HERE without a span.
    """
    if span is None and verdict is not Verdict.NOT_HERE:
        raise ValueError(f"the verdict {verdict} is about a span")
    about = span or Span(0, 0)
    quote = sentence_around(document.text, about)
    place = place_of(document, quote)
    # Without an answer there is no place that the verdict is about.
    context = Span(0, 0) if span is None else place.context if place else quote
    return Feedback(
        page=page,
        title=document.title,
        question=one_line(question),
        verdict=verdict,
        context=context.of(document.text),
        answer=about.of(document.text),
        answer_start=about.start - context.start if len(about) else None,
        given=when,
        asker=asker,
        typed="" if not typed or same_wording(typed, question) else one_line(typed),
        document=document.id,
        block=_identity(document, verdict, place),
    )


def _identity(document: Document, verdict: Verdict, place: BlockPlace | None) -> str:
    if verdict is Verdict.NOT_HERE:
        return text_hash(document)
    return "" if place is None else place.block


def _concerns(document: Document, given: Feedback, span: Span | None) -> bool:
    """Whether a verdict is about a place; with None, whichever it is about."""
    if span is None or given.verdict is Verdict.NOT_HERE:
        return True
    return any(span.overlaps(place) for place in places_of(document, given))


def _replaces(document: Document, new: Feedback, about: Span, old: Feedback) -> bool:
    overlap = any(about.overlaps(place) for place in places_of(document, old))
    if new.verdict is Verdict.NOT_HERE:
        return old.verdict is not Verdict.WRONG
    if new.verdict is Verdict.SPAN:
        return overlap or old.verdict in (Verdict.SPAN, Verdict.NOT_HERE)
    if new.verdict is Verdict.RIGHT:
        return overlap or old.verdict is Verdict.NOT_HERE
    return overlap


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
        found_by=BY_PERSON,
        model=BY_PERSON,
        standing=Standing.CONFIRMED,
        stored=when,
        text_hash=text_hash(document, whole=not is_main(document, answer.start)),
    )
