"""Understands what corrects an earlier question: "no, I meant the shop", "studio 5, sorry", "not the rolls, the loaf".

`corrected` and `corrects` are the public functions. They know the questions of the history and no answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wherein.questions.followups.followup_parallel import with_part
from wherein.questions.phrases.followup_forms import AUXILIARY
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_terms import PRONOUNS, words_of

_OOPS = (
    "no|nope|nah|sorry|oops|ooops|ops|whoops|wait|hang on|hold on|pardon(?: me)?|excuse me|my (?:mistake|bad|fault)"
    "|i'm sorry|im sorry|correction|typo|apologies|actually|let me (?:rephrase|correct)(?: that)?|wrong (?:one|word|name|number)"
)
_MEANT = (
    "(?:what )?i (?:actually |really |obviously |just )?(?:meant?|meant to (?:say|ask|write|type)(?: about)?|was (?:asking|thinking|talking) (?:about|of)"
    "|wanted to (?:ask|know)(?: about)?|should have (?:said|asked|written)|said|asked (?:about|for)|want(?:ed)?(?= (?:the|a) )|need(?:ed)?(?= the ))(?: was| is)?|make (?:that|it)"
    "|(?:it|that) should (?:be|have been|say|read)|should be|that is to say"
)
_BEFORE = re.compile(
    rf"^(?:(?:oh|ah|hm+|ok|okay|hey|well)\b[\s,.!]*)?(?:(?P<oops>(?:(?:{_OOPS})\b[\s,;:.!…–-]*)+)(?P<meant>(?:{_MEANT})\b[\s,;:]*)?|(?P<only>(?:{_MEANT})\b[\s,;:]*))(?=\S)",
    re.I,
)
_BEHIND = re.compile(
    rf"[\s,;:.!…–-]+(?:(?P<meant>{_MEANT}(?: to (?:say|ask))?)|(?P<oops>sorry|my (?:mistake|bad)|rather|correction|of course|obviously))(?=[\s?.!]*$)",
    re.I,
)
_STAR = re.compile(r"^\*\s?(?P<part>[^*]+?)\*?\s*$|^(?P<before>[^*]{1,40}\w)\s?\*$")
_NOT_THIS = re.compile(
    r"^not (?P<this>[^,;:.–!?]+?)(?:\s*[,;:.–!-]+\s*(?:but |i meant? |rather )?| but )(?P<that>.+)$",
    re.I,
)
_THAT_NOT_THIS = re.compile(
    r"^(?P<that>.+?)(?:\s*[,;:.–-]+\s*(?:and )?not |,? (?:and not|instead of|rather than) )(?P<this>.+)$",
    re.I,
)
_WHOLE = re.compile(
    rf"^(?:(?:{AUXILIARY}|who|whom|whose|what|which|when|where|why|how|by|at|in|on|for) )", re.I
)
_VERB = re.compile(rf"\b(?:{AUXILIARY})\b", re.I)
_ARTICLE = re.compile(r"^(?:the|an?|my|our|your|this|that) ", re.I)
_ASKS = re.compile(r"\b(?:why|when|where|how|who|what|which|if)\b", re.I)
_LONGEST_PART = 7
_MOST_TURNS_BACK = 2
"""The most questions before the last one that are looked through for what is taken back."""


@dataclass(frozen=True, slots=True)
class _Correction:
    """What stands in place of a part of an earlier question, `this` is that part where it is named; else "". `sure` is
    False where only a bare "no" or "sorry" says that something is corrected."""

    that: str
    this: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Corrected:
    """The earlier question as corrected (`whole`) by what was `said`, or the `rest`: a question asked in place of it."""

    whole: str = ""
    said: str = ""
    rest: str = ""


def corrected(text: str, turns: Sequence[tuple[str, str]]) -> Corrected | None:
    """What a correction makes of an earlier question; None for any text that corrects nothing, or nothing that is found."""
    correction = _correction(text)
    if correction is None or not turns:
        return None
    that = correction.that
    if _WHOLE.match(that) and _VERB.search(that) and not correction.this:
        return Corrected(rest=that) if correction.sure else None
    if not correction.sure and _ASKS.search(that):
        return None
    if len(words_of(that)) > _LONGEST_PART or not PRONOUNS.isdisjoint(words_of(that)):
        return None
    asked = [END.sub("", question) for question, _ in reversed(turns[-1 - _MOST_TURNS_BACK :])]
    if correction.this:
        for question in asked:
            if (whole := _replaced(question, correction.this, that)) is not None:
                return Corrected(f"{whole}?", that)
        return None
    for question in asked[:1]:
        whole = _with_label(question, that) or _with_misspelt(question, that)
        if whole is not None:
            return Corrected(f"{whole}?", that)
    whole = with_part(asked[0], that) if asked[0] else None
    return Corrected(whole, that) if whole else None


def corrects(text: str) -> bool:
    """Whether a text surely corrects what was asked before it."""
    correction = _correction(text)
    return correction is not None and correction.sure


def _correction(text: str) -> _Correction | None:
    """The parts of a text that corrects: after "no, I meant", before "sorry", beside "not"."""
    if star := _STAR.match(text):
        return _Correction((star["part"] or star["before"]).strip(), "", True)
    rest, sure, corrects = text, False, False
    if (before := _BEFORE.match(rest)) is not None:
        corrects = True
        sure = bool(before["meant"] or before["only"])
        rest = rest[before.end() :]
    behind = _BEHIND.search(rest)
    if behind is not None and behind.start() > 0:
        corrects, sure = True, True
        rest = rest[: behind.start()] + END.search(rest).group().rstrip()  # type: ignore[union-attr]
    plain = re.sub(r"^and ", "", END.sub("", rest), flags=re.I)
    if found := _NOT_THIS.match(plain):
        that, this = found["that"], found["this"]
        return _Correction(_plain(that), _plain(this), True)
    if (found := _THAT_NOT_THIS.match(plain)) and not _VERB.search(plain):
        return _Correction(_plain(found["that"]), _plain(found["this"]), True)
    return (
        _Correction(_plain(plain) if not _WHOLE.match(plain) else rest, "", sure)
        if corrects
        else None
    )


def _plain(part: str) -> str:
    """The part without what only says that it corrects: "i meant the flat" is "the flat"."""
    without = _BEFORE.sub("", part.strip(), count=1)
    return re.sub(r"^(?:for )?(?:about )(?=\w)", "", without, flags=re.I).strip(" ,;:.")


def _replaced(asked: str, this: str, that: str) -> str | None:
    """The question with `that` in place of `this`, with the article of either."""
    for old in (this, _ARTICLE.sub("", this)):
        found = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", asked, re.I)
        if found is None:
            continue
        new = that if old == this else _ARTICLE.sub("", that)
        has_article = re.search(r"\b(?:the|an?|my|our|your) $", asked[: found.start()], re.I)
        if has_article and not _ARTICLE.match(old):
            new = _ARTICLE.sub("", new)
        return f"{asked[: found.start()]}{new}{asked[found.end() :]}"
    return None


def _with_label(asked: str, that: str) -> str | None:
    """ "Button B", for "button A" and "clause 14", for "clause 9": one noun with another label behind it."""
    words = _ARTICLE.sub("", that).split()
    if len(words) != 2 or not re.fullmatch(r"\w{1,3}|\d[\w.,-]*|[IVX]+|[A-Z]\w*", words[1]):
        return None
    found = re.findall(rf"\b{re.escape(words[0])} [\w.-]+", asked, re.I)
    label = found[0].split()[1] if len(found) == 1 else ""
    same_form = len(label) <= 3 or any(mark.isdigit() for mark in label) or label[0].isupper()
    return asked.replace(found[0], " ".join(words), 1) if label and same_form else None


def _with_misspelt(asked: str, that: str) -> str | None:
    """The question with a word replaced that is spelt nearly as the correction: "Dunmere", for "Dunmarsh"."""
    if " " in that or len(that) < 4:
        return None
    near = [
        word
        for word in re.findall(r"[\w'’-]+", asked)
        if word.lower() != that.lower() and len(word) > 3 and _shared_start(word, that) >= 3
    ]
    return re.sub(rf"\b{re.escape(near[0])}\b", that, asked, count=1) if len(near) == 1 else None


def _shared_start(one: str, other: str) -> int:
    pairs = zip(one.lower(), other.lower(), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
