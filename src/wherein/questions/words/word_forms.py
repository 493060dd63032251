"""Removes the endings of English words. Knows no document."""

from __future__ import annotations

from collections.abc import Container


def base_form(word: str, known: Container[str]) -> str:
    """The word without a plural ending, -s, -ing or -ed, where the rest is a word."""
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and word[:-3] + "y" in known:
        return word[:-3] + "y"
    hisses = word[:-2].endswith(("s", "x", "z", "ch", "sh", "o"))
    if word.endswith("es") and hisses and word[:-2] in known:
        return word[:-2]
    if word.endswith("s") and (word[:-1] in known or word not in known):
        return word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3:
            continue
        doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz"
        if doubled and stem[:-1] in known:
            return stem[:-1]
        if stem + "e" in known and (stem not in known or stem[-1] in "vuczg"):
            return stem + "e"
        if stem in known:
            return stem
    return word
