"""Makes trees of the documents of a YAML file. Adds no text.

The events of the library's parser are taken one by one: what it does with a tree of its own is recursive, and ends the
process where a file has ten thousand brackets within each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wherein.documents.plain.key_tree import (
    DEEPEST,
    MOST_VALUES,
    Mapping,
    Tree,
    too_deep,
    too_many,
)


@dataclass(slots=True)
class _Open:
    """A sequence or mapping that has not ended. size: its values, and itself."""

    anchor: str | None
    is_mapping: bool
    items: list[Tree] = field(default_factory=list)
    size: int = 1

    def ended(self) -> Tree:
        if not self.is_mapping:
            return self.items
        keys, values = self.items[::2], self.items[1::2]
        return Mapping(tuple((_key(k), v) for k, v in zip(keys, values, strict=True)))


def yaml_trees(text: str, name: str) -> Iterator[Tree]:
    """The tree of each document, with the text of each scalar as it is; what refers to itself is left out.

    Raises `yaml.YAMLError` where it is not well-formed, SourceTooLarge for more than MOST_VALUES values or DEEPEST levels.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        yield from _Trees(loader, name).read()
    finally:
        loader.dispose()


class _Trees:
    def __init__(self, loader: Any, name: str) -> None:
        self._loader = loader
        self._name = name
        self._open: list[_Open] = []
        self._known: dict[str, tuple[Tree, int]] = {}
        """What aliases refer to, with its size."""
        self._values = 0

    def read(self) -> Iterator[Tree]:
        import yaml

        while self._loader.check_event():
            event = self._loader.get_event()
            if isinstance(event, yaml.DocumentStartEvent):
                self._known.clear()
            elif isinstance(event, yaml.CollectionStartEvent):
                if len(self._open) >= DEEPEST:
                    raise too_deep(self._name)
                is_mapping = isinstance(event, yaml.MappingStartEvent)
                self._open.append(_Open(event.anchor, is_mapping))
            elif isinstance(event, yaml.CollectionEndEvent):
                ended = self._open.pop()
                self._count(1)
                yield from self._add(ended.ended(), ended.size, ended.anchor)
            elif isinstance(event, yaml.AliasEvent):
                tree, size = self._referred(event)
                self._count(size)
                yield from self._add(tree, size, None)
            elif isinstance(event, yaml.ScalarEvent):
                self._count(1)
                yield from self._add(self._scalar(event), 1, event.anchor)

    def _referred(self, event: Any) -> tuple[Tree, int]:
        import yaml

        if event.anchor not in self._known and all(o.anchor != event.anchor for o in self._open):
            raise yaml.composer.ComposerError(None, None, "unknown alias", event.start_mark)
        return self._known.get(event.anchor, (None, 1))

    def _scalar(self, event: Any) -> str | None:
        import yaml

        is_key = (
            bool(self._open) and self._open[-1].is_mapping and len(self._open[-1].items) % 2 == 0
        )
        tag = event.tag or self._loader.resolve(yaml.ScalarNode, event.value, event.implicit)
        return None if tag.endswith(":null") and not is_key else str(event.value)

    def _count(self, values: int) -> None:
        self._values += values
        if self._values > MOST_VALUES:
            raise too_many(self._name)

    def _add(self, tree: Tree, size: int, anchor: str | None) -> Iterator[Tree]:
        """Put a value where it belongs; a document's own is what is given."""
        if anchor is not None:
            self._known[anchor] = tree, size
        if self._open:
            self._open[-1].items.append(tree)
            self._open[-1].size += size
        else:
            yield tree


def _key(tree: Tree) -> str:
    """The text of a key; of one that is a list or has keys itself, its texts."""
    if isinstance(tree, Mapping):
        return ", ".join(f"{key}: {_key(value)}" for key, value in tree.pairs)
    return ", ".join(map(_key, tree)) if isinstance(tree, list) else tree or ""
