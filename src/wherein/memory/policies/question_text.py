"""The text of a question as the memory stores it and searches with it. Normalises no words, see `question_key`."""

from __future__ import annotations


def one_line(question: str) -> str:
    """The text with each run of white space as one space, and each lone surrogate as "?"."""
    return " ".join(question.encode("utf-8", "replace").decode("utf-8").split())
