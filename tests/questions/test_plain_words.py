"""Everyday words become those of the contract that is asked, and only where the contract lacks them."""

from __future__ import annotations

import re

import pytest

from wherein.questions.plain_words import in_contract_words

LEASE = """In this Agreement "Term" means two years. The Tenant may end this Agreement early by notice. The Landlord may
enter the flat after written notice. A guest may stay for five nights. No short-term letting is permitted. Two bicycles
may be kept in the store. A late charge of $20 is due. Barbecues are forbidden."""


def occurs(words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?:e?s)?(?!\w)", LEASE, re.IGNORECASE) is not None


@pytest.mark.parametrize(
    ("question", "worded"),
    [
        ("how long can my mum stay", "how long can my guest stay"),
        ("can I airbnb my room", "can I use for short-term letting my room"),
        ("can I leave early?", "can I end this agreement early?"),
        ("can she come in without asking?", "can she enter without notice?"),
        ("how many bikes may I keep", "how many bicycles may I keep"),
        ("when does it end", "when does the Term end"),
        (
            "how much notice do I have to give?",
            "how much notice do I have to give to end this agreement early",
        ),
        (
            "what notice do we need to give",
            "what notice do we need to give to end this agreement early",
        ),
        (
            "how much notice do I have to give before my guest comes",
            "how much notice do I have to give before my guest comes",
        ),
        (
            "how much notice does the landlord have to give",
            "how much notice does the landlord have to give",
        ),
        ("late fee", "late fee"),
        ("how much is the late fee", "how much is the late charge"),
        ("can a guest stay?", "can a guest stay?"),
        ("is there a swimming pool", "is there a swimming pool"),
        ("Can I rent a boat?", "Can I rent a boat?"),
    ],
)
def test_everyday_words_become_the_contracts(question: str, worded: str) -> None:
    assert in_contract_words(question, LEASE, occurs) == worded


def test_a_text_without_the_formal_word_changes_nothing() -> None:
    assert in_contract_words("how long can my mum stay", "", lambda _: False) == (
        "how long can my mum stay"
    )


def test_of_many_everyday_words_two_are_replaced() -> None:
    worded = in_contract_words("mum and bikes and bbq", LEASE, occurs)
    assert worded == "guest and bicycles and bbq"
