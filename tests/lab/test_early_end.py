"""Settings of the early end of a book, tried on made readings."""

from __future__ import annotations

from wherein_lab.reading.early_end import WORDS, Reach, Shown, settings

ANSWER = Shown("red", 0.9, True, (0,))
PERHAPS = Shown("blue", 0.2, False, (0, 1))


def reach(*shown: Shown | None, chances: tuple[float, ...]) -> Reach:
    each = tuple(dict.fromkeys(WORDS, chance) for chance in chances)
    return Reach("book", "Which colour?", ("red",), 0, shown, each)


def test_reading_ends_where_the_chance_is_below_the_share() -> None:
    one = reach(None, None, ANSWER, chances=(1.1, 0.6))
    assert [one.ended_by(near, 8) for near in (0.5, 1.0, 2.0)] == [2, 1, 0]


def test_what_is_lost_is_counted() -> None:
    late = reach(None, ANSWER, chances=(0.6,))
    early = reach(ANSWER, ANSWER, chances=(0.6,))
    perhaps = reach(None, PERHAPS, chances=(0.6,))
    at = {(row["near"], row["words"]): row for row in settings([late, early, perhaps])}
    kept, lost = at[0.5, 8], at[1.0, 8]
    assert (kept["passages"], kept["answers_lost"], kept["perhaps_lost"]) == (6, 0, 0)
    assert (lost["passages"], lost["share"]) == (3, 0.5)
    assert (lost["answers_lost"], lost["right_lost"], lost["perhaps_lost"]) == (1, 1, 1)
