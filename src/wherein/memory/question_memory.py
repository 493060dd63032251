"""The façade: what was asked before, served only while it stands. Reads no page and chooses no reader."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.memory.privacy import (
    DEFAULT_RULES,
    NotKept,
    PrivacyRules,
    about,
    looks_signed_in,
    page_key,
    question_refusal,
)
from wherein.memory.recall import answers_that_stand, to_store, why_not_served
from wherein.memory.similar import (
    RERANKED,
    Bound,
    SimilarIndex,
    SimilarQuestion,
    reranked,
)
from wherein.memory.store import (
    Asking,
    Feedback,
    MemoryStore,
    Page,
    PageKey,
    Standing,
    StoredAnswer,
    StoredQuestion,
    Verdict,
    Wiped,
)
from wherein.memory.subject import LIBRARY, Subject, subject_of
from wherein.memory.top import LOOKED_AT, TopQuestion, top_questions
from wherein.memory.verification import MOST_VERIFIED
from wherein.passages.block_place import place_of
from wherein.passages.sentences import sentence_around
from wherein.questions.completion import Completion, PageTerms, completions
from wherein.questions.dictionary import EnglishWhenNeeded, english
from wherein.questions.function_words import FUNCTION_WORDS
from wherein.questions.normalisation import question_key
from wherein.questions.paraphrase import LEAST_SIMILARITY, difference, request
from wherein.questions.spelling import Speller, question_corrections, readings

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder

NEAR_LOOKED_AT = 200
"""Questions of a page, most asked first, among which a near hit is sought."""

TYPED_IN = 8
"""Documents whose words are kept at hand for completion and correction."""

OUTDONE = "The library has documents that came since and may answer better."

SHORTEST_PREFIX = 2
"""Digits of a page's hash that a look-up tells at the least; fewer would match too much to be of use."""
MOST_PAGES = 1_000

DEFAULT_BOUND = Bound()
_SECONDS_A_DAY = 86_400.0


class How(StrEnum):
    """How a question was found again."""

    EXACT = "exact"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the memory has for a question.

    With answers, `how` and `question` say whose they are; without, `reason` says why there are none,
    and `proposals` are what was answered to questions that may ask the same, the most similar first.
    """

    answers: tuple[Answer, ...] = ()
    how: How | None = None
    question: StoredQuestion | None = None
    reason: str | None = None
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """The best answer to an earlier question that may ask the same, and how similar that is. Its text
    stands; whether it answers the new question has to be verified."""

    question: StoredQuestion
    answer: Answer
    similarity: float


@dataclass(frozen=True, slots=True)
class _Helps:
    """What helps typing a question about one text."""

    terms: PageTerms
    speller: Speller


class QuestionMemory:
    """Asks and fills one store. Used by one thread at a time, like the store."""

    def __init__(
        self,
        store: MemoryStore,
        *,
        rules: PrivacyRules = DEFAULT_RULES,
        dictionary: Container[str] | None = None,
        encoder: Callable[[], Encoder] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`dictionary`: common words in lower case, English by default.

        `encoder` is called when a question is compared with others; without one, no near hit is
        served and no question is similar. `clock` gives seconds since 1970.
        """
        self._store = store
        self._rules = rules
        self._dictionary = EnglishWhenNeeded() if dictionary is None else dictionary
        self._clock = clock
        self._encoder = encoder
        self._uses: dict[int, int] = {}
        self._index: SimilarIndex | None = None
        self._typing: dict[str, _Helps] = {}
        self._speller: Speller | None = None

    @property
    def store(self) -> MemoryStore:
        return self._store

    def close(self) -> None:
        """Count what was served, and let go of the store."""
        self.flush()
        self._store.close()

    # Asking

    def recall(
        self,
        question: str,
        about: Document | Subject,
        *,
        asker: str | None = "",
        models: frozenset[str] | None = None,
    ) -> Recalled:
        """Answers given before to this question about this document or library that still stand.

        `models`: only answers that one of these read, or a person confirmed (None: all). `asker`
        None is whoever keeps the memory, who sees everything. What was answered to questions worded
        differently is only proposed, see `accept`. A hit is counted as a use when `flush` is called,
        so that no answer waits for the disk.
        """
        subject = self._subject(about)
        if isinstance(subject.page, NotKept):
            return Recalled(reason=f"Not remembered: {subject.page}.")
        page = subject.page.key
        key = question_key(question)
        if not key:
            return Recalled(reason="The question has no words.")
        reason = "Nobody asked this here before."
        found = self._store.question(page, key)
        if found is not None and self._visible([found], asker):
            answers, reason = self._standing(subject, found, models)
            if answers:
                return self._served(How.EXACT, found, answers)
            if not any(answer.servable for answer in found.answers):
                # What was judged of this question holds whatever was answered to one like it.
                return Recalled(question=found, reason=reason)
        proposals = [
            Proposal(near, best[0], similarity)
            for near, similarity in self._near(question, page, asker)
            if (best := self._standing(subject, near, models)[0])
        ]
        return Recalled(question=found, reason=reason, proposals=tuple(proposals))

    def accept(self, proposal: Proposal) -> Recalled:
        """Serve an answer that was proposed and verified, and count its use."""
        return self._served(How.NEAR, proposal.question, [proposal.answer])

    def remember(
        self,
        question: str,
        about: Document | Subject,
        answers: Sequence[Answer],
        *,
        model: str,
        asker: str = "",
        private: bool = False,
    ) -> StoredQuestion | NotKept:
        """Keep a question with answers that were just read in this document or library, or say why not.

        `answers` are best first; those that the memory itself served teach it nothing. `model` names
        exactly what read them; `private` says the window is private.
        """
        if private:
            return NotKept.PRIVATE_WINDOW
        subject = self._subject(about)
        if isinstance(subject.page, NotKept):
            return subject.page
        document = subject.document(answers[0].document) if answers else None
        refused = None if document is None else self._refusal(question, document)
        if refused is not None:
            return refused
        now = self._clock()
        kept = to_store(subject.document, answers, model, now, subject.generation)
        if not kept:
            return NotKept.EMPTY if not question_key(question) else NotKept.NO_ANSWER
        text = _clean(question)
        return self._store.remember(
            Asking(subject.page, question_key(question), text, tuple(kept), now, asker)
        )

    def take_uses(self) -> dict[int, int]:
        """Uses of answers that were served since the last call, by question, to be counted."""
        uses, self._uses = self._uses, {}
        return uses

    def count(self, uses: Mapping[int, int]) -> None:
        """Count uses that this memory or another of the same store has served."""
        if uses:
            self._store.count_uses(uses, self._clock())

    def flush(self) -> None:
        """Count the uses of answers that were served since the last call."""
        self.count(self.take_uses())

    # What others asked

    def top(
        self,
        page: PageKey,
        *,
        document: Document | None = None,
        asker: str | None = "",
        limit: int = 5,
    ) -> list[TopQuestion]:
        """The page's questions that are asked most, with their answers; see `top_questions`."""
        return top_questions(
            self._store,
            page,
            self._clock(),
            limit=limit,
            document=document,
            visible=lambda questions: self._visible(questions, asker),
            same=lambda one, other: request(one) == request(other),
        )

    def pages_like(self, hash_prefix: str) -> list[Page]:
        """Pages whose key's hash begins so: whoever asks need not tell which of them is meant.

        Raises ValueError for fewer than `SHORTEST_PREFIX` digits, or what is not hexadecimal.
        """
        if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST_PREFIX},64}}", hash_prefix):
            raise ValueError(f"a prefix is {SHORTEST_PREFIX} to 64 hexadecimal digits")
        return self._store.pages_with(hash_prefix, MOST_PAGES)

    def similar(
        self,
        question: str,
        *,
        page: PageKey | None = None,
        asker: str | None = "",
        limit: int = 5,
        reranker: Encoder | None = None,
        bound: Bound = DEFAULT_BOUND,
    ) -> list[SimilarQuestion]:
        """Questions like this one that were asked of any page, with answers; none below the bound.

        The most similar first, those of `page` (the asker's own) after all others. `reranker`, a
        better and slower encoder, orders the first 50 anew. A question with a slip is searched for
        as it may have been meant, too, by the dictionary and the questions found.
        """
        if (index := self._similar_index()) is None:
            return []
        least = bound.static if reranker is None else bound.to_rerank
        asked, near = index.nearest_as_meant(
            _clean(question),
            lambda ids: [one.text for one in self._visible(self._store.questions(ids), asker)],
            reranker is not None,
        )
        similarities = dict(pair for pair in near if pair[1] >= least)
        nearest = list(similarities)
        shown: list[StoredQuestion] = []
        at_once = RERANKED if reranker is not None else 2 * max(1, limit)
        for start in range(0, len(nearest), at_once):
            stored = self._store.questions(nearest[start : start + at_once])
            shown += [
                one
                for one in self._visible(stored, asker)
                if any(answer.servable for answer in one.answers)
            ]
            if reranker is None and sum(one.page.key != page for one in shown) >= limit:
                break
        if reranker is not None:
            least = bound.reranked
            similarities = reranked(asked, shown, reranker, self._store.vectors)
        found = [
            SimilarQuestion(
                one,
                similarities[one.id],
                tuple(answer for answer in one.answers if answer.servable),
                page is not None and one.page.key == page,
            )
            for one in shown
            if similarities[one.id] >= least
        ]
        found.sort(key=lambda one: (one.here, -one.similarity, one.question.id))
        return found[: max(0, limit)]

    def complete(
        self, prefix: str, document: Document, *, asker: str | None = "", limit: int = 5
    ) -> list[Completion]:
        """How a question about this document may go on; see `completions`."""
        page = page_key(document, self._rules)
        asked: list[str] = []
        if isinstance(page, PageKey):
            asked = [
                one.text
                for one in self._visible(self._store.questions_of(page, LOOKED_AT), asker)
                if any(answer.servable for answer in one.answers)
            ]
        return completions(prefix, asked, self._helps(document).terms, limit)

    def corrections(self, question: str, document: Document | None = None) -> list[str]:
        """What may have been meant, likeliest first; [] when nothing seems misspelt.

        Words of the document come before the dictionary's. An offer: nothing is replaced.
        """
        speller = self._dictionary_speller() if document is None else self._helps(document).speller
        return question_corrections(_clean(question), speller)

    def readings(self, question: str, document: Document | None = None) -> list[str]:
        """The question and, where a word seems misspelt, what was probably meant: to search for both.

        Doubts more than `corrections` does, since nobody is shown what it thinks.
        """
        speller = self._dictionary_speller() if document is None else self._helps(document).speller
        return readings(_clean(question), speller)

    # Being told

    def judge(
        self,
        question: str,
        document: Document,
        verdict: Verdict,
        span: Span | None = None,
        *,
        asker: str = "",
    ) -> NotKept | None:
        """Take a person's verdict on an answer; from then on nobody is served a wrong one.

        `span` is the answer that was judged (RIGHT, WRONG, NOT_HERE) or the right one (SPAN); None
        with NOT_HERE where nothing was answered. Says why when nothing was kept.
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
            right = StoredAnswer(
                text=about.of(document.text),
                quote=quote.of(document.text),
                block=place.block,
                quote_start=place.quote_start,
                answer_start=about.start - quote.start,
                confidence=1.0,
                found_by="person",
                model="person",
                standing=Standing.CONFIRMED,
                stored=now,
            )
        key = question_key(question)
        refused = self._refusal(question, document)
        if refused is not None:
            if verdict is not Verdict.RIGHT:
                self._bar(page, key)
            return refused
        feedback = Feedback(
            page=page,
            title=document.title,
            question=_clean(question),
            verdict=verdict,
            context=context.of(document.text),
            answer=about.of(document.text),
            answer_start=about.start - context.start if len(about) else None,
            given=now,
            asker=asker,
        )
        self._store.judge(feedback, key, right)
        self._judge_in_library(key, document, feedback)
        self._judge_like(question, key, page, feedback)
        return None

    # Forgetting

    def forget_old(self) -> Wiped:
        """Remove for good what was last asked before the retention limit; nothing without one."""
        if self._rules.retention_days is None:
            return Wiped(0, 0)
        return self._store.wipe(before=self._clock() - self._rules.retention_days * _SECONDS_A_DAY)

    # Inside

    def _refusal(self, question: str, document: Document) -> NotKept | None:
        """Why neither this question nor what is said of its answer is kept."""
        if looks_signed_in(document):
            return NotKept.SIGNED_IN
        if self._rules.topics and not about(question, document, self._rules.topics):
            return NotKept.TOPIC
        return question_refusal(question, document.text, self._dictionary)

    def _served(self, how: How, found: StoredQuestion, answers: Sequence[Answer]) -> Recalled:
        self._uses[found.id] = self._uses.get(found.id, 0) + 1
        return Recalled(tuple(answers), how, found)

    def _helps(self, document: Document) -> _Helps:
        """Made once for a text, not for every key that is pressed."""
        helps = self._typing.get(document.content_hash)
        if helps is None:
            while len(self._typing) >= TYPED_IN:
                del self._typing[next(iter(self._typing))]
            helps = _Helps(PageTerms(document, FUNCTION_WORDS), Speller(english(), document.text))
            self._typing[document.content_hash] = helps
        return helps

    def _dictionary_speller(self) -> Speller:
        if self._speller is None:
            self._speller = Speller(english())
        return self._speller

    def _similar_index(self) -> SimilarIndex | None:
        if self._index is None and self._encoder is not None:
            self._index = SimilarIndex(self._store.vectors, self._encoder())
        return self._index

    def _near(
        self, question: str, page: PageKey, asker: str | None
    ) -> list[tuple[StoredQuestion, float]]:
        """Questions of the page that may ask the same, the most similar first, each with how similar."""
        if self._encoder is None:
            return []
        possible = [
            other
            for other in self._visible(self._store.questions_of(page, NEAR_LOOKED_AT), asker)
            if difference(question, other.text) is None
        ]
        if not possible:
            return []
        vectors = self._encoder().encode([question, *(other.text for other in possible)])
        scored = zip(possible, (vectors[1:] @ vectors[0]).tolist(), strict=True)
        near = [pair for pair in scored if pair[1] >= LEAST_SIMILARITY]
        return sorted(near, key=lambda pair: (-pair[1], pair[0].id))[:MOST_VERIFIED]

    def _subject(self, about: Document | Subject) -> Subject:
        return subject_of(about, self._rules) if isinstance(about, Document) else about

    def _standing(
        self, subject: Subject, found: StoredQuestion, models: frozenset[str] | None
    ) -> tuple[list[Answer], str]:
        """The answers that may be served now; where there are none, why."""
        answers, changed = answers_that_stand(subject.document, found.answers, models)
        self._store.mark(changed)
        if not answers:
            return [], why_not_served(found)
        if not all(map(subject.current, found.answers)):
            return [], OUTDONE
        return answers, ""

    def _judge_in_library(self, key: str, document: Document, feedback: Feedback) -> None:
        """What is said against an answer holds where the library was asked the same."""
        found = self._store.question(LIBRARY, key)
        if found is None or feedback.verdict is Verdict.RIGHT:
            return
        barred = {
            answer.id: Standing.WRONG
            for answer in found.answers
            if answer.document == document.id
            and (feedback.verdict is not Verdict.WRONG or answer.text == feedback.answer)
        }
        self._store.mark(barred)

    def _judge_like(self, question: str, key: str, page: PageKey, feedback: Feedback) -> None:
        """What is said against an answer holds for questions that ask the same: it may be theirs."""
        barred: dict[int, Standing] = {}
        if feedback.verdict is Verdict.RIGHT:
            return
        for other in self._store.questions_of(page, NEAR_LOOKED_AT):
            if other.key == key or request(question) != request(other.text):
                continue
            for answer in other.answers:
                same = answer.text == feedback.answer
                if feedback.verdict is Verdict.NOT_HERE or same == (
                    feedback.verdict is Verdict.WRONG
                ):
                    barred[answer.id] = Standing.WRONG
        self._store.mark(barred)

    def _bar(self, page: PageKey, key: str) -> None:
        """Stop serving a question's answers without keeping what was said of them."""
        found = self._store.question(page, key)
        if found is not None:
            self._store.mark({answer.id: Standing.WRONG for answer in found.answers})

    def _visible(
        self, questions: Sequence[StoredQuestion], asker: str | None
    ) -> list[StoredQuestion]:
        """Those that enough people asked where it is shared, or this one; in their order."""
        rules = self._rules
        if asker is None:
            return list(questions)
        few = [one.id for one in questions if not rules.shared or one.askers < rules.askers]
        own = self._store.asked_among(few, asker) if few else frozenset()
        hidden = frozenset(few) - own
        return [one for one in questions if one.id not in hidden]


def _clean(question: str) -> str:
    """White space made one; what is no Unicode (half a surrogate pair) made a question mark."""
    return " ".join(question.encode("utf-8", "replace").decode("utf-8").split())
