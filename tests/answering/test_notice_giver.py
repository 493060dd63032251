"""A notice that another party gives is no answer to how much notice one has to give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.answering.grading.notice_giver import another_gives
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source

OWN = (
    "After one year the Tenant may end this Agreement early by written notice of at least 60 days."
)
BREACH = "If the Tenant does not pay, the Landlord may end this Agreement by a notice of 30 days."
RULES = "The house rules may be changed by the Landlord with a notice of 20 days."
NOBODY = "A notice is in writing and is received after 3 days."
GIVE = "How much notice do I have to give?"


def candidate(sentence: str, answer: str) -> Candidate:
    text = f"Rent is due on the first. {sentence} Keys are returned."
    start = text.index(answer)
    span = Span(start, start + len(answer)).shifted(100)
    passage = Passage("d", 0, Span(100, 100 + len(text)), text, ())
    return Candidate(passage, span, 1.0, 0.0)


@pytest.mark.parametrize(
    ("question", "sentence", "answer", "another"),
    [
        (GIVE, OWN, "60 days", False),
        (GIVE, BREACH, "30 days", True),
        (GIVE, RULES, "20 days", True),
        (GIVE, NOBODY, "3 days", False),
        ("How much notice does the Tenant have to give?", BREACH, "30 days", True),
        ("How much notice must the landlord give?", BREACH, "30 days", False),
        ("How much notice must the landlord give?", OWN, "60 days", True),
        ("How much notice do they have to give?", OWN, "60 days", False),
        ("How much notice is needed?", BREACH, "30 days", False),
        ("When do I have to leave?", BREACH, "30 days", False),
    ],
)
def test_who_gives_the_notice(question: str, sentence: str, answer: str, another: bool) -> None:
    assert another_gives(question, candidate(sentence, answer), "the Tenant") is another


def test_a_question_of_nothing_but_notices_is_looked_through_once() -> None:
    assert not another_gives("notice " * 20_000, candidate(NOBODY, "3 days"), "the Tenant")


def test_what_another_gives_is_left_out_before_the_rest_are_weighed() -> None:
    lease = parse(Source(f"{OWN}\n\n{BREACH}\n".encode(), "lease.md", "lease.md"))
    where = scope(lease)
    reader = WordReader({"60 days": 0.6, "30 days": 0.9})
    assert ask(GIVE, reader, where=where).answers[0].text == "30 days"
    own = replace(where, means=lambda asked, one: not another_gives(asked, one, "the Tenant"))
    found = ask(GIVE, reader, where=own)
    assert [one.text for one in (*found.answers, *found.perhaps)] == ["at least 60 days"]
