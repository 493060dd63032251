"""What a document holds and was not read, by kind and number, and the words that name it. Values only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class UnreadKind(StrEnum):
    """A kind of content that a person sees, or may look for, and that the text of a document does not have."""

    PICTURE = "picture"
    CHART = "chart"
    EQUATION = "equation"
    TABLE = "table"
    FORM_FIELD = "form_field"
    FORMULA = "formula"
    ATTACHMENT = "attachment"
    COMMENT = "comment"
    COMMENTED_OUT = "commented_out"
    DELETION = "deletion"
    HIDDEN_ROW = "hidden_row"
    HIDDEN_COLUMN = "hidden_column"
    HIDDEN_SHEET = "hidden_sheet"
    HIDDEN_TEXT = "hidden_text"
    GLYPH = "glyph"
    PAGE = "page"
    OBJECT = "object"


_WORDS = {
    UnreadKind.PICTURE: ("picture", "pictures"),
    UnreadKind.CHART: ("chart", "charts"),
    UnreadKind.EQUATION: ("equation", "equations"),
    UnreadKind.TABLE: ("table", "tables"),
    UnreadKind.FORM_FIELD: ("form field", "form fields"),
    UnreadKind.FORMULA: ("formula without a stored value", "formulas without a stored value"),
    UnreadKind.ATTACHMENT: ("attachment", "attachments"),
    UnreadKind.COMMENT: ("comment", "comments"),
    UnreadKind.COMMENTED_OUT: ("commented-out setting", "commented-out settings"),
    UnreadKind.DELETION: ("tracked deletion", "tracked deletions"),
    UnreadKind.HIDDEN_ROW: ("hidden row", "hidden rows"),
    UnreadKind.HIDDEN_COLUMN: ("hidden column", "hidden columns"),
    UnreadKind.HIDDEN_SHEET: ("hidden sheet", "hidden sheets"),
    UnreadKind.HIDDEN_TEXT: ("hidden text", "hidden texts"),
    UnreadKind.GLYPH: (
        "character that its font does not name",
        "characters that their fonts do not name",
    ),
    UnreadKind.PAGE: ("page without text", "pages without text"),
    UnreadKind.OBJECT: ("embedded object", "embedded objects"),
}


@dataclass(frozen=True, slots=True)
class Unread:
    """A number of things of one kind that were not read; `of` is how many the document has, where some were read."""

    kind: UnreadKind
    count: int
    of: int | None = None

    def __post_init__(self) -> None:
        if self.count < 1 or (self.of is not None and self.of < self.count):
            raise ValueError("at least one thing is unread, and no more than there are")

    @property
    def words(self) -> str:
        """For example "2 charts", or "1 form field of 12"."""
        one, many = _WORDS[self.kind]
        of = f" of {self.of:,}" if self.of is not None else ""
        return f"{self.count:,} {one if self.count == 1 else many}{of}"


def counted(found: Iterable[Unread]) -> tuple[Unread, ...]:
    """One item for each kind, with the sums; the kinds come in their own order.

    A kind keeps `of` only where each of its items has one.
    """
    items = list(found)
    sums = []
    for kind in UnreadKind:
        same = [item for item in items if item.kind is kind]
        if same:
            of = [item.of for item in same if item.of is not None]
            whole = sum(of) if len(of) == len(same) else None
            sums.append(Unread(kind, sum(item.count for item in same), whole))
    return tuple(sums)


def without_pages(unread: Sequence[Unread]) -> tuple[Unread, ...]:
    """What was not read besides pages without text, where a sentence names those by their numbers."""
    return tuple(item for item in unread if item.kind is not UnreadKind.PAGE)


def unread_in_words(unread: Sequence[Unread], title: str = "") -> str:
    """A sentence such as "Not read: 2 charts, 1 form field of 12."; "" where everything was read.

    `title` names the document where that is not clear.
    """
    of = f" of “{title}”" if title else ""
    return f"Not read{of}: {', '.join(item.words for item in unread)}." if unread else ""
