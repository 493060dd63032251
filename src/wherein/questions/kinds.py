"""Detects the kind of answer that a question asks for, by its words alone: yes or no, an explanation, several things,
steps."""

from __future__ import annotations

from wherein.lexicon import lexicon
from wherein.questions.words.function_words import FUNCTION_WORDS

_LEXICON = lexicon("yes-no")
_LEAD_IN = _LEXICON.pattern("lead_in")
_AUXILIARY = _LEXICON.pattern("auxiliary")
_CHOICE = _LEXICON.pattern("choice")
_OR_NOT = _LEXICON.pattern("or_not")
_EXPLANATION = _LEXICON.pattern("explanation")
_SEVERAL = lexicon("parts").pattern("several")
_HOW_TO = lexicon("parts").pattern("how_to")
_OPEN = lexicon("parts").pattern("open")
_ASKS = lexicon("evidence").pattern("asks")
_COMPARES = lexicon("evidence").pattern("compares")
_DOUBLES = lexicon("evidence").pattern("doubles")
_FEWEST_WORDS = lexicon("evidence").count("fewest_words")
"""Words of a search for a topic, but for function words; two or three look up one thing ("default port")."""


def is_yes_no(question: str) -> bool:
    """Whether yes or no answers the question ("Did he…", "tell me whether…").

    False for a choice ("Is it red or blue?"), whose answer is one of the named things.
    """
    lead = _LEAD_IN.match(question)
    rest = question[lead.end() :] if lead else question
    if _CHOICE.search(rest) and not _OR_NOT.search(rest):
        return False
    return bool(lead and lead.group("whether")) or bool(_AUXILIARY.match(rest))


def offers_choice(question: str) -> bool:
    """Whether the question may name its answer: "Is it red or blue?"."""
    return bool(_CHOICE.search(question))


def asks_to_explain(question: str) -> bool:
    """Whether the question asks why or how, which a few words can't answer."""
    return bool(_EXPLANATION.match(question.strip()))


def asks_for_several(question: str) -> bool:
    """True for one question with several answers: "What are the four stages called?"."""
    return bool(_SEVERAL.match(question.strip()))


def asks_how_to(question: str) -> bool:
    """True for a question about a procedure: "How do I…", "how to…"."""
    return bool(_HOW_TO.search(question.strip()))


def asks_openly(question: str) -> bool:
    """True for a question with one or several answers: "What do I need…", "Who may…"."""
    return bool(_OPEN.match(question.strip()))


def asks_to_compare(question: str) -> bool:
    """True for a question about two things side by side: "What is the difference between…", "rebase versus merge"."""
    return bool(_COMPARES.search(question))


def asks_twice(question: str) -> bool:
    """True for two questions in one: "When was it built, and by whom?"."""
    return bool(_DOUBLES.search(question))


def is_search(question: str) -> bool:
    """True for words that ask nothing: "service charge cap"."""
    return not _ASKS.search(question.strip()) and not is_yes_no(question)


def searches_topic(question: str) -> bool:
    """True for a search by several words that asks nothing: "hate speech dataset annotation"."""
    words = [word for word in question.lower().split() if word not in FUNCTION_WORDS]
    return len(words) >= _FEWEST_WORDS and not _ASKS.search(question.strip())
