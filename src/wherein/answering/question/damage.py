"""Handles damage that one question meets: leaves out a damaged base, rebuilds a damaged index."""

from __future__ import annotations

from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.library.indexes import Indexes
from wherein.core.errors import BaseDamaged, IndexDamaged


class Damage:
    """The damage that one question has met so far."""

    def __init__(self, knowledge: Knowledge, indexes: Indexes) -> None:
        self._knowledge = knowledge
        self._indexes = indexes
        self._made_again = False

    def pass_over(self, error: BaseDamaged | IndexDamaged) -> None:
        """Leave out a damaged base, or rebuild the indexes. Raises the error again where a rebuilt index is damaged, too."""
        if isinstance(error, BaseDamaged):
            self._knowledge.pass_over(error)
        elif self._made_again:
            raise error
        else:
            self._indexes.make_again()
            self._made_again = True
