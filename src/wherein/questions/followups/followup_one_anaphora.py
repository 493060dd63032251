"""Resolves "one", "that one", "the second one" and "this post": pronouns and nouns that repeat a noun of the last turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.followups.followup_alternatives import alternatives, left_over, listed
from wherein.questions.phrases.followup_forms import (
    ADVERBIAL,
    AMOUNT,
    AUXILIARY,
    PREPOSITIONS,
    short_answer,
    thing_asked_of,
)
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_pronouns import thing_in
from wherein.questions.phrases.followup_referents import people_meant
from wherein.questions.phrases.followup_terms import words_of

_NO_NOUN_BEHIND = rf"(?=\s*(?:[?.!,;]|$)|['’]s\b|\s+(?:{AUXILIARY}|{PREPOSITIONS}|also|and|or|but|still|if|when|while|than|as|too|either|again|costs?|comes?|came|opens?|closes?|lasts?|takes?|ends?|begins?|starts?|won|got)\b)"
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_OF_THESE = (
    r"(?P<of> of (?:them|these|those|all(?: of (?:them|these))?|the (?:two|three|four|five)))"
)
_ORDINAL = re.compile(
    rf"\bthe (?:very )?(?P<which>{'|'.join(_ORDINALS)}|last|latter|former|final)(?:(?P<one> one| ones)\b|{_OF_THESE}\b|{_NO_NOUN_BEHIND})",
    re.IGNORECASE,
)
_ORDINAL_AND_VERB = re.compile(
    rf"\b(?:do|does|did|can|could|will|would|should|must|may) the (?P<which>{'|'.join(_ORDINALS)}|last|latter|former|final)(?=\s+[a-z]+(?<!s)(?:\s*[?.!]*$|\s+(?:{PREPOSITIONS}|as|if|when)\b))",
    re.IGNORECASE,
)
_ORDINAL_AND_STATE = re.compile(
    rf"(?:^|\b(?:and|but|so|when|where|why|how|what|how \w+) )(?:is|are|was|were) the (?P<which>{'|'.join(_ORDINALS)}|last|latter|former)(?= (?!one\b)[a-z]+(?<!s)\s*[?.!]*$)",
    re.IGNORECASE,
)
_ORDINAL_AND_OBJECT = re.compile(
    rf"\b(?:does|did|do|will|can) the (?P<which>{'|'.join(_ORDINALS)}|last|latter|former)(?= (?P<next>(?!one\b)[a-z]+(?<!s)) (?:the |an? |any |more |my )?[\w-]+\s*[?.!]*$)",
    re.IGNORECASE,
)
_ORDINAL_AND_MORE = re.compile(
    rf"\b(?:is|are|was|were) the (?P<which>{'|'.join(_ORDINALS)}|last|latter|former)(?= (?:so much |much |so |also )?(?:more|less|better|worse|cheaper|bigger|smaller|older|younger|longer|shorter|higher|lower|larger|faster|slower|stronger)\b)",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"\b(?P<which>the (?:other|remaining)(?: one| ones| two| three)?|the others|the rest(?: of (?:them|these|those))?){_NO_NOUN_BEHIND}",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\bthe (?P<word>[\w-]+) one\b", re.IGNORECASE)
_MORE = re.compile(
    r"\bthe (?:more \w+|less \w+|better|worse|\w{3,}er) (?:one|of the two|of them)\b", re.IGNORECASE
)
_ALL = re.compile(
    r"\b(?P<which>both|all|each|either|neither|none|any|some|most|which|one|two|how many)(?: (?P<of>(?:two |three |four |five )?of (?:them|these|those|the (?:two|three)))|(?<=all)(?= (?:two|three|four|five)(?! \w+s\b))|(?<=both)(?=\s+[a-z]+(?<!s)\b)|(?:(?<=both)|(?<=either)|(?<=neither))(?=\s*[?.!]*$))",
    re.IGNORECASE,
)
_KIND = re.compile(
    rf"(?:which|what) (?P<noun>(?:[\w-]+ )??[\w-]+s)(?= (?:{AUXILIARY}|[a-z]+)\b)", re.IGNORECASE
)
""" "Soups", of "Which soups are there"."""
_THAT_ONE = re.compile(r"\b(?:that|this) one\b", re.IGNORECASE)
_INDEFINITE = re.compile(
    rf"\ban? [\w'’-]+(?: (?!(?:{PREPOSITIONS}|{AUXILIARY}|if|when|that|per)\b)[\w'’-]+)?",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:I|you|we|to|they) \w+(?: for)? (?P<one>one)(?=\s*[?.!]*$)", re.IGNORECASE)
_THAT_NOUN = re.compile(
    r"(?<!\bdoes )(?<!\bdid )(?<!\bwill )\b(?:this|that|these|those) (?P<noun>post|position|role|job|office|date|day|amount|deadline|limit|period|rule|case|fee|price"
    r"|cost|year|place|requirement|restriction|condition|exception|service|option|event|change|decision)s?\b",
    re.IGNORECASE,
)


_ONES = re.compile(
    r"\b(?!(?:which|the|other|these|those|what|new|only|loved|little)\b)[\w-]{3,} ones\b(?! that\b| which\b)",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:buy|get|find|order|book|have|use|need|see|rent|hire|buying|getting) one\b|\b(?:does|would|will) one (?:take|cost|last|weigh|hold|look|come|contain)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    rf"\b(?:one|a single|each|every) (?P<noun>[\w-]+)(?=$| (?:{PREPOSITIONS}|{AUXILIARY})\b)",
    re.IGNORECASE,
)
_AND_ONES = re.compile(r"^(?:and|what about|how about|or|but)\b", re.IGNORECASE)


def _of_this_kind(question: str, turn: tuple[str, str]) -> str | None:
    """ "Frozen ones" and "buy one" with the things of the last turn behind the question: "can I use frozen ones (plums)?"."""
    asked, short = END.sub("", turn[0]), short_answer(turn[1])
    if _ONES.search(question) and not _AND_ONES.match(question):
        things = people_meant(asked, "")
        one_kind = re.match(
            r"(?:which|what) (?P<noun>[a-z-]+) (?:[a-z]+ )?(?:I|we|you|is|does|do)\b", asked
        )
        named = (
            one_kind["noun"]
            if one_kind and not things
            else (
                things.removeprefix("the ")
                if things and things[-1] == "s" and things.islower()
                else None
            )
        )
    elif _TAKEN.search(question):
        one = _SOME.search(asked)
        named = (
            f"one {one['noun']}"
            if one
            else short
            if short.startswith(("the ", "a ", "an "))
            else thing_in(asked, "")
        )
    else:
        return None
    if not named or set(words_of(named)) <= set(words_of(question)):
        return None
    end = END.search(question)
    assert end is not None
    return f"{question[: end.start()]} ({named}){question[end.start() :].lstrip()}"


def with_ordinal(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """ "The second one", "both of them", "the others" and "that one" with what the last turns name."""
    if not turns:
        return question
    chosen = re.match(r"(?:who|which|what) \w", turns[-1][0], re.I) and re.match(
        "an? ", turns[-1][1]
    )
    another = list(_INDEFINITE.finditer(turns[-1][1] if chosen else turns[-1][0]))
    if another and (found := _ONE.search(question)):
        return (
            f"{question[: found.start('one')]}{another[-1].group()}{question[found.end('one') :]}"
        )
    if (kind := _of_this_kind(question, turns[-1])) is not None:
        return kind
    several = people_meant(END.sub("", turns[-1][0]), "") if _ONE.search(question) else None
    if several and several.islower():
        end = END.search(question)
        assert end is not None
        return f"{question[: end.start()]} ({several}){question[end.start() :].lstrip()}"
    short = short_answer(turns[-1][1])
    if (
        short
        and (found := _THAT_ONE.search(question))
        and not AMOUNT.match(short)
        and not ADVERBIAL.match(short)
    ):
        return f"{question[: found.start()]}{short}{question[found.end() :]}"
    return _with_chosen(question, turns)


def _with_chosen(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """The question with the things behind "the second", "the others" or "both" that these words choose."""
    items = alternatives(turns)
    if (called := _CALLED.search(question)) is not None:
        of = [item for item in items if called["word"].lower() in words_of(item)]
        if len(of) == 1 < len(items):
            return f"{question[: called.end()]} ({of[0]}){question[called.end() :]}"
    found = _ORDINAL.search(question) or _ORDINAL_AND_VERB.search(question)
    if found is None and (doing := _ORDINAL_AND_OBJECT.search(question)) and listed(turns[-1][1]):
        noun = doing["next"].lower()
        asked = turns[-1][0].lower()
        found = doing if noun[:-1] not in asked else None
    if found is None and (more := _ORDINAL_AND_MORE.search(question)):
        found = more
    if found is None and (being := _ORDINAL_AND_STATE.search(question)) and listed(turns[-1][1]):
        found = being
    if len(items) < 2:
        return question
    if found is not None:
        item = _numbered(found["which"].lower(), items)
        if item is None:
            return question
        end = found.end() if found.groupdict().get("one") else found.end("which")
        return f"{question[:end]} ({item}){question[found.end() :]}"
    if (found := _OTHERS.search(question)) is not None:
        rest = left_over(items, turns)
        one = not re.search(r"ones|others|rest|two|three", found["which"], re.I)
        if not rest or (one and len(rest) > 1):
            return question
        which = re.sub(r" of (?:them|these|those)$", "", found["which"])
        return f"{question[: found.start()]}{which} ({joined(rest)}){question[found.end() :]}"
    if (found := _MORE.search(question)) is not None and len(items) == 2:
        return f"{question[: found.end()]} ({items[0]} or {items[1]}){question[found.end() :]}"
    if (found := _ALL.search(question)) is not None:
        if found["of"]:
            named = _all_of(found["of"], items, turns[-1])
            return f"{question[: found.start('of')]}{named}{question[found.end() :]}"
        return f"{question[: found.end()]} ({joined(items)}){question[found.end() :]}"
    return question


def _all_of(of: str, items: Sequence[str], turn: tuple[str, str]) -> str:
    """ "Of the soups (tomato, pumpkin and lentil)", for "of them" after "Which soups are there?"."""
    if of.lower().endswith(("two", "three")):
        return f"{of} ({joined(items)})"
    kind = _KIND.match(turn[0])
    return (
        f"of the {kind['noun']} ({joined(items)})"
        if kind and listed(turn[1])
        else f"of {joined(items)}"
    )


_FRAGMENT = re.compile(
    r"^(?:(?:and|but|or|so|no|sorry|wait|ok|what about|how about|i meant?|for|in|on|with|to|is it|is that)\b[\s,]*)*(?P<part>(?:(?:neither|none|both|all|some) of )?the .+|both\b.+)$",
    re.IGNORECASE,
)
_VERB = re.compile(rf"\b(?:{AUXILIARY})\b", re.IGNORECASE)
_CHOICE = re.compile(
    rf"\bthe (?:{'|'.join(_ORDINALS)}|last|latter|former|final|others?|other one|other two)(?: ones?)? \([^()]*\)",
    re.IGNORECASE,
)


def with_choice_in_place(text: str, turns: Sequence[tuple[str, str]]) -> str | None:
    """The last question about "the last one (Per Sandoe)", for a text of `with_ordinal` that is no more than this; None
    for one that asks by itself, or where the last question spoke of none of the things."""
    found = _FRAGMENT.match(END.sub("", text))
    if found is None or not turns or _VERB.search(found["part"].partition("(")[0]):
        return None
    asked, part = END.sub("", turns[-1][0]), found["part"]
    if (choice := _CHOICE.search(asked)) is not None:
        return f"{asked[: choice.start()]}{part}{asked[choice.end() :]}?"
    spoken = [
        place
        for item in alternatives(turns)
        if (place := re.search(rf"(?:\bthe )?(?<!\w){re.escape(_bare(item))}(?!\w)", asked, re.I))
    ]
    if len(spoken) != 1:
        return None
    place = spoken[0]
    return f"{asked[: place.start()]}{part}{asked[place.end() :]}?"


def _bare(item: str) -> str:
    return re.sub(r"^(?:the|an?|my|our) ", "", item, flags=re.I)


def _numbered(which: str, items: Sequence[str]) -> str | None:
    """The item that "third" or "latter" chooses."""
    if which in ("latter", "former") and len(items) != 2:
        return None
    if which in ("last", "final", "latter"):
        return items[-1]
    at = 0 if which == "former" else _ORDINALS.index(which)
    return items[at] if at < len(items) else None


def joined(items: Sequence[str]) -> str:
    """ "The tray, the grille and the sensor"."""
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


_THIS_NOUN = re.compile(
    r"\b(?:this|that|these|those) (?!(?:the|are|was|were|can|does|did|has|have|will|you|they|one|any|all|for|from|with|and)\b)(?P<noun>[a-z]{3,})\b",
    re.IGNORECASE,
)


def with_demonstrative(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """ "This post" with what the last question asked for behind the question: "since when has she held this post (the chief
    conductor)?"."""
    found = _THAT_NOUN.search(question)
    if turns and (taken := _THIS_NOUN.search(question)):
        short = short_answer(turns[-1][1])
        if taken["noun"].lower() in words_of(short) and len(words_of(short)) > 1:
            end = END.search(question)
            assert end is not None
            return f"{question[: end.start()]} ({short}){question[end.start() :].lstrip()}"
    if found is None or not turns:
        return question
    asked, answer = END.sub("", turns[-1][0]), short_answer(turns[-1][1])
    if found["noun"].lower() in words_of(asked):
        return question
    thing = thing_asked_of(asked) or thing_in(asked, "")
    if re.match(r"(?:date|day|amount|deadline|year|period|place)", found["noun"], re.I):
        thing = ", ".join(part for part in (thing, answer) if part) or None
    if thing is None or re.fullmatch(r"[a-z]+", thing):
        return question
    end = END.search(question)
    assert end is not None
    return f"{question[: end.start()]} ({thing}){question[end.start() :].lstrip()}"
