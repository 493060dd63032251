"""Completes a question from the turns before it: replaces pronouns, ellipses and a bare "why?".

`complete` is the only public function. Rules write the question; `followup_terms` decides which words of the history
they may add. A question stays as typed if it is understandable alone, has no history, or is in another language than
English. Knows no document and no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wherein.questions.followup_phrases import END, phrases_of, written
from wherein.questions.followup_pronouns import (
    is_name,
    person_pronoun,
    subject_of,
    thing_of,
    with_person,
    with_referent,
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
from wherein.questions.person_names import may_be
from wherein.questions.question import LONGEST_QUESTION
from wherein.questions.question_language import foreign_language

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_AUXILIARY = "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must"
_CORRECTION = re.compile(r"^(?:no|sorry|wait)\b[\s,;:.-]*(?:i (?:meant?|mean)\b[\s,:]*)?", re.I)
_I_MEANT = re.compile(r"^i (?:meant?|mean)\b[\s,:]*", re.I)
_BARE = re.compile(
    r"^(?:and |but |so )?(?:by )?(why|when|where|how|who)m?(?: (?:so|not|exactly|come))?$", re.I
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
_ASKED_THING = re.compile(
    rf"^(?:which|what|how (?:many|much)|how)\s+(?P<thing>(?!(?:{_AUXILIARY})\b)\w+(?:\s+\S+){{0,6}}?)"
    rf"\s+(?P<rest>(?:{_AUXILIARY})\s+\w+\s.+)$",
    re.I,
)
"""A question with the thing asked for before its verb: "Which club did he join in 1997"."""
_HOW_IS = re.compile(
    r"^how\s+(?P<like>(?!many\b|much\b)\w+)\s+(?P<rest>(?:is|are|was|were)\s+.+)$", re.I
)
_PASSIVE = re.compile(r"(?:is|are|was|were)\s.+\w(?:ed|en|wn|ght|lt)\b", re.I)
_HOW_ELSE = re.compile(r"how\s+(?!many\b|much\b)", re.I)
_LEANS = 0.6
"""The factor on the bound of "understandable alone" after a refused question, which only a clearly dependent question
takes up."""
_FEW_WORDS = 2
"""The most content words of a question that depends on a refused one; with more, it names its subject itself."""
_SHORT_ANSWER = 8
"""The most words of an answer that can replace the question word."""
_PREPOSITION = re.compile(
    r"^(?:in|at|on|for|from|to|with|by|of|before|after|since|until|during|under|over|between|near)\b",
    re.I,
)
_AND = re.compile(r"^(?:and|but|so|or)\s+(?=\w)", re.I)
_PHRASE = re.compile(r"^(?:the|an?|this|that)(?:\s+[\w'’-]+){1,4}$", re.I)
_DETERMINERS = re.compile(r"\b(?:the|an?|this|that|these|those)\s", re.I)
_AT_END = re.compile(r"\b(?:the|an?|this|that)(?:\s+[\w'’-]+){1,4}$", re.I)
_CAPITAL = re.compile(r"\bthe\s+[^\W\d_a-z][\w'’-]*", re.ASCII)
_PLACE = re.compile(r"\b(?:in|on|at)\s+the(?:\s+[\w'’-]+){1,2}$", re.I)
_OTHER_ONE = re.compile(r"\bother one\b", re.I)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question as `typed` and as it is `understood`: the same text where nothing was added.

    `added` are the lower-cased words from the history, in their order in `understood`. `unclear` is a "he" or "she" for
    which the history has no person; then nothing is added.
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
    history = history.recent()
    if _OTHER_ONE.search(typed):  # which one is not to be known from words
        return as_typed
    bare = _without_correction(typed)
    understood = _from_last_question(bare, history)
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
    found = _ASKED_THING.match(asked)  # "weeks of leave", of "How many weeks of leave do I get"
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


# --- what repeats the last question with one part changed


def _without_correction(text: str) -> str:
    """ "No, I meant in 2019" is "and in 2019"."""
    rest = _I_MEANT.sub("", _CORRECTION.sub("", text, count=1), count=1)
    return f"and {rest}" if rest and rest != text else text


def _from_last_question(text: str, history: History) -> str | None:
    """The last question, changed by a bare question word or an ellipsis; None for any other text."""
    if not history.turns:
        return None
    asked, answer = history.turns[-1]
    asked = _AND.sub("", END.sub("", asked), count=1)
    text = END.sub("", text)
    if asked and (found := _BARE.match(text)):
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


def _asked_for(wanted: str, asked: str, answer: str) -> str:
    """The last question with another question word. "When did he leave" with "why" is "Why did he leave?". In a
    question like "Who won it", the answer takes the place of the question word. The thing asked for follows in
    brackets, as in "When did he join in 1997 (club)?". Any other question follows the word as a whole."""
    first = wanted.capitalize()
    if rest := _after(_ASKED_AFTER, asked):
        if wanted == "who" and _PASSIVE.match(rest):
            return f"By whom {rest}?"
        return f"{first} {rest}?"
    if re.match(rf"(?:{_AUXILIARY})\b", asked, re.I):
        return f"{first} {asked[0].lower()}{asked[1:]}?"
    if found := _HOW_IS.match(asked):
        like = f" {found['like']}" if wanted == "why" else ""
        return f"{first} {found['rest']}{like}?"
    short = END.sub("", answer) if len(answer.split()) <= _SHORT_ANSWER else ""
    if found := _ASKED_THING.match(asked):
        return f"{first} {found['rest']} ({short or found['thing']})?"
    if short and (rest := _after(_HOW_MANY, asked) or _after(_SUBJECT, asked)):
        return f"{first} {short} {rest}?"
    return f"{first}: {asked[0].lower()}{asked[1:]}?"


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text[found.end() :] if found else ""


def _with_part(asked: str, part: str) -> str:
    """The last question with the part in place of a part of the same kind, or at its end."""
    year = _YEAR.search(part)
    before = list(_YEAR.finditer(asked))
    if year and before:
        last = before[-1]
        return f"{asked[: last.start()]}{year.group()}{asked[last.end() :]}?"
    if parallel := _in_place_of_its_like(asked, part):
        return f"{parallel}?"
    lead = _PREPOSITION.match(part)
    if lead is None:
        return f"{asked}, {part}?"
    same = list(re.finditer(rf"\b{lead.group()} (?!\w+ing\b)", asked, re.I))
    if same and len(asked[same[-1].end() :].split()) <= 3:
        return f"{asked[: same[-1].start()]}{part}?"
    return f"{asked} {part}?"


def _in_place_of_its_like(asked: str, part: str) -> str | None:
    """The last question with its phrase replaced: "the windows" in place of "the roof".

    None if the last question has no such phrase, or several and it is unclear which one is meant.
    """
    if _PLACE.fullmatch(part):  # "in the boathouse", after "on the slipway"
        return f"{asked[: found.start()]}{part}" if (found := _PLACE.search(asked)) else None
    if not _PHRASE.fullmatch(part):
        return None
    noun = re.escape(part.split()[-1])
    same = list(
        re.finditer(rf"\b(?:the|an?|this|that)\s+(?:[\w'’-]+\s+){{0,3}}?{noun}\b", asked, re.I)
    )
    if len(same) == 1 and not _DETERMINERS.search(same[0].group(), 3):
        return f"{asked[: same[0].start()]}{part}{asked[same[0].end() :]}"
    if len(_DETERMINERS.findall(asked)) > 1:
        named = _CAPITAL.findall(asked)
        if len(named) == 1 and _CAPITAL.fullmatch(part):
            return asked.replace(named[0], part)
        return None
    subject = subject_of(asked)
    if subject is not None:
        noun = subject.removeprefix("the ")
        return re.sub(
            rf"\b(?:the|an?|this|that)\s+{re.escape(noun)}\b",
            lambda _: part,
            asked,
            count=1,
            flags=re.I,
        )
    return f"{asked[: found.start()]}{part}" if (found := _AT_END.search(asked)) else None


def understood_history(history: History, weights: Weights | None = None) -> History:
    """The history with each question completed from the turns before it."""
    turns: list[tuple[str, str]] = []
    for asked, answer in history.turns:
        before = replace(history, turns=tuple(turns))
        turns.append((complete(asked, before, weights).understood, answer))
    return replace(history, turns=tuple(turns))
