"""Understands a short question that names nothing to ask about: "who decides?", "whose?", "what do I do then?".

It is asked with the last question behind it, which says what it is about. `leaning` is the only public function. It knows
the last question and its answer, and no weights.
"""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_forms import AUXILIARY, short_answer, thing_asked_of
from wherein.questions.phrases.followup_open import open_pronouns
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_subjects import is_predicate
from wherein.questions.phrases.followup_terms import PRONOUNS, words_of
from wherein.questions.words.function_words import FUNCTION_WORDS

_AND = r"(?:and |but |so |then )?"
_WHO_DOES = re.compile(
    rf"{_AND}(?:who|how many)(?P<be>['’]s| (?:is|are|was|were))?(?: (?:{AUXILIARY}))?(?: not| also| usually| normally| actually)? (?P<verb>[a-z]{{3,}})"
    r"(?: (?:out|up|in|off|away|down|along|back|first|most|too|now|then|today|exactly|instead))?",
    re.I,
)
""" "Who decides", "who's coming", "how many dropped out": a verb that has neither subject nor object."""
_WHO_ELSE_DOES = re.compile(rf"{_AND}who (?:does|did|do|can|is|will)(?: (?:then|it))?", re.I)
_NO_VERBS = frozenset(
    "else time about many much people times more less exactly cares knows this that one".split()
)
_WHOSE = re.compile(
    rf"{_AND}(?P<word>which|whose|why (?:that|this) one|why (?:these|those)(?: two| three)?|why [\"“][^\"”]+[\"”])",
    re.I,
)
_DO_THEN = re.compile(
    rf"{_AND}what (?:(?:do|should|can|must|shall|could) (?:I|we|you|one) do|happens|has to be done)(?: then| now| next| about (?:it|that|this)| in that case)?",
    re.I,
)
_WHO_WAS_IT = re.compile(
    rf"(?P<before>{_AND}(?:who|what|which one) (?:is|was|were|will)) (?:it|that)(?P<behind> .+)",
    re.I,
)
_HAPPENED = re.compile(
    r".*\b(?:did|does|do|will|has|have|had|could|can) (?:this|that|it|all this|all that) (?:ever |usually |actually |already )?(?:happen|happened|take place|occur|occurred|come about)",
    re.I,
)
_THAT_MUCH = re.compile(r"(?:that|this|so) (?:much|many|few|little|[a-z]+)", re.I)
""" "That many?": surprise, which no part of the last question takes the place of."""
_LONGEST_SAID = 12
"""The most words of an answer that are repeated behind the question."""


def leaning(text: str, asked: str, answer: str) -> str | None:
    """The whole question; None for any other text. `text` and `asked` have no question mark."""
    if not asked or not PRONOUNS.isdisjoint(words_of(asked)):
        return None
    if _THAT_MUCH.fullmatch(text):
        return f"{text}?"
    if (was := _WHO_WAS_IT.fullmatch(text)) and (thing := thing_asked_of(asked)):
        return f"{was['before']} {thing}{was['behind']}?"
    if _DO_THEN.fullmatch(text) and answer and len(answer.split()) <= _LONGEST_SAID:
        return f"{text} ({_lowered(asked)}: {answer})?"
    if found := _WHOSE.fullmatch(text):
        said = short_answer(answer)
        return f"{found['word'].capitalize()}: {_lowered(asked)}{f' ({said})' if said else ''}?"
    if _HAPPENED.fullmatch(text) and not re.match(r"what happen", asked, re.I):
        return f"{text} ({_lowered(asked)})?"
    if _WHO_ELSE_DOES.fullmatch(text):
        return f"{text} ({_lowered(asked)})?"
    does = _WHO_DOES.fullmatch(text)
    if does and answer and _is_verb(does["verb"], does["be"]):
        return f"{text} ({_lowered(asked)})?"
    return None


def _is_verb(word: str, be: str | None) -> bool:
    """Whether the one word behind "who" may be a verb: behind "is" a participle or adjective, as "who is namo" has none."""
    if not word.islower() or word in FUNCTION_WORDS | _NO_VERBS:
        return False
    return (
        be is None
        or word.endswith("ing")
        or is_predicate(word)
        or word in ("eligible", "responsible", "liable", "exempt")
    )


_LEFT_OPEN = re.compile(
    r"\bthe (?:latter|former)(?:['’]s)?\b|\bthe one (?:on|in|at|with|from|for|near|behind|next)\b|\b(?:\w{3,}er|other|extra|more|better|worse|any|spare|new|used) ones\b|\b(?:this|that) one\b|\b(?:any|some|many|the) others\b|\b(?:our|my|your) own\W*$",
    re.I,
)
""" "The latter", "the one on the left", "cheaper ones"."""
_LONGEST_OPEN = 9
"""The most words of a question that gets the last one behind it; a longer one says enough."""


def with_last_question(text: str, turn: tuple[str, str]) -> str:
    """The question with the last one behind it, where a pronoun or noun of it is left that stands for something said there;
    unchanged where it is long, or the last question itself leans on another."""
    asked = END.sub("", turn[0])
    kinds = {one.kind for one in open_pronouns(text)}
    words = words_of(text)
    open_noun = _LEFT_OPEN.search(text) is not None
    if (
        not (open_noun or kinds & {"thing", "that"})
        or "person" in kinds
        or len(words) > _LONGEST_OPEN
    ):
        return text
    if not asked or open_pronouns(asked) or not PRONOUNS.isdisjoint(words_of(asked)):
        return text
    said = short_answer(turn[1]) if open_noun else ""
    end = END.search(text)
    assert end is not None
    behind = f"{_lowered(asked)}: {said}" if said else _lowered(asked)
    return f"{text[: end.start()]} ({behind}){text[end.start() :].lstrip()}"


def _lowered(asked: str) -> str:
    first = asked.split()[0]
    return asked if first.isupper() else f"{asked[0].lower()}{asked[1:]}"
