"""The common part of importers: the origin of a source and the list of parts left out. Reads nothing."""

from __future__ import annotations

from collections import Counter

from wherein.knowledge.record import LeftOut, Origin


class BaseImporter:
    """The part of `Importer` that is the same for every format."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._left_out: list[LeftOut] = []
        self._dropped: Counter[str] = Counter()

    @property
    def origin(self) -> Origin:
        return self._origin

    @property
    def dropped(self) -> Counter[str]:
        return self._dropped

    @property
    def left_out(self) -> list[LeftOut]:
        return self._left_out
