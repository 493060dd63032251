// The identity of the block that an answer is in, and the block's place now. The twin of Python's
// `wherein.passages.block_place`; the cases are in contracts/block-places.json.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { squeezed, stripped } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/passages.json" with { type: "json" };
import { paragraphBlocks, units } from "./passages.ts";

const SHORT_UNITS = LEXICON.numbers.short_units;
const HASH_DIGITS = LEXICON.numbers.hash_digits;
// Levels of headings.
const DEEPEST = LEXICON.numbers.deepest_heading;
// With more equal sentences than this, a page is not searched further.
const MOST_OCCURRENCES = LEXICON.numbers.most_occurrences;

export interface BlockPlace {
  /** Identifies the block, or the run of blocks where a quote crosses their ends. */
  readonly block: string;
  /** Where the quote begins in it, in code points. */
  readonly quoteStart: number;
}

/** The blocks that contain a span of a text; null where the span is empty or partly outside of blocks. */
export async function placeOf(
  text: string,
  blocks: readonly Block[],
  quote: Span,
): Promise<BlockPlace | null> {
  const all = blocks.length > 0 ? blocks : paragraphBlocks(text);
  const first = all.findLastIndex((block) => block.start <= quote.start);
  const head = all[first];
  if (!head || quote.end <= quote.start || quote.start >= head.end) return null;
  let last = first;
  while ((all[last] as Block).end < quote.end) {
    last++;
    const next = all[last];
    if (!next || next.start >= quote.end) return null;
  }
  const offsets = new CodePointOffsets(text.slice(head.start, quote.start));
  return {
    block: await identity(text, all, first, last),
    quoteStart: offsets.toCodePoints(quote.start - head.start),
  };
}

/** The first current place of `quote` in a block with this identity; null without one. */
export async function findBlock(
  text: string,
  blocks: readonly Block[],
  wanted: BlockPlace,
  quote: string,
): Promise<Span | null> {
  if (quote === "") return null;
  let at = -1;
  for (let i = 0; i < MOST_OCCURRENCES; i++) {
    at = text.indexOf(quote, at + 1);
    if (at < 0) return null;
    const span = { start: at, end: at + quote.length };
    const place = await placeOf(text, blocks, span);
    if (place?.block === wanted.block && place.quoteStart === wanted.quoteStart) return span;
  }
  return null;
}

/** The headings above a place, outermost first, as its passage has them. */
export function sectionAt(text: string, blocks: readonly Block[], start: number): string[] {
  const all = blocks.length > 0 ? blocks : paragraphBlocks(text);
  const last = all.findLast((block) => block.start <= start);
  const main = last !== undefined && isMain(last);
  let path: { readonly level: number; readonly title: string }[] = [];
  for (const block of all) {
    if (block.start > start) break;
    if (block.kind !== "heading" || (main && !isMain(block))) continue;
    const { level = 1 } = block;
    path = path.filter((above) => above.level < level);
    path.push({ level, title: squeezed(text.slice(block.start, block.end)) });
  }
  return path.map(({ title }) => title);
}

async function identity(
  text: string,
  blocks: readonly Block[],
  first: number,
  last: number,
): Promise<string> {
  const run = blocks.slice(first, last + 1);
  const own = text.slice(run[0]?.start, run.at(-1)?.end);
  const parts: [string, string][] = [["text", own]];
  for (const heading of headingsAbove(text, blocks, first)) parts.push(["heading", heading]);
  for (const { row, column } of run) {
    if (row || column) parts.push(["row", row ?? ""], ["column", column ?? ""]);
  }
  const introduced = introduction(text, blocks, first);
  if (introduced !== "") parts.push(["introduction", introduced]);
  if (parts.length === 1 && units(own) < SHORT_UNITS)
    parts.push(["before", textBefore(text, blocks, first)]);
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const [name, part] of parts) {
    const encoded = encoder.encode(part);
    // The length first, so that different lists of parts have different hashes.
    pieces.push(encoder.encode(`${name} ${encoded.length}:`), encoded);
  }
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.slice(0, HASH_DIGITS);
}

/** The headings above a block, outermost first; a heading is not above itself. */
function headingsAbove(text: string, blocks: readonly Block[], index: number): string[] {
  const path: string[] = [];
  let level = blocks[index]?.level ?? DEEPEST + 1;
  for (const block of before(blocks, index)) {
    if (block.kind !== "heading" || (block.level ?? 1) >= level) continue;
    level = block.level ?? 1;
    path.push(squeezed(text.slice(block.start, block.end)));
  }
  return path.reverse();
}

/** The blocks before one, nearest first; those beside the main text are left out before a main one. */
function* before(blocks: readonly Block[], index: number): Generator<Block> {
  const own = blocks[index];
  const main = !own || isMain(own);
  for (let i = index - 1; i >= 0; i--) {
    const block = blocks[i] as Block;
    if (isMain(block) || !main) yield block;
  }
}

/** The paragraph or caption right before the list or table that a block belongs to; "" without one. */
function introduction(text: string, blocks: readonly Block[], index: number): string {
  const kind = blocks[index]?.kind;
  if (kind !== "list_item" && kind !== "cell") return "";
  for (const above of before(blocks, index)) {
    if (above.kind === kind) continue;
    const introduces = above.kind === "paragraph" || above.kind === "caption";
    return introduces ? stripped(text.slice(above.start, above.end)) : "";
  }
  return "";
}

function textBefore(text: string, blocks: readonly Block[], index: number): string {
  for (const { start, end } of before(blocks, index)) {
    const content = stripped(text.slice(start, end));
    if (content !== "") return content;
  }
  return "";
}
