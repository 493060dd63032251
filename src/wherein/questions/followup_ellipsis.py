"""Understands what repeats the last question with one part changed: "and in 2019?", "why?", "no, I meant the shop".

`from_last_question` is the only public function. It knows the last question and its answer, and no weights.
"""

from __future__ import annotations

import re

from wherein.questions.followup_phrases import END
from wherein.questions.followup_pronouns import subject_of
from wherein.questions.followup_terms import PRONOUNS, WORD, History, words_of
from wherein.questions.person_names import is_no_person, is_person

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
AUXILIARY = "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must"
_CORRECTION = re.compile(r"^(?:no|sorry|wait)\b[\s,;:.-]*(?:i (?:meant?|mean)\b[\s,:]*)?", re.I)
_I_MEANT = re.compile(r"^i (?:meant?|mean)\b[\s,:]*", re.I)
_SAME = re.compile(r"^(?:and )?the same(?: question| thing)?(?: again)?,? for\b\s*|^same (?:question )?for\b\s*", re.I)  # fmt: skip
_BARE = re.compile(
    r"^(?:and |but |so )?(?:by (?=who))?(why|when|where|how|who)m?(?: (?:so|not|exactly|come))?$",
    re.I,
)
_PREPOSITIONS = (
    "in|at|on|for|from|to|with|by|of|before|after|since|until|till|during|under|over|between|near"
    "|about|against|into|through|without"
)
_BARE_PHRASE = re.compile(
    rf"^(?:and |but |so )?(?P<asks>(?:{_PREPOSITIONS}) (?:what|whom?|when|where|(?:which|what) \w+"
    r"|how (?:long|many|much|far)(?: \w+)?)|how (?:long|often|far|fast|much)"
    r"|(?:which|what) (?:year|month|day|date|time|place|town|city|country))$",
    re.I,
)
"""A question word that is more than one word: "of what", "since when", "in which year", "how long"."""
_ELLIPSIS = re.compile(
    r"^(?:and|or|but)\s+(?:what about |how about )?(?P<and>.+)$|^(?:what|how) about\s+(?P<about>.+)$",
    re.I,
)
_PREPOSITION_ALONE = re.compile(rf"^(?:{_PREPOSITIONS}|per)(?: \S+){{1,3}}\?$", re.I)
"""A phrase that is asked by itself: "on Tuesday?". Without the question mark it may be words to search for."""
_NOT_BUT = re.compile(r"^(?:and )?not (?P<this>[^,]+), (?:but )?(?P<that>.+)$", re.I)
_WHICH_ONES = re.compile(r"^(?:and )?which(?: ones)?$", re.I)
_NUMBERED = re.compile(r"\b(?P<thing>[^\W\d_]+) \d+\w?$")
_VERB = re.compile(rf"\b(?:{AUXILIARY})\b", re.I)
_QUESTION_WORD = re.compile(r"^(?:who|whom|whose|what|which|when|where|why|how)\b", re.I)
_ASKED_AFTER = re.compile(rf"^(?:when|where|why|how)\s+(?=(?:{AUXILIARY})\b)", re.I)
_SUBJECT = re.compile(r"^(?:who|what)\s+(?=\w)", re.I)
_HOW_MANY = re.compile(r"^how (?:many|much)\s+", re.I)
ASKED_THING = re.compile(
    rf"^(?:which|what|how (?:many|much)|how)\s+(?P<thing>(?!(?:{AUXILIARY})\b)\w+(?:\s+\S+){{0,6}}?)"
    rf"\s+(?P<rest>(?:{AUXILIARY})\s+\w+\s.+)$",
    re.I,
)
"""A question with the thing asked for before its verb: "Which club did he join in 1997"."""
_HOW_IS = re.compile(
    r"^how\s+(?P<like>(?!many\b|much\b)\w+)\s+(?P<rest>(?:is|are|was|were)\s+.+)$", re.I
)
_PASSIVE = re.compile(r"(?:is|are|was|were)\s.+\w(?:ed|en|wn|ght|lt)\b", re.I)
_SHORT_ANSWER = 8
"""The most words of an answer that can replace the question word."""
_PREPOSITION = re.compile(rf"^(?:{_PREPOSITIONS})\b", re.I)
_AND = re.compile(r"^(?:and|but|so|or)\s+(?=\w)", re.I)
_PHRASE = re.compile(r"^(?:the|an?|this|that)(?:\s+[\w'’-]+){1,4}$", re.I)
_DETERMINERS = re.compile(r"\b(?:the|an?|this|that|these|those)\s", re.I)
_AT_END = re.compile(r"\b(?:the|an?|this|that)(?:\s+[\w'’-]+){1,4}$", re.I)
_CAPITAL = re.compile(r"\bthe\s+[^\W\d_a-z][\w'’-]*", re.ASCII)
_PLACE = re.compile(r"\b(?:in|on|at)\s+the(?:\s+[\w'’-]+){1,2}$", re.I)
_NAME = re.compile(r"(?<!\w)[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*)*")
_TIMES = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays spring summer autumn
    winter year years month months week weeks weekend weekends day days morning evening afternoon night today tomorrow
    yesterday""".split()
)
_PLAIN = re.compile(r"[a-z]\w+s")
_PLAIN_SUBJECT = re.compile(rf"(?P<before>(?:{AUXILIARY}) )(?P<subject>[a-z]\w+s)(?= \w)", re.I)
"""A question about things in the plural without an article: "Are dogs allowed"."""
_ORDINALS = frozenset("first second third fourth fifth sixth last next previous".split())
_LONGEST_OBJECT = 3
"""The most words after a preposition that one phrase takes up."""


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
        return _asked_for(found.group(1).lower(), asked, answer)
    if asked and (found := _BARE_PHRASE.match(text)):
        return _asked_for(found["asks"].lower(), asked, answer)
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


def _without_correction(text: str) -> str:
    """ "No, I meant in 2019" is "and in 2019", and so is "the same for 2019"."""
    rest = _I_MEANT.sub("", _CORRECTION.sub("", text, count=1), count=1)
    rest = _SAME.sub("", rest, count=1)
    return f"and {rest}" if rest and rest != text else text


def _asked_for(wanted: str, asked: str, answer: str) -> str:
    """The last question with another question word. "When did he leave" with "why" is "Why did he leave?". In a
    question like "Who won it", the answer takes the place of the question word. The thing asked for follows in
    brackets, as in "When did he join in 1997 (club)?". Any other question follows the word as a whole."""
    first = wanted.capitalize()
    if rest := _after(_ASKED_AFTER, asked):
        if wanted == "who" and _PASSIVE.match(rest):
            return f"By whom {rest}?"
        return f"{first} {rest}?"
    if re.match(rf"(?:{AUXILIARY})\b", asked, re.I):
        return f"{first} {asked[0].lower()}{asked[1:]}?"
    if found := _HOW_IS.match(asked):
        like = f" {found['like']}" if wanted == "why" else ""
        return f"{first} {found['rest']}{like}?"
    short = END.sub("", answer) if len(answer.split()) <= _SHORT_ANSWER else ""
    if found := ASKED_THING.match(asked):
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
    number = _NUMBERED.search(part)
    if number and len(same := re.findall(rf"\b{number['thing']} \d+\w?\b", asked, re.I)) == 1:
        return f"{asked.replace(same[0], number.group(), 1)}?"
    if parallel := _in_place_of_its_like(asked, part):
        return f"{parallel}?"
    lead = _PREPOSITION.match(part)
    plain = _PLAIN_SUBJECT.match(asked)
    if plain and _PLAIN.fullmatch(part):
        return f"{plain['before']}{part}{asked[plain.end('subject') :]}?"
    if lead is None:
        return f"{_in_place_of_name(asked, part) or f'{asked}, {part}'}?"
    found = _phrase_like(asked, lead.group(), _kind(part[lead.end() :]))
    if found is None:
        return f"{asked} {part}?"
    start, end = found
    return f"{asked[:start]}{part}{asked[end:]}?"


def _phrase_like(asked: str, lead: str, kind: str) -> tuple[int, int] | None:
    """The last phrase with this preposition whose object is of this kind; a time only takes the place of a time."""
    found = []
    pattern = rf"\b{lead} (?!\w+ing\b|(?:which|what|whom?|how)\b)(?P<object>.+?)(?=,| (?:{_PREPOSITIONS}) |$)"
    for match in re.finditer(pattern, asked, re.I):
        words = match["object"].split()
        if (its := _kind(match["object"])) == "name":
            named = _NAME.search(match["object"])
            assert named is not None
            end = match.start("object") + named.end()
        elif len(words) > _LONGEST_OBJECT:
            continue
        else:
            end = match.end()
        found.append((its, (match.start(), end)))
    same = [place for its, place in found if its == kind]
    alike = [place for its, place in found if (its == "time") == (kind == "time")]
    fitting = same or alike
    return fitting[-1] if fitting else None


def _kind(text: str) -> str:
    """The kind of a phrase: "time" for a date or part of a day or year, "name" for a proper name, "thing" for any other."""
    words = words_of(text)
    if any(word in _TIMES or word.isdigit() for word in words):
        return "time"
    return "name" if _NAME.search(text) else "thing"


def _in_place_of_name(asked: str, part: str) -> str | None:
    """The last question with its one name replaced by another: "Norway" in place of "Sweden", "Tuesday" in place of "Monday".
    None where the question has none or several, or where one of the two is a person's and the other is not."""
    if not _NAME.fullmatch(part):
        return None
    first = WORD.match(asked)
    start = first.end() if first else 0
    names = [found for found in _NAME.finditer(asked, start) if _kind(found.group()) == _kind(part)]
    if len(names) != 1:
        return None
    name = names[0].group()
    if (is_person(name) and is_no_person(part)) or (is_person(part) and is_no_person(name)):
        return None
    return f"{asked[: names[0].start()]}{part}{asked[names[0].end() :]}"


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
            lambda _: _with_noun_of(noun, part),
            asked,
            count=1,
            flags=re.I,
        )
    found = _AT_END.search(asked)
    return f"{asked[: found.start()]}{_with_noun_of(found.group(), part)}" if found else None


def _with_noun_of(phrase: str, part: str) -> str:
    """ "The old one", "the second" and "the clerk's" with the noun of the phrase whose place they take: "the old boat"."""
    words = phrase.split()
    if len(words) < 2:
        return part
    if part.lower().endswith((" one", " ones")):
        return f"{part.rsplit(' ', 1)[0]} {words[-1]}"
    if part.endswith(("'s", "’s")) or part.rsplit(" ", 1)[-1].lower() in _ORDINALS:
        return f"{part} {words[-1]}"
    return part
