// How well the rows and the columns of one table name each word of a question: by the word itself, by a word that stands for
// it, or by a likeness of meaning where the table has the word nowhere. The twin of Python's
// `wherein.reading.cells.named_terms`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import {
  columnMatch,
  covered,
  EXACT,
  groupMatch,
  hasGroup,
  IN_RANGE,
  match,
  NO_WORDS,
  SAME_GROUP,
  type Term,
  tightest,
  type Words,
  wholeMatch,
  wordsOf,
} from "./cell-terms.ts";
import { decides } from "./deciding.ts";
import { KeyNumbers } from "./key-numbers.ts";
import type { Alike } from "./likeness.ts";
import { type HeadedRow, JOINT, type Slot } from "./table-heads.ts";
import { isLonger, type Table } from "./table-rows.ts";
import { UnitNumbers } from "./unit-numbers.ts";

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
  /** The share of the row's own words that the question has; of several names, that of the best. */
  readonly keyWhole: number;
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
  readonly #samples: ReadonlyMap<string, Header>;
  readonly #heading: string;
  readonly #numbers: KeyNumbers;
  /** The numbers of the question that a cell has with the word after them. */
  readonly #exact: ReadonlySet<number>;
  /** Those that count only beside their unit. */
  readonly #united: ReadonlySet<number>;
  readonly #lacking: ReadonlySet<number>;

  constructor(terms: readonly Term[], table: Table, rows: readonly HeadedRow[], alike: Alike) {
    this.#terms = terms;
    const about = wordsOf(table.about);
    this.above = terms.map((term) => aboveMatch(term, about));
    const own = rows.map(({ row }) => row);
    const texts = own.map((row) => cellsOf(terms, row.texts));
    const { exact, united, cells } = new UnitNumbers(terms, own, texts);
    [this.#exact, this.#united] = [exact, united];
    this.#rows = cells.map((row) => ({ cells: row, best: terms.map((_, at) => twoBest(row, at)) }));
    // A column without a header stands under the heading of its table, or shows by its values what it is.
    this.#heading = table.heading;
    const [columns, keys, samples] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const { slots } of rows) {
      for (const { column, key, sample } of slots) {
        columns.add(column || this.#heading);
        keys.add(key);
        if (sample) samples.add(sample);
      }
    }
    const headers = sharesOf(terms, columns, true);
    const names = sharesOf(terms, keys, false);
    this.#numbers = new KeyNumbers(terms, rows, [...columns, ...keys]);
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
    this.#keys = headersOf(terms, byGroup(terms, names, lacking), lacking, alike);
    const nothing = terms.map(() => 0);
    const unnamed = new Map([...samples].map((sample) => [sample, nothing] as const));
    this.#samples = headersOf(terms, unnamed, lacking, alike);
  }

  /** Whether all cells are another thing's; see `KeyNumbers.isAbsent`. */
  get isAbsent(): boolean {
    return this.#numbers.isAbsent;
  }

  /** Whether a column's header has the word of a term. */
  heads(at: number): boolean {
    const word = this.#terms[at]?.word ?? "";
    return [...this.#columns.values()].some(({ words }) => words.stems.has(word));
  }

  /** Whether the table and what stands above it have a term nowhere. */
  isWithout(at: number): boolean {
    return this.#lacking.has(at) && this.above[at] === 0;
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

  /**
   * Whether the row is named only by words that stand before one that the table has nowhere: "white wine" is another thing
   * than "white fish", and "battery life" than "weight with battery".
   */
  isAnother({ row, keyWhole }: Naming): boolean {
    if (keyWhole === 1) return false;
    const named = [...row.keys()].filter((at) => {
      const { number, day, month } = this.#terms[at] as Term;
      return (row[at] as number) > 0 && number === null && day === null && month === null;
    });
    return named.length > 0 && named.every((at) => this.#qualifies(at));
  }

  /** Whether a term stands directly before one that the table lacks, and that is no common word of questions. */
  #qualifies(at: number): boolean {
    const later = this.#terms[at + 1];
    if (!later?.follows || !this.#lacking.has(at + 1)) return false;
    return !hasGroup(later) && (!later.isVerb || Boolean(this.#terms[at + 2]?.follows));
  }

  /** How well each cell of the row with this number names each term. */
  cellsOf(row: number): readonly Shares[] {
    return (this.#rows[row] as Row).cells;
  }

  /** How well the row with this number and the column of one of its slots name each term. */
  naming(row: number, slot: Slot): Naming {
    const key = this.#keys.get(slot.key) as Header;
    const header = (
      slot.sample ? this.#samples.get(slot.sample) : this.#columns.get(slot.column || this.#heading)
    ) as Header;
    const pairs = this.#terms.map((_, at) => this.#both(at, row, slot, key, header));
    const cells = (this.#rows[row] as Row).cells;
    return {
      row: pairs.map(([byRow]) => byRow),
      column: pairs.map(([, byColumn]) => byColumn),
      own: slot.place === null ? this.#terms.map(() => 0) : (cells[slot.place] as Shares),
      key: key.words,
      keyWhole: nameCovered(slot.key, this.#terms),
      header: header.words,
      keyAlike: key.alike,
      headerAlike: header.alike,
    };
  }

  /**
   * How well the row and the column of a slot name one term. A number that some cell has with its unit is not meant by the
   * range of a column: "48 cm" beside "from 10".
   */
  #both(
    at: number,
    row: number,
    slot: Slot,
    key: Header,
    header: Header,
  ): readonly [byRow: number, byColumn: number] {
    const byColumn = header.shares[at] as number;
    const isOther = this.#exact.has(at) && byColumn < EXACT;
    return this.#numbers.told(at, row, slot, [
      this.#byRow(at, row, slot, key),
      isOther ? 0 : byColumn,
    ]);
  }

  /** How well the row names a term apart from the cell in the slot: its header, the cell to the left, the others. */
  #byRow(at: number, row: number, { place, isValue }: Slot, key: Header): number {
    if (isValue) return key.shares[at] as number;
    const { cells, best: bests } = this.#rows[row] as Row;
    const [best, where, second] = bests[at] as Row["best"][number];
    const others = place === where ? second : best;
    let header = place === 0 ? 0 : (key.shares[at] as number);
    // A row that is numbered 12 is no board of 12 mm.
    if (this.#united.has(at) && header === EXACT && best < EXACT) header = 0;
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

function cellsOf(terms: readonly Term[], texts: readonly string[]): readonly Shares[] {
  // "Closed" in a cell says when, and is no name of its row.
  const words = texts.map((text) =>
    isLonger(text, LONGEST_CELL) || decides(text) ? NO_WORDS : wordsOf(text),
  );
  return words.map((one) => terms.map((term) => match(term, one)));
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

function nameCovered(key: string, terms: readonly Term[]): number {
  return Math.max(...key.split(JOINT).map((name) => covered(wordsOf(name), terms)));
}

/** How well each header names each term by its words; of several ranges that hold a number the narrowest counts. */
function sharesOf(
  terms: readonly Term[],
  headers: Iterable<string>,
  ofColumns: boolean,
): Map<string, Shares> {
  const words = new Map(Array.from(headers, (header) => [header, wordsOf(header)] as const));
  const ranges = terms.map(({ number }) =>
    number === null ? null : tightest(number, words.values()),
  );
  const found = new Map<string, Shares>();
  for (const [header, own] of words) {
    const shares = terms.map((term, n) => {
      const value = ofColumns
        ? columnMatch(term, header)
        : Math.max(match(term, own), wholeMatch(term, own));
      const narrow = ranges[n];
      const isNarrow =
        narrow && own.between.some(([low, high]) => low === narrow[0] && high === narrow[1]);
      return value === IN_RANGE && !isNarrow ? LOOSE : value;
    });
    found.set(header, shares);
  }
  return found;
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
      for (const at of lacking) {
        const near = standing(alike((terms[at] as Term).whole, header));
        byMeaning[at] = Math.max(near, own[at] as number);
      }
      [shares, near] = [byMeaning, alike(together, header)];
    }
    headers.set(header, { shares, words: wordsOf(header), alike: near });
  }
  return headers;
}

/**
 * The headers of rows, which also stand for a word that the table has nowhere: the row "Weight" of a data sheet for "how
 * heavy".
 */
function byGroup(
  terms: readonly Term[],
  found: ReadonlyMap<string, Shares>,
  lacking: readonly number[],
): ReadonlyMap<string, Shares> {
  if (lacking.length === 0) return found;
  return new Map(
    Array.from(found, ([header, shares]) => {
      const named = [...shares];
      for (const at of lacking) named[at] = groupMatch(terms[at] as Term, wordsOf(header));
      return [header, named] as const;
    }),
  );
}

/** How well a header of this likeness stands for a word. */
function standing(likeness: number): number {
  const share = (likeness - FROM_ALIKE) / (FULLY_ALIKE - FROM_ALIKE);
  return SAME_GROUP * Math.min(1, Math.max(0, share));
}
