"""The text of a question as the memory keeps it and searches with it. Folds no words, see `question_key`."""

from __future__ import annotations


def one_line(question: str) -> str:
    """Each run of white space becomes one space; what is no Unicode (half a surrogate pair) becomes "?"."""
    return " ".join(question.encode("utf-8", "replace").decode("utf-8").split())
