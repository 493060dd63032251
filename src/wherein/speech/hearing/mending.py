"""Replaces words by expected names that sound alike, where the recording supports it. Knows no model.

`web/speech/src/hearing/mending.ts` is the twin; `contracts/speech-mending.json` has the cases.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wherein.lexicon import lexicon
from wherein.speech.hearing.sounding import alikeness, is_near, sound_of

_LEXICON = lexicon("speech")
LEAST_ALIKE = _LEXICON.number("least_alike")
"""The least similarity of sounds with which a name is tried."""
MOST_TRIED = _LEXICON.count("most_tried")
MOST_WORDS = _LEXICON.count("most_mended_words")
_FITTED = _LEXICON.fitted("mending")
_WEIGHTS: dict[str, float] = dict(_FITTED["weights"])
SURE = float(_FITTED["sure"])
"""A name as likely as this is put in."""
OFFERED = float(_FITTED["offered"])
"""A name as likely as this is offered."""
# A run of single letters, as an abbreviation is written down, is one word.
_WORD = re.compile(
    r"(?<!\w)[^\W\d_](?:\. ?| )(?:[^\W\d_](?:\. ?| ))*[^\W\d_](?!\w)|[^\W\d_]+(?:[-’'][^\W\d_]+)*"
)
_POSSESSIVE = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class Mend:
    """A replacement of `[start, end)` of the text by a name, and the similarity of their sounds."""

    start: int
    end: int
    name: str
    alike: float

    def of(self, text: str) -> str:
        return text[: self.start] + self.name + text[self.end :]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The model's evidence for a replacement, in natural logarithms of probabilities.

    `loss`: how much less likely the recording's text is with the name. `doubt`: how unlikely the words were that it
    replaces. `rarity`: how rare the name is (`Vocabulary.rarity`).
    """

    loss: float
    doubt: float
    rarity: float


@dataclass(frozen=True, slots=True)
class Mended:
    """The text with the names that are sure; `meant` has those besides that are not, None where there are none."""

    text: str
    meant: str | None = None


def word_places(text: str) -> list[tuple[int, int]]:
    """The places of words, without an `'s` at their end; letters that are spoken one by one are one word."""
    return [
        (found.start(), found.end() - len(_suffix(found.group()))) for found in _WORD.finditer(text)
    ]


def mends(text: str, names: Sequence[str]) -> list[Mend]:
    """Names that sound like one to MOST_WORDS words of the text, most alike first; none for words that are names."""
    known = _known(names)
    words = word_places(text)
    sounds = [(name, sound_of(name)) for name in dict.fromkeys(names)]
    found: list[Mend] = []
    for first in range(len(words)):
        for last in range(first, min(first + MOST_WORDS, len(words))):
            start, end = words[first][0], words[last][1]
            said = text[start:end]
            if said.lower() in known:
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
    return _likeliest(found)[:MOST_TRIED]


def found_mends(
    text: str, names: Sequence[str], places: Iterable[tuple[int, int, str]]
) -> list[Mend]:
    """The replacements by names that were found in a recording, each in the place `[start, end)` of the text.

    A place is narrowed to the words in it; one that has the name already, or no word, is left out.
    """
    known = _known(names)
    words = word_places(text)
    found: dict[Mend, None] = {}
    for start, end, name in places:
        within = [word for word in words if word[0] >= start and word[1] <= end]
        if not within:
            continue
        start, end = within[0][0], within[-1][1]
        said = text[start:end]
        if said.lower() in known or set(said.lower().split()) >= set(name.lower().split()):
            continue
        alike = round(alikeness(sound_of(said), sound_of(name)), 5)
        found[Mend(start, end, name, alike)] = None
    return _likeliest(found)


def _known(names: Iterable[str]) -> set[str]:
    return {name.lower() for name in names} | {
        word.lower() for name in names for word in name.split()
    }


def _likeliest(found: Iterable[Mend]) -> list[Mend]:
    return sorted(found, key=lambda mend: (-mend.alike, mend.start, mend.end, mend.name))


def _may_be_alike(one: str, other: str) -> bool:
    """Whether a comparison is worth while: both have the same first sound and similar lengths."""
    if not one or not other or abs(len(one) - len(other)) * 2 > max(len(one), len(other)):
        return False
    return one[0] == other[0] or is_near(one[0], other[0])


def _suffix(word: str) -> str:
    found = _POSSESSIVE.search(word)
    return found.group() if found else ""


def likelihood(mend: Mend, text: str, evidence: Evidence) -> float:
    """How likely it is that the name was said there, from 0 to 1: a logistic regression (`wherein eval speech fit`)."""
    height = float(_FITTED["intercept"])
    for feature, value in features(mend, text, evidence).items():
        height += _WEIGHTS[feature] * value
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, height))))


def features(mend: Mend, text: str, evidence: Evidence) -> dict[str, float]:
    """The regression's features of a replacement."""
    said = text[mend.start : mend.end]
    length = len(sound_of(mend.name))
    return {
        "loss": max(-5.0, min(40.0, evidence.loss)),
        "doubt": min(20.0, evidence.doubt),
        "alike": mend.alike,
        # Inside a sentence a capital says that the model heard a name.
        "capital": float(mend.start > 0 and said[:1] != said[:1].lower()),
        "length": min(15.0, length),
        "alike_length": mend.alike * min(15.0, length),
        "words": len(mend.name.split()),
        "said_words": len(said.split()),
        # A common name is heard without help, and a rare one costs the decoder more than its sound does.
        "rarity": min(90.0, evidence.rarity),
    }


def mend(text: str, candidates: Sequence[Mend], evidence_of: Callable[[Mend], Evidence]) -> Mended:
    """Put the likeliest names in, each in a place of its own: those that are sure, and those that are offered."""
    return mended(
        text, [(likelihood(one, text, evidence_of(one)), one) for one in candidates], SURE, OFFERED
    )


def mended(text: str, likely: Iterable[tuple[float, Mend]], sure: float, offered: float) -> Mended:
    """Insert the names whose likelihood is at least `sure`; offer those whose likelihood is at least `offered`."""
    taken: list[tuple[float, Mend]] = []
    for probability, one in sorted(likely, key=lambda pair: -pair[0]):
        if probability < offered:
            break
        if not any(one.start < other.end and other.start < one.end for _, other in taken):
            taken.append((probability, one))
    certain = meant = text
    # From the end, so that the places before it stay valid.
    for probability, one in sorted(taken, key=lambda pair: -pair[1].start):
        meant = one.of(meant)
        if probability >= sure:
            certain = one.of(certain)
    return Mended(certain, meant if meant != certain else None)
