"""A document reduced to its main text keeps the main blocks, word for word, in order."""

from __future__ import annotations

from hypothesis import given

from tests.texts import documents
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.html.html import parse_markup
from wherein.documents.html.main_only import main_only


@given(documents())
def test_the_main_blocks_stay_as_they_were(made: Document) -> None:
    kept = main_only(made)
    assert all(block.main for block in kept.blocks)
    assert [block.span.of(kept.text) for block in kept.blocks] == [
        block.span.of(made.text) for block in made.blocks if block.main
    ]
    assert kept.words == made.words


def test_rows_and_lists_stay_together() -> None:
    rows = "<table><tr><th>Lamp</th><th>Height</th></tr><tr><td>Hest</td><td>9 m</td></tr></table>"
    story = f"<p>{'The lamp was lit every evening, winter and summer, for ninety years. ' * 9}</p>"
    parsed = parse_markup(
        f"<nav>Home</nav><article>{story}{rows}<ul><li>oil<li>rope</ul></article>"
    )
    document = Document("d", "s", "T", "html", parsed.text, "h", parsed.blocks)
    assert document.text.startswith("Home")
    assert main_only(document).text.startswith("The lamp was lit")
    assert main_only(document).text.endswith("Lamp\tHeight\nHest\t9 m\n\noil\nrope")


def test_generated_places_follow_their_blocks() -> None:
    text = "1. Home\n\n1. Oil\n2. Rope"
    blocks = (
        Block(BlockKind.LIST_ITEM, Span(0, 7), main=False),
        Block(BlockKind.LIST_ITEM, Span(9, 15)),
        Block(BlockKind.LIST_ITEM, Span(16, 23)),
    )
    numbers = (Span(0, 3), Span(9, 12), Span(16, 19))
    kept = main_only(Document("d", "s", "T", "html", text, "h", blocks, generated=numbers))
    assert kept.text == "1. Oil\n2. Rope"
    assert [span.of(kept.text) for span in kept.generated] == ["1. ", "2. "]
