"""Finds the phrase of the last question whose place a phrase takes: "the boiler" for "the windows".

`with_part` is the only public function. It changes one question and knows no history.
"""

from __future__ import annotations

import re

from wherein.questions.followups.followup_arguments import as_object
from wherein.questions.followups.followup_like_phrases import (
    PHRASE,
    in_place_of_its_like,
    in_place_of_like_time,
    in_place_of_name,
    kind_of,
    phrase_like,
    with_same_noun,
)
from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_terms import words_of
from wherein.questions.words.function_words import FUNCTION_WORDS

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_NUMBERED = re.compile(r"\b(?P<thing>[^\W\d_]+) \d+\w?$")
_PREPOSITION = re.compile(rf"^(?:{PREPOSITIONS})\b", re.I)
_PLAIN = re.compile(r"[a-z]\w+s")
_PLAIN_SUBJECT = re.compile(rf"(?P<before>(?:{AUXILIARY}) )(?P<subject>[a-z]\w+s)(?= \w)", re.I)
"""A question about things in the plural without an article: "Are dogs allowed"."""
_NEXT_YEAR = re.compile(
    r"^the (?P<which>year before|previous year|year after|following year|next year)$", re.I
)
_IN_YEAR = re.compile(r"\bin (?P<year>(?:1[5-9]|20)\d\d)\b", re.I)
_IS_TO_BE = re.compile(r"\b(?:must|should|shall|may|can|will) (?:the|my|our|your) .*\bbe \w+", re.I)


def with_part(asked: str, part: str) -> str | None:
    """The question `asked` (without its question mark) with the part in place of a part of the same kind.

    A phrase with a preposition, as "on Sundays", stands at its end where it has none of the kind. None for anything
    else that has no like: the question would go on asking for what was asked before.
    """
    same_noun = set(words_of(part)[-1:]) & set(words_of(asked))
    if _IS_TO_BE.search(asked) and PHRASE.fullmatch(part) and not same_noun:
        return None  # what is done to the one need not be done to the other
    if beside := _beside_year(asked, part):
        return beside
    if part.lower().replace(" ", "+") in _OTHER_VERBS:
        return _in_place_of_verb(asked, part)
    if replaced := _in_place_of_label(asked, part):
        return f"{replaced}?"
    year = _YEAR.search(part)
    before = list(_YEAR.finditer(asked))
    if year and before and len(set(words_of(part)) - FUNCTION_WORDS) == 1:
        last = before[-1]
        return f"{asked[: last.start()]}{year.group()}{asked[last.end() :]}?"
    if timed := in_place_of_like_time(asked, part):
        return f"{timed}?"
    number = _NUMBERED.search(part)
    if number and len(same := re.findall(rf"\b{number['thing']} \d+\w?\b", asked, re.I)) == 1:
        return f"{asked.replace(same[0], number.group(), 1)}?"
    if other := _in_place_of_opposite(asked, part):
        return f"{other}?"
    if parallel := in_place_of_its_like(asked, part):
        return f"{parallel}?"
    lead = _PREPOSITION.match(part)
    plain = _PLAIN_SUBJECT.match(asked)
    if plain and _PLAIN.fullmatch(part):
        return f"{plain['before']}{part}{asked[plain.end('subject') :]}?"
    if lead is not None and (left := _LEAVES.match(asked)) and lead.group().lower() == "from":
        return f"{left['before']} {part}?"
    if lead is None:
        return _with_bare_part(asked, part)
    found = phrase_like(asked, lead.group(), kind_of(part[lead.end() :]))
    if found is None:
        return f"{asked} {part}?"
    start, end = found
    return f"{asked[:start]}{part}{asked[end:]}?"


def _with_bare_part(asked: str, part: str) -> str | None:
    """`with_part` for a part without a preposition."""
    people = _PEOPLE.fullmatch(part) is not None
    if people and _PRICED.match(asked) and not _PEOPLE.search(asked):
        return f"{asked} for {part}?"
    whole = (
        in_place_of_name(asked, part)
        or with_same_noun(asked, part)
        or _in_place_of_time(asked, part)
        or as_object(asked, part)
    )
    if whole is None and people and not re.search(r"\bfor\b", asked):
        whole = f"{asked} for {part}"
    return None if whole is None else f"{whole}?"


_OTHER_VERBS = frozenset(
    """open reopen close start begin end finish stop arrive leave depart return die died marry married retire retired sell
    sold buy bought lose lost win won sleep eat drink live work study pay cancel register change renew apply deliver collect
    repair replace remove install clean store come+back go+back get+back pick+up drop+off switch+on switch+off turn+on
    turn+off""".split()
)
""" "End" and "come back", asked of what the last question says that it starts or leaves."""
_BASES = {
    "died": "die",
    "married": "marry",
    "retired": "retire",
    "sold": "sell",
    "bought": "buy",
    "lost": "lose",
    "won": "win",
}
_WITH_VERB = re.compile(
    r"^(?P<before>.*?\b(?:do|does|did|can|could|will|may|must|should|to)(?: (?:the|an?|my|your|our))? (?:[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*|[\w-]+(?: [\w-]+)??)(?: (?:have|need) to)?) (?P<verb>[a-z]+)(?: (?:back|off|on|up|out))?(?P<rest>(?: (?:in|on|at|for|from|to|with|by|of|if|when) .+)?)$"
)
_BORN = re.compile(r"^(?P<wh>when|where|in which year|in what year) was (?P<who>.+) born$", re.I)


def _in_place_of_verb(asked: str, part: str) -> str | None:
    """ "When does the bus come back?", of "and come back?" after "When does the bus leave"."""
    base = _BASES.get(part.lower(), part)
    if born := _BORN.match(asked):
        return f"{born['wh']} has {born['who']} {part}?" if base != part else None
    if (found := _WITH_VERB.match(asked)) is None:
        return None
    return f"{found['before']} {base}{found['rest']}?"


_POSSESSIVE = re.compile(r"[A-Z][\w-]*['’]s(?= \w)")
_PER = re.compile(
    r"\b(?:per|an?|each|every) (?:hour|day|night|week|month|quarter|year|person|head|kilometre|km|mile|kilo|kg|litre)\b",
    re.I,
)
_LABEL = re.compile(
    r"\b[A-Za-z]{3,} (?P<label>\d{1,3}[a-z]?|[A-Z])\b(?! (?:euros?|days?|weeks?|months?|years?|people))"
)


def _in_place_of_label(asked: str, part: str) -> str | None:
    """The question with "Alma's" for "Tom's", "per week" for "per day", or "3" for the number of "Table 2"."""
    if re.fullmatch(r"[A-Z][\w-]*['’]s", part):
        pattern = _POSSESSIVE
    elif _PER.fullmatch(part):
        if not (found := list(_PER.finditer(asked))):
            return f"{asked} {part}"
        pattern = _PER
    elif re.fullmatch(r"\d{1,3}[a-z]?", part):
        pattern = _LABEL
    else:
        return None
    found = list(pattern.finditer(asked))
    if len(found) != 1:
        return None
    start, end = found[0].span("label") if pattern is _LABEL else found[0].span()
    return f"{asked[:start]}{part}{asked[end:]}"


_WHAT_IS = re.compile(
    r"^what (?:is|are|was|were) (?:the|an?|my|your|our) [\w'’-]+(?: [\w'’-]+)?$", re.I
)


_YES_NO = re.compile(rf"^(?:{AUXILIARY}) ", re.I)
_SUBSTANCE = re.compile(
    r"^how (?:much|many) [\w-]+ (?:goes?|do (?:I|you|we) (?:need|use|add|put)|is needed|are needed|should I (?:add|use))\b",
    re.I,
)


def with_like_part(asked: str, part: str) -> str | None:
    """`with_part` for a phrase that stands alone, without "and": it may as well be a new subject ("the notice period?").

    Only for one that repeats a noun of the question, names another time, number or member of a row, or follows "what is".
    """
    whole = with_part(asked, part)
    if whole is None or _PREPOSITION.match(part) or _WHAT_IS.match(asked) or _YES_NO.match(asked):
        return whole
    if _SUBSTANCE.match(asked):
        return whole
    like = (
        set(words_of(part)[-1:]) & set(words_of(asked))
        or set(words_of(part)[:1]) & set(words_of(asked)) - FUNCTION_WORDS
        or any(mark.isdigit() for mark in part)
        or kind_of(part) != "thing"
        or _in_place_of_opposite(asked, part)
        or part.lower().startswith(("a ", "an "))
        or part.rpartition(" ")[2].lower() in ("one", "ones")
    )
    return whole if like else None


_PEOPLE = re.compile(
    r"(?:the |all )?(?:[\w-]+ )?(?:men|women|children|kids|adults|students|seniors|pensioners|members|non-members|residents|employees|visitors|beginners|families|groups|foreigners|tourists|teachers|apprentices|freelancers|locals|teenagers)(?: (?:under|over|below|above|aged|from|up to) .+)?",
    re.I,
)
_PRICED = re.compile(
    r"how (?:much|high) |what (?:is|are) the (?:price|fee|cost|rate|charge|fare)s? |what (?:do|does) .+ cost",
    re.I,
)
_LEAVES = re.compile(
    r"^(?P<before>.*\b(?:leaves?|departs?|start|starts))(?: from)? [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?$"
)


def _beside_year(asked: str, part: str) -> str | None:
    """ "The year before" after a question of 2021."""
    found, years = _NEXT_YEAR.match(part), list(_IN_YEAR.finditer(asked))
    if found is None or len(years) != 1:
        return None
    which = found["which"].lower().replace("previous year", "year before")
    which = which.replace("following year", "year after").replace("next year", "year after")
    return f"{asked[: years[0].start()]}in the {which} {years[0]['year']}{asked[years[0].end() :]}?"


_OPPOSITES = tuple(
    frozenset(family.split())
    for family in (
        "front rear back", "left right", "upper lower", "first second third fourth fifth last", "adults children students seniors pensioners kids babies toddlers teenagers",
        "summer winter spring autumn", "inside outside indoors outdoors", "small medium large big", "morning afternoon evening night",
        "weekdays weekends", "single double", "minimum maximum", "men women", "boys girls", "full-time part-time", "new old used",
        "hot cold", "males females", "open close", "opens closes", "opened closed", "arrive leave depart", "buy sell rent", "borrow lend return", "last next", "first final", "upper lower middle", "inner outer", "top bottom", "online offline", "north south east west", "northern southern eastern western", "male female", "senior junior", "short long",
        "breakfast lunch dinner", "heating cooling", "most fewest least", "highest lowest", "largest smallest", "biggest littlest", "oldest youngest newest", "longest shortest", "cheapest dearest", "best worst", "earliest latest",
        "primary secondary", "start end", "entrance exit", "import export", "before after", "arrival departure", "monthly yearly annual weekly daily", "public private", "paper digital",
    )
)  # fmt: skip


def _in_place_of_opposite(asked: str, part: str) -> str | None:
    """The question with a word changed for another of its row: "rear", for "front"."""
    words = part.lower().split()
    if words and words[0] in ("the", "for", "in"):
        words = words[1:]
    if len(words) == 2 and words[1] in ("one", "ones", "time"):
        del words[1]
    if (
        len(words) == 2
        and re.fullmatch(r"(?:second|third|fourth|next) (?:most|least|\w+est)", " ".join(words))
        and asked.lower().split().count(words[1]) == 1
    ):
        return re.sub(rf"\b{re.escape(words[1])}\b", " ".join(words), asked, count=1, flags=re.I)
    if len(words) != 1:
        return None
    for family in _OPPOSITES:
        if words[0] not in family:
            continue
        found = [one for one in re.finditer(r"[\w-]+", asked) if one.group().lower() in family]
        if len(found) == 1 and found[0].group().lower() != words[0]:
            return f"{asked[: found[0].start()]}{words[0]}{asked[found[0].end() :]}"
    return None


def _in_place_of_time(asked: str, part: str) -> str | None:
    """The question with a time that stands without a preposition: "october", for "in June"."""
    if kind_of(part) != "time":
        return None
    place = None
    for lead in ("in", "on", "at", "during", "for", "by"):
        place = place or (
            found
            if (found := phrase_like(asked, lead, "time"))
            and kind_of(asked[slice(*found)]) == "time"
            else None
        )
    if place is None:
        return None
    lead = asked[place[0] :].split()[0]
    return f"{asked[: place[0]]}{lead} {part}{asked[place[1] :]}"
