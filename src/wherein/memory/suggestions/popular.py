"""The popular questions of a page, by recency-weighted use, with answers whose text is unchanged. Counts nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.memory.policies.revalidation import answers_that_stand
from wherein.memory.store.recency import uses_now
from wherein.memory.store.store import MemoryStore, PageKey, Standing, StoredAnswer, StoredQuestion

LOOKED_AT = 100
"""Most questions of a page, by falling score, that are considered."""


@dataclass(frozen=True, slots=True)
class PopularQuestion:
    """A question, merged with its paraphrases.

    uses: the uses of all of them.
    recent: the recency-weighted uses; a use counts half after 30 days.
    answers: localized answers, where the document was given.
    stored: the same answers as stored, for a caller that has the page's text elsewhere and can check them there.
    """

    question: StoredQuestion
    merged: tuple[str, ...]
    uses: int
    recent: float
    answers: tuple[Answer, ...]
    stored: tuple[StoredAnswer, ...]


def popular_questions(
    store: MemoryStore,
    page: PageKey,
    now: float,
    *,
    limit: int = 5,
    document: Document | None = None,
    visible: Callable[[int], Sequence[StoredQuestion]] | None = None,
    same: Callable[[str, str], bool] = lambda one, other: one == other,
) -> list[PopularQuestion]:
    """At most `limit` questions with an answer, most asked first; ties go to the one asked last.

    With `document`, answers whose text has changed are left out and marked as stale in the store. `visible` returns the
    first questions of the page that may be shown, at most the number that it is given, by default all; `same` is
    whether two questions ask the same.
    """
    of_page = visible or (lambda most: store.questions.of_page(page, most))
    candidates = of_page(LOOKED_AT)
    changed: dict[int, Standing] = {}
    groups: list[_Group] = []
    for question in candidates:
        if document is None:
            answers: list[Answer] = []
            stored = [answer for answer in question.answers if answer.servable]
        else:
            answers, now_changed = answers_that_stand(lambda identity: document, question.answers)
            changed |= now_changed
            texts = {answer.text for answer in answers}
            stored = [
                a for a in question.answers if a.text in texts and a.standing is not Standing.WRONG
            ]
        if not stored:
            continue
        for group in groups:
            if same(group.first.text, question.text):
                group.others.append(question)
                break
        else:
            groups.append(_Group(question, [], answers, stored))
    store.writer.mark(changed)
    ranked = sorted(groups, key=lambda g: (-g.recent(now), -g.first.last_asked, g.first.id))
    return [group.as_popular(now) for group in ranked[: max(0, limit)]]


@dataclass(slots=True)
class _Group:
    first: StoredQuestion
    others: list[StoredQuestion]
    answers: Sequence[Answer]
    stored: Sequence[StoredAnswer]

    def recent(self, now: float) -> float:
        return sum(uses_now(question.score, now) for question in (self.first, *self.others))

    def as_popular(self, now: float) -> PopularQuestion:
        return PopularQuestion(
            self.first,
            tuple(question.text for question in self.others),
            self.first.uses + sum(question.uses for question in self.others),
            self.recent(now),
            tuple(self.answers),
            tuple(self.stored),
        )
