"""Finds the phrase of the last question whose place a phrase takes: "the boiler" for "the windows".

`with_part` is the only public function. It changes one question and knows no history.
"""

from __future__ import annotations

import re

from wherein.questions.followup_bare import AUXILIARY, PREPOSITIONS
from wherein.questions.followup_referents import ROLES, is_participle, subject_of
from wherein.questions.followup_terms import WORD, words_of
from wherein.questions.function_words import FUNCTION_WORDS
from wherein.questions.person_names import is_no_person, is_person

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_NUMBERED = re.compile(r"\b(?P<thing>[^\W\d_]+) \d+\w?$")
_PREPOSITION = re.compile(rf"^(?:{PREPOSITIONS})\b", re.I)
_PHRASE = re.compile(r"^(?:the|an?|this|that)(?:\s+[\w'’-]+){1,4}$", re.I)
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
_PLAIN = re.compile(r"[a-z]\w+s")
_PLAIN_SUBJECT = re.compile(rf"(?P<before>(?:{AUXILIARY}) )(?P<subject>[a-z]\w+s)(?= \w)", re.I)
"""A question about things in the plural without an article: "Are dogs allowed"."""
_ORDINALS = frozenset("first second third fourth fifth sixth last next previous".split())
_LONGEST_OBJECT = 3
"""The most words after a preposition that one phrase takes up."""
_SUBJECT_WORD = r"(?:I|you|we|they|he|she|it|one|people|someone|anyone|somebody|anybody)"
_OBJECTS = (
    # "May I keep a dog in the flat", "At what temperature should I wash wool"
    re.compile(rf"^(?P<before>.*?\b(?:{AUXILIARY}) {_SUBJECT_WORD} (?:also |ever |still |only )?\w+ (?:(?:off|up|out|in|on|back|down|away|over) )?)(?P<object>.+?)(?P<behind>(?: (?:{PREPOSITIONS}|if|when|while) .+)?)$", re.I),
    # "Who pays for electricity", "Who approves travel expenses", "Who may enter the flat"
    re.compile(rf"^(?P<before>who (?:(?:{AUXILIARY}) )?\w+ (?:(?:{PREPOSITIONS}) )?)(?P<object>.+?)(?P<behind>(?: (?:{PREPOSITIONS}|if|when|while) .+)?)$", re.I),
    # "What is the penalty for late return"
    re.compile(r"^(?P<before>(?:what|how much|how high|how long|who|where) (?:is|are|was|were) .+ (?:for|of|to) )(?P<object>[\w'’-]+(?: [\w'’-]+){0,3})(?P<behind>)$", re.I),
    # "What time is breakfast"
    re.compile(r"^(?P<before>(?:at )?(?:what|which) \w+ (?:is|are|was|were) )(?P<object>(?:the )?[\w'’-]+(?: [\w'’-]+)?)(?P<behind>)$", re.I),
    # "How much is the rent", "What is the deposit", "Is smoking allowed"
    re.compile(r"^(?P<before>(?:how much|how high|how big|how large|how long|how old|how far|what|where|when|who) (?:is|are|was|were) )(?P<object>(?:(?:the|an?|my|your|our|this) )?[\w'’-]+(?: [\w'’-]+){0,2}?)(?P<behind>(?: (?:per|a|each|every) \w+)?)$", re.I),
    re.compile(r"^(?P<before>(?:is|are|was|were) )(?P<object>(?!there\b|it\b|this\b|that\b)[\w'’-]+)(?P<behind> (?:allowed|permitted|included|possible|covered|forbidden|banned|available|required|free|mandatory|prohibited|insured)\b.*)$", re.I),
    # "Does the policy cover skiing"
    re.compile(rf"^(?P<before>(?:.+ )?(?:{AUXILIARY}) (?:the|my|your|our|this) [\w'’-]+ [a-z]+ )(?P<object>(?!(?:the|an?|my|your|our|this)\b)[\w'’-]+(?: [\w'’-]+)?)(?P<behind>(?: (?:{PREPOSITIONS}|if|when|while) .+)?)$", re.I),
    # "Where do I apply for parking"
    re.compile(rf"^(?P<before>.+ (?:{PREPOSITIONS}) )(?P<object>[\w'’-]+(?: [\w'’-]+)?)(?P<behind>)$", re.I),
)  # fmt: skip
"""Questions with one thing that a bare phrase can take the place of. The likeliest first."""
_LONGEST_THING = 4
_INDEFINITE = re.compile(
    rf"\ban? [\w'’-]+(?: (?!(?:{PREPOSITIONS}|{AUXILIARY}|per|each|every|an?)\b)[\w'’-]+){{0,2}}",
    re.I,
)
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
    if _IS_TO_BE.search(asked) and _PHRASE.fullmatch(part) and not same_noun:
        return None  # what is done to the one need not be done to the other
    if beside := _beside_year(asked, part):
        return beside
    year = _YEAR.search(part)
    before = list(_YEAR.finditer(asked))
    if year and before and len(set(words_of(part)) - FUNCTION_WORDS) == 1:
        last = before[-1]
        return f"{asked[: last.start()]}{year.group()}{asked[last.end() :]}?"
    number = _NUMBERED.search(part)
    if number and len(same := re.findall(rf"\b{number['thing']} \d+\w?\b", asked, re.I)) == 1:
        return f"{asked.replace(same[0], number.group(), 1)}?"
    if other := _in_place_of_opposite(asked, part):
        return f"{other}?"
    if parallel := _in_place_of_its_like(asked, part):
        return f"{parallel}?"
    lead = _PREPOSITION.match(part)
    plain = _PLAIN_SUBJECT.match(asked)
    if plain and _PLAIN.fullmatch(part):
        return f"{plain['before']}{part}{asked[plain.end('subject') :]}?"
    if lead is None:
        put = (
            _in_place_of_name(asked, part)
            or _with_same_noun(asked, part)
            or _in_place_of_time(asked, part)
            or _as_object(asked, part)
        )
        return None if put is None else f"{put}?"
    found = _phrase_like(asked, lead.group(), _kind(part[lead.end() :]))
    if found is None:
        return f"{asked} {part}?"
    start, end = found
    return f"{asked[:start]}{part}{asked[end:]}?"


def _beside_year(asked: str, part: str) -> str | None:
    """ "The year before" after a question of 2021."""
    found, years = _NEXT_YEAR.match(part), list(_IN_YEAR.finditer(asked))
    if found is None or len(years) != 1:
        return None
    which = found["which"].lower().replace("previous year", "year before")
    which = which.replace("following year", "year after").replace("next year", "year after")
    return f"{asked[: years[0].start()]}in the {which} {years[0]['year']}{asked[years[0].end() :]}?"


def _with_same_noun(asked: str, part: str) -> str | None:
    """The question with the words before its noun changed: "part-time staff" in place of "full-time staff"."""
    noun, count = part.split()[-1], len(part.split()) - 1
    found = re.search(rf"(?<!\w)(?:\S+ ){{{count}}}{re.escape(noun)}(?!\w)", asked, re.I)
    if count == 0 or found is None:
        return None
    before = set(words_of(found.group().rpartition(" ")[0]))
    if before & FUNCTION_WORDS:
        return None
    return f"{asked[: found.start()]}{part}{asked[found.end() :]}"


def _as_object(asked: str, part: str) -> str | None:
    """The question with the part as its one object or subject: "cats" in place of "a dog"."""
    if part.lower().startswith(("a ", "an ")):
        found = list(_INDEFINITE.finditer(asked))
        if len(found) == 1 and not asked[found[0].start() - 1 :].lower().startswith(
            ("a lot", "a few")
        ):
            return f"{asked[: found[0].start()]}{part}{asked[found[0].end() :]}"
    if _kind(part) == "time":
        return None
    if (put := _as_subject(asked, part)) is not None:
        return put
    for pattern in _OBJECTS:
        match = pattern.match(asked)
        if match is None or len(match["object"].split()) > _LONGEST_THING:
            continue
        if set(words_of(match["object"])) <= FUNCTION_WORDS or _kind(match["object"]) == "time":
            continue
        if WORD.search(match["object"]) and match["object"].split()[0].lower() in _TAKES_NO_PLACE:
            continue
        before = re.sub(
            r"\b(?:is|are|was|were)(?= $)",
            lambda verb: _agreeing(verb.group(), part),
            match["before"],
            flags=re.I,
        )
        return f"{before}{part}{match['behind']}"
    return None


_SUBJECT_OF_STATE = re.compile(
    r"^(?P<lead>(?:(?:when|where|why|how|by whom|how often) )?)(?P<before>(?:is|are|was|were) )(?P<rest>(?!there\b|it\b|this\b|that\b).+)$",
    re.I,
)
_SUBJECT_OF_VERB = re.compile(
    rf"^(?P<before>(?:.+ )?(?:do|does|did|can|may|must|will|should) )(?P<subject>(?!(?:{_SUBJECT_WORD})\b)(?:the )?[\w'’-]+(?: [\w'’-]+)?)(?P<behind> [a-z]+(?: .+)?)$",
    re.I,
)
_OWN_VERB = re.compile(
    rf"^(?P<before>(?:.+ )?(?:{AUXILIARY}) {_SUBJECT_WORD} )(?P<verb>[a-z]+)(?P<behind>(?: (?:{PREPOSITIONS}|here|there) .+| here| there)?)$",
    re.I,
)


def _as_subject(asked: str, part: str) -> str | None:
    """The question with the part as its subject, or its verb: "flooding", for "storm damage", in "Is storm damage covered"."""
    if found := _SUBJECT_OF_STATE.match(asked):
        words = found["rest"].split()
        end = next((n for n, word in enumerate(words) if n and _is_state(word)), None)
        if end is not None and end <= _LONGEST_THING:
            verb = _agreeing(found["before"].strip(), part)
            return f"{found['lead']}{verb} {part} {' '.join(words[end:])}"
    if (
        (found := _OWN_VERB.match(asked))
        and re.fullmatch(r"[a-z]+(?<!s)", part)
        and found["verb"] not in ("get", "have", "need")
    ):
        return f"{found['before']}{part}{found['behind']}"
    found = _SUBJECT_OF_VERB.match(asked)
    if found is None:
        return None
    last, new = found["subject"].split()[-1].lower(), part.split()[-1].lower()
    if not (_are_people(last) and _are_people(new)):
        return None
    return f"{found['before']}{part}{found['behind']}"


def _are_people(word: str) -> bool:
    return word in ROLES or word.endswith(
        ("ers", "ors", "ees", "ants", "ents", "ists", "men", "women", "adults")
    )


def _is_state(word: str) -> bool:
    return word.lower() in _STATES or is_participle(word)


_STATES = frozenset(
    "allowed permitted included possible covered forbidden banned available required free mandatory prohibited insured safe"
    " open closed legal compulsory deductible refundable edible toxic dangerous taxable".split()
)


def _agreeing(verb: str, part: str) -> str:
    """The form of "be" for a new subject, with the case of the old one."""
    plural = part.lower().split()[-1].endswith("s") and not part.lower().endswith(
        ("ss", "us", "is")
    )
    form = (
        {"is": "are", "are": "are", "was": "were", "were": "were"}
        if plural
        else {"is": "is", "are": "is", "was": "was", "were": "was"}
    )
    put = form[verb.lower()]
    return put.capitalize() if verb[0].isupper() else put


_OPPOSITES = tuple(
    frozenset(family.split())
    for family in (
        "front rear back", "left right", "upper lower", "first second third fourth fifth last", "adults children students seniors pensioners kids babies toddlers teenagers",
        "summer winter spring autumn", "inside outside indoors outdoors", "small medium large big", "morning afternoon evening night",
        "weekdays weekends", "single double", "minimum maximum", "men women", "boys girls", "full-time part-time", "new old used",
        "hot cold", "north south east west", "northern southern eastern western", "male female", "senior junior", "short long",
        "breakfast lunch dinner", "heating cooling", "arrival departure", "monthly yearly annual weekly daily", "public private", "paper digital",
    )
)  # fmt: skip


def _in_place_of_opposite(asked: str, part: str) -> str | None:
    """The question with a word changed for another of its row: "rear", for "front"."""
    words = part.lower().split()
    if words and words[0] in ("the", "for", "in"):
        words = words[1:]
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
    if _kind(part) != "time":
        return None
    place = None
    for lead in ("in", "on", "at", "during", "for", "by"):
        place = place or (
            found
            if (found := _phrase_like(asked, lead, "time"))
            and _kind(asked[slice(*found)]) == "time"
            else None
        )
    if place is None:
        return None
    lead = asked[place[0] :].split()[0]
    return f"{asked[: place[0]]}{lead} {part}{asked[place[1] :]}"


_TAKES_NO_PLACE = frozenset("to how what when where why who if that whether there it".split())


def _phrase_like(asked: str, lead: str, kind: str) -> tuple[int, int] | None:
    """The last phrase with this preposition whose object is of this kind; a time only takes the place of a time."""
    found = []
    pattern = rf"\b{lead} (?!\w+ing\b|(?:which|what|whom?|how)\b)(?P<object>.+?)(?=,| (?:{PREPOSITIONS}) |$)"
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
    if any(word in _TIMES for word in words) or (
        any(word.isdigit() for word in words)
        and all(word.isdigit() or word in FUNCTION_WORDS for word in words)
    ):
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
