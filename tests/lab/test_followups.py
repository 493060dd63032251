"""Measuring follow-up questions: the form of the data, the terms' definition, and that a worse completion counts less."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from wherein_lab.answering.followups import (
    Completed,
    completed,
    foreign_turns,
    term_figures,
    understandable_alone,
)
from wherein_lab.data.conversations import ConversationQuestion, read_conversations
from wherein_lab.training.fitting.followups import as_file, fit

from wherein.core.errors import DataMissing, UsageError
from wherein.questions.followups.followup import FollowUp
from wherein.questions.phrases.followup_terms import weights_of

SAID = ["John Snetzler", "Life", "Where was Snetzler born?", "in Schaffhausen CANNOTANSWER"]
LINES = [
    {"dialog": "d", "turn": 1, "history": SAID[:2], "question": "Where was Snetzler born?",
     "rewrite": "Where was John Snetzler born?"},
    {"dialog": "d", "turn": 2, "history": SAID, "question": "When did he die?",
     "rewrite": "When did John Snetzler die?"},
    {"dialog": "d", "turn": 3, "history": [*SAID, "When did he die?", "I don't know."],
     "question": "Why?", "rewrite": "Why did John Snetzler die?"},
]  # fmt: skip


@pytest.fixture
def questions(tmp_path: Path) -> tuple[ConversationQuestion, ...]:
    file = tmp_path / "canard.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES), "utf-8")
    return read_conversations(file)[0]


def test_the_answer_is_the_one_that_follows(questions: tuple[ConversationQuestion, ...]) -> None:
    assert [asked.answer for asked in questions] == ["in Schaffhausen", "", ""]


def test_terms_are_words_of_the_history_that_the_question_lacks(
    questions: tuple[ConversationQuestion, ...],
) -> None:
    assert questions[1].terms("When did John Snetzler die in London?") == {"john", "snetzler", "in"}
    assert questions[1].terms("When did he die?") == set()


def test_figures_are_micro_averages(questions: tuple[ConversationQuestion, ...]) -> None:
    asked = questions[1]
    right = Completed(asked, FollowUp(asked.typed, asked.rewrite, ("john",)), frozenset({"john", "in"}),
                      frozenset({"john", "snetzler"}))  # fmt: skip
    alone = Completed(asked, FollowUp(asked.typed, asked.typed), frozenset(), frozenset())
    figures = term_figures([right, alone])
    assert (figures["terms_precision"], figures["terms_recall"], figures["terms_f1"]) == (
        0.5,
        0.5,
        0.5,
    )
    assert (figures["n"], figures["unchanged_right"], figures["n_unchanged"]) == (2, 1.0, 1)


def test_completing_finds_terms_and_leaving_alone_finds_none(
    questions: tuple[ConversationQuestion, ...],
) -> None:
    items = list(completed(questions))
    assert term_figures(items)["terms_f1"] > 0.7
    untouched = [replace(item, added=frozenset()) for item in items]
    assert term_figures(untouched)["terms_f1"] == 0.0


def test_a_small_set_can_be_fitted(questions: tuple[ConversationQuestion, ...]) -> None:
    foreign = list(foreign_turns(questions, ["What is the capital of France?"] * 5, 0))
    raw = fit(questions, foreign)
    assert weights_of(json.loads(as_file(raw))).inner.shape[1] == 32


def test_foreign_turns_follow_a_conversation(questions: tuple[ConversationQuestion, ...]) -> None:
    assert all(
        history.turns
        for _, history in foreign_turns(questions, ["Who?"] * 9, Random(1).randint(0, 9))
    )


def test_a_pronoun_may_stand_for_something_on_the_page() -> None:
    assert understandable_alone("How much did each team pay over the brawl?")
    assert not understandable_alone("When can Americans buy it?")


@pytest.mark.parametrize("text", ["", "no json\n", '{"dialog": "d"}\n', "[1]\n"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError):
        read_conversations(file)
    with pytest.raises(DataMissing):
        read_conversations(tmp_path / "none.jsonl")
