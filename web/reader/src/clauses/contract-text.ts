// The text that amendments change: its clauses, rows and sentences, and where words of it stand. The twin of Python's
// `wherein.documents.clauses.contract_text`; the cases are in contracts/amendments.json. Makes no amendment.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { SPACE_CLASS, stripped, words } from "@wherein/anchoring/canonical/white-space.ts";
import { contains, overlaps, type Span, shifted } from "@wherein/anchoring/span.ts";
import { searchAll } from "../lexicon/matching.ts";
import { content, revealed, shared } from "./amending-text.ts";
import type { AmendingSentence } from "./amendment.ts";
import { blocksOf, type Clause, countUpTo, type Outline, type Page, startOf } from "./outline.ts";
import { sentences } from "./quoting.ts";

/** Places that one amendment strikes. */
export const MOST_PLACES = 200;
/** Times that the text's length may be looked through for words and amounts that amendments name. */
const MOST_SCANS = 20;
/** Characters that may be looked through besides, so that a short text is looked through in any case. */
const LEAST_SCANNED = 200_000;
/** Replacing texts of one clause that a later amendment may strike: the last ones. */
export const MOST_STRETCHES = 4;
/** Clauses that one sentence amends. */
export const MOST_TARGETS = 12;
/** Cells of a row on either side of one. */
const MOST_CELLS = 12;
/** What it costs to look through the sentences of a stretch, and to look at a block for its row. */
const SENTENCES_COST = 8;
const ROW_COST = 20;
const MOST_ROW_BLOCKS = 4_000;
const MOST_ROW_CLAUSES = 4;
const LONGEST_ROW_NAME = 200;
/** The least share of a row's words that a sentence which names it has. */
const LEAST_OF_ROW = 0.5;
const LONGEST_BLOCK = 20_000;
const ALIKE_SINGLE = "['’]";
const ALIKE_DOUBLE = '["“”]';
const WORD_SIGN = "[\\p{L}\\p{N}_]";
const ENDS_IN_LETTER = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_LETTER = /^[\p{L}\p{N}]/u;

/** A part of a sentence between semicolons, or a cell, with the names of its row and column. */
export interface Said {
  readonly span: Span;
  readonly beside: string;
}

/** A page with amendments, read from its first amendment to its last. */
export class ContractText {
  readonly outline: Outline;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The texts that amendments put in place of a clause, by where the clause begins. */
  readonly #replacing = new Map<number, Span[]>();
  /** Characters that may still be looked through. */
  #left: number;
  #rows: ReadonlyMap<number, string> | null = null;

  constructor(page: Page, outline: Outline) {
    this.outline = outline;
    this.text = page.text;
    this.blocks = blocksOf(page);
    this.#left = MOST_SCANS * page.text.length + LEAST_SCANNED;
  }

  /** Notes a text that an amendment puts in place of a clause, for the amendments after it. */
  putInPlaceOf({ start }: Clause, text: Span): void {
    const there = this.#replacing.get(start);
    if (there) there.push(text);
    else this.#replacing.set(start, [text]);
  }

  /** The text outside of amending parts. */
  base(): Span[] {
    const spans: Span[] = [];
    let at = 0;
    for (const { span } of this.outline.parts) {
      if (span.start > at) spans.push({ start: at, end: span.start });
      at = Math.max(at, span.end);
    }
    if (at < this.text.length) spans.push({ start: at, end: this.text.length });
    return spans;
  }

  /** Where a clause stands: its own text, and what earlier amendments put in its place. */
  stretches({ start, end }: Clause): Span[] {
    return [{ start, end }, ...(this.#replacing.get(start)?.slice(-MOST_STRETCHES) ?? [])];
  }

  /** Where the clauses that one sentence amends stand. */
  stretchesOf(clauses: readonly Clause[]): Span[] {
    return clauses.slice(0, MOST_TARGETS).flatMap((one) => this.stretches(one));
  }

  /** The places of some words in stretches of the text, whatever their case, quotes and white space. */
  occurrences(said: string, stretches: readonly Span[]): Span[] {
    const pattern = anyForm(said);
    const found: Span[] = [];
    if (pattern === null) return found;
    for (const { start, end } of stretches) {
      this.#left -= end - start;
      if (this.#left < 0) return found;
      for (const match of searchAll(pattern, this.text, start, end)) {
        found.push({ start: match.index, end: match.index + match[0].length });
        if (found.length >= MOST_PLACES) return found;
      }
    }
    return found;
  }

  /** The sentence around a place; of a cell or a very long block the whole of it. */
  sentenceAt(place: Span): Span {
    const at = Math.max(0, countUpTo(this.blocks, place.start, startOf) - 1);
    const { kind, start, end } = this.blocks[at] as Block;
    if (kind === "cell" || end - start > LONGEST_BLOCK) return { start, end };
    const here = sentences(this.text.slice(start, end)).map((one) => shifted(one, start));
    return here.find((one) => overlaps(one, place)) ?? { start, end };
  }

  /**
   * Of places in different sentences, those in the sentence that shares most words with the amendment.
   */
  nearest(sentence: AmendingSentence, places: readonly Span[]): Span[] {
    const about = content(sentence.text);
    const scores = places.map((place) => {
      const { start, end } = this.sentenceAt(place);
      return shared(about, content(this.text.slice(start, end)));
    });
    const best = Math.max(...scores);
    return best > 1 ? places.filter((_, at) => scores[at] === best) : [];
  }

  /** The parts of sentences between semicolons, and cells with their headers, of a stretch. */
  *eachSentence(stretch: Span): Generator<Said> {
    this.#left -= SENTENCES_COST * (stretch.end - stretch.start);
    if (this.#left <= 0) return;
    const first = Math.max(0, countUpTo(this.blocks, stretch.start, startOf) - 1);
    for (let at = first; at < this.blocks.length; at++) {
      const block = this.blocks[at] as Block;
      if (block.start >= stretch.end) return;
      const start = Math.max(block.start, stretch.start);
      const end = Math.min(block.end, stretch.end);
      if (start >= end || block.kind === "heading") continue;
      if (block.kind === "cell") {
        const row = this.#rowOf(block);
        if (row !== undefined)
          yield { span: { start, end }, beside: `${row} ${block.column ?? ""}` };
        continue;
      }
      for (const one of sentences(this.text.slice(start, end)))
        yield* this.#pieces(shifted(one, start));
    }
  }

  /** The parts of a sentence between semicolons. */
  *#pieces({ start, end }: Span): Generator<Said> {
    let from = start;
    for (let at = start; at <= end; at++) {
      if (at < end && this.text[at] !== ";") continue;
      if (at > from) yield { span: { start: from, end: at }, beside: "" };
      from = at + 1;
    }
  }

  /** The cells of the row that the sentence names, but its first: "the figure for a replacement key in Schedule B". */
  row(sentence: AmendingSentence): Span[] {
    const clauses = sentence.named.flatMap((one) => one.clauses).slice(0, MOST_ROW_CLAUSES);
    if (clauses.length === 0) return [];
    const asked = content(revealed(sentence.shown, sentence.text, sentence.shown.quotes));
    let best: string | null = null;
    let most = 0;
    const cells = new Map<string, Span[]>();
    for (const clause of clauses) {
      for (const block of this.#blocksIn(clause)) {
        const row = this.#rowOf(block);
        if (row === undefined) continue;
        const there = cells.get(row);
        if (there) {
          there.push({ start: block.start, end: block.end });
          continue;
        }
        cells.set(row, [{ start: block.start, end: block.end }]);
        const said = content(row);
        const share = said.size > 0 ? shared(said, asked) / said.size : 0;
        if (share > most) {
          most = share;
          best = row;
        }
      }
    }
    return best !== null && most >= LEAST_OF_ROW ? (cells.get(best) ?? []) : [];
  }

  /** The blocks from the beginning of a clause to its end, as far as they may still be looked at. */
  *#blocksIn({ start, end }: Clause): Generator<Block> {
    const first = countUpTo(this.blocks, start - 1, startOf);
    const last = Math.min(first + MOST_ROW_BLOCKS, this.blocks.length);
    this.#left -= ROW_COST * (last - first);
    if (this.#left <= 0) return;
    for (let at = first; at < last; at++) {
      const block = this.blocks[at] as Block;
      if (block.start >= end) return;
      yield block;
    }
  }

  /** All cells on the same line of a table as the given cell, as far as MOST_CELLS on either side. */
  cellsOfRow(block: number): readonly Block[] {
    let first = block;
    let last = block;
    while (block - first < MOST_CELLS && this.#isOneLine(first - 1)) first -= 1;
    while (last - block < MOST_CELLS && this.#isOneLine(last)) last += 1;
    return this.blocks.slice(first, last + 1);
  }

  /** Whether a cell and the block after it are in one line of a table. */
  #isOneLine(block: number): boolean {
    const [one, other] = [this.blocks[block], this.blocks[block + 1]];
    if (one?.kind !== "cell" || other?.kind !== "cell") return false;
    return this.text.slice(one.end, other.start).includes("\t");
  }

  /**
   * The places of an amount or of words in the text that may be amended: in the rows or the sentences that share most words
   * with what a row is `about`.
   */
  inRows(said: string, about: ReadonlySet<string>): readonly Span[] {
    const base = this.base();
    const whole = this.occurrences(said, base);
    const found = whole.length > 0 ? whole : this.occurrences(said.replace(/^[$€£ ]+/, ""), base);
    const scores = found.map((place) => {
      const at = Math.max(0, countUpTo(this.blocks, place.start, startOf) - 1);
      const block = this.blocks[at] as Block;
      const { start, end } = this.sentenceAt(place);
      const beside = `${this.#rowOf(block) ?? ""} ${block.column ?? ""}`;
      return shared(about, content(block.kind === "cell" ? beside : this.text.slice(start, end)));
    });
    const best = Math.max(0, ...scores);
    return best > 0 ? found.filter((_, at) => scores[at] === best) : [];
  }

  /** Whether a clause has these words as its heading. */
  isAHeading(said: string): boolean {
    return this.outline.headed(said).length > 0;
  }

  #rowOf({ start }: Block): string | undefined {
    this.#rows ??= rowNames(this.blocks, this.text);
    return this.#rows.get(start);
  }
}

/** A pattern for words in any case, with curly or straight marks, and any white space between; null for none. */
function anyForm(said: string): RegExp | null {
  const wanted = stripped(stripped(said).replace(/^[.,;]+|[.,;]+$/g, ""));
  if (wanted === "") return null;
  const source = words(wanted)
    .map((word) =>
      word
        .replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&")
        .replace(/["“”]/g, ALIKE_DOUBLE)
        .replace(/['’]/g, ALIKE_SINGLE),
    )
    .join(`[${SPACE_CLASS}]+`);
  const before = BEGINS_WITH_LETTER.test(wanted) ? "(?<![\\p{L}\\p{N}_.])" : "";
  const after = ENDS_IN_LETTER.test(wanted) ? `(?!${WORD_SIGN})` : "";
  return new RegExp(before + source + after, "giu");
}

/** What the row of each cell is called, by where the cell begins: its header, or the first cell of its line. */
function rowNames(blocks: readonly Block[], text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let last: Block | null = null;
  let first = "";
  for (const block of blocks) {
    if (block.kind !== "cell") {
      last = null;
      continue;
    }
    if (last === null || !text.slice(last.end, block.start).includes("\t")) {
      first = text.slice(block.start, block.end).slice(0, LONGEST_ROW_NAME);
    } else if (block.row || first !== "") names.set(block.start, block.row || first);
    last = block;
  }
  return names;
}

/** Whether any of the spans has a place in it. */
export function isWithin(place: Span, spans: readonly Span[]): boolean {
  return spans.some((span) => contains(span, place));
}
