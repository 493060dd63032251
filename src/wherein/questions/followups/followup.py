"""Completes a question from the turns before it: replaces pronouns, ellipses and a bare "why?".

`complete` is the only public function. Rules write the question; `followup_terms` decides which words of the history
they may add. A question stays as typed if it is understandable alone, has no history, or is in another language than
English. Knows no document and no reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wherein.questions.followups.followup_antecedents import with_antecedents, with_strong
from wherein.questions.followups.followup_ellipsis import from_last_question, without_opening
from wherein.questions.followups.followup_one_anaphora import with_demonstrative, with_ordinal
from wherein.questions.phrases.followup_bare import ASKED_THING
from wherein.questions.phrases.followup_forms import AUXILIARY
from wherein.questions.phrases.followup_open import OpenPronoun, open_pronouns
from wherein.questions.phrases.followup_phrases import END, phrases_of, written
from wherein.questions.phrases.followup_pronouns import (
    is_name,
    person_pronoun,
    with_counted,
    with_person,
    with_referent,
    without_brackets,
)
from wherein.questions.phrases.followup_referents import thing_of
from wherein.questions.phrases.followup_terms import (
    PRONOUNS,
    WORD,
    History,
    Weights,
    alone,
    scores,
    shipped_weights,
    words_of,
)
from wherein.questions.phrases.person_names import is_person, may_be
from wherein.questions.question import LONGEST_QUESTION
from wherein.questions.small_talk import is_small_talk
from wherein.questions.words.dictionary import english
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.questions.words.question_language import foreign_language

_HOW_ELSE = re.compile(r"how\s+(?!many\b|much\b)", re.I)
_LEANS = 0.35
"""The probability of "understandable alone" below which a question after a refused one clearly depends on it."""
_FEW_WORDS = 2
"""The most content words of a question that depends on a refused one; with more, it names its subject itself."""
_FILLERS = frozenset(
    """ok okay oh ah thanks thank please no not yes sorry wait well great good fine cool nice alright right see meant mean
    same question thing again come ones perfect lovely brilliant excellent awesome super wonderful amazing wow hm hmm hmmm
    lol haha hi hello hey got understood interesting fair enough sure yeah yep thx ty cheers aha alright helpful know makes
    sense worries anything something a lot one""".split()
)
"""Words that open or correct a follow-up without saying what it asks about."""
_REJECTED = re.compile(r"\bnot [^,]+,")
"""What a correction takes back: "no, not the shop, the flat"."""
_OTHER_ONE = re.compile(r"\bthe other one\b", re.I)


_CONTINUES = re.compile(r"(?:and|or|but|what about|how about)\b", re.I)
_NAMED_SUBJECT = re.compile(
    rf"^(?i:when|where|why|how|what|which \w+) (?i:{AUXILIARY}) (?P<name>[A-Z][\w.'’-]+ [A-Z][\w.'’-]+)\b"
)
_SPEAKS_OF_IT = re.compile(
    r"\b(?:this|the|their|your|its|his|her|first|debut) (?:article|album|band|song|film|movie|series|record|single|ep|novel)s?\b",
    re.I,
)
"""What a question calls the subject of an encyclopedia's article, or its works."""


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
    text = without_opening(typed)
    if _OTHER_ONE.search(text):  # words alone do not show which one
        return FollowUp(typed, typed, unclear="the other one")
    understood = from_last_question(text, history)
    if understood is not None:
        return _result(typed, understood)
    return _of_pronouns(typed, text, history, weights or shipped_weights())


def depends(question: str) -> bool:
    """Whether a question surely depends on those before it: it has an open pronoun, or begins with "and"."""
    return bool(open_pronouns(question)) or _CONTINUES.match(without_opening(question)) is not None


def _of_pronouns(typed: str, text: str, history: History, weights: Weights) -> FollowUp:
    """The question `text` (typed without courtesy) with what its open pronouns stand for."""
    ordinal = with_demonstrative(with_ordinal(text, history.turns), history.turns)
    if ordinal != text and not open_pronouns(ordinal):
        return _result(typed, ordinal)
    text = ordinal
    open_ones = open_pronouns(text)
    talked_of = is_name(history.title) and _is_talked_of(text, history)
    if not open_ones:
        bound = bool(PRONOUNS.intersection(words_of(text)))
        if (bound and not (talked_of and _speaks_of_it(text, history))) or _names_another(
            text, history
        ):
            return _result(typed, text)
        if talked_of:
            return _result(typed, _of_named_title(text, history, weights))
        return _result(typed, _of_refused(text, history, weights))
    if history.turns and (put := with_strong(text, history.turns[-1])) != text:
        rest = [one for one in open_pronouns(put) if one.kind not in ("there", "then", "that")]
        if rest:
            before = replace(history, turns=((END.sub("", history.turns[-1][0]), ""),))
            put = with_antecedents(put, before.turns)
            if talked_of and open_pronouns(put):
                put = _of_named_title(put, history, weights)
        return _result(typed, put)
    by_rules = not talked_of or _is_of_another(open_ones, history)
    if by_rules and (put := with_antecedents(text, history.turns, open_ones)) != text:
        return _result(typed, put)
    return _of_title(typed, text, history, weights, talked_of)


def _of_title(
    typed: str, text: str, history: History, weights: Weights, talked_of: bool
) -> FollowUp:
    """The question with its pronouns explained by the title, where the conversation is about it."""
    pronoun = person_pronoun(text)
    by_title = is_name(history.title) and may_be(history.title, pronoun)
    if pronoun and not by_title:
        things = text if is_name(history.title) else with_referent(text, history)
        put = with_person(things, pronoun, history)
        if put is not None:
            return _result(typed, put)
        if not (is_name(history.title) and may_be(history.title)):  # else they know it no better
            return FollowUp(typed, typed, unclear=pronoun)
    if is_name(history.title) and (talked_of or (pronoun and is_person(history.title))):
        return _result(typed, _of_named_title(text, history, weights))
    return FollowUp(typed, typed)


def _is_talked_of(text: str, history: History) -> bool:
    """Whether the conversation is about what the title names: a turn before names it, there was none, or a "he" or "she"
    may be it."""
    said = {word for turn in history.turns for part in turn for word in words_of(part)}
    if not history.turns or _title_words(history) & said:
        return True
    if _speaks_of_it(text, history):
        return True
    pronoun = person_pronoun(text)
    return bool(pronoun) and may_be(history.title, pronoun)


def _speaks_of_it(text: str, history: History) -> bool:
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


def _of_refused(text: str, history: History, weights: Weights) -> str:
    """The question completed with the subject of a refused question, on which it depends."""
    if not history.title and alone(text, history, weights) < _LEANS:
        return _of_last_question(text, history)
    return text


def _of_named_title(typed: str, history: History, weights: Weights) -> str:
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
    if _names_another(typed, replace(history, turns=())):  # of which the title is not
        phrases = [phrase for phrase in phrases if phrase.place not in ("title", "section")]
    return written(typed, phrases)


_ONLY_YES = re.compile(r"^(?:yes|no)\b[\s,;:.]*", re.I)
_ASKS_WHO = re.compile(r"who\b", re.I)


def _referable(typed: str, turns: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The turns without yes and no in the answers; for an "it" also without the answers to "who …?"."""
    things = "it" in words_of(typed) and not person_pronoun(typed)
    return tuple(
        (asked, "" if things and _ASKS_WHO.match(asked) else _ONLY_YES.sub("", answer))
        for asked, answer in turns
    )


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


def _lost(typed: str, understood: str) -> frozenset[str]:
    """The typed content words that are missing in what was understood; a follow-up never loses one."""
    typed = _REJECTED.sub("", typed)
    left_out = FUNCTION_WORDS | PRONOUNS | _FILLERS
    return frozenset(words_of(typed)) - frozenset(words_of(understood)) - left_out
