"""Bases with names that are hard to take for names: ordinary words, right-to-left, one word, very long texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clock import processor_seconds
from tests.knowledge.test_base import Given
from wherein.knowledge.building import build_base
from wherein.knowledge.record import Record
from wherein.knowledge.store import InstalledBase
from wherein.linking.linker import Linker
from wherein.linking.logit import LogitLinker

ORDINARY = (
    Record("It", "It is a 1986 novel by Stephen King about a being that feeds on fear."),
    Record("The Who", "The Who are an English rock band formed in London in 1964."),
    Record("Us", "Us is a 2019 American film directed by Jordan Peele."),
    Record("Friends", "Friends is an American television series about six people in New York."),
    Record("Stephen King", "Stephen King (born 1947) is an American author."),
    Record("ירושלים", "ירושלים היא עיר."),
    Record("Stub", "Stub."),
)


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> InstalledBase:
    return build_base(tmp_path_factory.mktemp("kb"), "ordinary", [Given(*ORDINARY)])


@pytest.fixture(scope="module")
def odd(ordinary: InstalledBase) -> Linker:
    return LogitLinker([ordinary])


@pytest.mark.parametrize(
    "question",
    [
        "What is it to us?",
        "Who is it?",
        "who told us that it is over?",
        "Is it good for us?",
        "who are they",
    ],
)
def test_ordinary_words_are_no_names_where_they_are_meant_as_words(
    odd: Linker, question: str
) -> None:
    assert odd.link(question) == ()


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Where were The Who formed?", "The Who"),
        ("How many people is Friends about?", "Friends"),
        ("איפה ירושלים?", "ירושלים"),
        ("Stephen King", "Stephen King"),
        ("stephen king?", "Stephen King"),
    ],
)
def test_the_same_words_are_names_where_they_stand_as_names(
    odd: Linker, question: str, title: str
) -> None:
    assert [link.title for link in odd.link(question)][:1] == [title]


def test_an_article_of_one_word_is_kept(ordinary: InstalledBase) -> None:
    number = ordinary.number("Stub")
    assert number is not None
    assert ordinary.article(number).text == "Stub."


def test_an_article_of_fifty_megabytes_is_kept_and_linked_at_once(tmp_path: Path) -> None:
    whole = "The great chronicle is a very long book. " * 1_250_000
    assert len(whole) > 50_000_000
    base = build_base(
        tmp_path, "long", [Given(Record("Great Chronicle", whole), Record("Bern", "A city."))]
    )
    linker = LogitLinker([base])
    links = linker.link("Who wrote the Great Chronicle?")
    short = processor_seconds(lambda: linker.link("Who wrote about Bern?"))
    long = processor_seconds(lambda: linker.link("Who wrote the Great Chronicle?"))
    assert long < 20 * max(short, 0.01)  # the opening is looked at, not the book
    assert [link.title for link in links] == ["Great Chronicle"]
    number = base.number("Great Chronicle")
    assert number is not None
    assert len(base.article(number).text) == len(whole)
    assert len(base.opening(number)) < 5_000


PEOPLE = (
    Record("Johannes Kepler", "Johannes Kepler was a German polymath."),
    Record("Kepler's laws of planetary motion", "The laws were found by Johannes Kepler."),
    Record("Sigmund Freud", "Sigmund Freud was an Austrian neurologist."),
    Record("Anna Freud", "Anna Freud was a psychoanalyst, the daughter of Sigmund Freud."),
    Record("Lucian Freud", "Lucian Freud was a British painter. Anna Freud was his aunt."),
    Record("Peter the Great", "Peter the Great was a tsar of Russia."),
    Record("Saint Petersburg", "Saint Petersburg is a city founded by Peter the Great."),
    Record("Washington, D.C.", "Washington, D.C. is a city of the United States."),
    Record("Potomac", "The Potomac is a river of Washington, D.C."),
    Record("George Washington", "George Washington was an American general."),
    Record("Australia", "Australia is a country."),
    Record("Tasmania", "Tasmania is an island of Australia."),
)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Where was Kepler born?", "Johannes Kepler"),
        ("where was kepler born", "Johannes Kepler"),
        ("What is the population of Washington?", "Washington, D.C."),
        ("What is the capital of australa?", "Australia"),
        # As many openings name Anna as Sigmund, and "Great" is no surname.
        ("Where was Freud born?", None),
        ("Who is the Great?", None),
        ("Where was Bob Kepler born?", None),
    ],
)
def test_a_surname_or_a_place_is_a_name_where_one_bearer_is_meant(
    tmp_path_factory: pytest.TempPathFactory, question: str, title: str | None
) -> None:
    base = build_base(tmp_path_factory.mktemp("kb"), "people", [Given(*PEOPLE)])
    assert next((link.title for link in LogitLinker([base]).link(question)), None) == title
    base.close()
