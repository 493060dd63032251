"""What the words of a candidate and of its line say of it: its kind of value, and whether it answers anything. No model.

A text that only repeats the question's words, a question, a heading and a sentence that points elsewhere ("is explained in
chapter 3") are near every question and answer none. The words are in contracts/lexicon/candidate-traits.json, the cases
in contracts/candidate-traits.json; the twin is web/reader/src/grading/candidate-traits.ts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_around
from wherein.questions.kinds import is_yes_no, offers_choice
from wherein.reading.terms.unfilled import blanks_in
from wherein.reading.value_kind import Place, ValueKind, agreement, asked_kind

_LEXICON = lexicon("candidate-traits")
_EMPTY = frozenset(_LEXICON.words("empty"))
_WORD, _ASKS_ITSELF, _QUESTION_END, _POINTS, _DENIES = map(
    _LEXICON.pattern, ("word", "asks_itself", "question_end", "points", "denies")
)
_NAMED_QUESTION, _TELLS, _BEGINS_TELLING = map(
    _LEXICON.pattern, ("named_question", "tells", "begins_telling")
)
_NAMED_SHARE = _LEXICON.number("named_share")
"""The share of a question's words with which a sentence names it."""
_FORM_AROUND = _LEXICON.count("form_around")
"""Letters before and after a candidate in which the blanks of a form are looked for."""
_SOURCES = tuple((_LEXICON.pattern(name), _LEXICON.number(name)) for name in ("technical", "legal"))
"""Signs of a kind of source, and how many in each word of a passage make it wholly of the kind (one divided by it)."""
_LEAST_WORDS = _LEXICON.count("least_words")
"""A shorter passage counts as this long."""
_TOLD = frozenset({ValueKind.PERSON, ValueKind.AUTHOR, ValueKind.REASON, ValueKind.WAY})
"""Kinds that the question's own words never tell; "one sign" may be how many."""
_POINTING = 0.5
"""A sentence that points elsewhere may answer in passing."""
_STEM, _LEAST = _LEXICON.count("stem"), _LEXICON.count("least")
"""Letters of a word that are compared, and the least that remain without its ending."""
_LONGEST_LINE = 2000
"""Letters before and after a candidate that are looked at for its line."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Each from 0 to 1.

    of_kind, not_kind: how surely it has the kind of value that the question asks for, and how surely it cannot have it.
    repeats: 1 where all its words are the question's, or where it is in an unfilled blank of a form or beside the one that is asked for; 0 where
        yes, no or one of the question's own words can answer.
    asks: it names a question ("how it is made"), its sentence is one, or its sentence names the one that is asked and it tells
        nothing more ("Why the drum is late is a riddle").
    points: its sentence says where something is told.
    heading: it is within a heading.
    in_row: it is in a row of a table.
    technical, legal: how much of its passage are options, names of functions and signs of code, and words of contracts.
    """

    of_kind: float
    not_kind: float
    repeats: float
    asks: float
    points: float
    heading: float
    in_row: float
    technical: float
    legal: float

    @property
    def empty(self) -> float:
        """How surely it says nothing that is asked for."""
        return max(self.not_kind, self.repeats, self.asks, _POINTING * self.points)


@lru_cache(maxsize=4096)  # the same candidates come again with every batch that is read
def traits(question: str, passage: Passage, span: Span) -> Traits:
    """The traits of the text at `span`, a place within the passage's text."""
    technical, legal = source_of(passage.text)
    text, line = span.of(passage.text), _line(passage.text, span)
    place = _place(passage, span, line)
    kind = asked_kind(question)
    value = agreement(question, kind, text, place)
    names_answer = is_yes_no(question) or offers_choice(question)
    within = sentence_around(passage.text, span, line)
    sentence = within.of(passage.text)
    heading = " ".join(line.of(passage.text).split())
    return Traits(
        max(0.0, value),
        max(0.0, -value),
        0.0
        if names_answer
        else max(repeated(question, kind, text), _unfilled(question, passage.text, span)),
        float(
            bool(_ASKS_ITSELF.search(text) or _QUESTION_END.search(sentence))
            or _names_question(
                question, kind, sentence, text, sentence[: span.start - within.start]
            )
        ),
        float(bool(_POINTS.search(sentence))),
        float(bool(heading) and heading in passage.section),
        float("\t" in line.of(passage.text)),
        technical,
        legal,
    )


def best_traits(question: str, passage: Passage) -> Traits:
    """The traits of the best that a reader could mark in a passage."""
    of_kind = float(asked_kind(question) is not None)
    return Traits(of_kind, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, *source_of(passage.text))


@lru_cache(maxsize=1024)
def source_of(text: str) -> tuple[float, float]:
    """How technical and how legal a passage is."""
    words = max(_LEAST_WORDS, len(text.split()))
    technical, legal = (
        min(1.0, scale * sum(1 for _ in pattern.finditer(text)) / words)
        for pattern, scale in _SOURCES
    )
    return technical, legal


def repeated(question: str, kind: ValueKind | None, text: str) -> float:
    """How much of a text only repeats the question: 1 without a new word; a half with one, where a reason or a way is
    asked for, which one word does not tell and a number never tells; else 0. What denies the question's words tells something, where
    no value is asked for."""
    asked, own = _stems(question), _stems(text)
    if kind is None and _DENIES.search(text) and not _DENIES.search(question):
        return 0.0  # "proxy votes": "There is no voting by proxy"
    explains = kind in (ValueKind.REASON, ValueKind.WAY)
    new = sum(
        not (explains and one.isdecimal()) and not any(_is_same(one, other) for other in asked)
        for one in own
    )
    if new == 0:
        return 1.0
    return 0.5 if new == 1 < len(own) and explains else 0.0


def only_repeats(question: str, text: str) -> bool:
    """Whether an answer only repeats the words of its question, where that asks for a person, a reason or a way: "by those
    who moved it". Other questions may be answered in their own words ("dogs allowed")."""
    kind = asked_kind(question)
    if kind not in _TOLD or is_yes_no(question) or offers_choice(question) or not _stems(text):
        return False
    return repeated(question, kind, text) == 1.0


def _names_question(
    question: str, kind: ValueKind | None, sentence: str, text: str, before: str
) -> bool:
    """Whether a sentence names the question why or how that is asked, and a text in it, behind `before`, does not answer that:
    nothing says that it is a reason or a way, or it has no more new words than old ones."""
    named = _NAMED_QUESTION.match(sentence)
    if named is None or kind is not (ValueKind.REASON if named[1] else ValueKind.WAY):
        return False
    asked, own = _stems(question), _stems(text)
    said = _stems(sentence)
    if sum(_are_in([one], said) for one in asked) < max(2, _NAMED_SHARE * len(asked)):
        return False
    old = sum(_are_in([one], asked) for one in own)
    begins = before != "" and text[:1].isupper()  # after a label
    is_told = begins or _BEGINS_TELLING.search(text) or _TELLS.search(before)
    return not is_told or len(own) <= 2 * old


def _unfilled(question: str, text: str, span: Span) -> float:
    """1 for a text that has an unfilled blank of a form ("Signed by ......"), and for one beside a blank whose label the
    question asks for, unless the text's own stretch of the form has a word of the question; else 0."""
    low, high = max(0, span.start - _FORM_AROUND), min(len(text), span.end + _FORM_AROUND)
    around = text[low:high]
    start, end = span.start - low, span.end - low
    blanks = blanks_in(around)
    if any(one < end and start < other for one, other in blanks):
        return 1.0
    if not blanks:
        return 0.0
    asked = _stems(question)
    edges = [0, *(place for blank in blanks for place in blank), len(around)]
    labels = [
        _stems(around[one:other].rsplit("\n", 1)[-1])
        for one, other in zip(edges[::2], edges[1:-1:2], strict=False)
    ]
    if not any(label and _are_in(label, asked) for label in labels):
        return 0.0
    first = max(around.rfind("\n", 0, start) + 1, *(o for _, o in blanks if o <= start), 0)
    line_end = around.find("\n", end)
    last = min(
        len(around) if line_end < 0 else line_end, *(o for o, _ in blanks if o >= end), len(around)
    )
    own = _stems(around[first:last])
    return 0.0 if any(_are_in([one], asked) for one in own) else 1.0


def _are_in(stems: list[str], asked: list[str]) -> bool:
    return all(any(_is_same(one, other) for other in asked) for one in stems)


def _stems(text: str) -> list[str]:
    """The stems of a text's words that say something, each once."""
    found = (match.group().casefold() for match in _WORD.finditer(text))
    return list(dict.fromkeys(_stem(word) for word in found if word not in _EMPTY))


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            word = word.removesuffix(ending)
            break
    if word.endswith("e") and len(word) > _LEAST:
        word = word[:-1]
    return word[:_STEM]


def _is_same(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) > _LEAST and longer.startswith(shorter))


def _line(text: str, span: Span) -> Span:
    """The line of a place, from the line of its start to that of its end."""
    low = text.rfind("\n", max(0, span.start - _LONGEST_LINE), span.start) + 1
    high = text.find("\n", span.end, span.end + _LONGEST_LINE)
    start = max(low, span.start - _LONGEST_LINE)
    return Span(start, min(len(text), span.end + _LONGEST_LINE) if high < 0 else high)


def _place(passage: Passage, span: Span, line: Span) -> Place:
    text = passage.text
    before, after = text[line.start : span.start], text[span.end : line.end]
    headers = ""
    if "\t" in before or "\t" in after:
        headers = _headers(text, line, before.count("\t"))
        before, after = before.rsplit("\t", 1)[-1], after.split("\t", 1)[0]
    return Place(before, after, headers, passage.index == 0)


def _headers(text: str, line: Span, column: int) -> str:
    """The first cell of a row, and the cell of its column in the first row of the table."""
    label = text[line.start : line.end].split("\t", 1)[0] if column else ""
    top = line.start
    while top > 0 and line.start - top < _LONGEST_LINE:
        start = text.rfind("\n", 0, top - 1) + 1
        if "\t" not in text[start : top - 1]:
            break
        top = start
    if top == line.start:
        return label
    cells = text[top : text.index("\n", top)].split("\t")
    return f"{label} {cells[column] if column < len(cells) else ''}"
