"""Every construct of every kind takes time in proportion to its length, or is refused with one sentence."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.documents.growth import CONSTRUCTS, MOST_PER_DOUBLING, every, growth, reading
from tests.documents.growth_hostile import HOSTILE
from tests.documents.growth_zipped import Maker
from tests.documents.made import MAKERS
from wherein.documents.formats import FORMATS

N = 50
N_OF_HOSTILE = 1_000
SAYS_NOTHING_SECONDS = 0.03
"""What four times N takes less than this is not compared: it is mostly what every file takes."""
# The same page with another name of an element; the long test has them all.
_FEW_TAGS = (
    "<a>",
    "<b>",
    "<div>",
    "<li>",
    "<option>",
    "<p>",
    "<rt>",
    "<select>",
    "<table>",
    "<td>",
    "<tr>",
)
_TAGGED = (" opened", " closed", " with a paragraph", " alone")


def _is_quick(kind: str, construct: str) -> bool:
    if kind == "html" and construct.endswith(_TAGGED):
        return construct.startswith(_FEW_TAGS)
    if construct == "spans":
        return (
            False  # so few grow faster, until the places of a table are used up (test_isolated.py)
        )
    # Headers of mail are one code: those that are shown and those that say what a part is.
    return kind != "eml" or not construct.startswith(
        ("To:", "Cc:", "MIME", "Message", "X-", "Content-T")
    )


def test_every_format_has_constructs() -> None:
    assert set(CONSTRUCTS) == set(FORMATS) == set(MAKERS)
    assert all(len(constructs) > 5 for constructs in CONSTRUCTS.values())


@pytest.mark.parametrize("kind", sorted(CONSTRUCTS))
def test_no_construct_takes_more_than_linear_time(kind: str) -> None:
    constructs = {
        construct: make
        for construct, make in CONSTRUCTS[kind].items()
        if _is_quick(kind, construct)
    }
    assert not _too_fast(kind, constructs, N)


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_no_construct_that_once_took_more_than_linear_time_does_again(kind: str) -> None:
    assert not _too_fast(kind, HOSTILE[kind], N_OF_HOSTILE)


def _too_fast(kind: str, constructs: Mapping[str, Maker], n: int) -> dict[str, str]:
    """The constructs whose time grows too fast from n to four times n, with both times."""
    too_fast = {}
    for construct, make in constructs.items():
        large = make(4 * n)
        seconds, refused = reading(kind, large)
        if seconds < SAYS_NOTHING_SECONDS or refused:
            continue
        small = make(n)
        least = min(reading(kind, small)[0] for _ in range(3))
        # One reading may be slow for a reason of its own, and on a busy machine many; the least of sixteen never is.
        for _ in range(15):
            if seconds / least <= MOST_PER_DOUBLING**2:
                break
            seconds = min(seconds, reading(kind, large)[0])
            least = min(least, reading(kind, small)[0])
        if seconds / least > MOST_PER_DOUBLING**2:
            too_fast[construct] = f"{least:.3f} s, then {seconds:.3f} s"
    return too_fast


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "construct"), list(every()))
def test_two_doublings_of_a_construct(kind: str, construct: str) -> None:
    of = growth(kind, construct)
    assert of.refused or of.average <= MOST_PER_DOUBLING, of
