"""What was not read is counted by kind and named in words."""

from __future__ import annotations

import pytest

from wherein.core.unread import Unread, UnreadKind, counted, unread_in_words, without_pages


def test_one_item_for_each_kind() -> None:
    found = [
        Unread(UnreadKind.FORM_FIELD, 1, 5),
        Unread(UnreadKind.CHART, 1),
        Unread(UnreadKind.FORM_FIELD, 2, 7),
        Unread(UnreadKind.CHART, 1, 3),
    ]
    both = counted(found)
    assert both == (Unread(UnreadKind.CHART, 2), Unread(UnreadKind.FORM_FIELD, 3, 12))
    assert unread_in_words(both) == "Not read: 2 charts, 3 form fields of 12."
    assert unread_in_words(both[:1], "Plan") == "Not read of “Plan”: 2 charts."
    assert unread_in_words(()) == ""
    assert without_pages((*both, Unread(UnreadKind.PAGE, 3, 5))) == both


@pytest.mark.parametrize("kind", UnreadKind)
def test_every_kind_has_words(kind: UnreadKind) -> None:
    assert Unread(kind, 1).words.startswith("1 ")
    assert Unread(kind, 1200).words.startswith("1,200 ")


@pytest.mark.parametrize(("count", "of"), [(0, None), (3, 2)])
def test_impossible_numbers_are_refused(count: int, of: int | None) -> None:
    with pytest.raises(ValueError, match="unread"):
        Unread(UnreadKind.CHART, count, of)
