"""Understands what repeats the last question with one part changed: "and in 2019?", "why?", "no, I meant the shop".

`from_last_question` is the only public function. It knows the last question and its answer, and no weights.
"""

from __future__ import annotations

import re

from wherein.questions.followups.followup_fragments import from_fragment
from wherein.questions.followups.followup_like_phrases import kind_of, phrase_like
from wherein.questions.followups.followup_parallel import with_like_part, with_part
from wherein.questions.phrases.followup_bare import bare_question
from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_leaning import leaning
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_terms import PRONOUNS, History, words_of
from wherein.questions.small_talk import without_small_talk

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
_SAME = re.compile(r"^(?:and )?the same(?: question| thing)?(?: again)?,? for\b\s*|^same (?:question )?for\b\s*|^(?:and )?(?:is it )?(?:the )?same (?=(?:on|in|at|with|during) )", re.I)  # fmt: skip
_BARE = re.compile(
    r"^(?:and |but |so )?(?:by (?=who))?(why(?: not)?|when|where|how|who)m?(?:(?: (?:so|come|is that|was that|then|though|tho|that|this|is it|is this|ever|on earth|exactly that))|(?:'|’)?s (?:that|this|it))?$",
    re.I,
)
_BARE_PHRASE = re.compile(
    rf"^(?:and |but |so )?(?P<asks>(?:{PREPOSITIONS}) (?:what|whom?|when|where|(?:which|what) \w+"
    r"|how (?:long|many|much|far)(?: \w+)?)|how (?!come\b|so\b|about\b|many\b|else\b|exactly\b|precisely\b|roughly\b)\w+(?: (?:apart|away|down|up|off|out|back|ahead))?"
    r"|(?:which|what) (?:year|month|day|date|time|place|town|city|country))$",
    re.I,
)
"""A question word that is more than one word: "of what", "since when", "in which year", "how long"."""
_ELLIPSIS = re.compile(
    r"^(?:and|or|but)\s+(?:what about |how about )?(?P<and>.+)$|^(?:what|how) about\s+(?P<about>.+)$",
    re.I,
)
_FRAGMENT = re.compile(
    r"^(?!(?:that|this) )(?!(?:.* )?(?:what|who|when|where|why|how|which|anything|something|else|then|happened|more)\b)(?P<alone>(?:(?:the|an?|my|our|your|for|in|on) )?[\w'’-]+(?: [\w'’-]+){0,2} ?)$",
    re.I,
)
"""A few words that are asked by themselves: "the second floor?"."""
_TOO = re.compile(r"(?:,? (?:too|as well|also|then|instead))+$", re.I)
_PREPOSITION_ALONE = re.compile(
    rf"^(?:(?:{PREPOSITIONS}|per)(?: \S+){{1,4}}\?|(?:for|with|without|per)(?: \S+){{1,3}})$", re.I
)
"""A phrase that is asked by itself: "on Tuesday?", "for a bike"."""
_OWN = re.compile(r"^(?:his|her|its|their) (?P<noun>[\w-]+(?: [\w-]+)?)$", re.I)
_NAMES = re.compile(r"(?<=\s)[A-Z][\w’-]*(?: (?:(?:of|van|von|de) )?[A-Z][\w’-]*)*(?:'s)?(?=\s|$)")
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
    if not history.turns:
        return None
    asked, answer = history.turns[-1]
    text = _without_correction(typed, asked)
    asked = _AND.sub("", END.sub("", without_opening(asked)), count=1)
    asks = "?" in text
    if _PREPOSITION_ALONE.match(text.replace(" too?", "?")):
        text = f"and {text}"
    text = END.sub("", text)
    if not asked:
        return None
    whole = _of_question_word(text, asked, answer) or from_fragment(text, asked, answer, asks=asks)
    if whole is not None:
        return whole
    if (earlier := _of_earlier(text, history)) is not None:
        return earlier
    found = _ELLIPSIS.match(text) or (_FRAGMENT.match(text) if asks else None)
    if whole := leaning(text, asked, answer):
        return whole
    if found is None:
        return None
    part = next(one for one in found.groups() if one)
    return _with_new_part(part, asked, history, alone=_ELLIPSIS.match(text) is None)


def _of_question_word(text: str, asked: str, answer: str) -> str | None:
    """ "Which ones?", "why?", "since when?", "how long does that take?"."""
    if _WHICH_ONES.match(text) and (rest := _after(_HOW_MANY, asked)):
        return f"Which {rest}?"
    if found := _BARE.match(text):
        word = "why" if text.lower().endswith("how come") else found.group(1).lower()
        return bare_question(word, asked, answer)
    if found := _BARE_PHRASE.match(text):
        return bare_question(found["asks"].lower(), asked, answer)
    return _what_it_takes(text, asked)


def _with_new_part(part: str, asked: str, history: History, *, alone: bool) -> str | None:
    """The last question with the part in place of its like. `alone` is whether no "and" or "what about" stands before it."""
    besides = _TOO.search(part)
    part, suffix = _named_part(_TOO.sub("", part), history)
    words = words_of(part)
    if (own := _OWN.match(part)) and (names := _NAMES.findall(asked)) and len(names) == 1:
        owned = names[0].removesuffix("'s") + f"'s {own['noun']}"
        return f"{asked.replace(names[0], owned, 1)}?"
    pronoun = not part.isupper() and PRONOUNS.intersection(words)  # "IT" is none
    if pronoun and _OWN_PHRASE.fullmatch(part):
        return f"{asked} {part}?"
    if _VERB.search(part) or _QUESTION_WORD.match(part) or pronoun:
        return None
    if len(words) > _LONGEST_PART:
        return None
    whole = with_like_part(asked, part) if alone and not besides else with_part(asked, part)
    if whole and suffix:
        whole = whole.replace(part, f"{part} {suffix}", 1)
    kept = besides.group().lstrip(" ,") if besides else ""
    if whole and kept in ("too", "as well", "also", "instead"):
        return f"{whole.rstrip('?')} {kept}?"
    return whole


_LONGEST_PART = 6
_OWN_PHRASE = re.compile(rf"(?:{PREPOSITIONS}) (?:his|her|its|their) [a-z]+", re.I)
""" "Until his death", which stands behind the last question as it is."""
_PHRASE_ALONE = re.compile(
    rf"^(?:and |but |or )?(?:what about |how about )?(?P<part>(?P<lead>{PREPOSITIONS}) (?!(?:what|which|whom?|how|when|where)\b)\S+(?: \S+){{0,3}})$",
    re.I,
)
_AND_HOW = re.compile(
    r"^(?:and |but )?(?:what about |how about )?(?P<part>(?!and\b)[\w'’-]+(?: [\w'’-]+){0,4}), (?P<wh>how \w+|when|where|who|why)$",
    re.I,
)
_MOST_TURNS_BACK = 3


def _of_earlier(text: str, history: History) -> str | None:
    """An earlier question with one part changed, where the last has no such part: "on lichens?" after "Who gave the talk on
    mosses?" and "How many came?"; or the one that asks "how heavy", for "and the big one, how heavy?"."""
    earlier = [END.sub("", asked) for asked, _ in history.turns[-_MOST_TURNS_BACK:]][::-1]
    if found := _AND_HOW.match(text):
        same = (asked for asked in earlier if asked.lower().startswith(found["wh"].lower()))
        asked = next(same, None)
        return with_part(asked, found["part"]) if asked else None
    found = _PHRASE_ALONE.match(text)
    if found is None or PRONOUNS.intersection(words_of(text)):
        return None
    kind = kind_of(found["part"][len(found["lead"]) :])
    if kind == "time" or phrase_like(earlier[0], found["lead"], kind):
        return None
    for asked in earlier[1:]:
        place = phrase_like(asked, found["lead"], kind)
        if place and kind_of(asked[slice(*place)][len(found["lead"]) :]) == kind:
            return with_part(asked, found["part"])
    return None


_AS_A_WHOLE = re.compile(r" (?P<suffix>as a whole|in general|overall|itself|altogether)$", re.I)


def _named_part(part: str, history: History) -> tuple[str, str]:
    """The part with the capitals that a title or a turn gives its name, and what says how much of it is meant: "Senova" and
    "as a whole", of "senova as a whole"."""
    found = _AS_A_WHOLE.search(part)
    suffix = found["suffix"] if found else ""
    part = part[: found.start()] if found else part
    if part.islower() and len(part.split()) <= _LONGEST_NAME:
        said = " ".join((history.title, *(text for turn in history.turns for text in turn)))
        name = re.search(rf"(?<!\w)(?=[A-Z]){re.escape(part.title())}(?!\w)", said)
        part = name.group() if name else part
    return part, suffix


_LONGEST_NAME = 3


def without_opening(text: str) -> str:
    """The text without words of courtesy around it: "and the deposit?", of "great, and the deposit?"."""
    if not _CORRECTED.match(text):
        text = without_small_talk(text)
    found = _OPENING.match(text)
    if found is None or _CORRECTED.match(text):
        return text[so.end() :] if (so := _SO_WHAT_ABOUT.match(text)) else text
    rest = text[found.end() :]
    asks = _ASKS.match(rest)
    if asks is None and not re.search(r"[,;:.!…–-]\s*$", found.group()):
        return text
    so = _SO.match(rest)
    return rest[so.end() :] if so else rest


_CORRECTED = re.compile(r"^(?:sorry|no)\b[\s,]*(?:i mean|not\b)", re.I)
_SO = re.compile(r"^(?:so|but|then)\s+(?=\w+ \w+)", re.I)
_SO_WHAT_ABOUT = re.compile(r"^(?:(?:so|but|then|and|also)[\s,]+)+(?=(?:what|how) about\b)", re.I)
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


def _without_correction(text: str, asked: str) -> str:
    """ "No, I meant in 2019" is "and in 2019", and so is "the same for 2019"."""
    rest = _I_MEANT.sub("", _CORRECTION.sub("", text, count=1), count=1)
    same = _SAME.sub("", rest, count=1)
    if (
        same != rest
        and _WHAT_IS.match(asked)
        and not with_like_part(f"of {END.sub('', asked)}", END.sub("", same))
    ):
        same = f"for {same}"  # "the excess for damage"
    rest = same
    return f"and {rest}" if rest and rest != text else text


_WHAT_IS = re.compile(
    r"^(?:what|how (?:much|high|long|big)) (?:is|are|was|were) the [\w-]+(?: [\w-]+)?\W*$", re.I
)


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text[found.end() :] if found else ""
