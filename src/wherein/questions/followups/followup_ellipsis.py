"""Understands what repeats the last question with one part changed: "and in 2019?", "why?", "no, I meant the shop".

`from_last_question` is the only public function. It knows the last question and its answer, and no weights.
"""

from __future__ import annotations

import re

from wherein.questions.followups.followup_fragments import from_fragment
from wherein.questions.followups.followup_parallel import with_part
from wherein.questions.phrases.followup_bare import bare_question
from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_terms import PRONOUNS, History, words_of

_CORRECTION = re.compile(r"^(?:no|sorry|wait)\b[\s,;:.-]*(?:i (?:meant?|mean)\b[\s,:]*)?", re.I)
_OPENING = re.compile(
    r"^(?:(?:ok|okay|oh|ah|aha|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|thx|ty|cheers|great|good|fine|cool"
    r"|nice|well|alright|all right|right|i see|yes|yeah|yep|perfect|lovely|brilliant|excellent|awesome|super|wonderful|amazing"
    r"|wow|hm+|lol|haha|hi|hello|hey|got it|understood|interesting|good to know|makes sense|fair enough|sure|please"
    r"|that'?s (?:great|good|nice|helpful|interesting)|no worries|sorry)"
    r"(?![\w'’-])[\s,;:.!…–-]*)+(?=\S)",
    re.I,
)
"""Words of courtesy before a follow-up: "ok, and for children?"."""
_I_MEANT = re.compile(r"^i (?:meant?|mean)\b[\s,:]*", re.I)
_SAME = re.compile(r"^(?:and )?the same(?: question| thing)?(?: again)?,? for\b\s*|^same (?:question )?for\b\s*", re.I)  # fmt: skip
_BARE = re.compile(
    r"^(?:and |but |so )?(?:by (?=who))?(why(?: not)?|when|where|how|who)m?(?: (?:so|come|is that|was that))?$",
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
_FRAGMENT = re.compile(
    r"^(?!(?:.* )?(?:what|who|when|where|why|how|which|anything|something|else|then|happened|more)\b)(?P<alone>(?:(?:the|an?|my|our|your|for|in|on) )?(?:[\w'’-]+ ?){1,3})$",
    re.I,
)
"""A few words that are asked by themselves: "the second floor?"."""
_TOO = re.compile(r"(?:,? (?:too|as well|also|then|instead))+$", re.I)
_PREPOSITION_ALONE = re.compile(rf"^(?:{PREPOSITIONS}|per)(?: \S+){{1,3}}\?$", re.I)
"""A phrase that is asked by itself: "on Tuesday?". Without the question mark it may be words to search for."""
_OWN = re.compile(r"^(?:his|her|its|their) (?P<noun>[\w-]+(?: [\w-]+)?)$", re.I)
_NAMES = re.compile(r"(?<=\s)[A-Z][\w’-]*(?: (?:(?:of|van|von|de) )?[A-Z][\w’-]*)*(?:'s)?(?=\s|$)")
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
    asked = _AND.sub("", END.sub("", without_opening(asked)), count=1)
    asks = "?" in text
    if _PREPOSITION_ALONE.match(text.replace(" too?", "?")):
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
    if whole := from_fragment(text, asked, answer, asks=asks):
        return whole
    found = _ELLIPSIS.match(text) or (_FRAGMENT.match(text) if asks else None)
    if found is None:
        return None
    part = next(one for one in found.groups() if one)
    besides = _TOO.search(part)
    part = _TOO.sub("", part)
    words = words_of(part)
    if (own := _OWN.match(part)) and (names := _NAMES.findall(asked)) and len(names) == 1:
        owned = names[0].removesuffix("'s") + f"'s {own['noun']}"
        return f"{asked.replace(names[0], owned, 1)}?"
    if _VERB.search(part) or _QUESTION_WORD.match(part) or PRONOUNS.intersection(words):
        return None
    if len(words) > 6 or not asked:
        return None
    whole = with_part(asked, part)
    kept = besides.group().lstrip(" ,") if besides else ""
    return whole and f"{whole.rstrip('?')} {kept}?" if kept in ("too", "as well", "also") else whole


def without_opening(text: str) -> str:
    """The text without words of courtesy before it: "and the deposit?", of "great, and the deposit?"."""
    found = _OPENING.match(text)
    if found is None or _CORRECTED.match(text):
        return text
    rest = text[found.end() :]
    asks = _ASKS.match(rest)
    if asks is None and not re.search(r"[,;:.!…–-]\s*$", found.group()):
        return text
    so = _SO.match(rest)
    return rest[so.end() :] if so else rest


_CORRECTED = re.compile(r"^(?:sorry|no)\b[\s,]*(?:i mean|not\b)", re.I)
_SO = re.compile(r"^(?:so|but|then)\s+(?=\w+ \w+)", re.I)
_ASKS = re.compile(
    rf"^(?:and|but|or|so|then|what|how|why|when|where|who|whom|whose|which|by whom|since when|for|{AUXILIARY}|{PREPOSITIONS})\b",
    re.I,
)


def _what_it_takes(text: str, asked: str) -> str | None:
    """ "How long does that take?" after "How can I delete my account?"."""
    found, doing = _TAKES.match(text), _DOING.match(asked)
    if found is None or doing is None:
        return None
    return f"{found['opens'].capitalize()} {found['does']} it {found['verb']} to {doing['what']}?"


def _without_correction(text: str) -> str:
    """ "No, I meant in 2019" is "and in 2019", and so is "the same for 2019"."""
    rest = _I_MEANT.sub("", _CORRECTION.sub("", text, count=1), count=1)
    rest = _SAME.sub("", rest, count=1)
    return f"and {rest}" if rest and rest != text else text


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text[found.end() :] if found else ""
