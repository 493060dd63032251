"""A mark is right at an accepted place and with accepted words; the rates follow; the set is whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from wherein_lab.browser.satisfaction import Shown, at_bounds, figures
from wherein_lab.data.gold_spans import (
    GoldQuestion,
    GoldSpan,
    Mark,
    holds,
    is_right,
    is_satisfied,
    read_questions,
    words_of,
)
from wherein_lab.metrics.uncertainty import wilson

from wherein.core.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
PIECE = GoldSpan.of("the tower was drawn by [[the engineer Marta Lindqvist]] in her house")
SENTENCE = "The tower was drawn by the engineer Marta Lindqvist in her house."


@pytest.mark.parametrize(
    ("text", "sentence", "right"),
    [
        ("Marta Lindqvist", SENTENCE, True),
        ("the engineer Marta Lindqvist", SENTENCE, True),
        (SENTENCE, SENTENCE, True),
        ("her house", SENTENCE, False),
        ("engineer", SENTENCE, True),  # F1 of one word in three is 0.5
        ("", SENTENCE, False),
        ("Marta Lindqvist", "Marta Lindqvist is buried at Vessby.", False),  # another place
        (f"Marta Lindqvist {'and many more words ' * 7}", SENTENCE, False),  # holds not all of it
        (f"the engineer Marta Lindqvist {'and so on ' * 9}", SENTENCE, False),  # 27 words more
    ],
)
def test_a_mark(text: str, sentence: str, right: bool) -> None:
    assert is_right(Mark(text, sentence), [PIECE]) is right


def test_a_part_of_a_long_answer_is_right_from_three_words_on() -> None:
    long = GoldSpan.of("[[one two three four five six seven eight nine ten]]")
    sentence = "One two three four five six seven eight nine ten."
    assert is_right(Mark("three four five", sentence), [long])
    assert not is_right(Mark("three four", sentence), [long])


def test_only_the_first_three_satisfy() -> None:
    wrong, right = Mark("her house", SENTENCE), Mark("Marta Lindqvist", SENTENCE)
    assert is_satisfied([wrong, wrong, right], [PIECE])
    assert not is_satisfied([wrong, wrong, wrong, right], [PIECE])
    assert is_satisfied([], [])
    assert not is_satisfied([right], [])


def test_a_piece_is_looked_for_in_a_page() -> None:
    assert holds(f"Before. {SENTENCE} After.", [PIECE])
    assert not holds("The tower was drawn.", [PIECE])
    assert words_of("A “Fresnel” lens, 1.5 m") == ("fresnel", "lens", "1", "5", "m")


def test_rates_by_kind_and_of_marks() -> None:
    asked = GoldQuestion("typo", "who drew the towr", (PIECE,), "who drew the tower")
    right, wrong = Mark("Marta Lindqvist", SENTENCE), Mark("her house", SENTENCE)
    rows = [
        Shown("p", asked, (wrong,), (right,), meant="who drew the tower"),
        Shown("p", asked, (right, wrong), (right,)),
        Shown("p", GoldQuestion("absent", "how tall is it", ()), ()),
    ]
    report = figures(rows)
    assert report["kinds"]["typo"]["rate"] == 0.5
    assert report["kinds"]["absent"]["rate"] == 1.0
    assert report["satisfied"] == {"n": 3, "rate": 0.6667, "interval": wilson(2, 3)}
    assert report["marks"]["share"] == 0.3333
    assert report["typos"] == {
        "n": 2,
        "lost": 1,
        "first_mark_same": 1,
        "right_spelling_offered": 1,
        "satisfied_with_the_offer_taken": 2,
    }
    assert [row["question"] for row in report["failures"]] == ["who drew the towr"]


def test_other_bounds_show_other_marks() -> None:
    right, wrong = Mark("Marta Lindqvist", SENTENCE), Mark("her house", SENTENCE)
    drawn = GoldQuestion("plain", "who drew the tower", (PIECE,))
    rows = [
        Shown("p", drawn, (right, wrong), confidences=(0.45, 0.15)),
        Shown("p", GoldQuestion("absent", "how tall is it", ()), (wrong,), confidences=(0.35,)),
    ]
    table = {row["bound"]: row for row in at_bounds(rows)}
    assert (table[0.1]["satisfied"], table[0.1]["absent"], table[0.1]["marks"]) == (0.5, 0.0, 3)
    assert (table[0.4]["satisfied"], table[0.4]["marks_right"]) == (1.0, 1.0)
    assert (table[0.5]["answerable"], table[0.5]["marks_right"]) == (0.0, None)


def test_wilson_against_known_values() -> None:
    # Newcombe (1998), table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_set_is_whole() -> None:
    pages = read_questions(ROOT / "benchmarks" / "questions" / "satisfaction.json")
    asked = [one for page in pages for one in page.questions]
    kinds = {one.kind for one in asked}
    assert len(pages) >= 20
    assert len(asked) == 164
    assert kinds == {"plain", "vague", "hard", "field", "absent", "typo"}
    assert all((one.kind == "absent") == (not one.accepted) for one in asked)
    assert all((one.kind == "typo") == (one.without_typo is not None) for one in asked)


def test_a_file_of_another_form_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text('{"pages": [{"page": "a"}]}')
    with pytest.raises(UsageError, match="not a set of questions"):
        read_questions(tmp_path / "set.json")
