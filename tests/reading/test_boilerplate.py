"""What may be a main point of a text: whole sentences of its body, not its notices, captions and footnotes."""

from __future__ import annotations

import pytest

from wherein.reading.boilerplate import is_boilerplate, is_whole, line_key, repeated_lines


@pytest.mark.parametrize(
    "sentence",
    [
        "Permission to make digital or hard copies of all or part of this work is granted without fee.",
        "Copyright 2009 ACM 978-1-60558-392-1/09/06.",
        "© The Author(s) 2021.",
        "This article is licensed under a Creative Commons Attribution 4.0 International License.",
        "Correspondence should be addressed to ann@example.org.",
        "Figure 3: Throughput by the number of workers.",
        "Table 2 shows all results on the test set.",
        "1 Arrays are actually worse than this.",
        "† These authors contributed equally.",
        "[12] Ungar, D. and Smith, R. Self: the power of simplicity.",
        "This work was partially supported by a grant of the city.",
    ],
)
def test_boilerplate(sentence: str) -> None:
    assert is_boilerplate(sentence, ())


@pytest.mark.parametrize(
    "sentence",
    [
        "The law of copyright began in 1710 with a statute of Queen Anne.",
        "In 1975 the reader was asked for permission to make coffee.",
        "The figure of the king is tall.",
        "12 of the 30 workers were faster.",
        "Two tables stood in the hall.",
        "A licence costs 40 euros a year.",
    ],
)
def test_what_only_sounds_like_it(sentence: str) -> None:
    assert not is_boilerplate(sentence, ("Results",))


@pytest.mark.parametrize(
    "heading", ["References", "7. References", "Acknowledgments", "Bibliography", "See also"]
)
def test_what_stands_under_such_a_heading(heading: str) -> None:
    assert is_boilerplate("The book was printed in Oslo.", ("Paper", heading))


@pytest.mark.parametrize(
    "heading", ["Notes on bread", "Referees", "How licences are given", "Literature of Iceland"]
)
def test_headings_that_only_begin_so(heading: str) -> None:
    assert not is_boilerplate("The book was printed in Oslo.", ("Paper", heading))


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("The mill stands by the river.", True),
        ("“The mill stands by the river.”", True),
        ("The mill stands by the river.[4]", True),
        ("水车在河边。", True),
        ("1953 was the year of the flood.", True),
        ("development in disciplines like natural language processing.", False),
        ("· Character Recognition · Open Source library · Toolkit.", False),
        ("The mill stands by the", False),
        ("See below.", False),
    ],
)
def test_whole_sentences(sentence: str, whole: bool) -> None:
    assert is_whole(sentence) is whole


def test_running_headers_differ_by_their_page_alone() -> None:
    lines = [f"Annals of Milling, vol. 4, page {page}" for page in (1, 2, 3)]
    assert repeated_lines([*lines, "The mill stands.", "The mill stands."]) == {line_key(lines[0])}
