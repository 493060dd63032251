"""Generates questions from a page's sentences and headings by English patterns. Knows no reader, so that the page may
not answer them."""

from __future__ import annotations

import re

from wherein.core.document import BlockKind, Document
from wherein.lexicon import lexicon
from wherein.passages.block_place import blocks_of
from wherein.passages.sentences import sentence_spans
from wherein.questions.wording import wording_key

_LEXICON = lexicon("suggested-questions")
MOST_TEXT = _LEXICON.count("most_text")
"""Most code points used: the first sections of a page show its subject."""
MOST_QUESTIONS = _LEXICON.count("most_questions")
LONGEST_HEADING = _LEXICON.count("longest_heading")

_WHEN_MADE = _LEXICON.pattern("when_made")
_MADE_BY = _LEXICON.pattern("made_by")
_IS_A = _LEXICON.pattern("is_a")
_PERSON = _LEXICON.pattern("person")
_CAN_DO = _LEXICON.pattern("can_do")
_HOW_TO = _LEXICON.pattern("how_to")
# Pronouns and the like name nothing by themselves.
_POINTER = _LEXICON.pattern("pointer")
_ARTICLE = _LEXICON.pattern("article")
# "How do I …?" introduces questions and is none.
_ASKS = _LEXICON.pattern("asks")
_UNFINISHED = _LEXICON.pattern("unfinished")
# "How long does it take to …": a word that points to nothing.
_EXPLETIVE = _LEXICON.pattern("expletive")
_REFERS = _LEXICON.pattern("refers")
_ANTECEDENT = _LEXICON.pattern("antecedent")
_POINTS = _LEXICON.pattern("points")


def questions_of(document: Document) -> list[str]:
    """At most eight questions, those of headings first; none for a page that is not in English."""
    if document.language not in (None, "en"):
        return []
    text, found = document.text, dict[str, str]()

    def add(question: str | None) -> None:
        if question and stands_alone(question):
            found.setdefault(wording_key(question).lower(), question)

    blocks = [block for block in blocks_of(document) if block.main]
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            add(_of_heading(_squeezed(block.span.of(text))))
    for block in blocks:
        if block.kind is not BlockKind.PARAGRAPH or block.span.start > MOST_TEXT:
            continue
        for span in sentence_spans(block.span.of(text)):
            add(_of_sentence(_squeezed(span.shifted(block.span.start).of(text))))
        if len(found) >= MOST_QUESTIONS:
            break
    return list(found.values())[:MOST_QUESTIONS]


def stands_alone(question: str) -> bool:
    """Whether who reads only the question knows what it asks about: no "it", "this" or "we" without what it means.

    "Why do leaves fall when they dry?" names what "they" are, "How do I use it?" does not.
    """

    def without_known(referring: re.Match[str]) -> str:
        known = _ANTECEDENT.search(referring.string[: referring.start()])
        return " " if known else referring.group()

    return not _POINTS.search(_REFERS.sub(without_known, _EXPLETIVE.sub(" ", question)))


def _of_heading(heading: str) -> str | None:
    """A question of a heading that is a question or a how-to; None for other headings."""
    if len(heading) > LONGEST_HEADING or len(heading.split(" ")) < 3 or _UNFINISHED.search(heading):
        return None
    if heading.endswith("?"):
        return heading if _ASKS.match(heading) else None
    if _HOW_TO.match(heading):
        return f"How do I {heading[len('How to ') :]}?"
    return f"{heading}?" if _CAN_DO.match(heading) else None


def _of_sentence(sentence: str) -> str | None:
    """The question that a sentence answers; None where no pattern fits."""
    if _POINTER.match(sentence):
        return None
    when = _WHEN_MADE.match(sentence)
    if when:
        return f"When {when[2]} {_thing(when[1])} {when[3]}?"
    by = _MADE_BY.match(sentence)
    if by:
        return None if by[2] == "born" else f"Who {_active(by[2])} {_thing(by[1])}?"
    is_a = _IS_A.match(sentence)
    if is_a is None:
        return None
    words = is_a[1].split(" ")
    named = len(words) > 1 and all(word[:1].isupper() for word in words[:2])
    asks = "Who" if named and _PERSON.match(sentence[is_a.end() :]) else "What"
    return f"{asks} {is_a[2]} {_thing(is_a[1])}?"


def _thing(name: str) -> str:
    """The text as inside of a sentence, without the capital at its beginning."""
    return _ARTICLE.sub(lambda article: article.group().lower(), name, count=1)


def _active(participle: str) -> str:
    """ "Who wrote", from "was written by"."""
    return "wrote" if participle == "written" else participle


def _squeezed(text: str) -> str:
    return " ".join(text.split())
