"""Says how well a question's term names each of a document's places: by the name, one of its aliases, or the description.

The twin is web/reader/src/terms/place-names.ts; the cases are in contracts/named-terms.json. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from wherein.lexicon import lexicon
from wherein.reading.terms.asked_term import Form
from wherein.reading.terms.name_words import covered, words_of
from wherein.reading.terms.named_places import NamedPlace, PlaceKind
from wherein.reading.terms.weighed_term import WeighedTerm

_LEXICON = lexicon("named-terms")
_OPTION = _LEXICON.pattern("option")
_ALIAS = _LEXICON.pattern("alias")
_PLACEHOLDER = _LEXICON.pattern("placeholder")
_ASIDE = _LEXICON.pattern("aside")
_LONGEST_DESCRIPTION = _LEXICON.count("longest_description")
_LEAST_DESCRIBED = _LEXICON.number("least_described")
"""The share of the question's words that a description needs where the name has none."""
_DESCRIBED = _LEXICON.number("described")
"""What a name and its description together count beside a name."""
_DIGITS_OF_SCORE = 9


@dataclass(frozen=True, slots=True)
class Match:
    """A place with how well it is named: the weighted share of the question's words that the name has, the share of
    the name's words that the question has, and the weighted share that the name or its description has."""

    place: NamedPlace
    asked: float
    whole: float
    described: float = 0.0

    @property
    def score(self) -> float:
        """The harmonic mean of the first two, or what the description counts."""
        total = self.asked + self.whole
        named = 2 * self.asked * self.whole / total if total else 0.0
        return max(named, _DESCRIBED * self.described)


def matched(asked: WeighedTerm, places: Iterable[NamedPlace], text: str) -> list[Match]:
    """The places that the question names, best first."""
    described = asked.term.form in (Form.HOWTO, Form.WHICH)
    stems = asked.stems
    found = []
    for place in places:
        description = ""
        if described and place.kind is not PlaceKind.HEADING:
            description = text[place.begins : place.begins + _LONGEST_DESCRIPTION]
        folded = f"{place.name} {description}".casefold()
        if any(stem in folded for stem in stems):
            match = _match(asked, place, description)
            if match.score > 0:
                found.append(match)
    found.sort(key=lambda one: -round(one.score, _DIGITS_OF_SCORE))
    return found


def _match(asked: WeighedTerm, place: NamedPlace, description: str) -> Match:
    """The place by its best alias, and by its description."""
    best = Match(place, 0.0, 0.0)
    for alias in aliases(place.name):
        words = words_of(alias)
        one = Match(place, asked.share(words), covered(words, asked.words))
        if one.score > best.score:
            best = one
    if description:
        share = asked.share(words_of(f"{place.name} {description}"))
        if share >= _LEAST_DESCRIBED:
            return replace(best, described=share)
    return best


def is_option(name: str) -> bool:
    """Whether a name begins with the dash of an option."""
    return bool(_OPTION.search(name))


@lru_cache(maxsize=50_000)
def aliases(name: str) -> tuple[str, ...]:
    """A name and its other ways to be called, without placeholders: "-s", "--strategy" of "-s, --strategy=<strategy>"."""
    bare = _ASIDE.sub("", _PLACEHOLDER.sub(" ", name)).strip() or name
    pieces = [piece.strip() for piece in _ALIAS.split(bare)]
    if not is_option(name):
        return tuple(dict.fromkeys([bare, *filter(None, pieces)]))
    found = [piece.split()[0] for piece in pieces if piece]
    found += [word for word in bare.split() if is_option(word)]
    return tuple(dict.fromkeys(found)) or (bare,)
