"""Made texts and documents for property tests: everything that breaks offsets, in reading order."""

from __future__ import annotations

from hypothesis import strategies as st

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span

# Emoji with joiners and skin tones, combining marks, non-breaking and zero-width spaces, soft
# hyphens, right-to-left, ligatures, scripts without spaces, letters outside the first plane.
_PIECES = (
    "word", "Two words.", "naïve", "e\u0301te\u0301", "👩‍🔬", "👍🏽", "🇳🇴", "a\u00a0b", "zero\u200bwidth",
    "soft\u00adhyphen", "שלום עולם", "مرحبا", "ﬁne ﬂow", "東京は首都です。", "한국어", "𝔘𝔫𝔦", "…", "“quoted”",
    "3.14", "1,000", "Dr. No", "x", "?", "!",
)  # fmt: skip


def words() -> st.SearchStrategy[str]:
    """A line of text without line ends, not blank."""
    return st.lists(st.sampled_from(_PIECES), min_size=1, max_size=12).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document of headings and paragraphs over made lines, some of them beside the main text."""
    line_of = st.tuples(st.integers(0, 3), words(), st.booleans())
    lines = draw(st.lists(line_of, max_size=12))
    text, blocks = "", []
    for level, line, main in lines:
        text += "\n\n" if text else ""
        span = Span(len(text), len(text) + len(line))
        text += line
        blocks.append(
            Block(BlockKind.HEADING, span, level=level, main=main)
            if level
            else Block(BlockKind.PARAGRAPH, span, main=main)
        )
    return Document(
        id="made",
        source="made",
        title="Made",
        kind="text",
        text=text,
        content_hash="0",
        blocks=tuple(blocks),
    )
