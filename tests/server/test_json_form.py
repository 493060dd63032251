"""The JSON both doors print has the fields of the wire models, and no others."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict

from wherein.core.answer import Answer, Coverage, Outcome, Result, Step
from wherein.core.span import Span
from wherein.server import wire
from wherein.server.json_form import _form, answer_json, result_json

ANSWER = Answer(
    text="Ingrid",
    document="d",
    title="Harbour",
    span=Span(4, 10),
    quote="By Ingrid.",
    quote_span=Span(1, 11),
    section=("History",),
    confidence=0.91237,
    found_by="small",
)


class Strict(wire.WireAnswer):
    model_config = ConfigDict(extra="forbid")


def test_an_answer_has_the_fields_of_its_model_and_leaves_out_what_is_empty() -> None:
    row = answer_json(ANSWER)
    assert Strict.model_validate(row).model_dump(exclude_unset=True) == row
    assert row["confidence"] == 0.9124
    assert "page" not in row
    assert "evidence" not in row


def test_a_result_has_the_fields_of_its_model() -> None:
    steps = (Step("bm25", Outcome.ANSWERED, 1.5),)
    row = result_json(Result("Who?", (ANSWER,), (), True, (), {}, Coverage(1.0, 20), steps, 2.0))
    assert wire.AskResponse.model_validate(row).model_dump(exclude_unset=True) == row


@pytest.mark.parametrize("given", [{"known": 1, "unknown": 2}, {}, {"known": None}])
def test_what_the_model_has_not_and_what_it_must_have_is_refused(given: dict[str, int]) -> None:
    class Model(BaseModel):
        known: int
        other: int | None = None

    with pytest.raises(TypeError, match="Model: unknown"):
        _form(Model, **given)
    assert _form(Model, known=1, other=None) == {"known": 1}
