"""Of answers that are nearly as sure, those about the party that asks come first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.answering.case_pages import Finds, scope_of
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import grades
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration

CLAUSES = (
    'This lease agreement is made between the "Landlord" and the "Tenant".',
    "The Landlord may end it early by a notice of six months.",
    "The Tenant may end it early by a notice of 45 days.",
    "The Tenant shall keep the rooms clean.",
    "The Tenant must not keep a horse.",
)
ANSWER, PERHAPS = 0.4, 0.2


def first(question: str, landlords: float, tenants: float) -> str:
    """The first answer where a reader finds both periods of notice with these probabilities."""
    text = "\n\n".join(CLAUSES)
    places = ((text.index(one), text.index(one) + len(one)) for one in CLAUSES)
    blocks = tuple(Block(BlockKind.PARAGRAPH, Span(*place)) for place in places)
    document = Document("lease", "s", "Lease", "html", text, "h", blocks)
    found = [["six months", landlords], ["45 days", tenants]]
    margin_alone = tuple(1.0 if feature == "margin" else 0.0 for feature in FEATURES)
    calibration = Calibration(margin_alone, 0.0, ANSWER, PERHAPS)
    bounds = replace(grades(), answer=ANSWER, perhaps=PERHAPS)
    reader = CalibratedReader(Finds(text, found), calibration, graded=True)
    pipeline = Pipeline([reader], bounds=bounds)
    result = pipeline.ask(parse_question(question), scope_of(document)).result()
    return (result.answers or result.perhaps)[0].text


@pytest.mark.parametrize(
    ("question", "landlords", "tenants", "text"),
    [
        ("What notice do I have to give?", 0.7, 0.6, "45 days"),
        ("What notice does the Tenant have to give?", 0.7, 0.6, "45 days"),
        ("What notice do I have to give?", 0.35, 0.3, "45 days"),
        ("What notice does the Landlord have to give?", 0.7, 0.6, "six months"),
        ("What notice is there?", 0.7, 0.6, "six months"),
        ("What notice do I have to give?", 0.8, 0.45, "six months"),
    ],
)
def test_the_answer_about_the_one_who_asks_comes_first(
    question: str, landlords: float, tenants: float, text: str
) -> None:
    assert first(question, landlords, tenants) == text
