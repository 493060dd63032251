"""Finds the phrase of the last question that is like another: of the same noun, preposition or kind."""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_subjects import subject_of
from wherein.questions.phrases.followup_terms import WORD, words_of
from wherein.questions.phrases.person_names import is_no_person, is_person
from wherein.questions.words.function_words import FUNCTION_WORDS

PHRASE = re.compile(r"^(?:the|an?|this|that)(?:\s+[\w'’-]+){1,4}$", re.I)
_DETERMINERS = re.compile(r"\b(?:the|an?|this|that|these|those)\s", re.I)
_AT_END = re.compile(
    rf"\b(?:the|an?|this|that)(?:\s+(?!(?:{PREPOSITIONS}|per|each|every|{AUXILIARY})\b)[\w'’-]+){{1,4}}$",
    re.I,
)
_CAPITAL = re.compile(r"\bthe\s+[^\W\d_a-z][\w'’-]*", re.ASCII)
_PLACE = re.compile(r"\b(?:in|on|at)\s+the(?:\s+[\w'’-]+){1,2}$", re.I)
_NAME = re.compile(r"(?<!\w)[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*)*")
_TIMES = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays spring summer autumn
    winter year years month months week weeks weekend weekends day days morning evening afternoon night today tomorrow
    yesterday weekday weekdays holiday holidays noon midnight christmas easter sundays nights mornings evenings""".split()
)
_ORDINALS = frozenset("first second third fourth fifth sixth last next previous".split())
_STATE_BEHIND = re.compile(
    r"(?<=\w) (?:covered|allowed|included|permitted|possible|available|required|free|insured|forbidden|mandatory|open|closed|excluded|refundable|safe)$",
    re.I,
)
_LONGEST_OBJECT = 3
"""The most words after a preposition that one phrase takes up."""


def kind_of(text: str) -> str:
    """The kind of a phrase: "time" for a date or part of a day or year, "name" for a proper name, "thing" for any other."""
    words = words_of(text)
    times = [word for word in words if word in _TIMES]
    if times and (
        words[-1] in _TIMES
        or words[-1].isdigit()
        or words[-1] in ("only", "early", "too", "long", "round")
        or "of" in words
    ):
        return "time"
    if words and (
        any(word.isdigit() for word in words)
        and all(word.isdigit() or word in FUNCTION_WORDS for word in words)
    ):
        return "time"
    return "name" if _NAME.search(text) else "thing"


_TIME_CLASSES = tuple(
    frozenset(words.split())
    for words in (
        "january february march april may june july august september october november december spring summer autumn winter"
        " christmas easter holiday holidays vacation vacations season term new",
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays"
        " weekend weekends weekday weekdays",
        "morning evening afternoon night mornings evenings afternoons nights noon midnight lunchtime midday day daytime",
        "today tomorrow yesterday now",
    )
)
_TIME_PHRASE = re.compile(
    r"\b(?:in|on|at|during|over|by|for|until|before|after|around) (?:the )?(?P<object>[\w'’-]+(?: (?:holidays?|term|season|year|day))?)",
    re.I,
)
_LEADS = ("in", "on", "in the", "")


def time_class(text: str) -> int | None:
    """Which row of times a phrase belongs to: of the year, of the week, of the day; None for a year or no time."""
    words = set(words_of(text))
    if words & {"public", "bank"} and words & {"holiday", "holidays"}:
        return 1
    return next((n for n, row in enumerate(_TIME_CLASSES) if row & words), None)


def in_place_of_like_time(asked: str, part: str) -> str | None:
    """The question with a time in place of one of its row: "over Christmas" for "in summer"; else at its end, since "on Mondays"
    tells more of "in summer". None where the part is no such time."""
    row = time_class(part)
    if row is None or kind_of(part) != "time":
        return None
    lead = re.match(rf"(?:{PREPOSITIONS}) ", part, re.I)
    whole = part if lead else f"{_LEADS[row]} {part}".strip()
    if whole.lower() in (
        "in the night",
        "in the midnight",
        "in the noon",
        "in christmas",
        "in easter",
    ):
        whole = f"at {part}"
    for found in _TIME_PHRASE.finditer(asked):
        if time_class(found["object"]) == row and kind_of(found["object"]) == "time":
            return f"{asked[: found.start()]}{whole}{asked[found.end() :]}"
    return None if _bare_time(asked, row) else f"{asked} {whole}"


def _bare_time(asked: str, row: int) -> bool:
    return any(
        time_class(word) == row for word in words_of(asked) if word not in ("new", "may", "day")
    )


def phrase_like(asked: str, lead: str, kind: str) -> tuple[int, int] | None:
    """The last phrase with this preposition whose object is of this kind; a time only takes the place of a time."""
    found = []
    pattern = rf"\b{lead} (?!\w+ing\b|(?:which|what|whom?|how)\b)(?P<object>.+?)(?=,| (?:{PREPOSITIONS}) |$)"
    for match in re.finditer(pattern, asked, re.I):
        words = match["object"].split()
        if (its := kind_of(match["object"])) == "name":
            named = _NAME.search(match["object"])
            assert named is not None
            end = match.start("object") + named.end()
        elif len(words) > _LONGEST_OBJECT:
            continue
        else:
            end = match.end()
            if (state := _STATE_BEHIND.search(asked)) and match.start() < state.start() < end:
                end = state.start()
        found.append((its, (match.start(), end)))
    same = [place for its, place in found if its == kind]
    alike = [place for its, place in found if (its == "time") == (kind == "time")]
    fitting = same or alike
    return fitting[-1] if fitting else None


def with_same_noun(asked: str, part: str) -> str | None:
    """The question with the words before its noun changed: "part-time staff" in place of "full-time staff"."""
    noun, count = part.split()[-1], len(part.split()) - 1
    found = re.search(rf"(?<!\w)(?:\S+ ){{{count}}}{re.escape(noun)}(?!\w)", asked, re.I)
    if count == 0 or found is None:
        return None
    before = set(words_of(found.group().rpartition(" ")[0]))
    if before & FUNCTION_WORDS:
        return None
    verb = re.search(
        rf"(?:^(?:who|what)|\b(?:{AUXILIARY}) (?:I|you|we|they|one|the \w+)) \w+ (?={re.escape(noun)}\b)",
        asked,
        re.I,
    )
    if verb:  # "who approves leave"
        return f"{asked[: verb.end()]}{part}{asked[found.end() :]}"
    return f"{asked[: found.start()]}{part}{asked[found.end() :]}"


def in_place_of_name(asked: str, part: str) -> str | None:
    """The last question with its one name replaced by another: "Norway" in place of "Sweden", "Tuesday" in place of "Monday".
    None where the question has none or several, or where one of the two is a person's and the other is not."""
    if not _NAME.fullmatch(part):
        return None
    first = WORD.match(asked)
    start = first.end() if first else 0
    names = [
        found
        for found in _NAME.finditer(asked, start)
        if kind_of(found.group()) == kind_of(part) and found.group() != "I"
    ]
    if len(names) != 1:
        return None
    name = names[0].group()
    if (is_person(name) and is_no_person(part)) or (is_person(part) and is_no_person(name)):
        return None
    return f"{asked[: names[0].start()]}{part}{asked[names[0].end() :]}"


def in_place_of_its_like(asked: str, part: str) -> str | None:
    """The last question with its phrase replaced: "the windows" in place of "the roof".

    None if the last question has no such phrase, or several and it is unclear which one is meant.
    """
    if _PLACE.fullmatch(part):  # "in the boathouse", after "on the slipway"
        return f"{asked[: found.start()]}{part}" if (found := _PLACE.search(asked)) else None
    if not PHRASE.fullmatch(part):
        return None
    noun = re.escape(part.split()[-1])
    same = list(
        re.finditer(rf"\b(?:the|an?|this|that)\s+(?:[\w'’-]+\s+){{0,3}}?{noun}\b", asked, re.I)
    )
    if len(same) == 1 and not _DETERMINERS.search(same[0].group(), 3):
        return f"{asked[: same[0].start()]}{part}{asked[same[0].end() :]}"
    bare = list(re.finditer(rf"\b(?:{AUXILIARY}) (?P<noun>{noun})\b", asked, re.I))
    if not same and len(bare) == 1:
        return f"{asked[: bare[0].start('noun')]}{part}{asked[bare[0].end('noun') :]}"
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
