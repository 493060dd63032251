"""Completes a question from the turns before it: replaces pronouns, ellipses and a bare "why?".

`complete` is the only public function. Rules write the question; `followup_terms` decides which words of the history
they may add. A question stays as typed if it is understandable alone, has no history, or is in another language than
English. Knows no document and no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wherein.questions.followups.followup_antecedents import with_antecedents, with_strong
from wherein.questions.followups.followup_comparisons import compared
from wherein.questions.followups.followup_corrections import corrected, corrects
from wherein.questions.followups.followup_deixis import with_action
from wherein.questions.followups.followup_ellipsis import from_last_question, without_opening
from wherein.questions.followups.followup_one_anaphora import (
    with_choice_in_place,
    with_demonstrative,
    with_ordinal,
)
from wherein.questions.followups.followup_titles import (
    go_by_rules,
    is_talked_of,
    names_another,
    names_its_place,
    of_named_title,
    speaks_of_it,
    stands_for_no_person,
    with_rest,
)
from wherein.questions.phrases.followup_bare import ASKED_THING
from wherein.questions.phrases.followup_forms import (
    PREPOSITIONS,
)
from wherein.questions.phrases.followup_leaning import with_last_question
from wherein.questions.phrases.followup_open import open_pronouns
from wherein.questions.phrases.followup_phrases import END, phrases_of, written
from wherein.questions.phrases.followup_pronouns import (
    is_name,
    person_pronoun,
    with_person,
    with_referent,
)
from wherein.questions.phrases.followup_subjects import thing_of
from wherein.questions.phrases.followup_terms import (
    PRONOUNS,
    WORD,
    History,
    Weights,
    alone,
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


_CONTINUES = re.compile(r"(?:and|or|but|what about|how about|same for|the same for)\b", re.I)
_PHRASE = re.compile(
    rf"(?:{PREPOSITIONS}) (?!(?:what|which|whom?|how)\b)[\w'’-]+(?: [\w'’-]+){{0,3}} ?\?*$", re.I
)


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

    Where a pronoun or "the one" is left that no rule explains, the last question stands behind it. The questions of the `history` should be those as understood, so that words added once are known to the next
    question. `weights` are for fitting; None takes those of the package.
    """
    follow_up = _completed(question, history, weights)
    if follow_up.changed or follow_up.unclear or not follow_up.is_question or not history.turns:
        return follow_up
    said = without_opening(follow_up.typed)
    if foreign_language(said) is not None or len(said) > LONGEST_QUESTION or is_name(history.title):
        return follow_up
    last = _without_foreign(history.recent()).turns[-1]
    return _result(follow_up.typed, with_last_question(said, last), said)


def _completed(question: str, history: History, weights: Weights | None) -> FollowUp:
    typed = " ".join(question.split())
    if is_small_talk(typed):
        return FollowUp(typed, typed, is_question=False)
    as_typed = FollowUp(typed, typed)
    if (not history.turns and not history.title) or not WORD.search(typed):
        return as_typed
    if len(typed) > LONGEST_QUESTION or foreign_language(typed) is not None:
        return as_typed
    history = _without_foreign(history.recent())
    said = without_opening(typed)
    text = with_ordinal(said, history.turns)
    if _OTHER_ONE.search(text) and "(" not in text:  # words alone do not show which one
        return FollowUp(typed, typed, unclear="the other one")
    if "(" in text and (choice := with_choice_in_place(text, history.turns)):
        return _result(typed, choice, said)
    correction = corrected(typed, history.turns) or corrected(text, history.turns)
    if correction and correction.whole:
        whole = _result(typed, correction.whole, correction.said)
        if whole.changed:
            return whole
    elif correction:
        rest = complete(correction.rest, history, weights)
        return replace(rest, typed=typed) if rest.changed else as_typed
    understood = compared(text, history.turns) or from_last_question(text, history)
    if understood is not None:
        return _result(typed, understood, said)
    return _of_pronouns(typed, text, history, weights or shipped_weights())


def depends(question: str) -> bool:
    """Whether a question surely depends on those before it: it has an open pronoun, begins with "and", is a phrase such as
    "on Sundays?", or corrects."""
    text = without_opening(question)
    if open_pronouns(question) or _CONTINUES.match(text) or _PHRASE.match(text):
        return True
    return corrects(question)


def _of_pronouns(typed: str, text: str, history: History, weights: Weights) -> FollowUp:
    """The question `text` (typed without courtesy) with what its open pronouns stand for."""
    as_typed = FollowUp(typed, typed)
    ordinal = with_demonstrative(with_action(text, history.turns), history.turns)
    if ordinal != typed and not open_pronouns(ordinal):
        return _result(typed, ordinal, text)
    text = ordinal
    open_ones = open_pronouns(text)
    talked_of = is_name(history.title) and is_talked_of(text, history)
    if not open_ones:
        bound = bool(PRONOUNS.intersection(words_of(text)))
        if (bound and not (talked_of and speaks_of_it(text, history))) or names_another(
            text, history
        ):
            return _result(typed, text, text)
        if talked_of:
            if names_its_place(text):
                return as_typed
            return _result(typed, of_named_title(text, history, weights), text)
        return _result(typed, _of_refused(text, history, weights), text)
    if history.turns and (completed := with_strong(text, history.turns[-1])) != text:
        rest = [
            one for one in open_pronouns(completed) if one.kind not in ("there", "then", "that")
        ]
        if rest:
            before = replace(history, turns=((END.sub("", history.turns[-1][0]), ""),))
            completed = with_antecedents(completed, before.turns)
            if talked_of and open_pronouns(completed):
                completed = of_named_title(completed, history, weights)
        return _result(typed, completed, text)
    by_rules = go_by_rules(open_ones, history, talked_of)
    if by_rules and (completed := with_antecedents(text, history.turns, open_ones)) != text:
        return _result(typed, completed, text)
    if by_rules and talked_of and stands_for_no_person(open_ones, history):
        return as_typed
    return _of_title(typed, text, history, weights, talked_of)


def _of_title(
    typed: str, text: str, history: History, weights: Weights, talked_of: bool
) -> FollowUp:
    """The question with its pronouns explained by the title, where the conversation is about it."""
    pronoun = person_pronoun(text)
    by_title = is_name(history.title) and may_be(history.title, pronoun)
    if pronoun and not by_title:
        things = text if is_name(history.title) else with_referent(text, history)
        completed = with_person(things, pronoun, history)
        if completed is not None:
            return _result(typed, completed, text)
        if not (is_name(history.title) and may_be(history.title)):  # else they know it no better
            return FollowUp(typed, typed, unclear=pronoun)
    if is_name(history.title) and (talked_of or (pronoun and is_person(history.title))):
        return _result(typed, with_rest(of_named_title(text, history, weights), history), text)
    return FollowUp(typed, typed)


def _of_refused(text: str, history: History, weights: Weights) -> str:
    """The question completed with the subject of a refused question, on which it depends."""
    if not history.title and alone(text, history, weights) < _LEANS:
        return _of_last_question(text, history)
    return text


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


def _result(typed: str, understood: str, said: str) -> FollowUp:
    """The question as understood, or as typed where nothing is added or a word is lost of what was `said`: typed without
    courtesy."""
    have = set(words_of(typed))
    added = dict.fromkeys(word for word in words_of(understood) if word not in have)
    fits = bool(added) and len(understood) <= LONGEST_QUESTION and not _lost(said, understood)
    return FollowUp(typed, understood, tuple(added)) if fits else FollowUp(typed, typed)


def _lost(typed: str, understood: str) -> frozenset[str]:
    """The typed content words that are missing in what was understood; a follow-up never loses one."""
    typed = _REJECTED.sub("", typed)
    left_out = FUNCTION_WORDS | PRONOUNS | _FILLERS
    return frozenset(words_of(typed)) - frozenset(words_of(understood)) - left_out
