"""`wherein memory judge`: takes a person's verdict on an answer, or takes it back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json, engine, with_password
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError
from wherein.core.text.readable import harmless

if TYPE_CHECKING:
    from wherein.answering.engine import Engine
    from wherein.core.answer import Result
    from wherein.core.document import Document
    from wherein.core.span import Span
    from wherein.memory.policies.privacy import NotKept
    from wherein.memory.store.store import Verdict

VERDICTS = ("right", "wrong", "here", "absent", "undo")
DONE = {
    "right": "{words} is marked as right.",
    "wrong": "{words} is no longer shown as an answer to this question.",
    "here": "{words} is the answer to this question from now on.",
    "absent": "Noted: the document does not answer this question.",
    "undo": "The verdicts on this question are withdrawn.",
}
"""The message for a stored verdict."""


@click.command("judge")
@click.argument("verdict", type=click.Choice(VERDICTS))
@click.argument("source_and_question", nargs=-1, metavar="[SOURCE] QUESTION")
@click.option(
    "--words", metavar="TEXT", help="The words that are judged, in place of the best answer."
)
@with_password
@as_json
def judge_command(
    verdict: str,
    source_and_question: tuple[str, ...],
    words: str | None,
    password: str | None,
    as_json: bool,
) -> int:
    """Judge an answer to QUESTION: right, wrong, here (--words is the answer), absent, or undo.

    QUESTION is asked as by `wherein ask`, and its best answer is judged, or the words that --words names. What is
    wrong is no answer to this question again while the text around it is the same; what is marked comes first.
    `absent` says that SOURCE has no answer, and `undo` takes back what was said.
    """
    if not 1 <= len(source_and_question) <= 2:
        raise UsageError(
            "judge takes a verdict, a question, and before the question at most one source.",
            'As in: wherein memory judge wrong lease.pdf "How much is the deposit?"',
        )
    from wherein.answering.options import Options

    *sources, question = source_and_question
    with engine() as asked:
        document = asked.document(sources[0], password) if sources else None
        if document is None and verdict == "undo":
            _print(verdict, asked.questions.judge(question, None, None), "", as_json)
            return 0
        result = None
        if document is None or (words is None and verdict in ("right", "wrong")):
            result = asked.ask(question, document, Options(owner=True))
            document = document or _document_of_best(asked, result, password)
        span = _span(verdict, document, words, result)
        refused = asked.questions.judge_kept(
            (result.meant if result is not None else None) or question,
            document,
            verdict_named(verdict),
            span,
            typed=question,
        )
    _print(verdict, refused, "" if span is None else span.of(document.text), as_json)
    return 0 if refused is None else 1


def _print(verdict: str, refused: NotKept | None, words: str, as_json: bool) -> None:
    reason = None if refused is None else f"Not kept: {refused}."
    if as_json:
        print_json({"kept": refused is None, "reason": reason})
    elif reason is not None:
        say(reason)
    else:
        say(DONE[verdict].format(words=f"“{harmless(' '.join(words.split()))}”"))


def verdict_named(name: str) -> Verdict | None:
    """The verdict that a command names; None takes it back."""
    from wherein.memory.store.store import Verdict

    return {
        "right": Verdict.RIGHT,
        "wrong": Verdict.WRONG,
        "here": Verdict.SPAN,
        "absent": Verdict.NOT_HERE,
        "undo": None,
    }[name]


def place_of_words(document: Document, words: str) -> Span:
    """The only place of these words in a document, whatever white space is between them.

    Raises UsageError where they are not in it, or are there more than once.
    """
    from wherein.core.span import Span

    pattern = r"\s+".join(map(re.escape, words.split()))
    found = list(re.finditer(pattern, document.text)) if pattern else []
    if not found:
        raise UsageError(
            f"The document does not have the words {words!r}.",
            "Copy them as `wherein show --text` prints them.",
        )
    if len(found) > 1:
        raise UsageError(
            f"The document has the words {words!r} {len(found)} times.",
            "Give them with the words beside them.",
        )
    return Span(*found[0].span())


def _document_of_best(asked: Engine, result: Result, password: str | None) -> Document:
    best = (*result.answers, *result.perhaps)
    if not best:
        raise UsageError(
            "The question has no answer that could be judged.",
            "Name its document before the question, and the right words with --words.",
        )
    return asked.document_of(best[0].document, best[0].source, password)


def _span(
    verdict: str, document: Document, words: str | None, result: Result | None
) -> Span | None:
    if words is not None:
        return place_of_words(document, words)
    if verdict == "here":
        raise UsageError("The right words are missing.", "Give them: --words TEXT")
    if verdict in ("absent", "undo") or result is None:
        return None
    found = [one for one in (*result.answers, *result.perhaps) if one.document == document.id]
    if not found:
        raise UsageError(
            "The question has no answer there that could be judged.",
            "Name the words with --words.",
        )
    return found[0].span
