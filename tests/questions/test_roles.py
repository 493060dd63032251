"""Questions in the first person, asked of a party."""

from __future__ import annotations

import pytest

from wherein.questions.roles import in_role


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("can I sublet?", "can the Tenant sublet?"),
        ("When do I have to pay?", "When does the Tenant have to pay?"),
        ("Am I allowed to sublet?", "Is the Tenant allowed to sublet?"),
        ("what happens if I pay late", "what happens if the Tenant pays late"),
        ("how long can my mum stay", "how long can the Tenant's mum stay"),
        ("I'm ill, can I leave", "The Tenant is ill, can the Tenant leave"),
        ("How much notice must we give?", "How much notice must the Tenant give?"),
        ("who repairs the boiler?", None),
        ("Is Article I in force?", None),
    ],
)
def test_a_question_in_the_first_person(question: str, asked: str | None) -> None:
    assert in_role(question, "the Tenant") == asked
