"""Formats a result as HTML for notebooks, with answers marked in their sentences. Escapes all text of documents; has no
script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from wherein.core.answer_facts import Fact, ShownFact, facts

if TYPE_CHECKING:
    from wherein.core.answer import Answer, Result


def result_html(result: Result) -> str:
    """The question, its answers or a sentence that there are none, and the notes."""
    parts = [f"<p><strong>{_text(result.question)}</strong></p>"]
    if result.answers:
        parts += [_answer(answer) for answer in result.answers]
    elif result.perhaps:
        parts.append("<p>No clear answer. Closest:</p>")
        parts += [_answer(answer) for answer in result.perhaps]
    else:
        parts.append("<p>Not here.</p>")
    parts += [f"<p><small>{_text(note)}</small></p>" for note in result.notes]
    return f'<div class="wherein">{"".join(parts)}</div>'


def _answer(answer: Answer) -> str:
    start = answer.span.start - answer.quote_span.start
    end = answer.span.end - answer.quote_span.start
    before, marked, after = answer.quote[:start], answer.quote[start:end], answer.quote[end:]
    said = "" if answer.written is None else f"{_text(answer.written)} "
    shown = " · ".join(_in_words(one, answer.source) for one in facts(answer, with_reader=False))
    sentence = f"{_text(before)}<mark>{_text(marked)}</mark>{_text(after)}"
    return f"<blockquote>{said}{sentence}<br><small>{shown}</small></blockquote>"


def _in_words(one: ShownFact, source: str) -> str:
    """A fact as HTML; the title links to a document with a web address."""
    words = _text(one.words)
    if one.fact is Fact.TITLE and urlsplit(source).scheme in ("http", "https"):
        return f'<a href="{escape(source)}" rel="noreferrer">{words}</a>'
    return words


def _text(text: str) -> str:
    """The text escaped and without control characters, which HTML does not allow."""
    return escape("".join(c if c >= " " or c in "\n\t" else "\ufffd" for c in text))
