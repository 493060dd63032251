// Detects the data tables of a page and the headers of their cells. The twin of Python's
// `wherein.documents.html_table`; knows no text rules.

import { type Cell, trimmed } from "./canonical-text.ts";
import { first, HEADINGS, isElement, type PageElement, textBelow } from "./page-tree.ts";

const SPACE = /[ \t\n\f\r]+/g;
// A span of more columns or rows than this is a mistake or an attack.
const LARGEST_SPAN = 100;
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
  return rows.length > 1 && Math.max(...rows.map((row) => row.length)) > 1;
}

/**
 * Every cell of a data table; empty for a layout table. A cell's column header is the
 * text of the `th` cells above it, its row header that of the `th` cells before it.
 */
export function cellsOf(table: PageElement, number: number): Map<PageElement, Cell> {
  const found = new Map<PageElement, Cell>();
  if (!holdsData(table)) return found;
  const rows = rowsOf(table);
  const taken = new Map<string, PageElement>();
  const places = new Map<PageElement, { readonly column: number; readonly width: number }>();
  let columns = 1;
  const texts = new Map<PageElement, string>();
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of row) {
      while (taken.has(`${rowIndex},${column}`)) column++;
      const width = extent(cell, "colspan");
      const height = Math.min(extent(cell, "rowspan"), rows.length - rowIndex);
      for (let down = 0; down < height; down++) {
        for (let right = 0; right < width; right++) {
          const place = `${rowIndex + down},${column + right}`;
          columns = Math.max(columns, column + right + 1);
          if (!taken.has(place)) taken.set(place, cell);
        }
      }
      places.set(cell, { column, width });
      texts.set(cell, trimmed(textBelow(cell)).replace(SPACE, " "));
      column += width;
    }
  });
  const headerRows = countHeaderRows(rows);
  rows.forEach((row, rowIndex) => {
    for (const cell of row) {
      const column = places.get(cell)?.column ?? 0;
      const above: string[] = [];
      const before: string[] = [];
      const collect = (into: string[], rowAt: number, columnAt: number) => {
        const head = taken.get(`${rowAt},${columnAt}`);
        const text = head && texts.get(head);
        if (head?.tag !== "th" || text === undefined || into.includes(text)) return;
        // One header over the whole width names the table, not a column.
        if (into === above && (places.get(head)?.width ?? 1) >= columns) return;
        into.push(text);
      };
      if (rowIndex >= headerRows) {
        for (let up = 0; up < headerRows; up++) collect(above, up, column);
      }
      if (cell.tag === "td") {
        for (let left = 0; left < Math.min(column, HEADER_COLUMNS); left++) {
          collect(before, rowIndex, left);
        }
      }
      found.set(cell, {
        table: number,
        rowIndex,
        columnIndex: column,
        row: joined(before),
        column: joined(above),
      });
    }
  });
  return found;
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

function joined(texts: readonly string[]): string | null {
  return texts.filter((text) => text !== "").join(" ") || null;
}
