"""How a question is put again: respelled, or in the words of what it is asked of. Asks nothing itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.core.document import Document
from wherein.questions.dictionary import english
from wherein.questions.spelling import Speller, words_of
from wherein.questions.spelling_retry import corrected_question

LONGEST_TEXT = 5_000_000
"""Code points whose words are gathered to correct from; of more, the dictionary alone corrects."""


def respelled(question: str, documents: Sequence[Document]) -> str | None:
    """What was probably meant, by the words of the documents first; None where nothing seems wrong.

    None for documents in other languages too: the dictionary has no words of theirs.
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
