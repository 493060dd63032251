"""Completes a question from the turns before it: replaces pronouns, ellipses and a bare "why?".

`complete` is the only public function. Rules write the question; `followup_terms` decides which words of the history
they may add. A question stays as typed if it is understandable alone, has no history, or is in another language than
English. Knows no document and no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wherein.questions.dictionary import english
from wherein.questions.followup_ellipsis import ASKED_THING, from_last_question
from wherein.questions.followup_phrases import END, phrases_of, written
from wherein.questions.followup_pronouns import (
    is_name,
    person_pronoun,
    thing_of,
    with_counted,
    with_person,
    with_referent,
    without_brackets,
)
from wherein.questions.followup_terms import (
    PRONOUNS,
    WORD,
    History,
    Weights,
    alone,
    scores,
    shipped_weights,
    words_of,
)
from wherein.questions.function_words import FUNCTION_WORDS
from wherein.questions.person_names import is_person, may_be
from wherein.questions.question import LONGEST_QUESTION
from wherein.questions.question_language import foreign_language

_HOW_ELSE = re.compile(r"how\s+(?!many\b|much\b)", re.I)
_LEANS = 0.6
"""The factor on the bound of "understandable alone" after a refused question, which only a clearly dependent question
takes up."""
_FEW_WORDS = 2
"""The most content words of a question that depends on a refused one; with more, it names its subject itself."""
_OTHER_ONE = re.compile(r"\bthe other one\b", re.I)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question as `typed` and as it is `understood`: the same text where nothing was added.

    `added` are the lower-cased words from the history, in their order in `understood`. `unclear` is a "he" or "she" for
    which the history has no person, or "the other one"; then nothing is added.
    """

    typed: str
    understood: str
    added: tuple[str, ...] = ()
    unclear: str = ""

    @property
    def changed(self) -> bool:
        return self.understood != self.typed


def complete(question: str, history: History, weights: Weights | None = None) -> FollowUp:
    """The question completed from its history; unchanged where nothing has to be added.

    The questions of the `history` should be those as understood, so that words added once are known to the next
    question. `weights` are for fitting; None takes those of the package.
    """
    typed = " ".join(question.split())
    as_typed = FollowUp(typed, typed)
    if (not history.turns and not history.title) or not WORD.search(typed):
        return as_typed
    if len(typed) > LONGEST_QUESTION or foreign_language(typed) is not None:
        return as_typed
    history = _without_foreign(history.recent())
    if _OTHER_ONE.search(typed):  # which one is not to be known from words
        return FollowUp(typed, typed, unclear="the other one")
    understood = from_last_question(typed, history)
    if understood is None:
        pronoun = person_pronoun(typed)
        if pronoun and not (is_name(history.title) and may_be(history.title, pronoun)):
            put = with_person(typed, pronoun, history)
            if put is not None:
                return _result(typed, put)
            if not (
                is_name(history.title) and may_be(history.title)
            ):  # else they know it no better
                return FollowUp(typed, typed, unclear=pronoun)
        if _names_another(typed, history):
            return as_typed
        used = weights or shipped_weights()
        if not is_name(history.title):
            put = with_referent(typed, history)
            if (
                put == typed
                and not history.title
                and alone(typed, history, used) < _LEANS * used.alone
            ):
                put = _of_last_question(typed, history)
            return _result(typed, put)
        if is_person(history.title):
            counted = with_counted(typed, history)
            if counted != typed:
                return _result(typed, counted)
        history = replace(history, title=without_brackets(history.title))
        if alone(typed, history, used) >= used.alone:
            return as_typed
        chosen = {
            word: probability
            for word, probability in scores(typed, history, used).items()
            if probability >= used.least
        }
        phrases = phrases_of(typed, chosen, history)
        if _names_another(typed, replace(history, turns=())):  # of which the title is not
            phrases = [phrase for phrase in phrases if phrase.place not in ("title", "section")]
        understood = written(typed, phrases)
    return _result(typed, understood)


def _without_foreign(history: History) -> History:
    """The history with questions in another language emptied, since a capital is no sign of a name there; answers stay."""
    turns = (("" if _is_foreign(asked) else asked, answer) for asked, answer in history.turns)
    return replace(history, turns=tuple(turns))


def _is_foreign(asked: str) -> bool:
    """Whether a question is probably not English, as "Ist das Rauchen in Wohnungen erlaubt?" is not.

    Either the language detector is sure of another language; or the question does not begin with an English function
    word and has at least as many lower-case words unknown to English as English function words, and at least one.
    """
    if foreign_language(asked) is not None:
        return True
    words = words_of(asked)
    if not words or words[0] in FUNCTION_WORDS:
        return False
    small = [word for word in WORD.findall(asked) if word.isalpha() and word.islower()]
    unknown = [word for word in small if english().frequency(word) is None]
    return len(unknown) >= max(1, sum(word in FUNCTION_WORDS for word in words))


def _of_last_question(typed: str, history: History) -> str:
    """The question completed with the subject of the last question, where that one was refused and so has no answer."""
    if not history.turns or history.turns[-1][1]:
        return typed
    asked = history.turns[-1][0]
    words = set(words_of(typed))
    if PRONOUNS & words:  # which stands for something that was not found
        return typed
    if len(words - FUNCTION_WORDS) > _FEW_WORDS:
        return typed
    asked = END.sub("", asked)
    found = ASKED_THING.match(asked)  # "weeks of leave", of "How many weeks of leave do I get"
    thing = found["thing"] if found and " " in found["thing"] else thing_of(asked)
    if thing is None or _HOW_ELSE.match(asked):
        return typed
    have = set(words_of(typed)) | FUNCTION_WORDS
    about = {word: 1.0 for word in words_of(thing) if word not in have}
    return written(typed, phrases_of(typed, about, history)[:1])


def _names_another(typed: str, history: History) -> bool:
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


def _result(typed: str, understood: str) -> FollowUp:
    have = set(words_of(typed))
    added = dict.fromkeys(word for word in words_of(understood) if word not in have)
    fits = bool(added) and len(understood) <= LONGEST_QUESTION
    return FollowUp(typed, understood, tuple(added)) if fits else FollowUp(typed, typed)


def understood_history(history: History, weights: Weights | None = None) -> History:
    """The history with each question completed from the turns before it."""
    turns: list[tuple[str, str]] = []
    for asked, answer in history.turns:
        before = replace(history, turns=tuple(turns))
        turns.append((complete(asked, before, weights).understood, answer))
    return replace(history, turns=tuple(turns))
