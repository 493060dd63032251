"""The prompts by name: those of the papers, word for word, and our own. Strings in, strings out.

`kar`: Purwar & Sundar, Keyword Augmented Retrieval (2023). `closed-book` and `retrieval-augmented`:
Entity Retrieval for answering entity-centric questions. In every prompt, the text comes before the question, so that a
server's prompt cache serves the next question about the same text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

DONT_KNOW = "I don't know"
# As in Entity Retrieval: at most 10 subwords, 1 for yes or no.
SPAN_TOKENS = 10
YES_NO_TOKENS = 1
WRITTEN_TOKENS = 160
"""For `written`: three sentences."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a prompt. `today` is an ISO date; None leaves it out."""

    context: str
    question: str
    today: str | None = None


def _kar(shown: Shown) -> str:
    return (
        "Answer the question based on the context below, and if the question can't be answered"
        f' based on the context, say "{DONT_KNOW}"\n\n'
        f"Context: {shown.context}\n\n---\n\n{_today(shown)}Question: {shown.question}\nAnswer:"
    )


def _closed_book(shown: Shown) -> str:
    return f"Answer these questions:\n\n{_today(shown)}Q: {shown.question}\nA:"


def _retrieval_augmented(shown: Shown) -> str:
    return (
        f"Based on these texts, answer these questions:\n\n{shown.context}\n\n"
        f"{_today(shown)}Q: {shown.question}\nA:"
    )


# Ours, written for this: answers as short as wanted, and questions that miss by one word.
_EXAMPLES = (
    (
        "The old mill was built in 1820 by Anna Berg, and burned down in 1902. Its owner then, Karl Lund,"
        " moved to Oslo.",
        (("Who built the mill?", "Anna Berg"), ("Who burned the mill down?", DONT_KNOW)),
    ),
    (
        "The school has 300 pupils and the college across the river 900, a third of them from abroad.",
        (
            ("How many teachers does the college have?", DONT_KNOW),
            ("What share of the college's pupils is from abroad?", "a third"),
        ),
    ),
)


def _words(shown: Shown) -> str:
    parts = [
        "Copy from the context the few words that answer the question. Look at exactly what it asks:"
        " many questions look alike but ask for something that the context does not say. Then answer"
        f' "{DONT_KNOW}".'
    ]
    for context, asked in _EXAMPLES:
        parts += [f"Context: {context}\nQuestion: {q}\nAnswer: {a}" for q, a in asked]
    parts.append(f"Context: {shown.context}\n{_today(shown)}Question: {shown.question}\nAnswer:")
    return "\n\n".join(parts)


def _sentences(shown: Shown) -> str:
    return (
        "Each sentence of the context has a number. Give the numbers of the sentences that answer"
        f' the question, best first, as in [2][5]. If none does, say "{DONT_KNOW}".\n\n'
        f"Context:\n{shown.context}\n\n{_today(shown)}Question: {shown.question}\nAnswer:"
    )


def _written(shown: Shown) -> str:
    return (
        "Answer the question in at most three sentences, using the numbered sentences of the context"
        " alone. End every sentence with the number it comes from, as in [2]. If they don't answer"
        f' it, say "{DONT_KNOW}".\n\n'
        f"Context:\n{shown.context}\n\n{_today(shown)}Question: {shown.question}\nAnswer:"
    )


PROMPTS: dict[str, Callable[[Shown], str]] = {
    "kar": _kar,
    "closed-book": _closed_book,
    "retrieval-augmented": _retrieval_augmented,
    "words": _words,
    "sentences": _sentences,
    "written": _written,
}


def _today(shown: Shown) -> str:
    return f"Today is {shown.today}.\n" if shown.today else ""
