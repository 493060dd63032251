// Makes rows of a definition list: a term heads the descriptions that follow it. The twin of Python's
// `wherein.documents.html.tables.definition_lists`; knows no text rules.

import { isElement, type PageElement } from "../tree/page-tree.ts";
import { type CellPlace, MOST_HEADS, NO_HEADS } from "./tables.ts";

/**
 * The terms and descriptions of a `dl` as cells of table `number`; none where no term has a description. A term is in the
 * first column and a description in the second, in the row of its last term.
 */
export function pairsOf(listing: PageElement, number: number): Map<PageElement, CellPlace> {
  const found = new Map<PageElement, CellPlace>();
  let terms: readonly PageElement[] = NO_HEADS;
  let rowIndex = -1;
  let described = true;
  let hasPair = false;
  const place = { table: number, columnHeads: NO_HEADS };
  for (const part of partsOf(listing)) {
    if (part.tag === "dt") {
      terms = described ? [part] : [...terms, part].slice(0, MOST_HEADS);
      described = false;
      rowIndex++;
      found.set(part, { ...place, rowIndex, columnIndex: 0, rowHeads: NO_HEADS });
      continue;
    }
    if (described) rowIndex++;
    described = true;
    hasPair ||= terms.length > 0;
    found.set(part, { ...place, rowIndex, columnIndex: 1, rowHeads: terms });
  }
  return hasPair ? found : new Map();
}

/** The `dt` and `dd` elements of a list, of which each group may be in a `div`. */
function* partsOf(listing: PageElement): Generator<PageElement> {
  for (const child of listing.children) {
    if (!isElement(child)) continue;
    for (const part of child.tag === "div" ? child.children : [child]) {
      if (isElement(part) && (part.tag === "dt" || part.tag === "dd")) yield part;
    }
  }
}
