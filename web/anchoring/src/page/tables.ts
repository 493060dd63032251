// Detects the data tables of a page and the cells that head others. The twin of Python's
// `wherein.documents.html.tables.html_table`; knows no text rules.

import LEXICON from "../../../../contracts/lexicon/tables.json" with { type: "json" };
import { trimmed } from "../canonical/canonical-text.ts";
import { isBlank } from "../canonical/white-space.ts";
import { iconWords } from "../tree/icons.ts";
import { first, HEADINGS, isElement, type PageElement, type PageNode } from "../tree/page-tree.ts";
import { isNeverText } from "./shown.ts";

const LARGEST_SPAN = LEXICON.numbers.largest_span;
const MOST_GRID_PLACES = LEXICON.numbers.most_grid_places;
/** The first columns that may name a row. */
const MOST_KEYS = 3;
/** The cells that head one column, or the terms of one description. */
export const MOST_HEADS = 16;
const LONGEST_LABEL = 60;
const LONGEST_NUMBER = 40;
/** The nodes of a cell that are looked at for its first words. */
const MOST_NODES = 50;

const SPACE = /[ \t\n\f\r]+/g;
const LETTER = /[\p{L}\p{Nl}\p{No}]/u;
const NUMBER = /^[^\p{L}\p{N}_]*[0-9][^A-Za-z]*(?:[\p{L}\p{Nl}\p{No}]{1,4}\.?)?[^\p{L}\p{N}_]*$/u;
const DECIMAL = /\p{Nd}/u;
const YEAR = /^[12][0-9]{3}$/;
const NUMBERING = /^([0-9]{1,6})[.)]?$/;
/** How an entry of a programme begins: "12:00 Lunch". */
const AT_A_TIME =
  /^(?:[01]?[0-9]|2[0-4])(?:[:.h][0-5][0-9]|[ap]\.?m(?![\p{L}\p{N}_])| [ap]\.?m(?![\p{L}\p{N}_]))/iu;
const SENTENCE_END = /[.!?]$/;

const SAYS_LAYOUT = new Set(["table", ...HEADINGS, "form", "blockquote"]);
const SAYS_CONTENT = new Set(["a", "img"]);
const SECTIONS = new Set(["tr", "thead", "tbody", "tfoot"]);

/**
 * Where a cell is in its table, and the cells whose texts head its row and its column. `rowsBelow` are the first words of
 * those that head the further rows that it covers, which the page has after it.
 */
export interface CellPlace {
  readonly table: number;
  readonly rowIndex: number;
  readonly columnIndex: number;
  readonly rowHeads: readonly PageElement[];
  readonly columnHeads: readonly PageElement[];
  readonly rowsBelow?: readonly string[];
}

export const NO_HEADS: readonly PageElement[] = [];

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
 * a heading or a form, or has a single row or column. A table with a `caption` or `th` of its own is never one.
 */
export function holdsData(table: PageElement): boolean {
  const role = table.attribute("role").toLowerCase();
  if (role === "presentation" || role === "none") return false;
  const rows = rowsOf(table);
  if (rows.length === 0) return false;
  if (table.children.some((child) => isElement(child) && child.tag === "caption")) return true;
  if (rows.some((row) => row.some(isHead))) return true;
  if (first(table, SAYS_LAYOUT)) return false;
  return rows.length > 1 && rows.some((row) => row.length > 1);
}

/**
 * Every cell of a data table, and what is left of `spare`; no cells for a layout table. The cells of the header rows above
 * a cell head its column, above one of several columns all of theirs. The `th` cells before it head its row; so do the cells of the first columns that name the rows,
 * and the last row before that is one cell over the whole width. `spare` places are left for what cells cover beyond one
 * place each: a cell whose spans cover more counts as one without spans.
 */
export function cellsOf(
  table: PageElement,
  number: number,
  spare: number = MOST_GRID_PLACES,
): { readonly cells: Map<PageElement, CellPlace>; readonly spare: number } {
  const cells = new Map<PageElement, CellPlace>();
  if (!holdsData(table)) return { cells, spare };
  const rows = rowsOf(table);
  const grid = new Grid(rows, spare);
  const bodyFrom = countHeaderRows(rows, grid);
  let above = new ColumnHeads(grid, 0, bodyFrom);
  const sections = sectionRows(rows, grid, bodyFrom);
  const keys = rowKeys(rows, grid, bodyFrom, sections);
  let section: readonly PageElement[] = [];
  rows.forEach((row, rowIndex) => {
    let inBody = rowIndex >= bodyFrom;
    if (sections.has(rowIndex)) section = row.slice(0, 1);
    else if (inBody && headsAgain(row, grid, rowIndex)) {
      above = new ColumnHeads(grid, rowIndex, rowIndex + 1);
      section = [];
      inBody = false;
    }
    const shared = new SharedHeads();
    for (const cell of row) {
      const column = grid.columns.get(cell) ?? 0;
      const named = inBody && !sections.has(rowIndex);
      const [before = [], ...further] = keys
        .slice(rowIndex, rowIndex + (grid.heights.get(cell) ?? 1))
        .map((row) =>
          row.filter((key) => key.column < column && key.head !== cell).map(({ head }) => head),
        );
      const heads = named ? shared.of([...section, ...before]) : NO_HEADS;
      const below = named ? eachOnce(further).filter((head) => !heads.includes(head)) : NO_HEADS;
      cells.set(cell, {
        table: number,
        rowIndex,
        columnIndex: column,
        rowHeads: heads,
        columnHeads:
          inBody && !grid.isTitle(cell) ? above.over(column, grid.widths.get(cell) ?? 1) : NO_HEADS,
        ...(below.length > 0 && { rowsBelow: below.map((head) => grid.words(head)) }),
      });
    }
  });
  return { cells, spare: grid.spare };
}

/** Equal lists of cells as the same list. */
class SharedHeads {
  readonly #known: (readonly PageElement[])[] = [];

  of(heads: readonly PageElement[]): readonly PageElement[] {
    // A row has no more than a few: its cells have the same heads but for the first ones.
    const same = this.#known.find(
      (known) => known.length === heads.length && known.every((head, i) => head === heads[i]),
    );
    if (same) return same;
    this.#known.push(heads);
    return heads;
  }
}

/** Which cell covers which place of a table, by row and column. */
class Grid {
  readonly taken: readonly Map<number, PageElement>[];
  readonly columns = new Map<PageElement, number>();
  readonly widths = new Map<PageElement, number>();
  readonly heights = new Map<PageElement, number>();
  spare: number;
  width = 1;
  readonly #words = new Map<PageElement, string>();

  constructor(rows: readonly PageElement[][], spare: number) {
    this.taken = rows.map(() => new Map<number, PageElement>());
    this.spare = spare;
    rows.forEach((row, rowIndex) => {
      let column = 0;
      for (const cell of row) {
        while (this.taken[rowIndex]?.has(column)) column++;
        column += this.#put(cell, rowIndex, column, rows.length - rowIndex);
      }
    });
  }

  /** Gives a cell the places that it covers; returns its width. */
  #put(cell: PageElement, row: number, column: number, rowsLeft: number): number {
    let width = extent(cell, "colspan");
    let height = Math.min(extent(cell, "rowspan"), rowsLeft);
    if (width * height - 1 > this.spare) width = height = 1;
    this.spare -= width * height - 1;
    for (const covered of this.taken.slice(row, row + height)) {
      for (let at = column; at < column + width; at++) if (!covered.has(at)) covered.set(at, cell);
    }
    this.columns.set(cell, column);
    this.widths.set(cell, width);
    this.heights.set(cell, height);
    this.width = Math.max(this.width, column + width);
    return width;
  }

  /** The first words of a cell, on one line; those of its first icon where it shows none. */
  words(cell: PageElement): string {
    let words = this.#words.get(cell);
    if (words === undefined) {
      words = firstWords(cell);
      this.#words.set(cell, words);
    }
    return words;
  }

  /** Whether one cell is over the whole width: it names the table or a part of it, not a column. */
  isTitle(cell: PageElement): boolean {
    return (this.widths.get(cell) ?? 1) >= this.width;
  }
}

/** The first words of a cell that show, else those of its first icon, on one line. */
function firstWords(cell: PageElement): string {
  const stack: PageNode[] = cell.children.slice(0, MOST_NODES).reverse();
  let text = "";
  let icon = "";
  let length = 0;
  for (let n = 0; n < MOST_NODES && length <= 2 * LONGEST_LABEL; n++) {
    const node = stack.pop();
    if (!node) break;
    if (isElement(node)) {
      icon ||= iconWords(node);
      if (!isNeverText(node)) stack.push(...node.children.slice(0, MOST_NODES).reverse());
      continue;
    }
    const points = [...node.data.slice(0, 4 * LONGEST_LABEL)];
    length += node.data.length > 4 * LONGEST_LABEL ? 4 * LONGEST_LABEL : points.length;
    text += points.slice(0, 2 * LONGEST_LABEL).join("");
  }
  return trimmed(text.replace(SPACE, " ")) || icon;
}

/** The cells of some header rows that head each column. */
class ColumnHeads {
  readonly #above = new Map<number, PageElement[]>();
  readonly #spanned = new Map<string, readonly PageElement[]>();

  constructor(grid: Grid, from: number, to: number) {
    for (const row of grid.taken.slice(from, to)) {
      for (const [column, head] of row) {
        const heads = this.#above.get(column) ?? [];
        this.#above.set(column, heads);
        if (heads.length >= MOST_HEADS || grid.isTitle(head) || heads.includes(head)) continue;
        heads.push(head);
      }
    }
  }

  /** The heads of a cell that covers `width` columns, those of the first header row first. */
  over(column: number, width: number): readonly PageElement[] {
    if (width === 1) return this.#above.get(column) ?? NO_HEADS;
    const place = `${column} ${width}`;
    let heads = this.#spanned.get(place);
    if (heads === undefined) {
      const columns = Array.from({ length: width }, (_, at) => this.#above.get(column + at));
      heads = eachOnce(columns.map((each) => each ?? NO_HEADS));
      this.#spanned.set(place, heads);
    }
    return heads;
  }
}

/** The first cells of all lists, then the second ones, each once; at most `MOST_HEADS`. */
function eachOnce(lists: readonly (readonly PageElement[])[]): readonly PageElement[] {
  const found = new Set<PageElement>();
  const most = Math.max(0, ...lists.map((heads) => heads.length));
  for (let level = 0; level < most; level++) {
    for (const heads of lists) {
      const head = heads[level];
      if (head) found.add(head);
    }
  }
  return [...found].slice(0, MOST_HEADS);
}

/**
 * The number of header rows at the top: those of `thead`, else those with only `th` cells and blank ones, else a first row
 * of words above columns of numbers, or of bold words.
 */
function countHeaderRows(rows: readonly PageElement[][], grid: Grid): number {
  let count = 0;
  for (const row of rows) {
    const inHead = row[0]?.parent?.parent?.tag === "thead";
    if (!inHead && !row.every(isHead) && !headsBlankCorner(row, grid)) break;
    count++;
  }
  // A title below names of columns names the rows that follow.
  while (count > 1 && isPart(rows[count - 1], grid) && !isPart(rows[count - 2], grid)) count--;
  if (count > 0 && count < rows.length) return count;
  if (rows.length < 3 || rows.some((row) => row.some(isHead))) return 0;
  return namesColumns(rows, grid) ? 1 : 0;
}

/** Whether a row is one cell over the whole width, outside of `thead`. */
function isPart(row: readonly PageElement[] | undefined, grid: Grid): boolean {
  const [cell] = row ?? [];
  if (!cell || row?.length !== 1 || grid.width === 1 || !grid.isTitle(cell)) return false;
  return cell.parent?.parent?.tag !== "thead";
}

function headsBlankCorner(row: readonly PageElement[], grid: Grid): boolean {
  const widths = row.filter(isHead).map((cell) => grid.widths.get(cell) ?? 1);
  if (widths.reduce((sum, width) => sum + width, 0) < 2) return false;
  return row.every((cell) => isHead(cell) || grid.words(cell) === "");
}

/** Whether the first row of a table without `th` names its columns. */
function namesColumns(rows: readonly PageElement[][], grid: Grid): boolean {
  const top = rows[0] ?? [];
  if (top.length < 2 || top.length !== grid.width) return false;
  const words = top.map((cell) => grid.words(cell));
  if (top.every(isBold) && words.every(Boolean) && !rows[1]?.every(isBold)) return true;
  if (words.some((text) => isNumber(text) || codePoints(text) > LONGEST_LABEL)) return false;
  if (!words.slice(1).every(Boolean)) return false;
  return top.some((_, column) =>
    rows.slice(1).every((row) => {
      const cell = row[column];
      return !cell || isNumber(grid.words(cell));
    }),
  );
}

/**
 * The rows of the body that are one short text over the whole width, above other rows; a title above the first row is none, nor
 * is an entry that begins with its time.
 */
function sectionRows(rows: readonly PageElement[][], grid: Grid, bodyFrom: number): Set<number> {
  const found = new Set<number>();
  for (let index = Math.max(bodyFrom, 1); index < rows.length - 1; index++) {
    const [cell, ...others] = rows[index] ?? [];
    if (!cell || grid.width === 1) continue;
    const text = grid.words(cell);
    const heads =
      others.length === 0 && grid.isTitle(cell)
        ? isHead(cell) || isBold(cell) || !(SENTENCE_END.test(text) || first(cell, SAYS_CONTENT))
        : isBoldAlone(cell, others, rows[index + 1] ?? [], grid);
    const isName = !isNumber(text) && !AT_A_TIME.test(text);
    if (text !== "" && heads && codePoints(text) <= LONGEST_LABEL && isName) found.add(index);
  }
  return found;
}

/** Whether a row is one bold text beside blank cells, above a row whose first cell is not bold. */
function isBoldAlone(
  cell: PageElement,
  others: readonly PageElement[],
  below: readonly PageElement[],
  grid: Grid,
): boolean {
  return (
    others.length > 0 &&
    cell.tag === "td" &&
    grid.columns.get(cell) === 0 &&
    isBold(cell) &&
    others.every((other) => grid.words(other) === "") &&
    below.length > 1 &&
    !isBold(below[0] as PageElement)
  );
}

/**
 * Whether a row in the body names the columns anew: it has several `th` cells and no others, and no numbers. A last row of
 * sums does not.
 */
function headsAgain(row: readonly PageElement[], grid: Grid, rowIndex: number): boolean {
  return (
    row.length > 1 &&
    rowIndex < grid.taken.length - 1 &&
    [...(grid.taken[rowIndex]?.values() ?? [])].every(isHead) &&
    !row.slice(1).some((cell) => isNumber(grid.words(cell)))
  );
}

interface Key {
  readonly column: number;
  readonly head: PageElement;
}

/**
 * For each row, the cells that name it with their columns: the `th` cells of its first columns, and the cells of the first
 * columns until these tell the rows apart.
 */
function rowKeys(
  rows: readonly PageElement[][],
  grid: Grid,
  bodyFrom: number,
  sections: ReadonlySet<number>,
): Key[][] {
  const body: number[] = [];
  for (let index = bodyFrom; index < rows.length; index++) {
    if (!sections.has(index) && (grid.taken[index]?.size ?? 0) > 1) body.push(index);
  }
  const keys: Key[][] = rows.map(() => []);
  const names: string[][] = body.map(() => []);
  let toldApart = false;
  for (let column = 0; column < Math.min(MOST_KEYS, grid.width - 1); column++) {
    const cells = body.map((index) => grid.taken[index]?.get(column) ?? null);
    // A cell beside all rows names none of them.
    if (body.length > 1 && new Set(cells).size === 1) continue;
    const marked = cells.filter((cell) => cell && isHead(cell)).length;
    const isKey =
      !toldApart && (2 * marked > body.length || mayNameRows(cells, grid, column, bodyFrom));
    let last: PageElement | null = null;
    for (const [at, cell] of cells.entries()) {
      if (!cell) continue;
      const key = keys[body[at] as number] as Key[];
      if (isKey) {
        if (column > 0 || last === null || grid.words(cell) !== "") last = cell;
        names[at]?.push(grid.words(last));
        key.push({ column, head: last });
      } else if (isHead(cell)) key.push({ column, head: cell });
    }
    if (!isKey && marked === 0) break;
    const lastNames = names.flatMap((name) => name.slice(-1));
    toldApart ||=
      new Set(names.map((name) => JSON.stringify(name))).size === names.length &&
      !isNumbering(lastNames);
  }
  return keys;
}

/** Whether the cells of a column without `th` may be names of the rows. */
function mayNameRows(
  cells: readonly (PageElement | null)[],
  grid: Grid,
  column: number,
  bodyFrom: number,
): boolean {
  const words = cells.flatMap((cell) => (cell ? [grid.words(cell)] : []));
  const filled = words.filter(Boolean);
  if (cells.length < 2 || filled.length === 0) return false;
  if (filled.some((text) => codePoints(text) > LONGEST_LABEL)) return false;
  const wordy = filled.filter((text) => LETTER.test(text)).length;
  if (column > 0) {
    return 2 * filled.filter(isNumber).length < filled.length && filled.length === words.length;
  }
  if (bodyFrom === 0) return wordy === filled.length && haveNumbersBeside(cells, grid);
  return (
    2 * wordy >= filled.length || filled.every((text) => YEAR.test(text)) || isNumbering(filled)
  );
}

/** Whether at least half of the rows have a number in the column after the first. */
function haveNumbersBeside(cells: readonly (PageElement | null)[], grid: Grid): boolean {
  let numbers = 0;
  for (const cell of cells) {
    if (!cell?.parent) continue;
    const next = (grid.columns.get(cell) ?? 0) + (grid.widths.get(cell) ?? 1);
    const beside = cell.parent.children.findLast(
      (other): other is PageElement => isElement(other) && grid.columns.get(other) === next,
    );
    if (beside && DECIMAL.test(grid.words(beside))) numbers++;
  }
  return 2 * numbers >= cells.length;
}

/** Whether texts count the rows: 1, 2, 3. */
function isNumbering(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => NUMBERING.exec(text)?.[1]);
  if (numbers.length < 2 || numbers.includes(undefined)) return false;
  return numbers.every((number, i) => i === 0 || Number(number) - Number(numbers[i - 1]) === 1);
}

function isNumber(text: string): boolean {
  return codePoints(text) <= LONGEST_NUMBER && NUMBER.test(text);
}

/** Whether all of a cell is in one `b` or `strong`, perhaps within a paragraph or a link. */
function isBold(cell: PageElement): boolean {
  let node = cell;
  for (let n = 0; n < 4; n++) {
    const below = node.children.filter((child) => isElement(child) || !isBlank(child.data));
    const [only] = below;
    if (!only || below.length > 1 || !isElement(only)) return false;
    node = only;
    if (node.tag === "b" || node.tag === "strong") return true;
  }
  return false;
}

function isHead(cell: PageElement): boolean {
  return cell.tag === "th";
}

function codePoints(text: string): number {
  return [...text].length;
}

function extent(cell: PageElement, name: string): number {
  const value = cell.attribute(name).trim();
  return /^\d+$/.test(value) ? Math.min(Math.max(Number(value), 1), LARGEST_SPAN) : 1;
}
