"""Understands what compares: "which is cheaper?", "is that more than before?", "brighter than in 1987?".

`compared` is the only public function. It knows the turns, and writes behind a question what it compares.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.followups.followup_alternatives import alternatives
from wherein.questions.phrases.followup_forms import AUXILIARY, short_answer, thing_asked_of
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_pronouns import thing_in
from wherein.questions.phrases.followup_terms import PRONOUNS, words_of
from wherein.questions.words.function_words import FUNCTION_WORDS

_STEMS = (
    "cheap|big|bigg|small|old|young|new|long|short|tall|high|low|fast|slow|near|clos|larg|great|heav|light|wid|deep|strong"
    "|weak|hard|soft|warm|cold|hott|clean|quick|saf|earl|lat|bright|dark|loud|quiet|thick|thinn|eas|rich|poor|bus|dri|wett"
    "|sweet|dear|costl|nois|steep|fresh|tough|mild|cool|soon|strict|simpl|health|narrow|sharp|stead|tast|dens|rough|smooth|eld"
)
COMPARATIVE = rf"(?:more|less|fewer|better|worse|further|farther|(?:{_STEMS})i?er)"
_SUPERLATIVE = rf"(?:most|least|best|worst|first|last|furthest|farthest|(?:{_STEMS})i?est)"
_COMPARES = re.compile(rf"\b(?:{COMPARATIVE}|{_SUPERLATIVE}|recommended?|prefer\w*)\b", re.I)
_WHICH = re.compile(
    rf"^(?:and |so |but |then )?(?:which|who|what)(?P<one> ones?| of (?:them|these|those|the (?:two|three|both)|both)(?: \w+)?| (?:of )?the two)?"
    rf" (?P<rest>(?:(?:{AUXILIARY}|costs?|comes?|came|takes?|took|lasts?|lasted|opens?|closes?|starts?|ends?|pays?|needs?|uses?|gets?|got|goes|went|won|works?|lies|runs?|sells?|sold|leaves|left|arrives?|holds?|weighs?|lived|died)\b.*|\w+(?:s|ed)\b.*))$",
    re.I,
)
_THAT = re.compile(
    rf"^(?P<before>(?:and |but |so )?(?:is|are|was|were|isn't|isnt|aren't|wasn't|has|have|would|will) )(?P<that>that|this|those|these|it|they)(?P<behind> (?:(?:still|also|really|much|even|a lot|a bit|any|be|going to be|not|considered|too) )*(?:{COMPARATIVE}|the same|as \w+ as|about the same|similar|different|twice|half|double|normal|usual|typical|average|a lot|(?:the|an?) (?:increase|rise|decrease|reduction|record|improvement|discount))\b.*)$",
    re.I,
)
_BARE = re.compile(
    rf"^(?:and |but |so |or )?(?P<phrase>(?:(?:any|much|even|not|still|no|a lot|a bit|far) )*(?:{COMPARATIVE}|the same|as \w+ as|twice as \w+|half as \w+)(?: \w+)?(?: (?:than|as) .+)?|{COMPARATIVE} (?:after|before|for|in|on|at|with|during|if|when) .+)$",
    re.I,
)
_OTHER_THING = re.compile(
    rf"^(?:and |but |so )?(?:is|are|was|were|does|do|did) (?P<thing>(?!there\b|it\b|that\b|this\b|they\b|he\b|she\b)(?:the )?[\w'’-]+(?: [\w'’-]+)?)(?: (?:cost|get|take|last|be|run|go|grow|pay))?(?: (?:any|much|even|a lot|a bit|also|still))? {COMPARATIVE}$",
    re.I,
)
""" "Is dinner cheaper": cheaper than what was asked about before."""
_DIFFERENCE = re.compile(
    r"^(?:and |so |but |ok )?(?:what(?:'?s| is| are| was)|is there|where(?:'?s| is)|how big is|how (?:do|did) (?:they|these|those|the two)) (?:(?:the|any|a|main|big|biggest) )*(?:difference|differences|differ|compare)(?: between (?:them|these|those|the two|both))?(?: (?:then|there))?$",
    re.I,
)
_HOW_MUCH = re.compile(
    rf"^(?:and |but |so )?(?P<phrase>(?:by )?how much {COMPARATIVE}(?: (?:than|as) (?!.*\b(?:{AUXILIARY})\b).+)?)$",
    re.I,
)
_THING_BEING = re.compile(
    r"^(?:what|how (?:much|many|high|long|big|large)) (?:will|would|should|can|may|must|shall|did|does) (?P<thing>(?:the|my|your|our) .+?) (?:be|cost|amount to)(?P<behind>(?: .+)?)$",
    re.I,
)

_LONGEST_COMPARISON = 9


def compared(text: str, turns: Sequence[tuple[str, str]]) -> str | None:
    """The question with what it compares; None for any other text, or where the turns do not say what is compared."""
    if not turns:
        return None
    plain = END.sub("", text)
    asked, answer = END.sub("", turns[-1][0]), turns[-1][1]
    if _DIFFERENCE.match(plain) and (items := alternatives(turns)):
        plain = re.sub(r" between .+", "", plain, flags=re.I)
        return f"{plain} (between {', '.join(items[:-1])} and {items[-1]})?"
    if found := _HOW_MUCH.match(plain):
        return f"{found['phrase'].capitalize()}: {_lowered(asked)}?"
    if (which := _WHICH.match(plain)) and PRONOUNS.isdisjoint(words_of(which["rest"])):
        if not (which["one"] or _is_comparing(plain, which["rest"])):
            return None
        return _with_alternatives(plain, turns)
    if (that := _THAT.match(plain)) is not None:
        thing = _amount_of(asked, answer)
        pronoun = that["that"].lower() in ("it", "they")
        if pronoun and not re.search(
            r"\b(?:than before|than last|the same|usual|normal)\b", that["behind"], re.I
        ):
            return None  # which stands for a thing as any other pronoun does
        if thing is None:
            return f"{that['before']}that{that['behind']} ({_lowered(asked)})?" if asked else None
        return f"{that['before']}{thing}{that['behind']}?"
    if (other := _OTHER_THING.match(plain)) and asked:
        thing = thing_in(asked, "") or _amount_of(asked, "")
        words = set(words_of(other["thing"])) - FUNCTION_WORDS
        if thing and not words & set(words_of(thing)) - set(words_of(thing)[:1]):
            return f"{plain} than {thing}?"
        return None
    if (bare := _BARE.match(plain)) and asked and len(words_of(plain)) <= 10:
        return f"{asked}, {bare['phrase']}?"
    return None


_AT_END = re.compile(
    rf"\b(?:{COMPARATIVE}|{_SUPERLATIVE})(?: (?:one|of (?:them|these|the two)))?$", re.I
)


def _is_comparing(plain: str, rest: str) -> bool:
    """Whether a short question asks which of some things is more: "which is cheaper per month", "who is older"."""
    if plain.lower().startswith("which"):
        return len(words_of(plain)) <= _LONGEST_COMPARISON and _COMPARES.search(rest) is not None
    return len(words_of(plain)) <= 4 and _AT_END.search(rest) is not None


def _with_alternatives(plain: str, turns: Sequence[tuple[str, str]]) -> str | None:
    items = alternatives(turns)
    if not items or len(items) > 4:
        return None
    names = set(words_of(plain))
    if any(set(words_of(item)) <= names for item in items):
        return None
    text = re.sub(r" of (?:them|those)\b", " of these", plain, count=1, flags=re.I)
    return f"{text}, {', '.join(items[:-1])} or {items[-1]}?"


def _amount_of(asked: str, answer: str) -> str | None:
    """ "The rent from April", of "What will the rent be from April"."""
    if found := _THING_BEING.match(asked):
        return f"{found['thing']}{found['behind']}"
    thing = thing_asked_of(asked)
    short = short_answer(answer)
    return f"{thing} ({short})" if thing and short else thing


def _lowered(asked: str) -> str:
    first = asked.split()[0]
    return asked if first.isupper() else f"{asked[0].lower()}{asked[1:]}"
