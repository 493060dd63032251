"""Extends a marked span by the kind of question: a few words for "who" and "when", a sentence for "why" and "how".

A reader trained on SQuAD marks three words on average, as SQuAD's annotators did. For a reason or a procedure it
marks a part of a sentence that a person would mark whole. So spans are extended by the question's words. The effect
on each domain is in docs/training-trials.md. Knows only text and places.
"""

from __future__ import annotations

from enum import StrEnum

from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_around

_LEXICON = lexicon("marking")
# A table's row or a list run together is no sentence; the reader's own span is better.
_LONGEST_WORDS = _LEXICON.count("longest_words")
_PROCEDURE = _LEXICON.pattern("procedure")
_REASON = _LEXICON.pattern("reason")  # "how many" and its like ask for a few words
_CLAUSE = _LEXICON.pattern("clause")
_FRAGMENT = _LEXICON.pattern("fragment")
_ITEM_NUMBER = _LEXICON.pattern("item_number")
_DATE = _LEXICON.pattern("date_and_time")
_CLAUSE_NUMBER = _LEXICON.pattern("clause_number")
_RUN_IN_HEADING = _LEXICON.pattern("run_in_heading")
LONGEST_NUMBER = 40
"""More characters than any number has with the white space before it."""
_LONGEST_WORD = _LEXICON.count("longest_word")
_MOST_SIGNS = 2
_INSIDE_NUMBERS = _LEXICON.characters("inside_numbers")
_INSIDE_NAMES = _LEXICON.characters("inside_names")
_INSIDE = _INSIDE_NUMBERS + _INSIDE_NAMES
_WORD_SIGNS = _LEXICON.characters("word_signs")
_CURRENCIES = _LEXICON.characters("currencies")
_UNITS = _LEXICON.characters("units")
_SIGNS = _LEXICON.characters("signs")
_BEFORE_SIGNS = _LEXICON.characters("before_signs")
_PARTNERS = tuple(zip(*[iter(_LEXICON.characters("partners"))] * 2, strict=True))
_LONGEST_HEADING = 160
"""Characters after a clause's number in which its heading and the first words after it stand."""
# A span that begins so says why or how by itself.
_LINKS = frozenset(_LEXICON.words("links"))
_STOPS_BEFORE = _LEXICON.characters(
    "stops_before"
)  # end the clause before, when white space follows
_STOPS = _LEXICON.characters("stops")  # end it wherever they stand


def is_fragment(text: str) -> bool:
    """Whether a text can't be an answer: lone quotation marks or bullets, several numbered headings, or a counter of pages."""
    return _FRAGMENT.search(text) is not None


def after_clause_number(text: str, start: int) -> int:
    """Where the words of a line begin that starts at `start`: after the number of its clause ("4.2", "(b)") and a heading
    that runs into them ("4.2 Notice Tenant must …"); `start` itself where there is no number."""
    number = _CLAUSE_NUMBER.match(text[start : start + LONGEST_NUMBER])
    if number is None:
        return start
    begins = start + number.end()
    heading = _RUN_IN_HEADING.match(text[begins : begins + _LONGEST_HEADING])
    return begins + heading.end() if heading is not None else begins


class Extent(StrEnum):
    """The extent of text to mark for a question."""

    WORDS = "words"  # what the reader marks
    CLAUSE = "clause"  # a yes-or-no question: what is said of it
    REASON = "reason"  # the sentence, where the reader's own span is a doubtful piece of it
    PROCEDURE = "procedure"  # the sentence


def extent(question: str) -> Extent:
    """The extent for a question, by its words; case and spacing are ignored."""
    asked = " ".join(question.lower().split())
    if _PROCEDURE.search(asked):
        return Extent.PROCEDURE
    if _REASON.search(asked):
        return Extent.REASON
    return Extent.CLAUSE if _CLAUSE.match(asked) else Extent.WORDS


def extended(text: str, span: Span, wanted: Extent, margin: float) -> Span:
    """The span extended within its sentence to the wanted extent; the span itself where the result is too long.

    `margin` is the reader's margin for the span; below 0 the span is doubtful. The result contains `span` and
    stays within its sentences. The number of the next item of a list is no part of an item.
    """
    span = whole(text, _without_next_number(text, span))
    if wanted is Extent.WORDS:
        return span
    if wanted is Extent.REASON and (margin >= 0 or _first_word(span.of(text)) in _LINKS):
        return span
    sentence = sentence_around(text, span)
    wide = _clause(text, span, sentence) if wanted is Extent.CLAUSE else sentence
    return span if len(wide.of(text).split()) > _LONGEST_WORDS else wide


def _without_next_number(text: str, span: Span) -> Span:
    """The span without the number of the list item after it: "to the brim.\\n5"."""
    line = text.rfind("\n", span.start, span.end)
    if line < 0:
        return span
    number = _ITEM_NUMBER.match(text[line + 1 : line + 1 + LONGEST_NUMBER])
    end = span.start + len(text[span.start : line].rstrip())
    if number is None or line + 1 + number.end() < span.end or end == span.start:
        return span
    return Span(span.start, end)


def whole(text: str, span: Span) -> Span:
    """The span with the rest of a word or number that it cuts, its sign, its unit, and a bracket that lacks its partner.

    A reader's tokens end inside "16,250", "−5 °C", "--onto" and "(877) 472-6716"; half of such a thing is another thing.
    At most `_LONGEST_WORD` characters are added at each end. A range ("1914-1918") may be cut, a date ("2025-02-18 07:03")
    not.
    """
    start, end = _with_its_date(text, span.start, span.end)
    least, most = max(0, start - _LONGEST_WORD), min(len(text), end + _LONGEST_WORD)
    while start > least and _holds_together(text, start):
        start -= 1
    while end < most and _holds_together(text, end):
        end += 1
    if text[start].isdecimal() and start > 0 and text[start - 1] in _CURRENCIES:
        start -= 1
    start = _with_its_sign(text, start)
    if end < len(text) and text[end - 1].isdecimal() and text[end] in _UNITS:
        end += 1
        end += text[end - 1] == "°" and text[end : end + 1] in ("C", "F")
    for opens, closes in _PARTNERS:
        inside = text[start:end]
        # A bracket on the line above or below is in another sentence.
        if inside.count(closes) > inside.count(opens) and text[start - 1 : start] == opens:
            start -= inside[:1] != "\n"
        elif inside.count(opens) > inside.count(closes) and text[end : end + 1] == closes:
            end += inside[-1:] != "\n"
    return Span(start, end)


def _with_its_date(text: str, start: int, end: int) -> tuple[int, int]:
    """The ends outside of a date of digits that the span cuts, or ends with where a time of day follows."""
    least = max(0, start - LONGEST_NUMBER)
    for found in _DATE.finditer(text[least : end + LONGEST_NUMBER]):
        first, last = least + found.start(), least + found.end()
        if first < end and start < last:
            start, end = min(start, first), max(end, last)
    return start, end


def _holds_together(text: str, at: int) -> bool:
    """Whether the characters before and at a place belong to one word, number, name of a file or address."""
    before, behind = text[at - 1], text[at]
    if _in_word(before) and _in_word(behind):
        return True
    if before in _INSIDE:
        return at > 1 and _joins(text[at - 2], before, behind)
    return behind in _INSIDE and at + 1 < len(text) and _joins(before, behind, text[at + 1])


def _joins(before: str, between: str, behind: str) -> bool:
    if before.isdecimal() and behind.isdecimal():
        return between in _INSIDE_NUMBERS
    return between in _INSIDE_NAMES and all(
        _in_word(one) and one == one.lower() for one in (before, behind)
    )


def _in_word(one: str) -> bool:
    """Whether a character is a Latin letter, a digit, "_", "²" or "³"; scripts without spaces have no ends of words."""
    return one in _WORD_SIGNS or (one < "ɐ" and (one.isalpha() or one.isdecimal()))


def _with_its_sign(text: str, start: int) -> int:
    """The start with the minus, plus or comparison before a number, or the dashes of an option."""
    is_number = text[start].isdecimal() or text[start] in _CURRENCIES
    if not is_number and not _in_word(text[start]):
        return start
    signs = _SIGNS if is_number else "-"
    first = start
    while first > 0 and start - first < _MOST_SIGNS and text[first - 1] in signs:
        first -= 1
    stands_apart = first == 0 or text[first - 1].isspace() or text[first - 1] in _BEFORE_SIGNS
    return first if stands_apart else start


def _first_word(text: str) -> str:
    return text.lower().split(maxsplit=1)[0] if text.strip() else ""


def _clause(text: str, span: Span, sentence: Span) -> Span:
    start, end = span.start, span.end
    while start > sentence.start and not _ends_before(text, start - 1):
        start -= 1
    while end < sentence.end and not _ends_at(text, end):
        end += 1
    # White space goes, but never a character of the span itself.
    while start < span.start and text[start].isspace():
        start += 1
    while end > span.end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _ends_before(text: str, at: int) -> bool:
    """Whether a clause that ends with the character at `at` lies before the next one."""
    return text[at] in _STOPS or (text[at].isspace() and at > 0 and text[at - 1] in _STOPS_BEFORE)


def _ends_at(text: str, at: int) -> bool:
    """Whether a clause ends before the character at `at`."""
    if text[at] in _STOPS + ")":
        return True
    last = at + 1 == len(text) or text[at + 1].isspace()
    return text[at] in _STOPS_BEFORE + ".!?" and last
