"""Replaces words by expected names that sound alike, where the recording supports it. Knows no model.

`web/speech/src/mending.ts` is the twin; `contracts/speech-mending.json` has the cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wherein.lexicon import lexicon
from wherein.speech.sounding import alikeness, is_near, sound_of

_LEXICON = lexicon("speech")
LEAST_ALIKE = _LEXICON.number("least_alike")
"""The least similarity of sounds with which a name is tried."""
MOST_TRIED = _LEXICON.count("most_tried")
MOST_WORDS = _LEXICON.count("most_mended_words")
LOSS_ALLOWED = _LEXICON.number("loss_allowed")
"""The largest loss of log probability (natural) with which the text with the name is accepted."""
LOSS_OFFERED = _LEXICON.number("loss_offered")
"""The largest loss with which the name is still offered."""
_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class Mend:
    """A replacement of `[start, end)` of the text by a name."""

    start: int
    end: int
    name: str
    alike: float

    def of(self, text: str) -> str:
        return text[: self.start] + self.name + text[self.end :]


@dataclass(frozen=True, slots=True)
class Mended:
    """The text with the sure names; `meant` also has the likely but unsure ones, None without any."""

    text: str
    meant: str | None = None


def mends(text: str, names: Sequence[str]) -> list[Mend]:
    """Possible replacements of one to MOST_WORDS words by a name that sounds alike, most similar first; none for words
    that are names already."""
    known = {name.lower() for name in names} | {
        word.lower() for name in names for word in name.split()
    }
    words = [
        (found.start(), found.end() - len(_suffix(found.group())), found.group())
        for found in _WORD.finditer(text)
    ]
    sounds = [(name, sound_of(name)) for name in dict.fromkeys(names)]
    found: list[Mend] = []
    for first in range(len(words)):
        for last in range(first, min(first + MOST_WORDS, len(words))):
            start, end = words[first][0], words[last][1]
            said = text[start:end]
            if said.lower() in known or (
                first == last and _POSSESSIVE.sub("", said).lower() in known
            ):
                continue
            heard = sound_of(said)
            said_words = set(said.lower().split())
            for name, sound in sounds:
                # A name that is said already with words beside it would only lose those.
                if not _may_be_alike(heard, sound) or said_words >= set(name.lower().split()):
                    continue
                alike = alikeness(heard, sound)
                if alike >= LEAST_ALIKE:
                    found.append(Mend(start, end, name, round(alike, 5)))
    found.sort(key=lambda mend: (-mend.alike, mend.start, mend.end, mend.name))
    return found[:MOST_TRIED]


def _may_be_alike(one: str, other: str) -> bool:
    """Whether a comparison is worth while: both have the same first sound and similar lengths."""
    if not one or not other or abs(len(one) - len(other)) * 2 > max(len(one), len(other)):
        return False
    return one[0] == other[0] or is_near(one[0], other[0])


def _suffix(word: str) -> str:
    found = _POSSESSIVE.search(word)
    return found.group() if found else ""


Score = Callable[[str], float]
"""The natural logarithm of how likely a text is, given the recording."""


def mend(text: str, names: Sequence[str], score: Score) -> Mended:
    """Replace place after place, the likeliest first, as far as the recording supports it."""
    tried = mends(text, names)
    if not tried:
        return Mended(text)
    now = score(text)
    ranked = sorted(((now - score(one.of(text)), one) for one in tried), key=lambda pair: pair[0])
    taken: list[tuple[float, Mend]] = []
    for loss, one in ranked:
        if loss > LOSS_OFFERED:
            break
        if not any(one.start < other.end and other.start < one.end for _, other in taken):
            taken.append((loss, one))
    sure = meant = text
    # From the end, so that places before it stay where they are.
    for loss, one in sorted(taken, key=lambda pair: -pair[1].start):
        meant = one.of(meant)
        if loss <= LOSS_ALLOWED:
            sure = one.of(sure)
    return Mended(sure, meant if meant != sure else None)
