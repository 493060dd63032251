"""Puts a phrase in place of the subject, the object or the verb of the last question: "cats" for "a dog"."""

from __future__ import annotations

import re

from wherein.questions.followups.followup_like_phrases import kind_of
from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_referents import ROLES
from wherein.questions.phrases.followup_subjects import is_participle
from wherein.questions.phrases.followup_terms import WORD, words_of
from wherein.questions.phrases.person_names import is_no_person, is_person
from wherein.questions.words.function_words import FUNCTION_WORDS

_SUBJECT_WORD = r"(?:I|you|we|they|he|she|it|one|people|someone|anyone|somebody|anybody)"
_OBJECTS = (
    # "May I keep a dog in the flat", "At what temperature should I wash wool"
    re.compile(rf"^(?P<before>.*?\b(?:{AUXILIARY}) {_SUBJECT_WORD} (?:also |ever |still |only )?\w+ (?:(?:off|up|out|in|on|back|down|away|over) )?)(?P<object>(?:.+? of )?.+?)(?P<behind>(?: (?!of\b)(?:{PREPOSITIONS}|if|when|while) .+)?)$", re.I),
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
_TAKES_NO_PLACE = frozenset("to how what when where why who if that whether there it".split())
_SUBJECT_OF_STATE = re.compile(
    r"^(?P<lead>(?:(?:when|where|why|how|by whom|how (?:long|often|many|much|well|soon)|since when|until when|at what time) )?)(?P<before>(?:is|are|was|were) )(?P<rest>(?!there\b|it\b|this\b|that\b).+)$",
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
_STATES = frozenset(
    "allowed permitted included possible covered forbidden banned available required free mandatory prohibited insured safe"
    " open closed legal compulsory deductible refundable edible toxic dangerous taxable".split()
)


_COUNTED = re.compile(
    rf"^(?P<lead>how (?:many|much) )(?P<noun>(?!(?:{AUXILIARY})\b)[\w'’-]+) (?P<rest>(?:{AUXILIARY}|go|goes|went|come|comes|came|fit|fits|get|gets|live|lives|lived|work|works|worked|take|takes|took|need|needs|have|belong|\w+ed)\b.*)$",
    re.I,
)
_CLAUSE = re.compile(
    rf"^(?P<before>(?:when|where|why|how|what|how \w+|at what time|what time|which \w+|since when|until when) (?:do|does|did|will|can|must|should) )(?P<subject>(?!(?:{_SUBJECT_WORD})\b)(?:(?:the|an?|my|your|our) )?[\w'’-]+(?: [\w'’-]+)?)(?P<behind> [a-z]+(?: (?:{PREPOSITIONS}) .+)?)$",
    re.I,
)
_WITH_OBJECT = re.compile(
    rf"^(?P<before>(?:can|may|must|do|does|did|should|will) (?:(?:the|an?|my|your|our|all) (?:[\w'’-]+ )?)?[\w'’-]+ (?!(?:the|an?|any|my|your|our)\b)[a-z]+ )(?P<object>(?:(?:the|an?|any|my|your) )?[\w'’-]+(?: (?!(?:{PREPOSITIONS})\b)[\w'’-]+)?)(?P<behind>(?: (?:{PREPOSITIONS}) .+)?)$",
    re.I,
)
_SPEAKER = re.compile(rf"\b(?P<aux>{AUXILIARY}) (?P<subject>I|we|you|one)\b", re.I)


def _as_counted(asked: str, part: str) -> str | None:
    """ "How many DVDs can I borrow", of "DVDs"; "how many books can children borrow", of "children"."""
    found = _COUNTED.match(asked)
    if found is None or re.match(r"(?:the|an?|my|our|your) ", part, re.I):
        return None
    if _are_people(part.split()[-1].lower()) and not _are_people(found["noun"].lower()):
        return None
    plural = part.endswith("s") and not part.endswith("ss")
    lead = found["lead"] if not plural else re.sub("much", "many", found["lead"], flags=re.I)
    return f"{lead}{part} {found['rest']}"


def _of_people(asked: str, part: str) -> str | None:
    """The question about other people than who asks: "how many books can children borrow"."""
    if not _are_people(part.split()[-1].lower()):
        return None
    found = _SPEAKER.search(asked)
    if found is None:
        return None
    return f"{asked[: found.start('subject')]}{part}{asked[found.end('subject') :]}"


def _as_clause_part(asked: str, part: str) -> str | None:
    """ "When does the ski school close" and "can children bring tablets"."""
    found = _CLAUSE.match(asked)
    article = re.compile(r"(?:the|an?|my|your|our) ", re.I)
    if (
        found is not None
        and article.match(found["subject"])
        and not article.match(part)
        and re.search(rf" (?:{PREPOSITIONS}) (?!the\b|an?\b|my\b)[\w-]+$", found["behind"])
    ):
        return None  # "implants", after "how much does the plan pay for crowns"
    if (
        found is not None
        and found["subject"][0].isupper()
        and is_no_person(part) == is_person(found["subject"])
    ):
        return None
    if found is not None and len(words_of(part)) <= _LONGEST_THING:
        return f"{found['before']}{part}{found['behind']}"
    found = _WITH_OBJECT.match(asked)
    if found is None or _are_people(part.split()[-1].lower()) or kind_of(part) == "time":
        return None
    if {found["object"].split()[0].lower()} <= _TAKES_NO_PLACE:
        return None
    return f"{found['before']}{part}{found['behind']}"


def as_object(asked: str, part: str) -> str | None:
    """The question with the part as its one object or subject: "cats" in place of "a dog"."""
    if kind_of(part) != "time" and (
        other := _as_counted(asked, part) or _of_people(asked, part) or _as_clause_part(asked, part)
    ):
        return other
    if part.lower().startswith(("a ", "an ")):
        found = list(_INDEFINITE.finditer(asked))
        if len(found) == 1 and not asked[found[0].start() - 1 :].lower().startswith(
            ("a lot", "a few")
        ):
            return f"{asked[: found[0].start()]}{part}{asked[found[0].end() :]}"
    if kind_of(part) == "time":
        return None
    if (whole := _as_subject(asked, part)) is not None:
        return whole
    for pattern in _OBJECTS:
        match = pattern.match(asked)
        if match is None or len(match["object"].split()) > _LONGEST_THING:
            continue
        if set(words_of(match["object"])) <= FUNCTION_WORDS or kind_of(match["object"]) == "time":
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


def _as_subject(asked: str, part: str) -> str | None:
    """The question with the part as its subject, or its verb: "flooding", for "storm damage", in "Is storm damage covered"."""
    if found := _SUBJECT_OF_STATE.match(asked):
        words = found["rest"].split()
        end = next((n for n, word in enumerate(words) if n and _is_state(word)), None)
        if end is not None and end <= _LONGEST_THING:
            verb = _agreeing(found["before"].strip(), part)
            return f"{found['lead']}{verb} {part} {' '.join(words[end:])}"
    if (
        re.match(rf"(?:{AUXILIARY})\b", asked, re.I)
        and (found := _OWN_VERB.match(asked))
        and part not in ROLES
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


_PEOPLE = frozenset(
    "males females young adults kids seniors boys girls babies pensioners people youngsters families groups teenagers toddlers".split()
)


def _are_people(word: str) -> bool:
    return (
        word in ROLES
        or word.endswith(("ers", "ors", "ees", "ants", "ents", "ists", "men", "women", "adults"))
        or word in _PEOPLE
    )


def _is_state(word: str) -> bool:
    return word.lower() in _STATES or is_participle(word)


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
    agreeing = form[verb.lower()]
    return agreeing.capitalize() if verb[0].isupper() else agreeing
