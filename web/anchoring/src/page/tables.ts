// Detects the data tables of a page and the headers of their cells. The twin of Python's
// `wherein.documents.html.html_table`; knows no text rules.

import LEXICON from "../../../../contracts/lexicon/tables.json" with { type: "json" };
import { type Cell, trimmed } from "../canonical/canonical-text.ts";
import { first, HEADINGS, isElement, type PageElement, textBelow } from "../tree/page-tree.ts";

const SPACE = /[ \t\n\f\r]+/g;
const LARGEST_SPAN = LEXICON.numbers.largest_span;
const MOST_GRID_PLACES = LEXICON.numbers.most_grid_places;
const LONGEST_HEADER = LEXICON.numbers.longest_header;
// Row headers are only looked for in the first columns.
const HEADER_COLUMNS = 3;

const TABLE = new Set(["table"]);
const SAYS_DATA = new Set(["th", "caption"]);
const SAYS_LAYOUT = new Set([...HEADINGS, "form", "blockquote"]);
const SECTIONS = new Set(["tr", "thead", "tbody", "tfoot"]);

/** The cells of a table, row by row; a nested table's rows are its own. */
export function rowsOf(table: PageElement): PageElement[][] {
  const rows: PageElement[][] = [];
  for (const child of table.children) {
    if (!isElement(child) || !SECTIONS.has(child.tag)) continue;
    for (const row of child.tag === "tr" ? [child] : child.children) {
      if (!isElement(row) || row.tag !== "tr") continue;
      const cells = row.children.filter(
        (cell): cell is PageElement => isElement(cell) && (cell.tag === "td" || cell.tag === "th"),
      );
      if (cells.length > 0) rows.push(cells);
    }
  }
  return rows;
}

/**
 * Whether the table has data, and is not only layout. A layout table has `role="presentation"`, contains another table,
 * a heading or a form, or has a single row or column. A table with a `caption` or `th` is never one.
 */
export function holdsData(table: PageElement): boolean {
  const role = table.attribute("role").toLowerCase();
  if (role === "presentation" || role === "none") return false;
  const rows = rowsOf(table);
  if (rows.length === 0 || first(table, TABLE)) return false;
  if (first(table, SAYS_DATA)) return true;
  if (first(table, SAYS_LAYOUT)) return false;
  return rows.length > 1 && rows.some((row) => row.length > 1);
}

/**
 * Every cell of a data table, and what is left of `spare`; no cells for a layout table. A cell's column header is the
 * text of the `th` cells above it, its row header that of the `th` cells before it. `spare` places are left for what
 * cells cover beyond one place each: a cell whose spans cover more counts as one without spans.
 */
export function cellsOf(
  table: PageElement,
  number: number,
  spare: number = MOST_GRID_PLACES,
): { readonly cells: Map<PageElement, Cell>; readonly spare: number } {
  const cells = new Map<PageElement, Cell>();
  if (!holdsData(table)) return { cells, spare };
  const rows = rowsOf(table);
  const grid = gridOf(rows, spare);
  const headerRows = countHeaderRows(rows);
  const textOf = headerTexts();
  const above = columnHeaders(grid, headerRows, textOf);
  rows.forEach((row, rowIndex) => {
    for (const cell of row) {
      const column = grid.places.get(cell)?.column ?? 0;
      const before: PageElement[] = [];
      for (let left = 0; cell.tag === "td" && left < Math.min(column, HEADER_COLUMNS); left++) {
        const head = grid.taken[rowIndex]?.get(left);
        if (head?.tag === "th") before.push(head);
      }
      cells.set(cell, {
        table: number,
        rowIndex,
        columnIndex: column,
        row: joined(before, textOf),
        column: rowIndex >= headerRows ? (above.get(column) ?? null) : null,
      });
    }
  });
  return { cells, spare: grid.spare };
}

interface Grid {
  /** For each row, which cell covers which column. */
  readonly taken: readonly Map<number, PageElement>[];
  readonly places: ReadonlyMap<PageElement, { readonly column: number; readonly width: number }>;
  readonly columns: number;
  readonly spare: number;
}

function gridOf(rows: readonly PageElement[][], places: number): Grid {
  const taken = rows.map(() => new Map<number, PageElement>());
  const found = new Map<PageElement, { readonly column: number; readonly width: number }>();
  let columns = 1;
  let spare = places;
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of row) {
      while (taken[rowIndex]?.has(column)) column++;
      let width = extent(cell, "colspan");
      let height = Math.min(extent(cell, "rowspan"), rows.length - rowIndex);
      if (width * height - 1 > spare) width = height = 1;
      spare -= width * height - 1;
      for (const covered of taken.slice(rowIndex, rowIndex + height)) {
        for (let at = column; at < column + width; at++)
          if (!covered.has(at)) covered.set(at, cell);
      }
      found.set(cell, { column, width });
      column += width;
      columns = Math.max(columns, column);
    }
  });
  return { taken, places: found, columns, spare };
}

/** The header of each column: the `th` cells of the header rows above it. */
function columnHeaders(grid: Grid, headerRows: number, textOf: TextOf): Map<number, string | null> {
  const above = new Map<number, PageElement[]>();
  for (const row of grid.taken.slice(0, headerRows)) {
    for (const [column, head] of row) {
      // One header over the whole width names the table, not a column.
      if (head.tag !== "th" || (grid.places.get(head)?.width ?? 1) >= grid.columns) continue;
      const heads = above.get(column);
      if (heads) heads.push(head);
      else above.set(column, [head]);
    }
  }
  return new Map([...above].map(([column, heads]) => [column, joined(heads, textOf)]));
}

type TextOf = (head: PageElement) => string;

/** The text of a header cell, made once and no longer than `LONGEST_HEADER`. */
function headerTexts(): TextOf {
  const texts = new Map<PageElement, string>();
  return (head) => {
    let text = texts.get(head);
    if (text === undefined) {
      text = cut(trimmed(textBelow(head)).replace(SPACE, " "));
      texts.set(head, text);
    }
    return text;
  };
}

/** The number of header rows at the top: those of `thead`, else those with only `th` cells. */
function countHeaderRows(rows: readonly PageElement[][]): number {
  let count = 0;
  for (const row of rows) {
    const inHead = row[0]?.parent?.parent?.tag === "thead";
    if (!inHead && !row.every((cell) => cell.tag === "th")) break;
    count++;
  }
  return count < rows.length ? count : 0;
}

function extent(cell: PageElement, name: string): number {
  const value = cell.attribute(name).trim();
  return /^\d+$/.test(value) ? Math.min(Math.max(Number(value), 1), LARGEST_SPAN) : 1;
}

/** The different texts of some header cells in their order. */
function joined(heads: readonly PageElement[], textOf: TextOf): string | null {
  const texts = new Set<string>();
  let length = 0;
  for (const head of heads) {
    const text = textOf(head);
    if (text === "" || texts.has(text) || length > LONGEST_HEADER) continue;
    texts.add(text);
    length += [...text].length + 1;
  }
  return cut([...texts].join(" ")) || null;
}

/** A text without what is beyond `LONGEST_HEADER` code points. */
function cut(text: string): string {
  if (text.length <= LONGEST_HEADER) return text;
  return [...text.slice(0, 2 * LONGEST_HEADER)].slice(0, LONGEST_HEADER).join("");
}
