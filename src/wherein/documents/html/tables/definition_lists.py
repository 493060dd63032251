"""Makes rows of a definition list: a term heads the descriptions that follow it. Knows no text rules.

The TypeScript twin is `web/anchoring/src/page/definition-lists.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wherein.documents.html.html_tree import Element
from wherein.documents.html.tables.html_table import MOST_HEADS, CellPlace


def pairs_of(listing: Element, number: int) -> dict[int, CellPlace]:
    """The terms and descriptions of a `dl` as cells of table `number`, by `id(element)`; none where no term has a
    description.

    A term is in the first column and a description in the second, in the row of its last term.
    """
    found: dict[int, CellPlace] = {}
    terms: tuple[Element, ...] = ()
    last_row = -1
    last_row_has_description = (
        True  # as if there were one before the first term, so that it begins row 0
    )
    is_any_term_described = False
    for part in _parts(listing):
        if part.tag == "dt":
            terms = (part,) if last_row_has_description else (*terms, part)[:MOST_HEADS]
            last_row, last_row_has_description = last_row + 1, False
            found[id(part)] = CellPlace(number, last_row, 0)
            continue
        if last_row_has_description:  # a further description of the same terms
            last_row += 1
        last_row_has_description = True
        is_any_term_described = is_any_term_described or bool(terms)
        found[id(part)] = CellPlace(number, last_row, 1, terms)
    return found if is_any_term_described else {}


def _parts(listing: Element) -> Iterator[Element]:
    """The `dt` and `dd` elements of a list, of which each group may be in a `div`."""
    for child in listing.children:
        if isinstance(child, Element):
            for part in child.children if child.tag == "div" else (child,):
                if isinstance(part, Element) and part.tag in ("dt", "dd"):
                    yield part
