"""What is said of a radar is no sure answer about a sonar, and of a winch none about a wench."""

from __future__ import annotations

import pytest

from tests.questions.test_other_thing import found
from wherein.answering.grading.grades import highest_likely, in_words
from wherein.questions.spelling.absent_thing import AbsentThing

FLEET = """Fleet notes

The tanker Boreas left Bergen on 3 May 2019. The winch was repaired in 2020. The captain earns 80 dollars an hour.

The hull is 12 mm thick. The radar reaches 48 miles. The car park costs $3. Rented boats cost $9. The anchor weighs 900 kg.
"""


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("What is the range of the sonar?", "sonar"),
        ("How far does the lidar reach?", "lidar"),
        ("How far does the radar reach?", None),
        ("How far do the radars reach?", None),
        ("How thick is the hullo?", "hullo"),
        ("What is the deadline?", None),
        ("What is the price of the rental?", None),
        ("How much does the carpark cost?", None),
        ("Which ship is the dearest of all?", None),
        ("When does the Boreas sail?", None),
        ("Wie weit reicht das Sonar?", None),
    ],
)
def test_the_thing_that_the_text_does_not_name(question: str, absent: str | None) -> None:
    assert AbsentThing(question).absent(FLEET) == absent


@pytest.mark.parametrize(
    ("question", "word", "sentence", "is_taken"),
    [
        ("When was the wench repaired?", "wench", "The winch was repaired in 2020.", True),
        ("How much does the captcha earn?", "captcha", "The captain earns 80 dollars.", True),
        ("How thick is the hullo?", "hullo", "The hull is 12 mm thick.", True),
        ("When did the banker leave?", "banker", "The tanker left in May.", True),
        ("How far does the sonar reach?", "sonar", "The radar reaches 48 miles.", False),
        ("How much does the boilr burn?", "boilr", "The boiler burns 30 litres.", False),
        ("How much is the rental?", "rental", "Rented boats cost $9.", False),
    ],
)
def test_another_word_that_is_spelt_alike(
    question: str, word: str, sentence: str, is_taken: bool
) -> None:
    assert AbsentThing(question).is_taken_for(word, sentence) == is_taken


def test_an_answer_about_an_absent_thing_is_never_sure() -> None:
    own = found(FLEET, "fleet.md", "How far does the radar reach?", {"48 miles": 8.0})
    other = found(FLEET, "fleet.md", "How far does the sonar reach?", {"48 miles": 8.0})
    assert in_words(own.answers[0].confidence) == "sure"
    assert [one.text for one in other.answers] == ["48 miles"]
    assert other.answers[0].confidence == highest_likely()


def test_what_is_said_of_a_word_spelt_alike_is_no_more_than_a_perhaps() -> None:
    own = found(FLEET, "fleet.md", "When was the winch repaired?", {"2020": 8.0})
    other = found(FLEET, "fleet.md", "When was the wench repaired?", {"2020": 8.0})
    assert [one.text for one in own.answers] == ["2020"]
    assert not other.answered
    assert [one.text for one in other.perhaps] == ["2020"]
    assert "Nothing here names the “wench”." in other.notes
