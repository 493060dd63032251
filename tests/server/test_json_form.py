"""The JSON both doors print has the fields of the wire models, and no others."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict

from wherein.core.answer import Answer, Coverage, Outcome, Result, Step
from wherein.core.span import Span
from wherein.memory.store.store import Page, PageKey, StoredAnswer, StoredQuestion
from wherein.memory.suggestions.popular import PopularQuestion
from wherein.memory.suggestions.similar import SimilarQuestion
from wherein.server.wire import wire
from wherein.server.wire.json_form import answer_json, form, result_json, row
from wherein.server.wire.memory_json import (
    asked_json,
    popular_question_json,
    similar_asked_json,
    similar_json,
    stored_json,
)

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


STORED = StoredAnswer("Ingrid", "By Ingrid.", "b1", 0, 3, 0.91237, "small", "small@1")
ASKED = StoredQuestion(
    1, Page(PageKey("document:d"), "Harbour", "h"), "who", "Who?", 2, 1, 1.0, 0.0, 60.0, (STORED,)
)
SIMILAR = SimilarQuestion(ASKED, 0.81234, (STORED,), here=False)


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


def test_a_remembered_question_has_the_fields_of_its_models() -> None:
    asked = asked_json(ASKED, ASKED.answers, ASKED.uses)
    assert wire.WireAsked.model_validate(asked).model_dump(exclude_unset=True) == asked
    similar = similar_asked_json(SIMILAR)
    assert wire.WireSimilar.model_validate(similar).model_dump(exclude_unset=True) == similar
    assert asked["url"] is similar["url"] is None, "a page without an address says so"
    popular = popular_question_json(
        PopularQuestion(ASKED, ("Who else?",), 2, 1.0, (ANSWER,), (STORED,))
    )
    assert wire.PopularRow.model_validate(popular).model_dump(exclude_unset=True) == popular
    assert popular["answers"][0]["start"] == ANSWER.span.start
    (listed,) = similar_json([SIMILAR])["questions"]
    assert wire.SimilarRow.model_validate(listed).model_dump(exclude_unset=True) == listed
    assert "start" not in stored_json(STORED)


def test_a_field_that_may_be_null_may_not_be_left_out() -> None:
    class Model(BaseModel):
        known: int | None

    assert row(Model, known=None) == {"known": None}
    with pytest.raises(TypeError, match="missing"):
        row(Model)


@pytest.mark.parametrize("given", [{"known": 1, "unknown": 2}, {}, {"known": None}])
def test_what_the_model_has_not_and_what_it_must_have_is_refused(given: dict[str, int]) -> None:
    class Model(BaseModel):
        known: int
        other: int | None = None

    with pytest.raises(TypeError, match="Model: unknown"):
        form(Model, **given)
    assert form(Model, known=1, other=None) == {"known": 1}
