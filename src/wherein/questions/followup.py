"""Completes a question from the turns before it: replaces pronouns, ellipses and a bare "why?".

`complete` is the only public function. Rules write the question; `followup_terms` decides which words of the history
they may add. A question stays as typed if it is understandable alone, has no history, or is in another language than
English. Knows no document and no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wherein.questions.dictionary import english
from wherein.questions.followup_bare import ASKED_THING
from wherein.questions.followup_ellipsis import from_last_question
from wherein.questions.followup_phrases import END, phrases_of, written
from wherein.questions.followup_pronouns import (
    is_name,
    person_pronoun,
    with_counted,
    with_person,
    with_referent,
    without_brackets,
)
from wherein.questions.followup_referents import thing_of
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
from wherein.questions.small_talk import is_small_talk

_HOW_ELSE = re.compile(r"how\s+(?!many\b|much\b)", re.I)
_LEANS = 0.35
"""The probability of "understandable alone" below which a question after a refused one clearly depends on it."""
_FEW_WORDS = 2
"""The most content words of a question that depends on a refused one; with more, it names its subject itself."""
_FILLERS = frozenset(
    """ok okay oh ah thanks thank please no not yes sorry wait well great good fine cool nice alright right see meant mean
    same question thing again exactly come ones""".split()
)
"""Words that open or correct a follow-up without saying what it asks about."""
_REJECTED = re.compile(r"\bnot [^,]+,")
"""What a correction takes back: "no, not the shop, the flat"."""
_OTHER_ONE = re.compile(r"\bthe other one\b", re.I)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question as `typed` and as it is `understood`: the same text where nothing was added.

    `added` are the lower-cased words from the history, in their order in `understood`. `unclear` is a "he" or "she" for
    which the history has no person, or "the other one"; then nothing is added. Thanks, greetings and the like are no
    question (`small_talk`).
    """

    typed: str
    understood: str
    added: tuple[str, ...] = ()
    unclear: str = ""
    is_question: bool = True

    @property
    def changed(self) -> bool:
        return self.understood != self.typed


def complete(question: str, history: History, weights: Weights | None = None) -> FollowUp:
    """The question completed from its history; unchanged where nothing has to be added.

    The questions of the `history` should be those as understood, so that words added once are known to the next
    question. `weights` are for fitting; None takes those of the package.
    """
    typed = " ".join(question.split())
    if is_small_talk(typed):
        return FollowUp(typed, typed, is_question=False)
    as_typed = FollowUp(typed, typed)
    if (not history.turns and not history.title) or not WORD.search(typed):
        return as_typed
    if len(typed) > LONGEST_QUESTION or foreign_language(typed) is not None:
        return as_typed
    history = _without_foreign(history.recent())
    if _OTHER_ONE.search(typed):  # which one is not to be known from words
        return FollowUp(typed, typed, unclear="the other one")
    understood = from_last_question(typed, history)
    if understood is not None:
        return _result(typed, understood)
    pronoun = person_pronoun(typed)
    if pronoun and not (is_name(history.title) and may_be(history.title, pronoun)):
        things = typed if is_name(history.title) else with_referent(typed, history)
        put = with_person(things, pronoun, history)
        if put is not None:
            return _result(typed, put)
        if not (is_name(history.title) and may_be(history.title)):  # else they know it no better
            return FollowUp(typed, typed, unclear=pronoun)
    if _names_another(typed, history):
        return as_typed
    if is_name(history.title):
        return _result(typed, _of_named_title(typed, history, weights or shipped_weights()))
    return _result(typed, _of_document(typed, history, weights or shipped_weights()))


def _of_document(typed: str, history: History, weights: Weights) -> str:
    """The question completed where the title is that of a document, which nobody means by "it"."""
    put = with_referent(typed, history)
    leans = put == typed and not history.title
    if leans and alone(typed, history, weights) < _LEANS:
        put = _of_last_question(typed, history)
    return put


def _of_named_title(typed: str, history: History, weights: Weights) -> str:
    """The question completed by the tagger where the title names what is talked of."""
    if is_person(history.title):
        counted = with_counted(typed, history)
        if counted != typed:
            return counted
    history = replace(history, title=without_brackets(history.title))
    if not person_pronoun(typed) and alone(typed, history, weights) >= weights.alone:
        return typed
    chosen = {
        word: probability
        for word, probability in scores(typed, history, weights).items()
        if probability >= weights.least
    }
    phrases = phrases_of(typed, chosen, history)
    if _names_another(typed, replace(history, turns=())):  # of which the title is not
        phrases = [phrase for phrase in phrases if phrase.place not in ("title", "section")]
    return written(typed, phrases)


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
    fits = bool(added) and len(understood) <= LONGEST_QUESTION and not _lost(typed, understood)
    return FollowUp(typed, understood, tuple(added)) if fits else FollowUp(typed, typed)


def understood_history(history: History, weights: Weights | None = None) -> History:
    """The history with each question completed from the turns before it."""
    turns: list[tuple[str, str]] = []
    for asked, answer in history.turns:
        before = replace(history, turns=tuple(turns))
        turns.append((complete(asked, before, weights).understood, answer))
    return replace(history, turns=tuple(turns))


def _lost(typed: str, understood: str) -> frozenset[str]:
    """The typed content words that are missing in what was understood; a follow-up never loses one."""
    typed = _REJECTED.sub("", typed)
    left_out = FUNCTION_WORDS | PRONOUNS | _FILLERS
    return frozenset(words_of(typed)) - frozenset(words_of(understood)) - left_out
