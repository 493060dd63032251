"""Retrieval narrowed to the passages that say a name. Knows no index; names are compared word by word."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wherein.core.passage import Hit, Passage
from wherein.knowledge.names import norms, words_of
from wherein.retrieval.retriever import Retriever

DEPTH = 4
"""So many times the hits that are wanted are looked at for the name."""
_JOINS = "-\u2010\u2011\u2012\u2013"
"""What joins a name to another one: the Iran–Iraq War is no Iraq War."""


class NamingRetriever:
    """A `Retriever` of another's hits, in their order, without the passages that say none of the names.

    A name is said where its words stand together in the passage, its headings or its title, however
    they are accented and capitalised, and no hyphen makes them part of another name.
    """

    def __init__(self, retriever: Retriever, names: Iterable[str]) -> None:
        """Names without a letter or digit are left out; with no name left nothing is found."""
        self._retriever = retriever
        self._names = [name for name in dict.fromkeys(tuple(norms(name)) for name in names) if name]
        self.name = retriever.name

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits = self._retriever.search(question, limit * DEPTH, within)
        return [hit for hit in hits if self._is_said(hit.passage)][: max(0, limit)]

    def _is_said(self, passage: Passage) -> bool:
        return any(self._is_in(text) for text in (*passage.section, passage.text))

    def _is_in(self, text: str) -> bool:
        words = words_of(text)
        said = tuple(word.norm for word in words)
        for name in self._names:
            for at in range(len(said) - len(name) + 1):
                if said[at : at + len(name)] == name:
                    first, last = words[at].span, words[at + len(name) - 1].span
                    beside = text[first.start - 1 : first.start] + text[last.end : last.end + 1]
                    if not any(mark in beside for mark in _JOINS):
                        return True
        return False
