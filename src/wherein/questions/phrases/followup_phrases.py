"""Inserts words of the history into a question as phrases: for a pronoun, beside the words they continue, or at the
end.

`followup_terms.py` decides which words are added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wherein.questions.phrases.followup_terms import WORD, History, words_of
from wherein.questions.words.function_words import FUNCTION_WORDS

MOST_PHRASES = 3
_WIDEST_GAP = 2
"""The most words between two words of one phrase that are added with it: "Shot Heard 'Round the World"."""
END = re.compile(r"[\s?.!]*$")
_BESIDES = frozenset("else other another more besides".split())
PERSON = frozenset("he she him his her hers".split())
THING = frozenset("it its".split())
PEOPLE = frozenset("they them their theirs".split())
_POSSESSIVE = frozenset("his its their hers theirs".split())


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that are together in one place of the history. `place` is "title", "section", "question" or "answer".
    `shared` are the words of the question that it continues; "" without any."""

    text: str
    place: str
    shared: str = ""


def phrases_of(question: str, chosen: Mapping[str, float], history: History) -> list[Phrase]:
    """The chosen words, joined to phrases as in the history, the likeliest place first."""
    places = [("title", history.title)]
    for asked, answer in reversed(history.turns):
        places += [("answer", answer), ("question", asked)]
    places.insert(min(3, len(places)), ("section", history.section))
    left, have = set(chosen), set(words_of(question)) - FUNCTION_WORDS
    phrases: list[Phrase] = []
    for place, text in places:
        tokens = list(WORD.finditer(text))
        words = [token.group().lower() for token in tokens]
        at = 0
        while at < len(tokens) and len(phrases) < MOST_PHRASES:
            if words[at] not in left:
                at += 1
                continue
            end = at + 1
            while (further := _further(words, end, left)) is not None:
                end = further
            within = words[at:end]
            left.difference_update(within)
            if any(word not in FUNCTION_WORDS for word in within):
                phrases.append(_phrase(text, tokens, words, at, end, place, have))
            at = end
    return phrases


def _further(words: list[str], end: int, left: set[str]) -> int | None:
    """The end of a phrase that continues after a small gap of function words; None where it does not."""
    for gap in range(_WIDEST_GAP + 1):
        at = end + gap
        if at >= len(words) or any(word not in FUNCTION_WORDS for word in words[end:at]):
            return None
        if words[at] in left:
            return at + 1
    return None


def _phrase(
    text: str,
    tokens: list[re.Match[str]],
    words: list[str],
    start: int,
    end: int,
    place: str,
    have: set[str],
) -> Phrase:
    first, last = start, end
    while last < len(words) and words[last] in have:
        last += 1
    if last == end:
        while first > 0 and words[first - 1] in have:
            first -= 1
    piece = text[tokens[first].start() : tokens[last - 1].end()]
    if piece.count('"') % 2:
        piece = piece.replace('"', "")
    if last > end:
        shared = text[tokens[end].start() : tokens[last - 1].end()]
    elif first < start:
        shared = text[tokens[first].start() : tokens[start - 1].end()]
    else:
        shared = ""
    return Phrase(" ".join(piece.split()), place, shared)


def written(question: str, phrases: list[Phrase]) -> str:
    """The question with each phrase inserted: for a pronoun, beside the words it continues, or at the end."""
    text, left = question, list(phrases)
    for phrase in phrases:
        pattern = re.compile(rf"(?<!\w){re.escape(phrase.shared)}(?!\w)", re.I)
        if phrase.shared and (found := pattern.search(text)):
            text = f"{text[: found.start()]}{phrase.text}{text[found.end() :]}"
            left.remove(phrase)
    for kind, wanted in (
        (PERSON, ("title", "question", "answer")),
        (PEOPLE, ("title", "answer", "question")),
        (THING, ("answer", "question", "section", "title")),
    ):
        best = min(
            (phrase for phrase in left if phrase.place in wanted and not phrase.shared),
            key=_order(wanted),
            default=None,
        )
        if (
            best is not None
            and (replaced := in_place_of_pronoun(text, kind, best.text)) is not None
        ):
            text = replaced
            left.remove(best)
    if not left:
        return text
    rest = ", ".join(phrase.text for phrase in left)
    if _BESIDES.intersection(words_of(question)):
        return f"Besides {rest}, {text[0].lower()}{text[1:]}"
    end = END.search(text)
    assert end is not None
    return f"{text[: end.start()]} ({rest}){text[end.start() :].lstrip()}"


def _order(wanted: tuple[str, ...]) -> Callable[[Phrase], int]:
    return lambda phrase: wanted.index(phrase.place)


def in_place_of_pronoun(text: str, kind: frozenset[str], phrase: str) -> str | None:
    """The text with the first pronoun of this kind replaced; None where it has none."""
    for found in WORD.finditer(text):
        word = found.group().lower()
        if word not in kind:
            continue
        behind = WORD.match(text[found.end() :].lstrip())
        owns = word in _POSSESSIVE or (
            word == "her" and behind is not None and behind.group().lower() not in FUNCTION_WORDS
        )
        inserted = (
            f"{phrase}'s" if owns and not phrase.endswith("s") else f"{phrase}'" if owns else phrase
        )
        return f"{text[: found.start()]}{inserted}{text[found.end() :]}"
    return None
