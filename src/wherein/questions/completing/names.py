"""Finds the names of people, places and things on a page by their capitals. Knows no dictionary of names.

The extension has the same rules (`web/reader/src/page/page-names.ts`); `contracts/page-names.json` has the cases.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_spans

_LEXICON = lexicon("names")
MOST_TEXT = _LEXICON.count("most_text")
"""Most code points searched: names repeat, so the beginning of a long page has most of them."""
MOST_NAMES = _LEXICON.count("most_names")
MOST_JOINED = _LEXICON.count("most_joined")
"""Capitalised words after the first that one name may have."""

# "Marta Lindqvist", "Bank of England", "Henry-Lepaute": capitalised words, small ones between them.
_CHARACTER = r"(?:[^\W_]|[\u0300-\u036f])"
_WORD = rf"[^\W\d_]{_CHARACTER}*(?:[-’'.&]{_CHARACTER}+)*"
_FIRST = re.compile(rf"(?<![^\W_]){_WORD}")
_NEXT = re.compile(rf"[ \u00a0](?:{_LEXICON.source('particles')} ){{0,2}}({_WORD})")
# Capitals that begin a sentence, or stand alone, and name nothing.
NO_NAMES = frozenset(_LEXICON.words("no_names"))


def names_in(text: str) -> list[str]:
    """At most MOST_NAMES names of the first MOST_TEXT code points, most frequent first.

    A name has several words, or is one word that is capitalised at least twice inside sentences."""
    text = text[:MOST_TEXT]
    counts: Counter[str] = Counter()
    for span in sentence_spans(text):
        for start, written in _runs(span.of(text)):
            # "In Vessby" names Vessby; "Harbours" at the start of a sentence may name nothing.
            name = _without_opening(written) if start == 0 else written
            begins = start == 0 and name == written
            if len(name) < 3 or name in NO_NAMES or (" " not in name and begins):
                continue
            counts[name] += 1
    return [name for name, count in counts.most_common() if count > 1 or " " in name][:MOST_NAMES]


def _runs(sentence: str) -> Iterator[tuple[int, str]]:
    """The start of each run of capitalised words, and the run with single spaces."""
    at = 0
    while found := _FIRST.search(sentence, at):
        if not _is_capital(found.group()):
            at = found.start() + 1
            continue
        end = found.end()
        for _ in range(MOST_JOINED):
            further = _NEXT.match(sentence, end)
            if further is None or not _is_capital(further.group(1)):
                break
            end = further.end()
        yield found.start(), " ".join(sentence[found.start() : end].split())
        at = end


def _is_capital(word: str) -> bool:
    return unicodedata.category(word[0]) == "Lu"


def _without_opening(name: str) -> str:
    """ "The Bank of England" at the start of a sentence is named "Bank of England"."""
    first, _, rest = name.partition(" ")
    return rest if first in NO_NAMES else name
