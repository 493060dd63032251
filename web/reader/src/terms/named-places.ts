// Finds the places of a page where something stands under a name: headings, rows, options, labels. The twin of Python's
// `wherein.reading.terms.named_places`; the cases are in contracts/named-terms.json. Compares no words.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import {
  isBlank,
  isSpace,
  stripped,
  withoutLeading,
  withoutTrailing,
} from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const NUMBER = pattern(LEXICON, "number");
const TRAIL = pattern(LEXICON, "trail");
const BULLET = pattern(LEXICON, "bullet");
const UNDERLINE = pattern(LEXICON, "underline");
const LABEL_ALONE = pattern(LEXICON, "label_alone");
const SENTENCE_IN = pattern(LEXICON, "sentence_in");
const IS_OPTION = pattern(LEXICON, "is_option");
const ENDS = pattern(LEXICON, "ends");
// Names that only the first line of a block may begin with, and only where the next line does not hang.
const RUN_INS = [["label", pattern(LEXICON, "run_in")]] as const;
const NAMES = [
  ["line", pattern(LEXICON, "option_lead")],
  ["label", pattern(LEXICON, "label")],
  ["line", pattern(LEXICON, "tab_label")],
] as const;
const { longest_name: LONGEST_NAME, most_places: MOST_PLACES } = LEXICON.numbers;
const TAB = 8;

/** What a name is. */
export type PlaceKind = "heading" | "row" | "line" | "label";

/** A name with the place of what stands under it. */
export interface NamedPlace {
  readonly kind: PlaceKind;
  readonly name: string;
  /** The place of the name. */
  readonly span: Span;
  /** The number of the block of the text under it, and where in it that begins. */
  readonly block: number;
  readonly begins: number;
  /** Its line ends only fit the text to a page. */
  readonly wraps: boolean;
  /** The heading above. */
  readonly heading: string;
}

/** The places in the order of the text, at most MOST_PLACES. */
export function* namedPlaces(text: string, blocks: readonly Block[]): Generator<NamedPlace> {
  let left = MOST_PLACES;
  let heading = "";
  for (const [number, block] of blocks.entries()) {
    for (const place of inBlock(text, blocks, number, heading)) {
      if (left-- === 0) return;
      yield place;
    }
    if (block.kind === "heading")
      heading = text.slice(block.start, Math.min(block.end, block.start + LONGEST_NAME));
  }
}

function* inBlock(
  text: string,
  blocks: readonly Block[],
  number: number,
  heading: string,
): Generator<NamedPlace> {
  const block = blocks[number] as Block;
  const next = blocks[number + 1];
  switch (block.kind) {
    case "code":
      return;
    case "heading": {
      const name = nameOf(text.slice(block.start, block.end));
      if (next && block.end - block.start <= 2 * LONGEST_NAME && name !== "")
        yield under("heading", name, block, next, number + 1, heading);
      return;
    }
    case "cell":
      yield* ofCell(text, blocks, number, heading);
      return;
    default:
      yield* ofLines(text, blocks, number, heading);
  }
}

function under(
  kind: PlaceKind,
  name: string,
  { start, end }: Span,
  next: Block,
  block: number,
  heading: string,
): NamedPlace {
  return { kind, name, span: { start, end }, block, begins: next.start, wraps: false, heading };
}

function nameOf(written: string): string {
  return written.replace(NUMBER, "").replace(TRAIL, "");
}

/** The first cell of a row that is no header itself; of a row without headers the first one to the left of another. */
function* ofCell(
  text: string,
  blocks: readonly Block[],
  number: number,
  heading: string,
): Generator<NamedPlace> {
  const block = blocks[number] as Block;
  const before = blocks[number - 1];
  if (before?.kind !== "cell" || before.end - before.start > LONGEST_NAME) return;
  const hasRow = block.row !== undefined;
  const gap = text.slice(before.end, block.start);
  const isFirst = hasRow
    ? before.row === undefined
    : !gap.includes("\n") && beginsRow(text, before);
  const name = block.row ?? text.slice(before.start, before.end);
  if (isFirst && name.length <= LONGEST_NAME)
    yield under("row", name, before, block, number, heading);
}

function beginsRow(text: string, { start }: Block): boolean {
  return start === 0 || text[start - 1] === "\n";
}

/** The name at the beginning of a paragraph or item, of each line of such, and a line that the next block explains. */
function* ofLines(
  text: string,
  blocks: readonly Block[],
  number: number,
  heading: string,
): Generator<NamedPlace> {
  const { start: from, end } = blocks[number] as Block;
  const block = text.slice(from, end);
  const next = blocks[number + 1];
  const title = UNDERLINE.exec(block)?.[1];
  if (title !== undefined) {
    const span = { start: from, end: from + title.length };
    if (next) yield under("heading", nameOf(title), span, next, number + 1, heading);
    return;
  }
  const lines = block.split("\n");
  const alone = lines.length === 1 ? aloneIn(text, block, blocks, number, heading) : null;
  if (alone) {
    yield alone;
    return;
  }
  const shared = { block: number, heading };
  let start = from;
  for (const [at, line] of lines.entries()) {
    const plain = lineName(line, NAMES);
    const hung = plain ? null : hanging(text, start, lines, at);
    const found = plain ?? (hung || at > 0 ? null : lineName(line, RUN_INS));
    if (found) {
      const span = { start: start + found.low, end: start + found.high };
      const name = line.slice(found.low, found.high);
      const wraps = lines.length > 1;
      yield { kind: found.kind, name, span, begins: start + found.begins, wraps, ...shared };
    } else if (hung) {
      const span = { start: hung.low, end: hung.high };
      const name = text.slice(hung.low, hung.high);
      yield { kind: "line", name, span, begins: hung.begins, wraps: true, ...shared };
    }
    start += line.length + 1;
  }
}

interface Found {
  readonly low: number;
  readonly high: number;
  readonly begins: number;
}

/** What kind of name begins a line that goes on behind it, where the name is, and where the rest begins. */
function lineName(
  line: string,
  names: readonly (readonly [PlaceKind, RegExp])[],
): (Found & { readonly kind: PlaceKind }) | null {
  let low = line.length - withoutLeading(line).length;
  low += BULLET.exec(line.slice(low, low + LONGEST_NAME))?.[0].length ?? 0;
  const rest = line.slice(low, low + 4 * LONGEST_NAME);
  for (const [kind, pattern] of names) {
    const found = pattern.exec(rest);
    if (!found?.[1] || SENTENCE_IN.test(found[1].replace(NUMBER, ""))) continue;
    const high = low + withoutTrailing(found[1]).length;
    return { kind, low, high, begins: low + found[0].length };
  }
  return null;
}

/** The name of a line whose next line stands further to the right, and where the text under it begins. */
function hanging(text: string, start: number, lines: readonly string[], at: number): Found | null {
  const line = lines[at] as string;
  const following = lines[at + 1];
  if (following === undefined || isBlank(line) || isBlank(following)) return null;
  const before = text.slice(Math.max(0, start - 4 * LONGEST_NAME), start);
  const indent = before.slice(before.lastIndexOf("\n") + 1);
  const own = column(indent + line.slice(0, 4 * LONGEST_NAME));
  const other = column(following);
  if (other <= own) return null;
  const inner = start + line.length - withoutLeading(line).length;
  const end = start + withoutTrailing(line).length;
  const cut = atColumn(text, start - indent.length, end, other);
  if (cut !== null && cut > inner + 1 && /[ \t]/.test(text[cut - 1] as string)) {
    const high = inner + withoutTrailing(text.slice(inner, cut)).length;
    return high - inner <= LONGEST_NAME ? { low: inner, high, begins: cut } : null;
  }
  if (end - inner > LONGEST_NAME || ENDS.test(withoutTrailing(line).replace(/:+$/, "")))
    return null;
  return { low: inner, high: end, begins: end + 1 };
}

/** The column of the first sign that is no white space, with tabs every eight columns. */
function column(line: string): number {
  let columns = 0;
  for (let at = 0; at < Math.min(line.length, 4 * LONGEST_NAME); at++) {
    if (line[at] === "\t") columns += TAB - (columns % TAB);
    else if (isSpace(line.charCodeAt(at))) columns++;
    else break;
  }
  return columns;
}

/** The place in a line that begins at `low` which stands in a column; null where the line is shorter or a tab skips it. */
function atColumn(text: string, low: number, end: number, wanted: number): number | null {
  let columns = 0;
  for (let at = low; at < Math.min(end, low + 4 * LONGEST_NAME); at++) {
    if (columns >= wanted) return columns === wanted && !isSpace(text.charCodeAt(at)) ? at : null;
    columns += text[at] === "\t" ? TAB - (columns % TAB) : 1;
  }
  return null;
}

/** The name of a short block that ends with a colon or begins with an option: the next block explains it. */
function aloneIn(
  text: string,
  block: string,
  blocks: readonly Block[],
  number: number,
  heading: string,
): NamedPlace | null {
  const next = blocks[number + 1];
  if (block.length > LONGEST_NAME || !next) return null;
  const low = BULLET.exec(block)?.[0].length ?? 0;
  const rest = block.slice(low);
  const labelled = LABEL_ALONE.exec(rest)?.[1];
  const isOption = IS_OPTION.test(rest) && !stripped(rest).includes(" ") && !ENDS.test(rest);
  if ((labelled === undefined && !isOption) || isAlone(text, next)) return null;
  const name = labelled ?? rest;
  const start = (blocks[number] as Block).start + low;
  return under("line", name, { start, end: start + name.length }, next, number + 1, heading);
}

function isAlone(text: string, { start, end }: Block): boolean {
  return end - start <= LONGEST_NAME && LABEL_ALONE.test(text.slice(start, end));
}
