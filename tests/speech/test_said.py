"""How written things are said: a table of what a person would say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.speech.numerals import MOST, cardinal, ordinal, year
from wherein.speech.said import as_said

TABLE = [
    ("It has 3 doors.", "It has three doors."),
    ("0", "zero"),
    ("21 of them", "twenty-one of them"),
    ("100", "one hundred"),
    ("105 people", "one hundred and five people"),
    ("2,005 people", "two thousand and five people"),
    ("1,234,567", "one million two hundred and thirty-four thousand five hundred and sixty-seven"),
    ("12,000 jobs", "twelve thousand jobs"),
    ("3.14", "three point one four"),
    ("0.5", "zero point five"),
    ("-4", "minus four"),
    ("1849", "eighteen forty-nine"),
    ("in 1905", "in nineteen oh five"),
    ("in 1900", "in nineteen hundred"),
    ("in 2000", "in two thousand"),
    ("in 2005", "in two thousand and five"),
    ("in 2024", "in twenty twenty-four"),
    ("the 1920s", "the nineteen twenties"),
    ("1914–1918", "nineteen fourteen to nineteen eighteen"),
    ("1914-18", "nineteen fourteen to eighteen"),
    ("pages 10–12", "pages ten to twelve"),
    ("2024-05-31", "May thirty-first, twenty twenty-four"),
    ("31 May 2024", "the thirty-first of May twenty twenty-four"),
    ("May 31, 2024", "May thirty-first, twenty twenty-four"),
    ("on 1 April", "on the first of April"),
    ("on July 4", "on July fourth"),
    ("at 14:30", "at fourteen thirty"),
    ("at 9:05", "at nine oh five"),
    ("at 8:00", "at eight o'clock"),
    ("1st", "first"),
    ("the 22nd floor", "the twenty-second floor"),
    ("the 13th century", "the thirteenth century"),
    ("the 20th", "the twentieth"),
    ("50%", "fifty percent"),
    ("3.5 %", "three point five percent"),
    ("$5", "five dollars"),
    ("$1", "one dollar"),
    ("$3.20", "three dollars and twenty cents"),
    ("£1.01", "one pound and one penny"),
    ("€250,000", "two hundred and fifty thousand euros"),
    ("$1.5 billion", "one point five billion dollars"),
    ("5 km", "five kilometres"),
    ("1 km", "one kilometre"),
    ("80 km/h", "eighty kilometres an hour"),
    ("12 m²", "twelve square metres"),
    ("20 °C", "twenty degrees Celsius"),
    ("28.5 MB", "twenty-eight point five megabytes"),
    ("250 ms", "two hundred and fifty milliseconds"),
    ("70 kg", "seventy kilograms"),
    ("Dr. Haugen", "Doctor Haugen"),
    ("Mr. and Mrs. Quilter", "Mister and Missis Quilter"),
    ("e.g. tea", "for example tea"),
    ("tea, i.e. a drink", "tea, that is a drink"),
    ("No. 5", "number five"),
    ("https://example.org/a-page", "example dot org slash a page"),
    ("See www.example.org.", "See example dot org."),
    ("write to ada@example.org", "write to ada at example dot org"),
    ("bread & butter", "bread and butter"),
    ("version 1.24.3", "version one point twenty-four point three"),
    ("It closed.[3]", "It closed."),
    ("The captain is Ingrid Haugen.", "The captain is Ingrid Haugen."),
    ("2 in a row", "two in a row"),
    ("A4 paper and COVID-19", "A4 paper and COVID-nineteen"),
    ("", ""),
]


@pytest.mark.parametrize(("written", "said"), TABLE)
def test_table(written: str, said: str) -> None:
    assert as_said(written) == said


def test_the_table_is_large_enough() -> None:
    assert len(TABLE) >= 60


@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    as_said(text)


@given(st.integers(0, MOST))
def test_numbers_are_words(number: int) -> None:
    for said in (cardinal(number), ordinal(number), year(number % 3000)):
        assert not any(letter.isdigit() for letter in said)
        assert said == " ".join(said.split())
