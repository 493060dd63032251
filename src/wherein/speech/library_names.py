"""Lists the names that a spoken question about a library may have. Knows texts, not where they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice, zip_longest

from wherein.speech.expected import MOST_EXPECTED, expected_names

MOST_TEXTS = 50
"""The most texts that are searched, since a long one takes a tenth of a second."""


def library_names(titles: Iterable[str], texts: Iterable[str]) -> list[str]:
    """At most MOST_EXPECTED names: those of the titles, then each text's most frequent, its second most, and so on.

    Only the first MOST_TEXTS texts are read.
    """
    found = dict.fromkeys(expected_names("", titles))
    lists = [expected_names(text) for text in islice(texts, MOST_TEXTS)]
    for name in chain.from_iterable(zip_longest(*lists)):
        if len(found) >= MOST_EXPECTED:
            break
        if name is not None:
            found[name] = None
    return list(found)
