"""The spelling retry: a question with its spelling corrected by the words of its documents. Asks nothing itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.core.document import Document
from wherein.questions.dictionary import english
from wherein.questions.spelling import Speller, words_of
from wherein.questions.spelling_retry import corrected_question

LONGEST_TEXT = 5_000_000
"""Most code points whose words serve for correction; for longer documents only the dictionary serves."""


def respelled(question: str, documents: Sequence[Document]) -> str | None:
    """The question with corrected spelling, preferring words of the documents; None where no word looks misspelt.

    None for documents in other languages too, since the dictionary is English.
    """
    if any(document.language not in (None, "en") for document in documents):
        return None
    length = sum(len(document.text) for document in documents)
    text = "\n".join(document.text for document in documents) if length <= LONGEST_TEXT else ""
    if all(_is_in_a_list(word, text) for word in words_of(question)):
        return None  # before the text's words are gathered, which takes longer than this
    return corrected_question(question, Speller(english(), text))


def _is_in_a_list(word: str, text: str) -> bool:
    plain = word.lower().replace("\u2019", "'").removesuffix("'s")
    if plain in english():
        return True
    found = re.search(rf"(?<![\w'\u2019]){re.escape(plain)}(?!\w)", text, re.IGNORECASE)
    return found is not None
