"""Decides which stored questions an asker may see. Knows the store and the rules; answers nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherein.memory.policies.privacy import PrivacyRules
from wherein.memory.store.store import MemoryStore, PageKey, SeenBy, StoredQuestion


class Visibility:
    """Hides questions that too few people asked, and all questions of others where nothing is shared."""

    def __init__(
        self,
        store: MemoryStore,
        rules: PrivacyRules,
        may_see: Callable[[PageKey], bool] | None = None,
    ) -> None:
        """`may_see` is whether the asker may read a page or document at all; None where everybody may read everything."""
        self._may_see = may_see
        self._store = store
        self._rules = rules

    def among(self, questions: Sequence[StoredQuestion], asker: str | None) -> list[StoredQuestion]:
        """The questions that this asker asked, or that enough people asked where the memory is shared.

        They keep their order. `asker` None is the owner of the memory, who sees all of them.
        """
        rules = self._rules
        questions = [one for one in questions if self.may_see(one.page.key)]
        if asker is None:
            return questions
        few = [one.id for one in questions if not rules.shared or one.askers < rules.askers]
        own = self._store.questions.asked_among(few, asker) if few else frozenset()
        hidden = frozenset(few) - own
        return [one for one in questions if one.id not in hidden]

    @property
    def is_limited(self) -> bool:
        """Whether some pages are hidden whoever asked of them."""
        return self._may_see is not None

    def may_see(self, page: PageKey) -> bool:
        return self._may_see is None or self._may_see(page)

    def of_page(self, page: PageKey, most: int, asker: str | None) -> list[StoredQuestion]:
        """At most this many questions of a page by falling score, as many as if those that are hidden were not there."""
        if not self.may_see(page):
            return []
        limit = most
        while True:
            found = self._store.questions.of_page(page, limit)
            shown = self.among(found, asker)
            if len(shown) >= most or len(found) < limit:
                return shown[:most]
            limit *= 4

    def seen_by(self, asker: str | None) -> SeenBy | None:
        """What `among` leaves of all questions, for a search; None where this asker sees all."""
        if asker is None:
            return None
        return SeenBy(asker, self._rules.askers if self._rules.shared else None)
