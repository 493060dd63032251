// Makes canonical text: cleans blocks, joins them and keeps their places. The twin of Python's
// `wherein.documents.building.canonical`; the cases are in contracts/canonical-text.json.

import type { Span } from "../span.ts";
import { NOWHERE, TracedText } from "./traced-text.ts";

export type BlockKind = "heading" | "paragraph" | "list_item" | "cell" | "caption" | "code";

export interface Block extends Span {
  readonly kind: BlockKind;
  /** 1 to 6, for headings only. */
  readonly level?: number;
  /** Header texts of a cell's row and column. */
  readonly row?: string;
  readonly column?: string;
  /** False for blocks beside the main text: menus, boxes, comments, footers. */
  readonly main?: boolean;
}

/** Whether a block is main text. */
export function isMain(block: Pick<Block, "main">): boolean {
  return block.main !== false;
}

/** The position of a table cell: its table and row, and its headers. */
export interface Cell {
  readonly table: number;
  readonly rowIndex: number;
  readonly columnIndex: number;
  readonly row: string | null;
  readonly column: string | null;
}

const WHITE_SPACE = " \\t\\n\\f\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const INVISIBLE = "\\u00ad\\u200b-\\u200f\\u2060\\ufeff";

const TRIM_START = new RegExp(`^[${WHITE_SPACE}]+`);
const SPACE_UNIT = new RegExp(`[${WHITE_SPACE}]`);
const VISIBLE = new RegExp(`[^${WHITE_SPACE}${INVISIBLE}]`);
const LINE_ENDS = /\r\n?/g;
const NOT_TEXT = /[\0\p{Surrogate}]/gu;
const BLANK_START = /^(?:[ \t]*\n)+/;
const BLANK_UNIT = /[ \t\n]/;

/** Whether `text` has at least one visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** `text` without white space at either end; no-break spaces count as white space here. */
export function trimmed(text: string): string {
  const { start, end } = trimmedSpan(text);
  return text.slice(start, end);
}

/** `text` with "\n" as its only line end and U+FFFD for NUL and lone surrogates. */
export function clean(text: string): string {
  return text.replace(LINE_ENDS, "\n").replace(NOT_TEXT, "\ufffd");
}

/** Collects blocks in reading order, and keeps their places in the joined text. */
export class CanonicalText {
  readonly #parts: TracedText[] = [];
  readonly #blocks: Block[] = [];
  #length = 0;
  #lastCell: Cell | null = null;

  /** The blocks; where none is main text, as on a page of links, all are. */
  get blocks(): readonly Block[] {
    if (this.#blocks.some(isMain)) return this.#blocks;
    return this.#blocks.map(({ main, ...block }) => block);
  }

  /** The text with the source place of every unit. */
  traced(): TracedText {
    return TracedText.concat(this.#parts);
  }

  /**
   * Appends one block and returns its place; null, without adding it, for an invisible block. `cell` is for table cells
   * only. Without `trim` (for code), only blank lines at both ends are removed.
   */
  add(
    kind: BlockKind,
    content: TracedText,
    { level = null, cell = null, trim = true, main = true }: AddOptions = {},
  ): Span | null {
    const cleaned = content.replace(LINE_ENDS, "\n").replace(NOT_TEXT, "\ufffd");
    const { start: from, end: to } = trim ? trimmedSpan(cleaned.text) : unblankSpan(cleaned.text);
    const body = cleaned.slice(from, Math.max(from, to));
    if (!isVisible(body.text)) return null;
    const separator = this.#separator(kind, cell);
    if (separator) this.#parts.push(TracedText.of(separator, NOWHERE));
    const start = this.#length + separator.length;
    const span = { start, end: start + body.text.length };
    this.#parts.push(body);
    this.#length = span.end;
    this.#lastCell = cell;
    this.#blocks.push({
      kind,
      ...span,
      ...(level !== null && { level }),
      ...(cell?.row != null && { row: cell.row }),
      ...(cell?.column != null && { column: cell.column }),
      ...(!main && { main }),
    });
    return span;
  }

  #separator(kind: BlockKind, cell: Cell | null): string {
    const before = this.#blocks.at(-1);
    if (!before) return "";
    const last = this.#lastCell;
    if (cell && last && cell.table === last.table) {
      const sameRow = cell.rowIndex === last.rowIndex;
      return sameRow && cell.columnIndex !== last.columnIndex ? "\t" : "\n";
    }
    return kind === "list_item" && before.kind === "list_item" ? "\n" : "\n\n";
  }
}

export interface AddOptions {
  readonly level?: number | null;
  readonly cell?: Cell | null;
  readonly trim?: boolean;
  readonly main?: boolean;
}

function trimmedSpan(text: string): Span {
  const start = TRIM_START.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && SPACE_UNIT.test(text[end - 1] as string)) end--;
  return { start, end };
}

function unblankSpan(text: string): Span {
  const start = BLANK_START.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && BLANK_UNIT.test(text[end - 1] as string)) end--;
  return { start, end };
}
