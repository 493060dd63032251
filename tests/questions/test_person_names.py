"""Which names may be a person's, and of whom "he" and "she" may be said."""

from __future__ import annotations

import pytest

from wherein.questions.phrases.person_names import is_no_person, may_be


@pytest.mark.parametrize(
    "name",
    ["Marie Curie", "Abel Tasman", "Augustin-Jean Fresnel", "Elizabeth II", "Queen Rania of Jordan",
     "Eleanor of Aquitaine", "Kanye West", "T-Pain", "Arthur Wellesley, 1st Duke of Wellington",
     "Scott Walker (politician)"],
)  # fmt: skip
def test_a_person(name: str) -> None:
    assert may_be(name)


@pytest.mark.parametrize(
    "name",
    ["New Zealand", "Germany", "the United States", "Bank of England", "Free Culture", "South Island",
     "Treaty of Waitangi", "Hugo (film)", "The Daily Show", "Norwich City", "", "№"],
)  # fmt: skip
def test_no_person(name: str) -> None:
    assert not may_be(name)


def test_a_mans_name_is_not_she() -> None:
    assert may_be("Pierre Curie", "he")
    assert not may_be("Pierre Curie", "her")
    assert may_be("Queen Victoria", "she")
    assert not may_be("Queen Victoria", "him")
    assert may_be("Abel Tasman", "she")


def test_what_is_surely_none() -> None:
    assert is_no_person("France")
    assert not is_no_person("Free Culture")
