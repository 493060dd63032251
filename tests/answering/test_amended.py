"""What an amendment deletes or replaces is shown struck, after what holds now."""

from __future__ import annotations

import pytest

from tests.answering.fakes import MarginIsProbability, WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import Grades, in_words
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Result
from wherein.core.answer_facts import facts
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.question import parse_question
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


FEE = """# Services agreement

## 4. Fees

4.1 The Customer shall pay an annual fee of £38,400 in four equal instalments, each due on the first day of a quarter.

# Amendment No. 1

1\\. With effect from 1 April 2024 the annual fee in clause 4.1 is increased to £41,900.
"""


def asked(question: str, margins: dict[str, float]) -> Result:
    document = parse(Source(LEASE.encode(), "lease.md", "lease.md"))
    return ask(question, WordReader(margins), where=scope(document))


def test_the_replacing_text_comes_first_and_the_replaced_one_is_struck() -> None:
    found = asked("Which animals are there?", {"No animal may be kept": 0.9, "one dog": 0.3})
    (first,), (struck,) = found.answers, found.perhaps
    assert (first.text, first.struck_by) == ("one dog", None)
    assert struck.is_struck
    assert struck.struck_by is not None
    assert struck.struck_by.quote.startswith("Section 9 is deleted and replaced by")
    assert in_words(struck.confidence) != "sure"
    assert first.confidence > struck.confidence


def test_a_yes_no_question_gets_the_sentence_that_holds() -> None:
    found = asked("May I keep a dog?", {"No animal": 0.9, "one dog": 0.3})
    assert [a.text for a in found.answers] == ["The tenant may keep one dog."]
    assert [a.text for a in found.perhaps] == ["No animal may be kept in the workshop."]


def test_replaced_words_are_the_answer_instead_of_the_old_ones() -> None:
    found = asked("How soon is the rent due?", {"within 30 days": 0.8})
    assert [a.text for a in found.answers] == ["14 days"]
    assert found.perhaps[0].struck_words == "30 days"


def test_a_sentence_whose_value_is_replaced_gives_way_where_the_value_is_asked_for() -> None:
    lease = parse(Source(FEE.encode(), "fee.md", "fee.md"))
    whole = next(line[4:] for line in FEE.splitlines() if line.startswith("4.1"))
    reader = WordReader({whole: 0.9})
    for question in ("What is the annual fee now?", "How much is the annual fee?"):
        found = ask(question, reader, where=scope(lease))
        assert [a.text for a in found.answers] == ["£41,900"]
        assert all(a.struck_by is not None for a in found.perhaps)
        assert "£41,900" not in [a.text for a in found.perhaps]


def test_a_sentence_whose_named_thing_is_replaced_gives_way_to_the_new_one() -> None:
    text = (
        "# Licence of a berth\n\n3.1 The Owner may moor one boat at berth 14 of the inner harbour by night and by day.\n\n"
        "# Amendment\n\nIn clause 3.1, “berth 14” is replaced by “berth 22”.\n"
    )
    licence = parse(Source(text.encode(), "berth.md", "berth.md"))
    whole = "The Owner may moor one boat at berth 14 of the inner harbour by night and by day."
    for question in ("berth number", "Which berth do I have?"):
        found = ask(question, WordReader({whole: 0.9}), where=scope(licence))
        assert [a.text for a in found.answers] == ["berth 22"], question
        assert [a.text for a in found.perhaps] == [whole], question
        assert found.perhaps[0].struck_words == "berth 14"


def test_of_two_sentences_that_replace_one_the_sentence_that_names_what_is_asked_answers() -> None:
    found = asked(
        "May the tenant keep a dog?", {"No animal": 0.9, "one dog": 0.2, "Other animals": 0.4}
    )
    assert [a.text for a in found.answers] == ["The tenant may keep one dog."]


def test_a_replaced_value_of_another_period_is_no_likelier() -> None:
    text = (
        "# Lease\n\n“Rent” means £18,600 a year.\n\n# Deed of variation\n\n"
        "The Rent is £19,800 a year from 1 October.\n"
    )
    lease = parse(Source(text.encode(), "lease.md", "lease.md"))
    reader = WordReader({"£18,600 a year": 0.4, "£19,800 a year": 0.3})
    calibrated = CalibratedReader(reader, MarginIsProbability())
    pipeline = Pipeline([calibrated], document_bounds=Grades(0.46, 0.05, 3))
    for question, is_answered in (
        ("How much is the rent?", True),
        ("How much rent do I pay each month?", False),
    ):
        found = pipeline.ask(parse_question(question), scope(lease)).result()
        assert bool(found.answers) is is_answered, question
        first = (*found.answers, *found.perhaps)[0]
        assert first.text == "£19,800 a year"


def test_a_deleting_sentence_is_likelier_only_where_yes_or_no_is_asked() -> None:
    text = (
        "# Lease\n\n## 11. Parking\n\nThe tenant may use space 14 from 1 May.\n\n"
        "# Amendment No. 1\n\nClause 11 is deleted.\n"
    )
    lease = parse(Source(text.encode(), "lease.md", "lease.md"))
    words = "The tenant may use space 14 from 1 May."
    calibrated = CalibratedReader(WordReader({words: 0.4}), MarginIsProbability())
    pipeline = Pipeline([calibrated], document_bounds=Grades(0.46, 0.05, 3))
    for question, is_answered in (
        ("May the tenant use space 14?", True),
        ("On what day is the rent due?", False),
    ):
        found = pipeline.ask(parse_question(question), scope(lease)).result()
        assert bool(found.answers) is is_answered, question
        assert (*found.answers, *found.perhaps)[0].text == "Clause 11 is deleted."


@pytest.mark.parametrize(
    ("question", "sentence", "text"),
    [
        ("How much is the rent?", "The rent was raised from £48 to £54 in January.", "£54"),
        ("How much was the rent before?", "The rent was raised from £48 to £54.", "£48"),
        ("What is the limit?", "The limit was 20 MB and is now 50 MB.", "50 MB"),
        ("When does the term end?", "The term, which would have ended on July 16, 2025, is extended to December 31, 2026.", "December 31, 2026"),
        ("How many rounds are free?", "Included is three (3) rather than two (2) rounds.", "three (3)"),
    ],
)  # fmt: skip
def test_what_a_sentence_says_was_gives_way_to_what_is(
    question: str, sentence: str, text: str
) -> None:
    page = parse(Source(sentence.encode(), "page.txt", "page.txt"))
    old = next(o for o in ("£48", "20 MB", "July 16, 2025", "two (2)") if o in sentence)
    found = ask(question, WordReader({old: 0.9}), where=scope(page))
    assert [a.text for a in found.answers] == [text]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which animals are there?", "No animal may be kept in the workshop."),
        ("Which animals may a blind tenant keep?", "one dog"),
    ],
)
def test_words_of_a_condition_give_way_unless_it_is_asked_for(question: str, text: str) -> None:
    lease = LEASE.replace("Section 9 is deleted", "If the tenant is blind, Section 9 is deleted")
    document = parse(Source(lease.encode(), "lease.md", "lease.md"))
    found = ask(question, WordReader({"one dog": 0.9}), where=scope(document))
    assert [a.text for a in found.answers] == [text]
    assert all(a.struck_by is None for a in (*found.answers, *found.perhaps))


def test_where_nothing_replaces_a_clause_the_deleting_sentence_answers() -> None:
    found = asked("What is the rent?", {"€500 a month": 0.8})
    assert [a.text for a in found.answers] == ["Section 4.1 is deleted."]
    assert [a.text for a in found.perhaps] == ["€500 a month"]


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
    assert [a.text for a in found.answers] == ["The tenant may keep one dog."]
    assert [a.text for a in found.perhaps] == ["No animal may be kept in the workshop."]


def test_json_tells_what_strikes_an_answer() -> None:
    found = result_json(asked("What is the rent?", {"€500 a month": 0.8}))
    assert found["perhaps"][0]["struck_by"]["quote"] == "Section 4.1 is deleted."
    assert "struck_by" not in found["answers"][0]
