"""Stores answers and serves them to the same question while their text is unchanged. Reads no page."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.memory.answers.use_counter import UseCounter
from wherein.memory.policies.privacy import NotKept, PrivacyRules, why_not_kept
from wherein.memory.policies.question_text import one_line
from wherein.memory.policies.revalidation import (
    TextNow,
    answers_that_stand,
    to_store,
    why_not_served,
)
from wherein.memory.policies.subject import Subject, subject_of
from wherein.memory.policies.visibility import Visibility
from wherein.memory.store.store import Asking, MemoryStore, StoredQuestion
from wherein.questions.normalisation import question_key


@dataclass(frozen=True, slots=True)
class Recalled:
    """The memory's outcome for a question.

    `question` is the stored question with the same key. Without answers, `reason` says why.
    """

    answers: tuple[Answer, ...] = ()
    question: StoredQuestion | None = None
    reason: str | None = None


class EarlierAnswers:
    """Stores answers with their questions, and serves those of the same question whose text is unchanged."""

    def __init__(
        self,
        store: MemoryStore,
        rules: PrivacyRules,
        dictionary: Container[str],
        visibility: Visibility,
        uses: UseCounter,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._rules = rules
        self._dictionary = dictionary
        self._visibility = visibility
        self._uses = uses
        self._clock = clock

    def revalidate(
        self,
        question: str,
        about: Document | Subject,
        *,
        asker: str | None = "",
        options: str = "",
    ) -> Recalled:
        """The answers to the same question about this document or library, asked with the same options.

        None are served unless the whole main text is what it was, and the library's generation for a library.
        `options` identifies everything else that the answers depend on; answers that a person marked depend on none.
        `asker` None is the owner of the memory, who sees everything. The use of an answer is counted in memory and
        written later, so that no answer waits for the disk.
        """
        subject = self._subject(about)
        if isinstance(subject.page, NotKept):
            return Recalled(reason=f"Not remembered: {subject.page}.")
        key = question_key(question)
        if not key:
            return Recalled(reason="The question has no words.")
        found = self._store.questions.with_key(subject.page.key, key)
        if found is None or not self._visibility.among([found], asker):
            return Recalled(reason="This question was not asked here before.")
        now = TextNow(subject, options)
        answers, changed = answers_that_stand(subject.document, found.answers, now.is_same)
        self._store.writer.mark(changed)
        if not answers:
            return Recalled(question=found, reason=why_not_served(found, now))
        self._uses.add(found.id)
        return Recalled(tuple(answers), found)

    def remember(
        self,
        question: str,
        about: Document | Subject,
        answers: Sequence[Answer],
        *,
        model: str,
        options: str = "",
        asker: str = "",
        private: bool = False,
    ) -> StoredQuestion | NotKept:
        """Store a question with the answers that were just read in this document or library, all of them or none.

        Returns the reason where nothing is stored. `answers` are best first, without those that the memory served.
        `model` is the exact model that read them, and `options` is as in `revalidate`. `private` is True for a
        question from a private window.
        """
        if private:
            return NotKept.PRIVATE_WINDOW
        subject = self._subject(about)
        if isinstance(subject.page, NotKept):
            return subject.page
        if not self._visibility.may_see(subject.page.key):
            return NotKept.NOT_ADDED
        document = subject.document(answers[0].document) if answers else None
        refused = (
            None
            if document is None
            else why_not_kept(question, document, self._rules, self._dictionary)
        )
        if refused is not None:
            return refused
        key = question_key(question)
        if not key:
            return NotKept.EMPTY
        now = self._clock()
        kept = to_store(subject.document, answers, model, now, subject.generation, options)
        if not kept or len(kept) < len(answers):
            return NotKept.NO_ANSWER
        return self._store.writer.remember(
            Asking(subject.page, key, one_line(question), tuple(kept), now, asker)
        )

    def _subject(self, about: Document | Subject) -> Subject:
        return subject_of(about, self._rules) if isinstance(about, Document) else about
