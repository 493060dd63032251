"""Decides what a document's title explains: whether a conversation is about what the title names, whether the talk has left
it, and which of its words complete a question.

Writes no question but with the words that the tagger chooses (`of_named_title`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wherein.questions.followups.followup_antecedents import with_antecedents
from wherein.questions.phrases.followup_forms import (
    AUXILIARY,
    LONGEST_SHORT_ANSWER,
    WHO,
    short_answer,
)
from wherein.questions.phrases.followup_open import OpenPronoun, open_pronouns
from wherein.questions.phrases.followup_phrases import END, phrases_of, written
from wherein.questions.phrases.followup_pronouns import (
    person_pronoun,
    with_counted,
    without_brackets,
)
from wherein.questions.phrases.followup_terms import (
    PRONOUNS,
    WORD,
    History,
    Weights,
    alone,
    scores,
    words_of,
)
from wherein.questions.phrases.person_names import is_person, may_be
from wherein.questions.words.function_words import FUNCTION_WORDS

_NAMED_SUBJECT = re.compile(
    rf"^(?i:when|where|why|how|what|which \w+) (?i:{AUXILIARY}) (?P<name>[A-Z][\w.'’-]+ [A-Z][\w.'’-]+)\b"
)
_SPEAKS_OF_IT = re.compile(
    r"\b(?:this|the|their|your|its|his|her|first|debut) (?:article|album|band|song|film|movie|series|record|single|ep|novel)s?\b",
    re.I,
)
"""What a question calls the subject of an encyclopedia's article, or its works."""
_EXISTS_AT = re.compile(
    r"^(?!.*\b(?:else|others?|more|another|anything|something|this)\b)(?:is|are|was|were) there (?:an? |any |some )?[\w'’-]+(?: [\w'’-]+)*? (?:in|on|at|along|near|about|for|with|inside|outside|behind|beside) (?:the|my|your|our) .+$",
    re.I,
)
_ELSE_OF_NAME = re.compile(r"\belse\b.* (?:the )?[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*$")
_KIND_OF_TITLE = re.compile(
    r"\b(?:the|this) (?:species|animal|plant|bird|fish|town|city|village|country|company|club|band|ship|building|place|island|machine|device|product|model|author|group|team|film|book|song|album)\b",
    re.I,
)
"""What a document calls the thing that its title names."""
_ONLY_YES = re.compile(r"^(?:yes|no)\b[\s,;:.]*", re.I)
_ASKS_WHO = re.compile(r"who\b", re.I)


def go_by_rules(pronouns: Sequence[OpenPronoun], history: History, talked_of: bool) -> bool:
    """Whether what the pronouns stand for is looked for in the turns before the title, where one is `talked_of`."""
    return (
        not talked_of
        or _is_of_another(pronouns, history)
        or stands_for_no_person(pronouns, history)
        or _counts_others(pronouns, history)
        or all(one.kind in ("there", "then") for one in pronouns)
        or _speaks_of_several(pronouns, history)
        or _has_moved_on(pronouns, history)
    )


def with_rest(text: str, history: History) -> str:
    """The question with an "it" or "there" that is left when the title has taken the place of "he" or "she"."""
    left = open_pronouns(text)
    if not history.turns or not left or any(one.kind not in ("thing", "there") for one in left):
        return text
    if len(history.turns[-1][1].split()) > LONGEST_SHORT_ANSWER:
        return text
    resolved = with_antecedents(text, history.turns[-1:], left)
    return resolved if set(words_of(resolved)) - set(words_of(text)) else text


def is_talked_of(text: str, history: History) -> bool:
    """Whether the conversation is about what the title names: a turn before names it, there was none, or a "he" or "she"
    may be it."""
    said = {word for turn in history.turns for part in turn for word in words_of(part)}
    if not history.turns or _title_words(history) & said:
        return True
    if speaks_of_it(text, history):
        return True
    pronoun = person_pronoun(text)
    return bool(pronoun) and may_be(history.title, pronoun)


def speaks_of_it(text: str, history: History) -> bool:
    return any(
        _SPEAKS_OF_IT.search(part) for part in (text, *(asked for asked, _ in history.turns))
    )


def _title_words(history: History) -> set[str]:
    return set(words_of(without_brackets(history.title))) - FUNCTION_WORDS


def _is_of_another(pronouns: Sequence[OpenPronoun], history: History) -> bool:
    """Whether a "he" or "she" follows a question whose subject is a name that is not the title."""
    if not any(one.kind == "person" for one in pronouns):
        return False
    found = _NAMED_SUBJECT.match(history.turns[-1][0]) if history.turns else None
    return found is not None and not (_title_words(history) & set(words_of(found["name"])))


def stands_for_no_person(pronouns: Sequence[OpenPronoun], history: History) -> bool:
    """Whether an "it" follows a short answer where the title names a person."""
    kinds = {one.kind for one in pronouns}
    is_short = bool(history.turns) and len(history.turns[-1][1].split()) <= LONGEST_SHORT_ANSWER
    return is_short and kinds == {"thing"} and names_person(history)


_COUNTS = re.compile(
    r"(?:how many|which|what) (?P<things>(?:[\w-]+ )??(?:[\w-]+s|children|people|men|women)) (?:do|does|did|has|have|had) |(?:do|does|did) .+ have (?:any )?(?P<others>[a-z-]+s|children)$",
    re.I,
)


def _counts_others(pronouns: Sequence[OpenPronoun], history: History) -> bool:
    """Whether a "they" follows a question of what the title has several of: "how many records did Ilse Brandauer make"."""
    if not history.turns or {one.kind for one in pronouns} != {"people"}:
        return False
    found = _COUNTS.match(END.sub("", history.turns[-1][0]))
    return found is not None and not _title_words(history) & set(
        words_of(found["things"] or found["others"])
    )


_OF_A_LIFE = re.compile(
    r"\b(?:born|die|died|death|marry|married|wife|husband|spouse|parents|siblings?|brothers?|sisters?|sons?|daughters?|childhood"
    r"|biography|buried|religious|he|she|his|her|him)\b",
    re.I,
)


def names_person(history: History) -> bool:
    """Whether the title is a person's name: by its first name, or by what was asked about it."""
    title = without_brackets(history.title)
    if is_person(title):
        return True
    named = re.compile(
        rf"\b(?:{'|'.join(map(re.escape, _title_words(history)))})\b|\b(?:he|she)\b", re.I
    )
    return (
        len(title.split()) > 1
        and may_be(title)
        and any(named.search(asked) and _OF_A_LIFE.search(asked) for asked, _ in history.turns)
    )


def names_its_place(text: str) -> bool:
    """Whether a question about what there is says where: "are there toilets along the trail"; or names what it asks about
    beside a name: "who else got the Royal Medal"."""
    plain = END.sub("", text)
    return _EXISTS_AT.match(plain) is not None or _ELSE_OF_NAME.search(plain) is not None


def _speaks_of_several(pronouns: Sequence[OpenPronoun], history: History) -> bool:
    """Whether a "they" follows a question that several named people answer: the title is none of them."""
    if not history.turns or not any(one.kind == "people" for one in pronouns):
        return False
    return any(
        WHO.match(asked) and " and " in short_answer(answer) for asked, answer in history.turns[-2:]
    )


def _has_moved_on(pronouns: Sequence[OpenPronoun], history: History) -> bool:
    """Whether the last question was answered in a few words and is about something else than the title names."""
    if not history.turns or len(pronouns) > 1 or pronouns[0].kind != "thing":
        return False
    asked, answer = history.turns[-1]
    if (
        _title_words(history) & set(words_of(asked))
        or open_pronouns(asked)
        or _KIND_OF_TITLE.search(asked)
    ):
        return False
    return 0 < len(answer.split()) <= LONGEST_SHORT_ANSWER


def of_named_title(typed: str, history: History, weights: Weights) -> str:
    """The question completed by the tagger where the title names what is talked of."""
    if is_person(history.title):
        counted = with_counted(typed, history)
        if counted != typed:
            return counted
    history = replace(
        history, title=without_brackets(history.title), turns=_referable(typed, history.turns)
    )
    if not person_pronoun(typed) and alone(typed, history, weights) >= weights.alone:
        return typed
    chosen = {
        word: probability
        for word, probability in scores(typed, history, weights).items()
        if probability >= weights.least
    }
    phrases = phrases_of(typed, chosen, history)
    if names_another(typed, replace(history, turns=())):  # of which the title is not
        phrases = [phrase for phrase in phrases if phrase.place not in ("title", "section")]
    return written(typed, phrases)


def _referable(typed: str, turns: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The turns without yes and no in the answers; for an "it" also without the answers to "who …?"."""
    things = "it" in words_of(typed) and not person_pronoun(typed)
    return tuple(
        (asked, "" if things and _ASKS_WHO.match(asked) else _ONLY_YES.sub("", answer))
        for asked, answer in turns
    )


def names_another(typed: str, history: History) -> bool:
    """Whether a question without a pronoun has a name that neither the title nor the last turn has; its subject is then
    this name."""
    if PRONOUNS.intersection(words_of(typed)):
        return False
    said = (history.title, history.section, *(history.turns[-1] if history.turns else ()))
    known = {word for text in said for word in words_of(text)}
    return any(
        word[0].isupper() and len(word) > 1 and word.lower() not in known | FUNCTION_WORDS
        for word in WORD.findall(typed)[1:]
    )
