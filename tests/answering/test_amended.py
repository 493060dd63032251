"""What an amendment deletes or replaces is shown struck, after what holds now."""

from __future__ import annotations

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.answering.grading.grades import in_words
from wherein.core.answer import Result
from wherein.core.answer_facts import facts
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.server.wire.json_form import result_json

LEASE = """# Lease of a workshop

## 4. Rent

4.1 The rent is €500 a month.

4.2 The rent is paid within 30 days.

## 9. Animals

No animal may be kept in the workshop.

## 10. Signs

The tenant may put up one sign, subject to Section 4.2. This does not apply to neon signs.

## 12. Rises

The landlord may raise the rent once a year.

# Amendment No. 1

1\\. Section 9 is deleted and replaced by: “The tenant may keep one dog. Other animals need consent.”

2\\. In Section 4.2, “30 days” is replaced by “14 days”.

3\\. Section 4.1 is deleted.

4\\. Notwithstanding Section 12, the rent is not raised in 2027.
"""


def asked(question: str, margins: dict[str, float]) -> Result:
    document = parse(Source(LEASE.encode(), "lease.md", "lease.md"))
    return ask(question, WordReader(margins), where=scope(document))


def test_the_replacing_text_comes_first_and_the_replaced_one_is_struck() -> None:
    found = asked("Which animals are there?", {"No animal may be kept": 0.9, "one dog": 0.3})
    first, struck = found.answers
    assert (first.text, first.struck_by) == ("one dog", None)
    assert struck.is_struck
    assert struck.struck_by is not None
    assert struck.struck_by.quote.startswith("Section 9 is deleted and replaced by")
    assert in_words(struck.confidence) != "sure"
    assert first.confidence > struck.confidence


def test_a_yes_no_question_gets_the_sentence_that_holds() -> None:
    found = asked("May I keep a dog?", {"No animal": 0.9, "one dog": 0.3})
    assert [a.text for a in found.answers] == [
        "The tenant may keep one dog.",
        "No animal may be kept in the workshop.",
    ]


def test_replaced_words_are_the_answer_instead_of_the_old_ones() -> None:
    found = asked("How soon is the rent due?", {"within 30 days": 0.8})
    assert [a.text for a in found.answers] == ["14 days", "within 30 days"]
    assert found.answers[1].struck_words == "30 days"


def test_where_nothing_replaces_a_clause_the_deleting_sentence_answers() -> None:
    found = asked("What is the rent?", {"€500 a month": 0.8})
    assert [a.text for a in found.answers] == ["Section 4.1 is deleted.", "€500 a month"]


def test_what_holds_notwithstanding_a_clause_comes_before_it() -> None:
    found = asked("When is the rent raised?", {"once a year": 0.8})
    assert [a.text for a in found.answers] == [
        "Notwithstanding Section 12, the rent is not raised in 2027.",
        "once a year",
    ]
    assert not found.answers[1].is_struck


def test_what_a_sentence_is_subject_to_is_told_beneath_with_its_exception() -> None:
    found = asked("How many signs?", {"one sign": 0.8})
    told = [one.words for one in facts(found.answers[0]) if one.fact.value == "subject_to"]
    assert told == [
        "see “The rent is paid within 30 days.”",
        "see “This does not apply to neon signs.”",
    ]


@pytest.mark.parametrize("question", ["Section 4.2", "What does section 4.2 say?", "clause 4.2"])
def test_a_clause_is_found_by_its_number(question: str) -> None:
    found = asked(question, {"dog": 0.9})
    assert found.answers[0].text == "The rent is paid within 30 days."
    assert [step.name for step in found.steps][-1] != "words"


def test_a_clause_that_was_replaced_is_found_by_its_number() -> None:
    found = asked("What does section 9 say?", {"dog": 0.9})
    assert [a.text for a in found.answers] == [
        "The tenant may keep one dog.",
        "No animal may be kept in the workshop.",
    ]


def test_json_tells_what_strikes_an_answer() -> None:
    found = result_json(asked("What is the rent?", {"€500 a month": 0.8}))
    assert found["answers"][1]["struck_by"]["quote"] == "Section 4.1 is deleted."
    assert "struck_by" not in found["answers"][0]
