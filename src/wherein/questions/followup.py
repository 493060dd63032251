"""Completes a question from the turns before it: what a pronoun, an ellipsis or a bare "why?" stands for.

`complete` is the only door. Rules write the question; which words of the history they may add is what
`followup_terms` says. A question that is understandable alone, one without a history and one in another
language than English stay as typed. Knows no document and no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wherein.questions.followup_phrases import END, phrases_of, written
from wherein.questions.followup_pronouns import is_name, with_referent
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
from wherein.questions.question import LONGEST_QUESTION
from wherein.questions.question_language import foreign_language

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_AUXILIARY = "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must"
_CORRECTION = re.compile(r"^(?:no|sorry|wait)\b[\s,;:.-]*(?:i (?:meant?|mean)\b[\s,:]*)?", re.I)
_I_MEANT = re.compile(r"^i (?:meant?|mean)\b[\s,:]*", re.I)
_BARE = re.compile(
    r"^(?:and |but |so )?(why|when|where|how|who)(?: (?:so|not|exactly|come))?$", re.I
)
_ELLIPSIS = re.compile(
    r"^(?:and|or|but)\s+(?:what about |how about )?(?P<and>.+)$|^(?:what|how) about\s+(?P<about>.+)$",
    re.I,
)
_VERB = re.compile(rf"\b(?:{_AUXILIARY})\b", re.I)
_QUESTION_WORD = re.compile(r"^(?:who|whom|whose|what|which|when|where|why|how)\b", re.I)
_ASKED_AFTER = re.compile(rf"^(?:when|where|why|how)\s+(?=(?:{_AUXILIARY})\b)", re.I)
_SUBJECT = re.compile(r"^(?:who|what)\s+(?=\w)", re.I)
_HOW_MANY = re.compile(r"^how (?:many|much)\s+", re.I)
_SHORT_ANSWER = 8
"""Words of an answer that can take the question word's place."""
_PREPOSITION = re.compile(
    r"^(?:in|at|on|for|from|to|with|by|of|before|after|since|until|during|under|over|between|near)\b",
    re.I,
)
_OTHER_ONE = re.compile(r"\bother one\b", re.I)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question as `typed` and as it is `understood`: the same text where nothing was added.

    `added` are the lower-cased words that the history gave, in their order in `understood`.
    """

    typed: str
    understood: str
    added: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        return self.understood != self.typed


def complete(question: str, history: History, weights: Weights | None = None) -> FollowUp:
    """The question with what its history supplies; unchanged where nothing has to be added.

    The questions of the `history` are best given as they were understood: what was added once is then
    known to the next question. `weights` are for fitting; None takes those of the package.
    """
    typed = " ".join(question.split())
    as_typed = FollowUp(typed, typed)
    if (not history.turns and not history.title) or not WORD.search(typed):
        return as_typed
    if len(typed) > LONGEST_QUESTION or foreign_language(typed) is not None:
        return as_typed
    history = history.recent()
    if _OTHER_ONE.search(typed):  # which one is not to be known from words
        return as_typed
    bare = _without_correction(typed)
    understood = _from_last_question(bare, history)
    if understood is None:
        if not is_name(history.title):
            return _result(typed, with_referent(typed, history))
        used = weights or shipped_weights()
        if alone(typed, history, used) >= used.alone:
            return as_typed
        chosen = {
            word: probability
            for word, probability in scores(typed, history, used).items()
            if probability >= used.least
        }
        understood = written(typed, phrases_of(typed, chosen, history))
    return _result(typed, understood)


def _result(typed: str, understood: str) -> FollowUp:
    have = set(words_of(typed))
    added = dict.fromkeys(word for word in words_of(understood) if word not in have)
    fits = bool(added) and len(understood) <= LONGEST_QUESTION
    return FollowUp(typed, understood, tuple(added)) if fits else FollowUp(typed, typed)


# --- what repeats the last question with one part changed


def _without_correction(text: str) -> str:
    """ "No, I meant in 2019" is "and in 2019"."""
    rest = _I_MEANT.sub("", _CORRECTION.sub("", text, count=1), count=1)
    return f"and {rest}" if rest and rest != text else text


def _from_last_question(text: str, history: History) -> str | None:
    """The last question, asked again for what a bare question word or an ellipsis changes; None for any other text."""
    if not history.turns:
        return None
    asked, answer = history.turns[-1]
    asked = END.sub("", asked)
    text = END.sub("", text)
    if found := _BARE.match(text):
        return _asked_for(found.group(1).lower(), asked, answer)
    found = _ELLIPSIS.match(text)
    if found is None:
        return None
    part = found["and"] or found["about"]
    words = words_of(part)
    if _VERB.search(part) or _QUESTION_WORD.match(part) or PRONOUNS.intersection(words):
        return None
    if len(words) > 6 or not asked:
        return None
    return _with_part(asked, part)


def _asked_for(wanted: str, asked: str, answer: str) -> str | None:
    """ "When did he leave" asked with "why" is "Why did he leave?"; "Who won it" is "Why did … win"
    only roughly: the answer takes the question word's place."""
    first = wanted.capitalize()
    if rest := _after(_ASKED_AFTER, asked):
        return f"{first} {rest}?"
    if re.match(rf"(?:{_AUXILIARY})\b", asked, re.I):
        return f"{first} {asked[0].lower()}{asked[1:]}?"
    short = bool(answer) and len(answer.split()) <= _SHORT_ANSWER
    if short and (rest := _after(_HOW_MANY, asked) or _after(_SUBJECT, asked)):
        return f"{first} {END.sub('', answer)} {rest}?"
    return None


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text[found.end() :] if found else ""


def _with_part(asked: str, part: str) -> str:
    """The last question with the part in the place of one of its kind, or behind it."""
    year = _YEAR.search(part)
    before = list(_YEAR.finditer(asked))
    if year and before:
        last = before[-1]
        return f"{asked[: last.start()]}{year.group()}{asked[last.end() :]}?"
    lead = _PREPOSITION.match(part)
    if lead is None:
        return f"{asked}, {part}?"
    same = list(re.finditer(rf"\b{lead.group()} (?!\w+ing\b)", asked, re.I))
    if same and len(asked[same[-1].end() :].split()) <= 3:
        return f"{asked[: same[-1].start()]}{part}?"
    return f"{asked} {part}?"


def understood_history(history: History, weights: Weights | None = None) -> History:
    """The history with each question as it was understood in its own time."""
    turns: list[tuple[str, str]] = []
    for asked, answer in history.turns:
        before = replace(history, turns=tuple(turns))
        turns.append((complete(asked, before, weights).understood, answer))
    return replace(history, turns=tuple(turns))
