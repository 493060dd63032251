// Cuts out what stands under a name: the paragraphs below a heading, the cells of a row, the rest of a line. The twin of
// Python's `wherein.reading.terms.pieces`; the cases are in contracts/named-terms.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { isSpace } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { isWrapped, sentenceSpans } from "../page/sentences.ts";
import type { NamedPlace } from "./named-places.ts";

// Blocks and characters under a name that are looked at; characters from which up a cell is prose.
const {
  most_body_blocks: MOST_BLOCKS,
  most_body: MOST_BODY,
  least_prose: LEAST_PROSE,
} = LEXICON.numbers;
// Blocks that are looked at for these, those of a history of changes among them.
const MOST_PASSED = 5 * MOST_BLOCKS;
const CHANGES = pattern(LEXICON, "changes");
// Blocks after the one that explains a line that may go on with it.
const MOST_BESIDE = 2;

/** A part of a block under a name. */
export interface Piece extends Span {
  readonly kind: Block["kind"];
  readonly wraps: boolean;
}

/** What stands under a name, in the order of the text, up to the next heading, row or block that explains another. */
export function bodyOf(place: NamedPlace, blocks: readonly Block[], text: string): Piece[] {
  const first = blocks[place.block];
  if (!first) return [];
  const row = place.kind === "row" ? rowFrom(place.block, blocks, text) : [];
  if (row.length > 0) {
    const prose = longestCell(row);
    return prose ? [{ start: prose.start, end: prose.end, kind: "cell", wraps: false }] : [];
  }
  const found: Piece[] = [];
  let length = 0;
  let left = MOST_BLOCKS;
  for (const [at, block] of blocks.slice(place.block, place.block + MOST_PASSED).entries()) {
    if (place.kind === "heading" && tellsChanges(block, text)) continue;
    if (left-- === 0) break;
    if ((at > 0 && !goesOn(place, first, block, at)) || block.kind === "heading") break;
    const begins = at === 0 ? place.begins : block.start;
    const end = Math.min(block.end, begins + MOST_BODY - length);
    if (end <= begins) continue;
    const span = trimmedSpan(text, begins, end);
    if (span.end > span.start) found.push({ ...span, kind: block.kind, wraps: place.wraps });
    length += end - begins;
  }
  return found;
}

/** Whether a block is a cell of a table that tells since when something is as it is, or the name of such a column. */
function tellsChanges({ kind, start, end, column }: Block, text: string): boolean {
  if (kind !== "cell") return false;
  return CHANGES.test(column || text.slice(start, Math.min(end, start + LEAST_PROSE)));
}

/** The cells of a row behind its first one; none where there is one only. */
function rowFrom(number: number, blocks: readonly Block[], text: string): Block[] {
  const row = [blocks[number] as Block];
  for (const block of blocks.slice(number + 1, number + MOST_BLOCKS)) {
    const last = row.at(-1) as Block;
    if (block.kind !== "cell" || text.slice(last.end, block.start).includes("\n")) break;
    row.push(block);
  }
  return row.length > 1 ? row : [];
}

/** Whether a row has more than one cell behind its first one. */
export function isWide({ block }: NamedPlace, blocks: readonly Block[], text: string): boolean {
  return rowFrom(block, blocks, text).length > 0;
}

/** Of a row of several columns the cell that is prose; null where none is, since a value belongs to its column. */
function longestCell(row: readonly Block[]): Block | null {
  const longest = row.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
  return longest.end - longest.start >= LEAST_PROSE ? longest : null;
}

function goesOn({ kind }: NamedPlace, first: Block, block: Block, at: number): boolean {
  if (kind === "heading") return true;
  if (kind === "row")
    return block.kind === "cell" && block.row === first.row && block.row !== undefined;
  return block.kind === first.kind && at <= MOST_BESIDE;
}

function trimmedSpan(text: string, from: number, to: number): Span {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/** The sentences of a piece, in order. */
export function sentencesOf({ start, end, wraps }: Piece, text: string): Span[] {
  const written = text.slice(start, end);
  return sentenceSpans(written, wraps || isWrapped(written)).map((sentence) => ({
    start: start + sentence.start,
    end: start + sentence.end,
  }));
}
