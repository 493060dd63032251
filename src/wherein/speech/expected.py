"""Lists the names in a text that a spoken question about it may have. Knows spelling, no dictionary and no sound.

`web/speech/src/expected.ts` is the twin; `contracts/speech-expected.json` has the cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wherein.lexicon import lexicon
from wherein.questions.completing.names import MOST_TEXT, NO_NAMES, names_in

_LEXICON = lexicon("speech")
MOST_EXPECTED = _LEXICON.count("most_expected")
_LEAST_LETTERS = _LEXICON.count("least_expected_letters")
_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_APOSTROPHE = re.compile(r"[’']")
# After a word or a comma: a capital at the beginning of a sentence says nothing.
_INSIDE = re.compile(r"(?:(?<=[^\W_] )|(?<=[,;] ))[^\W\d_]+(?:[-’'][^\W\d_]+)*")


def expected_names(text: str, headings: Iterable[str] = ()) -> list[str]:
    """At most MOST_EXPECTED words: the names, then words that are always capitalised inside of sentences.

    Names come as a whole and word by word, those of headings (the title among them) first.
    """
    text = text[:MOST_TEXT]
    words = _WORD.findall(text)
    small = {word for word in words if word[0].islower()}

    def is_name(word: str) -> bool:
        return (
            len(word) >= _LEAST_LETTERS
            and word[0].isupper()
            and word.lower() not in small
            and word not in NO_NAMES
            and not _APOSTROPHE.search(word)
        )

    found: dict[str, None] = {}
    for heading in headings:
        found.update(dict.fromkeys(word for word in _WORD.findall(heading) if is_name(word)))
    for name in names_in(text):
        if not _APOSTROPHE.search(name):
            found[name] = None
        found.update(dict.fromkeys(word for word in _WORD.findall(name) if is_name(word)))
    found.update(dict.fromkeys(word for word in _INSIDE.findall(text) if is_name(word)))
    return list(found)[:MOST_EXPECTED]
