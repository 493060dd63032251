// Collects the texts of cells that head others, as they are read, and makes the headers of cells of them. The twin of
// Python's `wherein.documents.html.tables.cell_heads`.

import LEXICON from "../../../../contracts/lexicon/tables.json" with { type: "json" };
import type { Cell } from "../canonical/canonical-text.ts";
import { squeezed } from "../canonical/white-space.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { CellPlace } from "./tables.ts";

const LONGEST_HEADER = LEXICON.numbers.longest_header;
/** What stands between the texts of several cells that head one: "Winter / Boats". */
const JOINT = " / ";
/** The mark of a note belongs to a cell and not to the name of a row or column. */
const NOTE_MARK = /\[(?:note |nb |n )?[0-9]{1,3}(?:[,;–-][0-9]{1,3}){0,4}\]/gi;

/**
 * The texts of the cells that head others. A page has them before the cells that they head, so that each is complete when
 * it is asked for; no text is kept that is longer than `LONGEST_HEADER`.
 */
export class CellHeads {
  readonly #texts = new Map<PageElement, string>();
  readonly #joined = new Map<readonly PageElement[], string | null>();

  /** Keeps the texts of the cells that head these. */
  expect(places: Iterable<CellPlace>): void {
    for (const { rowHeads, columnHeads } of places) {
      for (const heads of [rowHeads, columnHeads]) {
        for (const head of heads) if (!this.#texts.has(head)) this.#texts.set(head, "");
      }
    }
  }

  /** Another text that is in a cell. */
  tell(cell: PageElement, text: string): void {
    const known = this.#texts.get(cell);
    if (known === undefined || [...known].length >= LONGEST_HEADER) return;
    const named = text.slice(0, 4 * LONGEST_HEADER).replace(NOTE_MARK, "");
    this.#texts.set(cell, cut(squeezed(`${known} ${named}`)));
  }

  /** A cell with its headers. */
  cell({ table, rowIndex, columnIndex, rowHeads, columnHeads, rowsBelow }: CellPlace): Cell {
    let row = this.#header(rowHeads);
    if (rowsBelow) {
      const below = rowsBelow.map((text) => cut(squeezed(text.replace(NOTE_MARK, ""))));
      const names = new Set([row ?? "", ...below]);
      names.delete("");
      row = cut([...names].join(JOINT)) || null;
    }
    return { table, rowIndex, columnIndex, row, column: this.#header(columnHeads) };
  }

  /** The different texts of some cells in their order. */
  #header(heads: readonly PageElement[]): string | null {
    let header = this.#joined.get(heads);
    if (header === undefined) {
      const texts = new Set(heads.map((head) => this.#texts.get(head) ?? ""));
      texts.delete("");
      header = cut([...texts].join(JOINT)) || null;
      this.#joined.set(heads, header);
    }
    return header;
  }
}

/** A text without what is beyond `LONGEST_HEADER` code points. */
function cut(text: string): string {
  if (text.length <= LONGEST_HEADER) return text;
  return [...text.slice(0, 2 * LONGEST_HEADER)].slice(0, LONGEST_HEADER).join("").trimEnd();
}
