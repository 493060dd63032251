"""Perturbs questions as people type them: typos, no capitals, no question mark."""

from __future__ import annotations

import re
import string

import numpy as np

# Adjacent keys on a QWERTY keyboard.
NEIGHBOURS = {
    "q": "wa", "w": "qes", "e": "wrd", "r": "etf", "t": "ryg", "y": "tuh", "u": "yij", "i": "uok",
    "o": "ipl", "p": "ol", "a": "qsz", "s": "awdx", "d": "sefc", "f": "drgv", "g": "fthb",
    "h": "gyjn", "j": "hukm", "k": "jil", "l": "kop", "z": "asx", "x": "zsdc", "c": "xdfv",
    "v": "cfgb", "b": "vghn", "n": "bhjm", "m": "njk",
}  # fmt: skip
# Words that people leave out in a search box: question words, function words, forms of be, have and do.
_UNSAID = frozenset(
    "a an and are as at be been by can could did do does for from had has have how i in into is it "
    "its me my of on or our so such than that the their them there these they this to was we were "
    "what when where which who whom whose why will with would you your".split()
)
_WORD = re.compile(r"\w[\w'’.-]*\w|\w")
TWO_SLIPS = 0.2
NEAR_KEY = 0.5


def typo(text: str, random: np.random.Generator) -> str:
    """The text with one character inserted, deleted, replaced or swapped with the next.

    The position is drawn uniformly from the letters and digits; spaces and punctuation are unchanged. The
    result always differs from a text that has a letter or digit; any other text is returned unchanged. The
    length changes by at most one.
    """
    places = [place for place, character in enumerate(text) if character.isalnum()]
    if not places:
        return text
    at = places[int(random.integers(len(places)))]
    kind = int(random.integers(4))
    if kind == 3 and at + 1 < len(text) and text[at + 1].isalnum() and text[at] != text[at + 1]:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    if kind == 2:
        return text[:at] + text[at + 1 :]
    letter = other_letter(text[at], random)
    if kind == 1:
        return text[:at] + letter + text[at + 1 :]
    return text[:at] + letter + text[at:]


def other_letter(instead_of: str, random: np.random.Generator) -> str:
    """An adjacent key half of the time, else any letter; never the given one."""
    near = NEIGHBOURS.get(instead_of.lower(), "")
    choices = near if near and random.random() < NEAR_KEY else string.ascii_lowercase
    choices = choices.replace(instead_of.lower(), "")
    return choices[int(random.integers(len(choices)))]


def casual(text: str) -> str:
    """The text in lower case without a question mark at its end."""
    return text.lower().rstrip().removesuffix("?").rstrip()


def search_words(text: str) -> str:
    """The question as typed into a search box: its content words, in order and in lower case. With fewer than
    two content words, the same as `casual`.
    """
    words = [word for word in _WORD.findall(text) if word.casefold() not in _UNSAID]
    return " ".join(words).lower() if len(words) > 1 else casual(text) or text


def as_typed(
    text: str, random: np.random.Generator, typo_share: float, casual_share: float,
    search_share: float = 0.0,
) -> str:  # fmt: skip
    """A question as a person might have typed it; never blank unless the text is."""
    drawn = random.random()
    if drawn < casual_share:
        text = _unless_blank(casual(text), text)
    elif drawn < casual_share + search_share:
        text = search_words(text)
    if random.random() < typo_share:
        text = _unless_blank(typo(text, random), text)
        if random.random() < TWO_SLIPS:
            text = _unless_blank(typo(text, random), text)
    return text


def _unless_blank(typed: str, text: str) -> str:
    return typed if typed.strip() else text
