"""Understands what repeats the last question with one part changed: "and in 2019?", "why?", "no, I meant the shop".

`from_last_question` is the only public function. It knows the last question and its answer, and no weights.
"""

from __future__ import annotations

import re

from wherein.questions.followup_bare import AUXILIARY, PREPOSITIONS, bare_question
from wherein.questions.followup_parallel import with_part
from wherein.questions.followup_phrases import END
from wherein.questions.followup_terms import PRONOUNS, History, words_of

_CORRECTION = re.compile(r"^(?:no|sorry|wait)\b[\s,;:.-]*(?:i (?:meant?|mean)\b[\s,:]*)?", re.I)
_OPENING = re.compile(
    r"^(?:(?:ok|okay|oh|ah|thanks|thank you|great|good|fine|cool|nice|well|alright|right|i see|yes)\b[\s,;:.!-]*)+"
    r"(?=(?:and|but|or|so|what about|how about|why|when|where|who|by whom|how (?:long|often|far|much|many)|since when)\b)",
    re.I,
)
"""Words of courtesy before a follow-up: "ok, and for children?"."""
_I_MEANT = re.compile(r"^i (?:meant?|mean)\b[\s,:]*", re.I)
_SAME = re.compile(r"^(?:and )?the same(?: question| thing)?(?: again)?,? for\b\s*|^same (?:question )?for\b\s*", re.I)  # fmt: skip
_BARE = re.compile(
    r"^(?:and |but |so )?(?:by (?=who))?(why(?: not)?|when|where|how|who)m?(?: (?:so|exactly|come|is that|was that))?$",
    re.I,
)
_BARE_PHRASE = re.compile(
    rf"^(?:and |but |so )?(?P<asks>(?:{PREPOSITIONS}) (?:what|whom?|when|where|(?:which|what) \w+"
    r"|how (?:long|many|much|far)(?: \w+)?)|how (?:long|often|far|fast|much)"
    r"|(?:which|what) (?:year|month|day|date|time|place|town|city|country))$",
    re.I,
)
"""A question word that is more than one word: "of what", "since when", "in which year", "how long"."""
_ELLIPSIS = re.compile(
    r"^(?:and|or|but)\s+(?:what about |how about )?(?P<and>.+)$|^(?:what|how) about\s+(?P<about>.+)$",
    re.I,
)
_PREPOSITION_ALONE = re.compile(rf"^(?:{PREPOSITIONS}|per)(?: \S+){{1,3}}\?$", re.I)
"""A phrase that is asked by itself: "on Tuesday?". Without the question mark it may be words to search for."""
_NOT_BUT = re.compile(r"^(?:and )?not (?P<this>[^,]+), (?:but )?(?P<that>.+)$", re.I)
_TAKES = re.compile(
    r"^(?:and )?(?P<opens>how (?:long|much)) (?P<does>does|will|would) (?:that|this|it) (?:usually )?(?P<verb>take|cost)$",
    re.I,
)
_DOING = re.compile(
    rf"^(?:how |where |when )?(?:{AUXILIARY}) (?:I|you|we|one) (?P<what>(?!have\b|need\b|get\b)\w+ .+)$",
    re.I,
)
_WHICH_ONES = re.compile(r"^(?:and )?which(?: ones)?$", re.I)
_VERB = re.compile(rf"\b(?:{AUXILIARY})\b", re.I)
_QUESTION_WORD = re.compile(r"^(?:who|whom|whose|what|which|when|where|why|how)\b", re.I)
_HOW_MANY = re.compile(r"^how (?:many|much)\s+", re.I)

_AND = re.compile(r"^(?:and|but|so|or)\s+(?=\w)", re.I)


def from_last_question(typed: str, history: History) -> str | None:
    """The last question, changed by a bare question word or an ellipsis; None for any other text."""
    text = _without_correction(typed)
    if not history.turns:
        return None
    asked, answer = history.turns[-1]
    asked = _AND.sub("", END.sub("", asked), count=1)
    if _PREPOSITION_ALONE.match(text):
        text = f"and {text}"
    text = END.sub("", text)
    rejected = _NOT_BUT.match(text)
    if rejected and rejected["this"].lower() in asked.lower():
        this, that = re.escape(rejected["this"]), rejected["that"]
        return f"{re.sub(this, lambda _: that, asked, count=1, flags=re.I)}?"
    if _WHICH_ONES.match(text) and (rest := _after(_HOW_MANY, asked)):
        return f"Which {rest}?"
    if asked and (found := _BARE.match(text)):
        return bare_question(found.group(1).lower(), asked, answer)
    if asked and (found := _BARE_PHRASE.match(text)):
        return bare_question(found["asks"].lower(), asked, answer)
    if taken := _what_it_takes(text, asked):
        return taken
    found = _ELLIPSIS.match(text)
    if found is None:
        return None
    part = found["and"] or found["about"]
    words = words_of(part)
    if _VERB.search(part) or _QUESTION_WORD.match(part) or PRONOUNS.intersection(words):
        return None
    if len(words) > 6 or not asked:
        return None
    return with_part(asked, part)


def _what_it_takes(text: str, asked: str) -> str | None:
    """ "How long does that take?" after "How can I delete my account?"."""
    found, doing = _TAKES.match(text), _DOING.match(asked)
    if found is None or doing is None:
        return None
    return f"{found['opens'].capitalize()} {found['does']} it {found['verb']} to {doing['what']}?"


def _without_correction(text: str) -> str:
    """ "No, I meant in 2019" is "and in 2019", and so is "the same for 2019"."""
    text = _OPENING.sub("", text, count=1)
    rest = _I_MEANT.sub("", _CORRECTION.sub("", text, count=1), count=1)
    rest = _SAME.sub("", rest, count=1)
    return f"and {rest}" if rest and rest != text else text


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text[found.end() :] if found else ""
