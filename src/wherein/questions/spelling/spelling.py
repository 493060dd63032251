"""Spelling correction: words of the page first, then those of a dictionary. Offers corrections; never replaces.

It is a noisy-channel model (Kernighan, Church & Gale, 1990): word frequencies against the costs of `typo_model`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10

from wherein.core.lifetime.cancellation import checked
from wherein.questions.spelling.typo_model import typo_cost
from wherein.questions.words.dictionary import Dictionary, by_length
from wherein.questions.words.question_language import foreign_language
from wherein.questions.words.word_forms import base_form

COST_WEIGHT = 3.2
"""The cost of one whole typo, in powers of ten of word frequency."""
PAGE_BONUS = 4.0
"""Powers of ten by which a word of the page is likelier than its frequency."""
CONSIDERED = 80
_WORDS_AT_ONCE = 1 << 14
"""Words of a page between two checkpoints."""
SHORTEST = 4
"""Least letters of a word that is corrected in a sentence; shorter words have too many neighbours."""
CONVINCING = 4.8
"""Least score for correcting a word of a sentence by the dictionary. It corrects half a per cent of SQuAD's own
questions, and nearly all of these have a typo."""
CONVINCING_TO_SEARCH = 2.0
"""The same bound where the correction is not shown but only used for searching."""
CONVINCING_ON_PAGE = 6.0
"""The same bound for correcting by a word of the page."""
_STUBS = frozenset(
    ("didn", "wasn", "couldn", "wouldn", "hadn", "doesn", "isn", "weren", "aren", "shouldn", "hasn",
     "haven", "ll", "ve", "re")
)  # fmt: skip
_FIRST_WORDS = frozenset(("what", "which", "where", "when", "why", "how", "whose"))
_PREFIXES = (
    "un", "re", "pre", "non", "anti", "sub", "super", "inter", "multi", "over", "under", "bio", "geo",
    "paleo", "palaeo", "thermo", "hyper", "hypo", "micro", "macro", "photo", "electro", "neuro", "psycho",
    "neo", "pseudo", "semi", "tele", "trans", "ultra", "auto",
)  # fmt: skip
_SUFFIXES = (
    "less", "ness", "like", "ers", "er", "ism", "ist", "ists", "able", "ability", "ish", "wise", "ization",
    "isation", "ly",
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Correction:
    """A possible correction; a higher score is likelier."""

    word: str
    score: float


class Speller:
    """Finds corrections in a dictionary and, if given, in a page's text."""

    def __init__(self, dictionary: Dictionary, page: str = "") -> None:
        self._dictionary = dictionary
        self._page = Counter(
            word.lower().replace("\u2019", "'").removesuffix("'s")
            for word in checked(words_of(page), _WORDS_AT_ONCE)
        )
        self._plain = frozenset(_without_marks(word) for word in self._page)
        self._page_lengths = by_length(self._page)

    def knows(self, word: str, made_of_parts: bool = True) -> bool:
        """Whether the page or the dictionary has the word, in any case.

        With `made_of_parts`, also True for words that look inflected, derived or compounded from known words.
        """
        plain = word.lower().replace("\u2019", "'").removesuffix("'s")
        if any(plain in words for words in (self._page, self._plain, self._dictionary, _STUBS)):
            return True
        return made_of_parts and any(
            base in self._page or base in self._dictionary
            for base in _bases(plain, self._dictionary)
        )

    def is_on_page(self, word: str) -> bool:
        """`word` in lower case, without a genitive's ending."""
        return word in self._page

    def corrections(self, word: str, limit: int = 3) -> list[Correction]:
        """The likeliest corrections of an unknown word, best first; [] where none is close."""
        plain = word.lower().replace("\u2019", "'")
        if len(plain) < 2:
            return []
        furthest = 1 if len(plain) < 4 else 2 if len(plain) < 8 else 3
        found = _near(plain, self._page_lengths, furthest + (len(plain) > 4))
        found |= _near(plain, self._dictionary.by_length, furthest)
        priors = {other: self._prior(other) for other in found}
        rough = sorted(found, key=lambda w: (priors[w] - 2.0 * found[w], w), reverse=True)
        scored = [
            Correction(other, priors[other] - COST_WEIGHT * typo_cost(plain, other))
            for other in rough[:CONSIDERED]
            if other != plain
        ]
        return sorted(scored, key=lambda c: (-c.score, c.word))[:limit]

    def may_be_corrected(self, word: str) -> bool:
        """Whether any correction can pass; False for an unknown name without a page."""
        if self._page or word[0].islower():
            return True
        if len(word) > max(map(len, _FIRST_WORDS)) + 1:
            return False
        from rapidfuzz.distance import OSA

        furthest = 1 if len(word) < 4 else 2
        return any(OSA.distance(word.lower(), one) <= furthest for one in _FIRST_WORDS)

    def offers(self, word: str) -> list[Correction]:
        """Corrections of a question of one word; [] where the word itself is likelier."""
        plain = word.lower()
        frequency = self._dictionary.frequency(plain)
        if plain in self._page or (frequency is not None and not self._page):
            return []
        found = self.corrections(word)
        return [] if frequency is not None and found and found[0].score <= frequency else found

    def convinces(self, word: str, correction: Correction, least: float = CONVINCING) -> bool:
        """Whether a typo is likelier than a correct, unknown word."""
        plain = word.lower()
        if correction.word in (plain + "s", plain.removesuffix("s")):
            return False
        if correction.word in self._page:
            # Names differ by little, often only in their last letters.
            distinguished = len(word) <= SHORTEST or _same_stem(plain, correction.word)
            if len(word) < SHORTEST or (word[0].isupper() and distinguished):
                return False
            return correction.score >= CONVINCING_ON_PAGE
        if word[0].isupper() and correction.word not in _FIRST_WORDS:
            return False  # a name that no list has
        if len(word) < SHORTEST or not word.isascii():
            return False
        return correction.score >= least + max(0, 5 - len(word))

    def _prior(self, word: str) -> float:
        prior = self._dictionary.frequency(word) or 4.0
        on_page = self._page.get(word, 0)
        return prior if not on_page else max(prior, 6.0) + PAGE_BONUS + 0.3 * log10(on_page)


def question_corrections(
    question: str, speller: Speller, limit: int = 3, least: float = CONVINCING
) -> list[str]:
    """Corrected spellings of a question, likeliest first; [] when no word looks misspelt.

    For a question of one word, any close word is offered. In a sentence, only a lower-case word that is neither known
    nor made of known parts is corrected, and only to a common word one typo away, since names and technical terms are
    unknown but right. Questions in other languages are never corrected.
    """
    if foreign_language(question) is not None:
        return []
    found = list(_WORD.finditer(question))
    alone = len(found) == 1
    readings: list[tuple[float, str]] = [(0.0, question)]
    doubted = False
    for match in reversed(found):  # from the end, so that places before it stay
        options = _options(match.group(), speller, alone, least)
        if not options:
            continue
        doubted = True
        readings = [
            (score + lost, text[: match.start()] + word + text[match.end() :])
            for score, text in readings
            for word, lost in options
        ]
        readings = sorted(readings, key=lambda reading: -reading[0])[:limit]
    return [text for _, text in readings] if doubted else []


def readings(question: str, speller: Speller) -> list[str]:
    """The question itself and, where a word looks misspelt, its corrected spelling."""
    corrected = question_corrections(question, speller, 1, CONVINCING_TO_SEARCH)
    return [question, *corrected]


def _options(word: str, speller: Speller, alone: bool, least: float) -> list[tuple[str, float]]:
    if any(letter.isupper() for letter in word[1:]):
        return []
    if alone:
        offered = speller.offers(word)
    elif speller.knows(word) or not speller.may_be_corrected(word):
        return []
    else:
        offered = speller.corrections(word)
        if not offered or not speller.convinces(word, offered[0], least):
            return []
    return [(_cased(c.word, word), c.score - offered[0].score) for c in offered]


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like[0].isupper() else word


def words_of(text: str) -> list[str]:
    """The words of a text, with apostrophes inside them."""
    return _WORD.findall(text)


def _bases(word: str, dictionary: Dictionary) -> Iterator[str]:
    """The possible parts of a word: without inflection, prefix or suffix, or the second half of a compound."""
    yield base_form(word, dictionary)
    for prefix in _PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 4:
            yield word[len(prefix) :]
            yield base_form(word[len(prefix) :], dictionary)
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            yield word[: -len(suffix)]
    for cut in range(4, len(word) - 3):
        if word[:cut] in dictionary:
            yield word[cut:]


def _same_stem(one: str, other: str) -> bool:
    """Whether two words differ only in an ending of at most two letters."""
    stem = min(len(one), len(other)) - 2
    return stem >= 5 and one[:stem] == other[:stem]


def _without_marks(word: str) -> str:
    """The word without accents: "temur" for "temür", "wesola" for "wesoła"."""
    apart = unicodedata.normalize("NFD", word.replace("\u0142", "l").replace("\u00f8", "o"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _near(word: str, lengths: Mapping[int, Sequence[str]], furthest: int) -> dict[str, int]:
    """Words of similar length with their edit distances, at most `furthest`."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    return {
        other: int(distance)
        for length in range(len(word) - furthest, len(word) + furthest + 1)
        for other, distance, _ in process.extract(
            word, lengths.get(length, ()), scorer=OSA.distance, score_cutoff=furthest, limit=None
        )
    }
