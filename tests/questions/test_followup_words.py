"""No follow-up loses a word that was typed, and no title of a document is taken for "it" or "they"."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wherein_lab.answering.understanding import content_words, lost_words

from wherein.questions.followups.followup import complete
from wherein.questions.phrases.followup_terms import History

ASKED = (
    "How much is the deposit?", "Who repairs the boiler?", "Can I keep a dog in the flat?", "When was it built?",
    "How many bottles were made in 1955?", "What does a ticket cost?", "Which ferry carries cars?", "Is the museum open?",
    "When does the last ferry leave on Sunday?", "Who founded the glass works of Ottern?", "Are pets allowed?",
)  # fmt: skip
ANSWERS = (
    "900 euros",
    "Henrik Sand",
    "Harbour Homes Ltd",
    "yes",
    "",
    "in Ottern",
    "2.1 million",
    "the Skerry Queen",
)
TITLES = (
    "Residential Lease Agreement",
    "The glass works of Ottern",
    "Ada Lovelace",
    "Ferry timetable",
    "",
)
TYPED = (
    "what about the notice period?", "and the windows?", "what about cats?", "and a snake?", "and in Norway in 2019?",
    "why?", "why so much?", "what is their phone number?", "and on weekdays?", "how about parking?", "when is it due?",
    "and the old one?", "Who may enter the flat?", "How long does that take?", "and part-time staff?", "by whom?",
    "No, I meant the shop", "what if they refuse?", "Did he sell them?", "and section 5 of the lease?", "the same for 2017",
)  # fmt: skip


@settings(deadline=None, max_examples=400)
@given(
    st.sampled_from(TITLES),
    st.lists(st.tuples(st.sampled_from(ASKED), st.sampled_from(ANSWERS)), max_size=3),
    st.sampled_from(TYPED),
)
def test_each_typed_content_word_stands_in_what_was_understood(
    title: str, turns: list[tuple[str, str]], typed: str
) -> None:
    understood = complete(typed, History(title, "", tuple(turns))).understood
    assert not lost_words(typed, understood)


@pytest.mark.parametrize(
    ("title", "asked", "answer", "typed", "understood"),
    [
        ("Residential Lease Agreement", "Where must the Tenant pay the rent?", "to the account of Harbour Homes Ltd",
         "What is their phone number?", "What is Harbour Homes Ltd's phone number?"),
        ("Residential Lease Agreement", "How much is the deposit?", "900 euros", "When is it due?", "When is the deposit due?"),
        ("Residential Lease Agreement", "Who pays for repairs of the boiler?", "the Landlord",
         "How often must it be serviced?", "How often must the boiler be serviced?"),
        ("The glass works of Ottern", "What does a ticket cost?", "six crowns", "Why?", "Why does a ticket cost six crowns?"),
        ("The glass works of Ottern", "Who founded the glass works of Ottern?", "Henrik Sand", "When did he sell them?",
         "When did Henrik Sand sell the glass works?"),
        ("Residential Lease Agreement", "When is the rent due?", "on the first", "Who may enter the flat?",
         "Who may enter the flat?"),
    ],
)  # fmt: skip
def test_a_documents_title_is_not_meant_by_a_pronoun(
    title: str, asked: str, answer: str, typed: str, understood: str
) -> None:
    assert complete(typed, History(title, "", ((asked, answer),))).understood == understood
    assert content_words(typed) <= content_words(understood)
