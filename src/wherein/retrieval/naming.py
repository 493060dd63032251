"""Narrows another retriever to the passages that contain a name. Knows no index; compares names word by word."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wherein.core.passage import Hit, Passage
from wherein.knowledge.names import norms, words_of
from wherein.retrieval.retriever import Retriever

DEPTH = 4
"""The number of hits requested from the retriever for each wanted one."""
_JOINS = "-\u2010\u2011\u2012\u2013"
"""Hyphens and dashes that make a name part of another one: the Iran–Iraq War is no Iraq War."""


class NamingRetriever:
    """Another `Retriever`'s hits in their order, without the passages that contain none of the names.

    A passage contains a name if the name's words follow each other in its text, headings or title. Accents and
    capitals are ignored, and no hyphen may make the words part of another name.
    """

    def __init__(self, retriever: Retriever, names: Iterable[str]) -> None:
        """Names without a letter or digit are ignored; without any name there are no hits."""
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
