"""Answers that were given before: kept, found again, served while they stand. Reads no page and verifies nothing."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.memory.paraphrase_candidates import ParaphraseCandidates
from wherein.memory.privacy import NotKept, PrivacyRules, why_not_kept
from wherein.memory.question_text import one_line
from wherein.memory.revalidation import answers_that_stand, to_store, why_not_served
from wherein.memory.store import Asking, MemoryStore, StoredQuestion
from wherein.memory.subject import Subject, subject_of
from wherein.memory.use_counter import UseCounter
from wherein.memory.visibility import Visibility
from wherein.questions.normalisation import question_key

OUTDONE = "The library has documents that came since and may answer better."


class How(StrEnum):
    """How a question was found again."""

    EXACT = "exact"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the memory has for a question.

    With answers, `how` and `question` say whose they are. Without, `reason` says why there are none,
    and `proposals` are answers to questions that may ask the same, the most similar first.
    """

    answers: tuple[Answer, ...] = ()
    how: How | None = None
    question: StoredQuestion | None = None
    reason: str | None = None
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """The best answer to an earlier question that may ask the same, and how similar that question is.

    The answer's text stands on the page; whether it answers the new question has to be verified.
    """

    question: StoredQuestion
    answer: Answer
    similarity: float


class EarlierAnswers:
    """Keeps answers with their questions, and serves those whose text stands."""

    def __init__(
        self,
        store: MemoryStore,
        rules: PrivacyRules,
        dictionary: Container[str],
        visibility: Visibility,
        near: ParaphraseCandidates,
        uses: UseCounter,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._rules = rules
        self._dictionary = dictionary
        self._visibility = visibility
        self._near = near
        self._uses = uses
        self._clock = clock

    def revalidate(
        self,
        question: str,
        about: Document | Subject,
        *,
        asker: str | None = "",
        models: frozenset[str] | None = None,
    ) -> Recalled:
        """Earlier answers to this question about this document or library that still stand.

        `models` admits only answers that one of these models read or a person confirmed; None admits
        all. `asker` None is whoever keeps the memory, who sees everything. Answers to questions in
        other words are only proposed, see `accept`. The use of a hit is noted in the use counter and
        written later, so that no answer waits for the disk.
        """
        subject = self._subject(about)
        if isinstance(subject.page, NotKept):
            return Recalled(reason=f"Not remembered: {subject.page}.")
        page = subject.page.key
        key = question_key(question)
        if not key:
            return Recalled(reason="The question has no words.")
        reason = "Nobody asked this here before."
        found = self._store.questions.with_key(page, key)
        if found is not None and self._visibility.among([found], asker):
            answers, reason = self._standing(subject, found, models)
            if answers:
                return self._served(How.EXACT, found, answers)
            if not any(answer.servable for answer in found.answers):
                # What was judged of this question holds whatever was answered to one like it.
                return Recalled(question=found, reason=reason)
        proposals = [
            Proposal(near, best[0], similarity)
            for near, similarity in self._near.of(question, page, asker)
            if (best := self._standing(subject, near, models)[0])
        ]
        return Recalled(question=found, reason=reason, proposals=tuple(proposals))

    def accept(self, proposal: Proposal) -> Recalled:
        """Serve an answer that was proposed and verified, and note its use."""
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
        """Keep a question with answers that were just read in this document or library.

        Returns the reason where nothing is kept. `answers` are best first; the caller leaves out those
        that the memory itself served. `model` names exactly what read them.
        `private` says that the question comes from a private window.
        """
        if private:
            return NotKept.PRIVATE_WINDOW
        subject = self._subject(about)
        if isinstance(subject.page, NotKept):
            return subject.page
        document = subject.document(answers[0].document) if answers else None
        refused = (
            None
            if document is None
            else why_not_kept(question, document, self._rules, self._dictionary)
        )
        if refused is not None:
            return refused
        now = self._clock()
        kept = to_store(subject.document, answers, model, now, subject.generation)
        if not kept:
            return NotKept.EMPTY if not question_key(question) else NotKept.NO_ANSWER
        return self._store.writer.remember(
            Asking(
                subject.page, question_key(question), one_line(question), tuple(kept), now, asker
            )
        )

    def _subject(self, about: Document | Subject) -> Subject:
        return subject_of(about, self._rules) if isinstance(about, Document) else about

    def _standing(
        self, subject: Subject, found: StoredQuestion, models: frozenset[str] | None
    ) -> tuple[list[Answer], str]:
        """The answers that may be served now, and why there are none ("" where there are some)."""
        answers, changed = answers_that_stand(subject.document, found.answers, models)
        self._store.writer.mark(changed)
        if not answers:
            return [], why_not_served(found)
        if not all(map(subject.current, found.answers)):
            return [], OUTDONE
        return answers, ""

    def _served(self, how: How, found: StoredQuestion, answers: Sequence[Answer]) -> Recalled:
        self._uses.add(found.id)
        return Recalled(tuple(answers), how, found)
