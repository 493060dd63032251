"""Short questions that name nothing to ask about, and what is chosen or changed in the last question."""

from __future__ import annotations

import pytest

from wherein.questions.followups.followup import complete
from wherein.questions.phrases.followup_terms import History


def understood(asked: str, answer: str, typed: str, title: str = "") -> str:
    return complete(typed, History(title, "", ((asked, answer),))).understood


@pytest.mark.parametrize(
    ("asked", "answer", "typed", "whole"),
    [
        ("How many patients took part?", "86", "How many dropped out?", "How many dropped out (how many patients took part)?"),
        ("When is the meeting?", "Thursday", "who's coming?", "who's coming (when is the meeting)?"),
        ("What does a red light mean?", "the battery is too hot", "what do I do then?",
         "what do I do then (what does a red light mean: the battery is too hot)?"),
        ("May I sublet?", "only with written consent", "whose?", "Whose: may I sublet (with written consent)?"),
        ("Can I keep my number?", "yes", "What does that cost?", "What does that (keep my number) cost?"),
        ("how do I cancel?", "in writing", "can I do it by mail?", "can I cancel by mail?"),
        ("what is the capacity?", "592 Wh", "enough for a fridge?", "what is the capacity enough for a fridge?"),
    ],
)  # fmt: skip
def test_a_question_that_names_nothing_gets_the_last_one(
    asked: str, answer: str, typed: str, whole: str
) -> None:
    assert understood(asked, answer, typed) == whole


@pytest.mark.parametrize(
    "typed",
    ["Who is Namo?", "who is namo", "who approves expenses?", "that many?", "how much time?", "who cares?", "Were they romantic?"],
)  # fmt: skip
def test_other_short_questions_get_nothing_behind_them(typed: str) -> None:
    assert "(" not in understood("When is the meeting?", "Thursday", typed)


@pytest.mark.parametrize(
    ("asked", "answer", "typed", "whole"),
    [
        ("how many plums do I need?", "1.5 kg", "can I use frozen ones", "can I use frozen ones (plums)"),
        ("which cable do I need?", "the MC4 cable", "where can i buy one?", "where can i buy one (the MC4 cable)?"),
        ("Which soups are there?", "tomato, pumpkin and lentil", "Are all of them vegan?",
         "Are all of the soups (tomato, pumpkin and lentil) vegan?"),
        ("Who is going along?", "Ms Roth and Mr Keller", "what is the latter's number?", "what is the latter (Mr Keller)'s number?"),
        ("What does Table 2 show?", "errors", "and 3?", "What does Table 3 show?"),
        ("How many kilometres are included?", "200 a day", "no, I meant per week", "How many kilometres are included per week?"),
        ("what is Tom's number?", "55 21", "wait, I meant Alma's", "what is Alma's number?"),
        ("When does the bus leave?", "7:15", "and come back?", "When does the bus come back?"),
        ("When was Josef Adler born?", "1870", "and died?", "When has Josef Adler died?"),
        ("In which months do most strikes happen?", "July", "and the fewest?", "In which months do fewest strikes happen?"),
    ],
)  # fmt: skip
def test_what_changes_one_part(asked: str, answer: str, typed: str, whole: str) -> None:
    assert understood(asked, answer, typed) == whole


@pytest.mark.parametrize(
    ("asked", "answer", "typed", "whole"),
    [
        ("When did Marta Olvik found the Norra theatre?", "1911", "how many seats did it have?",
         "how many seats did the Norra theatre have?"),
        ("How many children did Marta Olvik have?", "three", "what were their names?", "what were the children's names?"),
        ("Did Marta Olvik have siblings?", "two brothers", "What were they called?", "What were the two brothers called?"),
    ],
)  # fmt: skip
def test_a_person_in_the_title_is_no_it_and_no_they(
    asked: str, answer: str, typed: str, whole: str
) -> None:
    assert understood(asked, answer, typed, "Marta Olvik") == whole


def test_a_question_with_else_that_names_its_thing_stays() -> None:
    asked, answer = "which prizes did Marta Olvik win?", "the Stenberg Prize and the Royal Medal"
    typed = "who else got the Royal Medal?"
    assert understood(asked, answer, typed, "Marta Olvik") == typed


def test_a_title_with_the_kind_of_text_in_a_part_names_nobody() -> None:
    whole = understood(
        "Who approves leave?", "the manager", "And sick leave?", "Staff Rules, Oakfield Library"
    )
    assert "Staff Rules" not in whole


def test_a_time_behind_the_question_is_no_it() -> None:
    whole = understood(
        "What does the hall cost on a weekday?", "80 pounds", "Does it have a kitchen?"
    )
    assert whole == "Does the hall have a kitchen?"
