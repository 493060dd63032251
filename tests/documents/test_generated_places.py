"""Characters that a person sees and the file does not have keep their places in the canonical text."""

from __future__ import annotations

import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.span import Span
from wherein.documents.building.canonical import CanonicalText


def test_places_follow_trimming_and_the_blocks_before() -> None:
    out = CanonicalText()
    out.add(BlockKind.PARAGRAPH, "Before.")
    out.add(BlockKind.LIST_ITEM, "  3.2 Notice  ", generated=[(2, 6)])
    out.add(BlockKind.PARAGRAPH, " seen ", generated=[(0, 6)])
    assert [span.of(out.text) for span in out.generated] == ["3.2 ", "seen"]


def test_a_text_that_is_cleaned_has_no_generated_places() -> None:
    with pytest.raises(ValueError, match="clean text"):
        CanonicalText().add(BlockKind.PARAGRAPH, "1.\r\nNotice", generated=[(0, 2)])


def test_places_beyond_the_text_are_refused() -> None:
    with pytest.raises(ValueError, match="generated places"):
        Document("a", "a", "A", "text", "Text", "0", generated=(Span(0, 9),))
