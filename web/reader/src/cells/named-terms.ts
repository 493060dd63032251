// How well the rows and the columns of one table name each word of a question: by the word itself, by a word that stands for
// it, or by a likeness of meaning where the table has the word nowhere. The twin of Python's
// `wherein.reading.cells.named_terms`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import {
  groupMatch,
  IN_RANGE,
  match,
  NO_WORDS,
  SAME_GROUP,
  type Term,
  tightest,
  type Words,
  wordsOf,
} from "./cell-terms.ts";
import type { Alike } from "./likeness.ts";
import type { HeadedRow, Slot } from "./table-heads.ts";
import { isLonger, type Table } from "./table-rows.ts";

const {
  beside: BESIDE,
  above: ABOVE,
  number_beside: NUMBER_BESIDE,
  loose: LOOSE,
  from_alike: FROM_ALIKE,
  fully_alike: FULLY_ALIKE,
  most_keys: MOST_KEYS,
} = LEXICON.numbers;
// A longer cell is prose: a reader marks its words.
export const LONGEST_CELL = LEXICON.numbers.longest_cell;

/** One value from 0 to 1 for each term of the question. */
export type Shares = readonly number[];

interface Header {
  readonly shares: Shares;
  readonly words: Words;
  /** Its likeness to all words that the table lacks together. */
  readonly alike: number;
}

/** How well each cell of a row names each term, and for each term the best value, its first place and the best other. */
interface Row {
  readonly cells: readonly Shares[];
  readonly best: readonly (readonly [best: number, at: number, second: number])[];
}

/** How well a slot's row and column, and its own cell, name each term; with the words of both headers and their likeness. */
export interface Naming {
  readonly row: Shares;
  readonly column: Shares;
  readonly own: Shares;
  readonly key: Words;
  readonly header: Words;
  readonly keyAlike: number;
  readonly headerAlike: number;
}

/** Compares the terms of one question with one table. */
export class TableNames {
  /** How well what stands above the table names each term. */
  readonly above: Shares;
  readonly #terms: readonly Term[];
  readonly #rows: readonly Row[];
  readonly #columns: ReadonlyMap<string, Header>;
  readonly #keys: ReadonlyMap<string, Header>;
  readonly #absent: ReadonlySet<number>;
  readonly #lacking: ReadonlySet<number>;

  constructor(terms: readonly Term[], table: Table, rows: readonly HeadedRow[], alike: Alike) {
    this.#terms = terms;
    const about = wordsOf(table.about);
    this.above = terms.map((term) => aboveMatch(term, about));
    this.#rows = rows.map(({ row }) => rowOf(terms, row.texts));
    const [columns, keys] = [new Set<string>(), new Set<string>()];
    for (const { slots } of rows) {
      for (const { column, key } of slots) {
        columns.add(column);
        keys.add(key);
      }
    }
    const headers = sharesOf(terms, columns, true);
    const names = sharesOf(terms, keys, false);
    this.#absent = outOfSeries(terms, [...columns, ...keys]);
    const said = terms.map(() => false);
    for (const shares of [...headers.values(), ...names.values()])
      for (const [at, value] of shares.entries()) if (value > 0) said[at] = true;
    for (const { best } of this.#rows)
      for (const [at, [value]] of best.entries()) if (value > 0) said[at] = true;
    const lacking = [...terms.keys()].filter((at) => {
      const { number, day, month } = terms[at] as Term;
      return number === null && day === null && month === null && !said[at];
    });
    this.#lacking = new Set(lacking);
    this.#columns = headersOf(terms, headers, lacking, alike);
    this.#keys = headersOf(terms, names, lacking, alike);
  }

  /**
   * Whether the table has a term nowhere, though the question has it beside one that the row has: "white wine" is not
   * "white fish".
   */
  lacks(at: number, ofRow: Shares): boolean {
    if (!this.#lacking.has(at)) return false;
    const before = this.#terms[at]?.follows && (ofRow[at - 1] ?? 0) > 0;
    const later = this.#terms[at + 1]?.follows && (ofRow[at + 1] ?? 0) > 0;
    return Boolean(before || later);
  }

  /** How well the row with this number and the column of one of its slots name each term. */
  naming(row: number, slot: Slot): Naming {
    const key = this.#keys.get(slot.key) as Header;
    const header = this.#columns.get(slot.column) as Header;
    const cells = (this.#rows[row] as Row).cells;
    return {
      row: this.#terms.map((_, at) => this.#byRow(at, row, slot, key)),
      column: header.shares.map((value, at) => (this.#absent.has(at) ? 0 : value)),
      own: slot.place === null ? this.#terms.map(() => 0) : (cells[slot.place] as Shares),
      key: key.words,
      header: header.words,
      keyAlike: key.alike,
      headerAlike: header.alike,
    };
  }

  /** How well the row names a term apart from the cell in the slot: its header, the cell to the left, the others. */
  #byRow(at: number, row: number, { place, isValue }: Slot, key: Header): number {
    if (this.#absent.has(at)) return 0;
    if (isValue) return key.shares[at] as number;
    const { cells, best: bests } = this.#rows[row] as Row;
    const [best, where, second] = bests[at] as Row["best"][number];
    const others = place === where ? second : best;
    const header = place === 0 ? 0 : (key.shares[at] as number);
    if (this.#terms[at]?.number !== null) return Math.max(header, NUMBER_BESIDE * others);
    const left = place ? (cells[place - 1]?.[at] as number) : 0;
    return Math.max(header, left, BESIDE * others);
  }
}

/** "From 1 July" above a table is no range. */
function aboveMatch(term: Term, about: Words): number {
  const value = match(term, about);
  return value === IN_RANGE ? 0 : ABOVE * value;
}

function rowOf(terms: readonly Term[], texts: readonly string[]): Row {
  const words = texts.map((text) => (isLonger(text, LONGEST_CELL) ? NO_WORDS : wordsOf(text)));
  const cells = words.map((one) => terms.map((term) => match(term, one)));
  return { cells, best: terms.map((_, at) => twoBest(cells, at)) };
}

function twoBest(cells: readonly Shares[], term: number): readonly [number, number, number] {
  let [best, at, second] = [-1, -1, 0];
  for (const [place, values] of cells.entries()) {
    const value = values[term] as number;
    if (value > best) [second, best, at] = [Math.max(best, 0), value, place];
    else if (value > second) second = value;
  }
  return [best, at, second];
}

/** How well each header names each term by its words; of several ranges that hold a number the narrowest counts. */
function sharesOf(
  terms: readonly Term[],
  headers: Iterable<string>,
  withGroups: boolean,
): Map<string, Shares> {
  const words = new Map(Array.from(headers, (header) => [header, wordsOf(header)] as const));
  const ranges = terms.map(({ number }) =>
    number === null ? null : tightest(number, words.values()),
  );
  const found = new Map<string, Shares>();
  for (const [header, own] of words) {
    const shares = terms.map((term, n) => {
      const value = Math.max(match(term, own), withGroups ? groupMatch(term, own) : 0);
      const narrow = ranges[n];
      const isNarrow =
        narrow && own.between.some(([low, high]) => low === narrow[0] && high === narrow[1]);
      return value === IN_RANGE && !isNarrow ? LOOSE : value;
    });
    found.set(header, shares);
  }
  return found;
}

/**
 * The numbers of the question that stand beside a word of numbered headers of which none has them: "step 6" where the
 * columns are "Step 1" to "Step 5". The word before a number tells, and where no header is numbered by it, the one after.
 */
function outOfSeries(terms: readonly Term[], headers: readonly string[]): ReadonlySet<number> {
  const absent = new Set<number>();
  const isWord = (at: number) => terms[at]?.number === null;
  let words: Words[] | null = null;
  for (const [at, term] of terms.entries()) {
    if (term.number === null) continue;
    const beside = [
      ...(term.follows && isWord(at - 1) ? [at - 1] : []),
      ...(terms[at + 1]?.follows && isWord(at + 1) ? [at + 1] : []),
    ];
    for (const word of beside) {
      words ??= headers.map(wordsOf).filter(({ numbers }) => numbers.size > 0);
      const series = words.filter((one) => match(terms[word] as Term, one) > 0);
      if (series.length === 0) continue;
      if (!series.some((one) => match(term, one) > 0)) absent.add(at);
      break;
    }
  }
  return absent;
}

/** The headers, which also stand for a word that the table lacks where their meaning is like it. */
function headersOf(
  terms: readonly Term[],
  found: ReadonlyMap<string, Shares>,
  lacking: readonly number[],
  alike: Alike,
): Map<string, Header> {
  const together = lacking.map((at) => terms[at]?.whole).join(" ");
  const headers = new Map<string, Header>();
  for (const [header, own] of found) {
    let [shares, near] = [own, 0];
    if (lacking.length > 0 && header && headers.size < MOST_KEYS) {
      const byMeaning = [...own];
      for (const at of lacking) byMeaning[at] = standing(alike((terms[at] as Term).whole, header));
      [shares, near] = [byMeaning, alike(together, header)];
    }
    headers.set(header, { shares, words: wordsOf(header), alike: near });
  }
  return headers;
}

/** How well a header of this likeness stands for a word. */
function standing(likeness: number): number {
  const share = (likeness - FROM_ALIKE) / (FULLY_ALIKE - FROM_ALIKE);
  return SAME_GROUP * Math.min(1, Math.max(0, share));
}
