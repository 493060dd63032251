"""Completes a question while it is typed and offers corrections. Stores nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.document import Document
from wherein.memory.policies.privacy import PrivacyRules, page_key
from wherein.memory.policies.question_text import one_line
from wherein.memory.policies.visibility import Visibility
from wherein.memory.store.store import MemoryStore, PageKey
from wherein.memory.suggestions.popular import LOOKED_AT
from wherein.questions.completing.completion import Completion, PageTerms, completions
from wherein.questions.spelling.spelling import Speller, question_corrections, readings
from wherein.questions.words.dictionary import english
from wherein.questions.words.function_words import FUNCTION_WORDS

TYPED_IN = 8
"""The number of documents whose words are cached for completion and correction."""


@dataclass(frozen=True, slots=True)
class _Helps:
    """The cached words of one text, for completion and correction."""

    terms: PageTerms
    speller: Speller


class TypingHelp:
    """Completes and corrects questions by earlier questions, a document's words and the dictionary."""

    def __init__(self, store: MemoryStore, rules: PrivacyRules, visibility: Visibility) -> None:
        self._store = store
        self._rules = rules
        self._visibility = visibility
        self._by_text: dict[str, _Helps] = {}
        self._speller: Speller | None = None

    def complete(
        self, prefix: str, document: Document, *, asker: str | None = "", limit: int = 5
    ) -> list[Completion]:
        """Completions of a question about this document; see `completions`."""
        page = page_key(document, self._rules)
        asked: list[str] = []
        if isinstance(page, PageKey):
            asked = [
                one.text
                for one in self._visibility.of_page(page, LOOKED_AT, asker)
                if any(answer.servable for answer in one.answers)
            ]
        return completions(prefix, asked, self._helps(document).terms, limit)

    def corrections(self, question: str, document: Document | None = None) -> list[str]:
        """Corrected spellings of the question, likeliest first; [] when no word seems misspelt.

        Words of the document come before those of the dictionary. Corrections are only offered.
        """
        return question_corrections(one_line(question), self._speller_of(document))

    def readings(self, question: str, document: Document | None = None) -> list[str]:
        """The texts to search for: the question, and its corrected spelling where a word seems misspelt.

        It corrects less certain misspellings than `corrections` does, since the result is not shown.
        """
        return readings(one_line(question), self._speller_of(document))

    def seen(self, visibility: Visibility) -> TypingHelp:
        """The same for somebody who sees less, with the same words of documents."""
        other = TypingHelp(self._store, self._rules, visibility)
        other._by_text = self._by_text
        return other

    def _speller_of(self, document: Document | None) -> Speller:
        if document is not None:
            return self._helps(document).speller
        if self._speller is None:
            self._speller = Speller(english())
        return self._speller

    def _helps(self, document: Document) -> _Helps:
        """The words of a document, cached so that they are not collected at each key press."""
        helps = self._by_text.get(document.content_hash)
        if helps is None:
            while len(self._by_text) >= TYPED_IN:
                del self._by_text[next(iter(self._by_text))]
            helps = _Helps(PageTerms(document, FUNCTION_WORDS), Speller(english(), document.text))
            self._by_text[document.content_hash] = helps
        return helps
