"""Stores answers and serves them again while their text is unchanged. Reads no page and verifies nothing."""

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
    """The way an earlier question was found."""

    EXACT = "exact"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Recalled:
    """The memory's outcome for a question.

    With answers, `question` is the earlier question and `how` the way it was found. Without answers, `reason` says
    why, and `proposals` are answers to possible paraphrases, most similar first.
    """

    answers: tuple[Answer, ...] = ()
    how: How | None = None
    question: StoredQuestion | None = None
    reason: str | None = None
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """The best answer to a possible paraphrase, with the similarity of the two questions.

    The answer's text is unchanged on the page; the caller has to verify that it answers the new question.
    """

    question: StoredQuestion
    answer: Answer
    similarity: float


class EarlierAnswers:
    """Stores answers with their questions, and serves those whose text is unchanged."""

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
        """Earlier answers to this question about this document or library whose text is unchanged.

        `models` admits only answers that one of these models read or that a person confirmed; None admits all.
        `asker` None is the owner of the memory, who sees everything. Answers to paraphrases are only proposed, see
        `accept`. The use of a hit is counted in memory and written later, so that no answer waits for the disk.
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
        """Serve a proposed answer that was verified, and count its use."""
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
        """Store a question with answers that were just read in this document or library.

        Returns the reason where nothing is stored. `answers` are best first, without those that the memory served.
        `model` is the exact model that read them. `private` is True for a question from a private window.
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
        """The answers that may be served now, and the reason where there are none ("" otherwise)."""
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
