"""Tells a web page of running text from a document that things are looked up in: a manual, a contract, a table, a file.

An answer with the same confidence is right less often in such a document, so `in_document` converts the confidence. The
words are those of contracts/lexicon/source-kinds.json, the cases those of contracts/source-kinds.json; the twin is
web/reader/src/grading/source-kind.ts. No model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from wherein.core.document import Block, BlockKind, Document
from wherein.lexicon import lexicon
from wherein.reading.candidate_traits import source_of

_LEXICON = lexicon("source-kinds")
_MOST_BLOCKS = _LEXICON.count("most_blocks")
"""The main blocks at the beginning of a page that tell its kind."""
_MOST_LETTERS = _LEXICON.count("most_letters")
"""The letters at the beginning of a page's main text that tell its kind."""
_TECHNICAL, _LEGAL, _CELLS = map(_LEXICON.number, ("technical", "legal", "cells"))
"""The least share of options and code, of words of contracts, and of a page's letters in cells of a document."""
_FITTED = _LEXICON.fitted("documents")
UNDER_ITS_QUESTION, DECIDES = map(_LEXICON.number, ("under_its_question", "decides"))
"""Added to the log odds of what stands under the heading that asks the same, and of a sentence that says yes or no."""
_SAYS_YES_OR_NO, _LEAVES_OPEN = map(_LEXICON.pattern, ("says_yes_or_no", "leaves_open"))
_LEAST_AGREEING = _LEXICON.number("least_agreeing")
"""The confidence from which the form of a document may add to it."""
_WEB_PAGE, _OF_A_BASE = "html", "article"
"""Kinds of documents."""
_LEAST = 1e-4


def is_article(document: Document) -> bool:
    """Whether it is an encyclopedia's article or a web page of running text, and no document that things are looked up in."""
    if document.kind == _OF_A_BASE:
        return True
    return document.kind == _WEB_PAGE and is_running_text(document.text, document.blocks)


def is_running_text(text: str, blocks: Iterable[Block]) -> bool:
    """Whether a page has hardly any options, code, words of contracts and table cells; told by its beginning."""
    letters = in_cells = count = 0
    head: list[str] = []
    for block in blocks:
        if not block.main:
            continue
        if letters < _MOST_LETTERS:
            head.append(block.span.of(text))
        letters += len(block.span)
        in_cells += len(block.span) if block.kind is BlockKind.CELL else 0
        count += 1
        if count == _MOST_BLOCKS:
            break
    if in_cells > 0 and in_cells >= _CELLS * letters:
        return False
    technical, legal = _signs(("\n".join(head) if head else text)[:_MOST_LETTERS])
    return technical < _TECHNICAL and legal < _LEGAL


@lru_cache(maxsize=64)  # the same document is asked again
def _signs(text: str) -> tuple[float, float]:
    return source_of(text)


def in_document(confidence: float, found_by: str) -> float:
    """The probability that an answer in a document that things are looked up in is right.

    `confidence` is its probability in a page of running text; `found_by` is a reader, "cells" or "terms". An answer of
    others keeps its confidence.
    """
    added = _FITTED["by"].get(found_by)
    if added is None:
        return confidence
    kept = min(max(confidence, _LEAST), 1.0 - _LEAST)
    odds = math.log(kept / (1.0 - kept))
    return 1.0 / (1.0 + math.exp(-(_FITTED["odds"] * odds + _FITTED["intercept"] + added)))


def says_yes_or_no(sentence: str) -> bool:
    """Whether a sentence has a sign of yes or no: "not", "may", "is included". "Specifies whether…" has none."""
    return bool(_SAYS_YES_OR_NO.search(sentence)) and not _LEAVES_OPEN.search(sentence)


def agreeing(confidence: float, found_by: str, added: float) -> float:
    """A confidence of `in_document` with what the form of the document says for the answer. What the structure itself gave
    keeps its confidence, which has that already."""
    if not added or confidence < _LEAST_AGREEING or found_by not in _FITTED["by"]:
        return confidence
    kept = min(max(confidence, _LEAST), 1.0 - _LEAST)
    return 1.0 / (1.0 + math.exp(-(math.log(kept / (1.0 - kept)) + added)))
