// Finds the table cell of an answer. The twin of Python's `wherein.documents.places.cells`; the cases are in
// contracts/table-cells.json. Knows blocks and words, no readers.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";

// Cells looked at on each side for the row or the column that a question names: bounds the time in tables without end.
const NEAREST_CELLS = 2000;

const WORD = /[\p{L}\p{N}]+/gu;

interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The last block that begins at or before a place; none before the first. */
export function blockAt(blocks: readonly Block[], position: number): Block | undefined {
  return blocks[indexAt(blocks, position)];
}

function indexAt(blocks: readonly Block[], position: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] as Block).start <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The blocks that a span touches, in order. */
export function touching(blocks: readonly Block[], { start, end }: Span): Block[] {
  const touched: Block[] = [];
  for (let i = Math.max(0, indexAt(blocks, start)); i < blocks.length; i++) {
    const block = blocks[i] as Block;
    if (block.start >= end) break;
    if (block.end > start) touched.push(block);
  }
  return touched;
}

/**
 * The span within the one table cell that the question asks for; a span outside of tables is returned unchanged. Of
 * several cells the one whose row and column headers share most words with the question is chosen; ties go to the first.
 * From a cell whose row the question does not name, the span moves to the same column of the one row that it names
 * whole, and likewise along the row between cells that hold digits: a header that is named may only be a condition, as in
 * "Who scored 30 goals?".
 *
 * With the rows "Hest | 9 m" and "Skar | 12 m" below "Height", and the question "How high is Skar?", the span
 * "9 m" becomes "12 m", and "9 m 12 m", which crosses both cells, becomes "12 m" too.
 */
export function withinAskedCell(page: Page, span: Span, question: string): Span {
  const { blocks } = page;
  const touched = touching(blocks, span);
  if (!touched.some(isCell)) return span;
  const asked = new Set(wordsOf(question));
  let best = touched[0] as Block;
  for (const block of touched) if (shared(block, asked) > shared(best, asked)) best = block;
  const moved = namedInstead(page, best, asked);
  if (moved !== best) return { start: moved.start, end: moved.end };
  return { start: Math.max(span.start, best.start), end: Math.min(span.end, best.end) };
}

/** The cell of the row, then of the column, that the question names instead of the cell's own; else the cell. */
function namedInstead(page: Page, cell: Block, asked: ReadonlySet<string>): Block {
  if (!isCell(cell) || !cell.row || !cell.column) return cell;
  let found = cell;
  if (!sharesOne(found.row, asked)) {
    const { column } = found;
    found =
      only(sameTable(page.blocks, found, (b) => b.column === column && isNamed(b.row, asked))) ??
      found;
  }
  if (!sharesOne(found.column, asked) && holdsDigits(page, found)) {
    const { row } = found;
    const named = (b: Block) => b.row === row && isNamed(b.column, asked) && holdsDigits(page, b);
    found = only(sameTable(page.blocks, found, named)) ?? found;
  }
  return found;
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Of the cells before and after a cell with no other block between, at most NEAREST_CELLS on each side, those that fit. */
function sameTable(
  blocks: readonly Block[],
  cell: Block,
  fits: (block: Block) => boolean,
): Block[] {
  const at = blocks.indexOf(cell);
  let first = at;
  let last = at;
  while (first > 0 && at - first < NEAREST_CELLS && isCell(blocks[first - 1] as Block)) first--;
  while (last + 1 < blocks.length && last - at < NEAREST_CELLS && isCell(blocks[last + 1] as Block))
    last++;
  return blocks.slice(first, last + 1).filter(fits);
}

function isCell(block: Block): boolean {
  return block.kind === "cell";
}

/** Whether the question has all words of a header. "2", "it" and "us" are no names: a question has them by chance. */
function isNamed(header: string | undefined, asked: ReadonlySet<string>): boolean {
  const words = wordsOf(header ?? "");
  return words.some((word) => word.length > 2) && words.every((word) => asked.has(word));
}

function sharesOne(header: string | undefined, asked: ReadonlySet<string>): boolean {
  return wordsOf(header ?? "").some((word) => asked.has(word));
}

function holdsDigits(page: Page, block: Block): boolean {
  return /\p{Nd}/u.test(page.text.slice(block.start, block.end));
}

/** The sum, over both headers, of the share of their words that the question has. */
function shared(block: Block, asked: ReadonlySet<string>): number {
  let sum = 0;
  for (const header of [block.row, block.column]) {
    const words = new Set(wordsOf(header ?? ""));
    if (words.size > 0) sum += [...words].filter((word) => asked.has(word)).length / words.size;
  }
  return sum;
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}
