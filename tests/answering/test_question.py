"""Which questions yes or no would answer."""

from __future__ import annotations

import pytest

from wherein.answering.question import checked_question, is_yes_no


@pytest.mark.parametrize(
    ("question", "yes_no"),
    [
        ("Is the harbour open?", True),
        ("did he ever win", True),
        ("Isn't it late?", True),
        ("Don’t they know?", True),
        ("Can't you see?", True),
        ("so, does it work", True),
        ("Tell me whether it rains", True),
        ("Can you tell me if it rains?", True),
        ("Will it, or not?", True),
        ("Can you tell me who came?", False),
        ("Is it red or blue?", False),
        ("Who is it?", False),
        ("What can dogs eat?", False),
        ("When will it end", False),
        ("Willem's house", False),
        ("May 1968", False),
        ("canned fish", False),
        ("", False),
        ("is", False),
    ],
)
def test_is_yes_no(question: str, yes_no: bool) -> None:
    assert is_yes_no(question) is yes_no


def test_white_space_is_folded() -> None:
    assert checked_question("  who \n is\tit ") == "who is it"
