"""Completes a question while it is typed, by earlier questions, headings, names and frequent words. Stores nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from enum import StrEnum

from wherein.core.document import BlockKind, Document
from wherein.passages.block_place import blocks_of
from wherein.questions.completing.names import names_in
from wherein.questions.spelling.spelling import words_of
from wherein.questions.words.word_key import folded_key

LEAST_OFTEN = 2
"""Least occurrences of a word on the page for completing it."""
LONGEST_HEADING = 80


class Source(StrEnum):
    """The source of a completion, shown beside it."""

    ASKED = "asked"
    HEADING = "heading"
    NAME = "name"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion: the whole question and its source."""

    text: str
    source: Source


class PageTerms:
    """The headings, names and frequent words of one document, collected once for all key presses."""

    def __init__(self, document: Document, stop: Container[str] = frozenset()) -> None:
        """`stop` has stop words in lower case."""
        text = document.text
        headings = (
            " ".join(block.span.of(text).split())
            for block in blocks_of(document)
            if block.kind is BlockKind.HEADING
        )
        self.headings = tuple(
            dict.fromkeys(heading for heading in headings if 0 < len(heading) <= LONGEST_HEADING)
        )
        self.names = tuple(names_in(text))
        counts: Counter[str] = Counter()
        spelt: dict[str, Counter[str]] = {}
        for word in words_of(text):
            plain = word.lower()
            if len(word) > 2 and plain not in stop:
                counts[plain] += 1
                spelt.setdefault(plain, Counter())[word] += 1
        self.words = tuple(
            (spelt[word].most_common(1)[0][0], count)
            for word, count in counts.most_common()
            if count >= LEAST_OFTEN
        )


def completions(
    prefix: str, asked: Iterable[str], terms: PageTerms | None = None, limit: int = 5
) -> list[Completion]:
    """At most `limit` completions of `prefix`, in the order of `Source`, each text once.

    `asked` are the page's questions, most asked first. Those with this prefix come first (letter case, white space
    and punctuation are ignored), then those with all typed words. Headings, names and words of the page complete the
    last word.
    """
    typed = folded_key(prefix)
    if not typed or limit <= 0:
        return []
    every = list(asked)
    keys = [folded_key(question) for question in every]
    begun = [
        q for q, key in zip(every, keys, strict=True) if key.startswith(typed) and key != typed
    ]
    whole, last = _split(prefix)
    words = typed.split()
    held = [
        question
        for question, key in zip(every, keys, strict=True)
        if len(words) > 1 and _holds(key, words, open_end=bool(last)) and key != typed
    ]
    found = [Completion(question, Source.ASKED) for question in dict.fromkeys([*begun, *held])]
    if terms is not None and len(last) >= 2:
        found += [
            Completion(whole + heading, Source.HEADING)
            for heading in terms.headings
            if _begins(heading, last)
        ]
        found += [
            Completion(whole + name, Source.NAME)
            for name in terms.names
            if _begins(name, last) and len(name) > len(last)
        ]
        found += [
            Completion(whole + word, Source.WORD)
            for word, _ in terms.words
            if _begins(word, last) and len(word) > len(last)
        ]
    unique: dict[str, Completion] = {}
    for completion in found:
        unique.setdefault(completion.text.casefold(), completion)
    return list(unique.values())[:limit]


def _split(prefix: str) -> tuple[str, str]:
    """The text before the word that is being typed, and the typed part of that word."""
    match = re.search(r"[^\W_](?:[\w'\u2019-]*[^\W_])?$", prefix)
    return (prefix[: match.start()], match.group()) if match else (prefix, "")


def _begins(text: str, with_: str) -> bool:
    return text.casefold().startswith(with_.casefold())


def _holds(key: str, words: list[str], open_end: bool) -> bool:
    """Whether a question has all the words; the last one may be a prefix."""
    there = key.split()
    closed = words[:-1] if open_end else words
    if not set(closed) <= set(there):
        return False
    return not open_end or any(word.startswith(words[-1]) for word in there)
