"""Resolves a pronoun in a conversation about documents, by rules over the last turns.

Used where the title names no person or thing, as that of a report or a manual: the tagger, which learned from
conversations about encyclopedia articles, would insert such a title everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wherein.questions.dictionary import english
from wherein.questions.followup_phrases import END, PEOPLE, PERSON, THING, in_place_of_pronoun
from wherein.questions.followup_terms import WORD, History, words_of
from wherein.questions.function_words import FUNCTION_WORDS
from wherein.questions.person_names import is_no_person, is_person, may_be

_PARTICLES = frozenset("of the de la le van von der den di da du and bin ibn al el y".split())
_NAME = re.compile(
    r"[^\W\d_a-z]\w*\.?(?:[-'’][^\W\d_]\w*)*(?: (?:(?:de|la|le|van|von|der|den|di|da|du|bin|ibn|al|el|of) ){0,2}"
    r"[^\W\d_a-z]\w*\.?(?:[-'’][^\W\d_]\w*)*)+"
)
_WHO = re.compile(r"who(?:m|se)?\b", re.IGNORECASE)
_ONE_NAME = re.compile(r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,3}")
"""A name that is the whole answer."""
_NOUN_PHRASE = re.compile(
    r"\b(?:the|this|that|an?)\s+((?:[\w'’-]+\s+){0,3}[\w'’-]+)$", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"\b(?:is|was|does|did|has|will|can)\s+the\s+((?:[\w'’-]+\s+){0,5}[\w'’-]+)\s+\w+$",
    re.IGNORECASE,
)
"""The subject of a question that ends with its verb: "When was the first of Fresnel's lenses lit"."""
_DETERMINER = frozenset("the this that these those a an".split())
_CLAUSE = re.compile(
    r"\b(?P<verb>do|does|did|will|would|can|could|shall|should|may|might|must|is|are|was|were)"
    r"\s+(?:the|this|that|an?)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
"""A question after its auxiliary: "does the lease begin", "was the kiln built"."""
_BE = frozenset("is are was were".split())
_PARTICIPLE = re.compile(r"(?!sacred|hundred|naked)\w{2,}(?<!e)ed", re.IGNORECASE)
_PARTICIPLES = frozenset(
    """begun bent born bought bred broken brought built burnt cast caught chosen cut dealt done drawn driven drunk eaten
    fed felt forgotten fought found frozen given gone grown heard held hidden hit hung hurt kept known laid led left lent
    let lit lost made meant met paid put read said seen sent set shaken shot shown shut sold spent split spoken spread
    stolen struck sung sunk sworn swept taken taught thrown told torn understood won worn wound woven written""".split()
)
_PREDICATES = frozenset(
    "available due empty finished free full late open over possible ready safe valid".split()
)
"""Adjectives that say something of a subject rather than stand before a noun: "the rent due"."""
_BEHIND = frozenset(
    "about after at before between by during for from in near of on since to under until with".split()
)
_TAKES_PLACE = re.compile(r"\s+(?:take|takes|took) place$", re.IGNORECASE)
_EXPLETIVE = re.compile(
    r"\bit (?:rains?|rained|snows?|snowed)\b|\b(?:is|was|be) it (?:raining|snowing|\w+ (?:to|that))\b"
    r"|\bit (?:is|was) (?:raining|snowing|\w+ (?:to|that))\b|\bdoes it take to\b",
    re.IGNORECASE,
)
"""An "it" that stands for nothing: "if it rains", "is it allowed to smoke"."""
_PLURAL_PHRASE = re.compile(
    r"\b(?:the|these|those|all)\s+((?:[\w'’-]+\s+){0,2}?[\w'’-]*[^\W_s]s)\b", re.IGNORECASE
)
_PLURAL = re.compile(
    r"^(?:how many|which|what)\s+((?!(?:is|was|does|has|this|his|its)\b)\w+s)\b", re.IGNORECASE
)
_OPENING = frozenset("besides after before since during until under whom".split())
_LONGEST_NAME = 6
_LONGEST_ASKED = 4
_WORK = re.compile(
    r"\((?:[^()]* )?(?:album|band|book|city|film|game|group|magazine|musical|novel|opera|painting|play|series|show|singer"
    r"|song|team)\)\s*$",
    re.IGNORECASE,
)
"""What an encyclopedia puts behind a name of common words: "Hole (band)", "Vogue (Madonna song)"."""
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_COMMON = 7.88
"""log10 of the count of a word too common for a name. Of 289 article titles, 7 have only such words ("West Side
Story"); so has "Annual Report"."""
_COMMON_ALONE = 5.5
"""The same bound for a title of one word, which always has a capital: "Lighthouses"."""


def is_name(title: str) -> bool:
    """Whether a title names somebody or something: all words but particles are capitalised, and one is no common
    English word, or brackets at its end say what it is, or it begins with a first name. Other brackets, as in "Mercury
    (planet)", are ignored."""
    if _WORK.search(title):
        return True
    title = without_brackets(title)
    words = [word for word in WORD.findall(title) if word.lower() not in _PARTICLES]
    if not words or len(words) > _LONGEST_NAME:
        return False
    if not all(word[0].isupper() or word[0].isdigit() for word in words):
        return False
    if is_person(title):
        return True
    rarest = min(english().frequency(word.lower()) or 0.0 for word in words)
    return rarest < (_COMMON if len(words) > 1 else _COMMON_ALONE)


def without_brackets(title: str) -> str:
    """The title without what an encyclopedia puts in brackets behind it: "Hole", of "Hole (band)"."""
    return _IN_BRACKETS.sub("", title)


def with_referent(question: str, history: History) -> str:
    """The question with its pronoun replaced by the referent from the newest turn that has one; else unchanged."""
    have = set(words_of(question))
    people = {END.sub("", answer) for asked, answer in history.turns if _WHO.match(asked)}
    for kind, find in ((THING, _thing), (PEOPLE, _people)):
        if not have & kind or _stands_before(question, kind):
            continue
        if kind == THING and _EXPLETIVE.search(question):
            continue
        for asked, answer in reversed(history.turns):
            named = find(asked.rstrip("?.! "), answer)
            if named is None or (kind == THING and (named in people or is_person(named))):
                continue
            return in_place_of_pronoun(question, kind, named) or question
    return question


def with_counted(question: str, history: History) -> str:
    """The question with its "they" replaced by what the last question counts or lists: "the daughters"; else unchanged."""
    if not history.turns or _stands_before(question, PEOPLE):
        return question
    found = _PLURAL.match(history.turns[-1][0])
    return (found and in_place_of_pronoun(question, PEOPLE, f"the {found[1]}")) or question


def person_pronoun(question: str) -> str:
    """The "he" or "she" (in any form) of a question that no earlier word of it explains; "" without one."""
    if _stands_before(question, PERSON):
        return ""
    return next((word for word in words_of(question) if word in PERSON), "")


def with_person(question: str, pronoun: str, history: History) -> str | None:
    """The question with its pronoun replaced by the newest matching person of the turns; None without one."""
    for asked, answer in reversed(history.turns):
        named = _person(asked, answer, pronoun)
        if named is not None:
            return in_place_of_pronoun(question, PERSON, named)
    return None


def _stands_before(question: str, kind: frozenset[str]) -> bool:
    """Whether the question itself names a possible referent before its pronoun."""
    before = ""
    for number, found in enumerate(WORD.finditer(question)):
        word = found.group()
        if word.lower() in kind:
            return False
        counted, before = before == "many", word.lower()
        if counted and kind == THING:  # of "how many copies did it sell"
            continue
        if number and (word[0].isupper() or (kind != PERSON and _is_noun_like(word))):
            return True
    return False


def _is_noun_like(word: str) -> bool:
    return len(word) > 3 and word.lower() not in FUNCTION_WORDS and word.endswith("s")


def _person(asked: str, answer: str, pronoun: str) -> str | None:
    """A name that fits the pronoun, first from the answer, then from the question. The answer to "who …?" is a name."""
    by_who = _WHO.match(asked) is not None
    short = END.sub("", answer)
    if by_who and _ONE_NAME.fullmatch(short) and _fits(short, pronoun, by_who):
        return short
    for text in (answer, asked):
        for name in _names_in(text):
            if _fits(name, pronoun, by_who and text is answer):
                return name
    return None


def _fits(name: str, pronoun: str, by_who: bool) -> bool:
    return not is_no_person(name) if by_who else is_name(name) and may_be(name, pronoun)


def _named(asked: str, answer: str) -> str | None:
    return next(
        (name for text in (answer, asked) for name in _names_in(text) if is_name(name)), None
    )


def _names_in(text: str) -> Iterator[str]:
    """Capitalised names, without a first word that is capitalised only as the beginning of the sentence."""
    for found in _NAME.finditer(text):
        name = found.group()
        first, _, rest = name.partition(" ")
        if first.lower() not in FUNCTION_WORDS | _OPENING:
            yield name
        elif " " in rest:
            yield rest


def _thing(asked: str, answer: str) -> str | None:
    return thing_of(asked) or _named(asked, answer)


def thing_of(asked: str) -> str | None:
    """The thing at the end of a question (given without its question mark), or before the verb at its end."""
    if (subject := subject_of(asked)) is not None:
        return subject
    found = _NOUN_PHRASE.search(asked) or _SUBJECT.search(asked)
    if found is not None:
        words = found.group(1).split()
        while words and words[0].lower() in FUNCTION_WORDS:
            del words[0]
        if words:
            return f"the {' '.join(words)}"
    return _asked_for(asked)


def _asked_for(asked: str) -> str | None:
    """The one thing that a question asks for: "the pump", of "Which pump failed"."""
    interrogative, *words = asked.split() or [""]
    if interrogative.lower() not in ("which", "what"):
        return None
    for number, word in enumerate(words[:_LONGEST_ASKED]):
        if word.lower() in FUNCTION_WORDS or _is_participle(word):
            one = number > 0 and not words[number - 1].endswith("s")
            return f"the {' '.join(words[:number])}" if one else None
    return None


def subject_of(asked: str) -> str | None:
    """The subject of a question that has no other phrase with a determiner and ends with the verb: "the lease", of "When
    does the lease begin". None for any other question."""
    found = _CLAUSE.search(asked)
    if found is None:
        return None
    words = _TAKES_PLACE.sub(" occur", found["rest"]).split()
    if not _DETERMINER.isdisjoint(word.lower() for word in words):
        return None
    being = found["verb"].lower() in _BE
    if being and (end := _predicate(words)) is not None:
        return f"the {' '.join(words[:end])}"
    while len(words) > 1 and words[-1].lower() in FUNCTION_WORDS:  # "come from"
        del words[-1]
    ends_with_verb = not being or _is_participle(words[-1])
    if len(words) < 2 or not ends_with_verb:
        return None
    return f"the {' '.join(words[:-1])}"


def _predicate(words: list[str]) -> int | None:
    """The index of the adjective or participle behind the subject: 1 for "due" in "rent due" and for "open" in "library
    open on Sunday". None unless there is one, at the end or before a preposition."""
    for number, word in enumerate(words):
        if not number or not (word.lower() in _PREDICATES or _is_participle(word)):
            continue
        if number + 1 == len(words) or words[number + 1].lower() in _BEHIND:
            return number
    return None


def _is_participle(word: str) -> bool:
    return word.lower() in _PARTICIPLES or _PARTICIPLE.fullmatch(word) is not None


def _people(asked: str, answer: str) -> str | None:
    found = _PLURAL.match(asked) or _PLURAL_PHRASE.search(asked)
    return f"the {found.group(1)}" if found else None
