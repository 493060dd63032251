"""Answers to people's questions about their own documents are judged by the words that are shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from wherein_lab.answering.strangers import (
    Asked,
    by_grade,
    figures,
    is_right,
    judge,
    judge_folder,
    read_asked,
    table,
)

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.core.answer import Answer, Coverage, Result
from wherein.core.errors import DataMissing, UsageError
from wherein.core.span import Span


def answer(text: str, confidence: float = 0.95) -> Answer:
    span = Span(0, len(text))
    return Answer(text, "d", "D", span, text, span, (), confidence, "small")


def asked(answers: tuple[str, ...], wrong: tuple[str, ...] = ()) -> Asked:
    return Asked("How many?", "a.pdf", answers, wrong, "notes", "pdf")


def result(*answers: Answer, perhaps: tuple[Answer, ...] = ()) -> Result:
    read = Coverage(1.0, 10)
    return Result("How many?", answers, perhaps, bool(answers), (), {}, read, (), 1.0)


@pytest.mark.parametrize(
    ("right", "shown", "wrong", "is_so"),
    [
        ("1,204", "1,204", (), True),
        ("1,204", "1,2043", (), False),
        ("1,204", "some 1,204 sheep³", (), True),
        ("$900", "$900", (), True),
        ("900", "$900", (), True),
        ("10 – 12 m", "10-12 m", (), True),
        ("“Ardent”", '"ardent"', (), True),
        ("30 days", "13 30 days", ("13",), False),
        ("30 days", "the tenant gives 30 days of notice", (), True),
        ("30 days", "30 days " + "and a word " * 20, (), False),
        ("30 days", "thirty days", (), False),
    ],
)
def test_right_means_the_words_and_little_besides(
    right: str, shown: str, wrong: tuple[str, ...], is_so: bool
) -> None:
    assert is_right(asked((right,), wrong), answer(shown)) is is_so


class Asking:
    """An engine that notes after how many earlier turns each question is asked."""

    def __init__(self) -> None:
        self.turns: list[int] = []

    def ask(self, question: str, source: Path, options: Options) -> Result:
        self.turns.append(len(options.turns))
        return result(answer("30 days"))


def test_only_a_follow_up_is_asked_after_earlier_turns() -> None:
    one = asked(("30 days",))
    named = replace(one, name="first")
    engine = Asking()
    rows = [one, one, named, replace(one, after="first")]
    judge_folder(cast(Engine, engine), Path("documents"), rows)
    assert engine.turns == [0, 0, 0, 1]


def test_the_figures_count_each_kind_of_outcome() -> None:
    present, absent = asked(("40",)), asked(())
    judged = [
        judge(present, result(answer("40"))),
        judge(present, result(answer("50", 0.5), answer("40"))),
        judge(present, result(answer("50", 0.99))),
        judge(present, result(perhaps=(answer("40", 0.2),))),
        judge(absent, result()),
        judge(absent, result(answer("40", 0.99))),
    ]
    found = figures(judged)
    assert {key: found[key] for key in ("questions", "absent", "documents")} == {
        "questions": 6,
        "absent": 2,
        "documents": 1,
    }
    assert (found["first"], found["first_three"], found["perhaps"]) == (0.25, 0.5, 0.25)
    assert (found["absent_refused"], found["satisfied"]) == (0.5, 0.333)
    assert (found["wrong"], found["wrong_and_sure"]) == (0.5, 0.333)
    assert table(judged, lambda one: one.asked.form)["pdf"]["questions"] == 6


def test_confidences_are_compared_with_what_was_right() -> None:
    present = asked(("40",))
    judged = [
        judge(present, result(answer("40", 0.95))),
        judge(present, result(answer("50", 0.95))),
        judge(present, result(answer("40", 0.6))),
        judge(present, result()),
    ]
    assert by_grade(judged) == {
        "likely": {"shown": 1, "right": 1, "mean_confidence": 0.6},
        "sure": {"shown": 2, "right": 1, "mean_confidence": 0.95},
    }
    # Two at .95 of which half are right, one right at .6: (2 * .45 + .4) / 3.
    assert figures(judged)["ece"] == 0.433
    assert figures(judged[3:])["ece"] is None


def test_rows_are_read_and_other_forms_refused(tmp_path: Path) -> None:
    with pytest.raises(DataMissing):
        read_asked(tmp_path)
    rows = tmp_path / "questions.jsonl"
    row = {"question": "How many?", "file": "a.pdf", "answers": None, "kind": "notes"}
    rows.write_text(json.dumps(row) + "\n")
    assert read_asked(tmp_path) == (Asked("How many?", "a.pdf", (), (), "notes", "pdf"),)
    rows.write_text('{"question": "How many?"}\n')
    with pytest.raises(UsageError, match="answers"):
        read_asked(tmp_path)
