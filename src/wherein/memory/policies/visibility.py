"""Decides which stored questions an asker may see. Knows the store and the rules; answers nothing."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.memory.policies.privacy import PrivacyRules
from wherein.memory.store.store import MemoryStore, SeenBy, StoredQuestion


class Visibility:
    """Hides questions that too few people asked, and all questions of others where nothing is shared."""

    def __init__(self, store: MemoryStore, rules: PrivacyRules) -> None:
        self._store = store
        self._rules = rules

    def among(self, questions: Sequence[StoredQuestion], asker: str | None) -> list[StoredQuestion]:
        """The questions that this asker asked, or that enough people asked where the memory is shared.

        They keep their order. `asker` None is the owner of the memory, who sees all of them.
        """
        rules = self._rules
        if asker is None:
            return list(questions)
        few = [one.id for one in questions if not rules.shared or one.askers < rules.askers]
        own = self._store.questions.asked_among(few, asker) if few else frozenset()
        hidden = frozenset(few) - own
        return [one for one in questions if one.id not in hidden]

    def seen_by(self, asker: str | None) -> SeenBy | None:
        """What `among` leaves of all questions, for a search; None where this asker sees all."""
        if asker is None:
            return None
        return SeenBy(asker, self._rules.askers if self._rules.shared else None)
