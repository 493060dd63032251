"""What a question does where a base or an index turns out to be damaged: it goes on without, or makes it again."""

from __future__ import annotations

from wherein.answering.indexes import Indexes
from wherein.answering.knowledge import Knowledge
from wherein.core.errors import BaseDamaged, IndexDamaged


class Damage:
    """The damage that one question has met so far."""

    def __init__(self, knowledge: Knowledge, indexes: Indexes) -> None:
        self._knowledge = knowledge
        self._indexes = indexes
        self._made_again = False

    def pass_over(self, error: BaseDamaged | IndexDamaged) -> None:
        """Leave out a damaged base; make the indexes again. Raises the error of an index that is damaged once more."""
        if isinstance(error, BaseDamaged):
            self._knowledge.pass_over(error)
        elif self._made_again:
            raise error
        else:
            self._indexes.make_again()
            self._made_again = True
