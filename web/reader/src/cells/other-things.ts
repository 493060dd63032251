// Tells which cells of a table are another thing's than the one that a question names: beside it in the same table, or of
// another table of the document. The twin of Python's `wherein.reading.cells.other_things`,
// `wherein.reading.cells.another_cell.asked_range`, `wherein.reading.cells.another_cell.asked_time` and
// `wherein.reading.cells.another_cell.packed_numbers`; the cases are in contracts/table-cells.json.

import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { Contraries } from "./another-cell/contraries.ts";
import { Identifiers } from "./another-cell/identifiers.ts";
import { hasGroup, type Term, wordsOf } from "./cell-terms.ts";
import type { Naming, Shares, TableNames } from "./named-terms.ts";
import type { HeadedRow, Slot } from "./table-heads.ts";
import type { Table } from "./table-rows.ts";

const COUNTED = pattern(LEXICON, "counted", "g");
const CONTAINER = pattern(LEXICON, "container", "g");
const PACKED = pattern(LEXICON, "packed");
const ASKS_PRICE = pattern(LEXICON, "asks_price");
const NO_PRICE = pattern(LEXICON, "no_price");
const OF_PRICE = pattern(LEXICON, "of_price");
const ASKS_PERIOD = pattern(LEXICON, "asks_period", "g");
const HAS_PERIOD = pattern(LEXICON, "has_period", "g");
const ASKS_BELOW = pattern(LEXICON, "asks_below", "g");
const ASKS_BEYOND = pattern(LEXICON, "asks_beyond", "g");
const EARLIER = pattern(LEXICON, "earlier");
const FUNCTIONS = wordSet(FUNCTION_WORDS, "function");

/**
 * For each table the terms that it and what stands above it have nowhere, and that head a column of another table. Common words
 * of questions ("when", "cost") and verbs are none.
 */
export function headedElsewhere(
  terms: readonly Term[],
  named: readonly TableNames[],
): readonly (readonly number[])[] {
  const headed = [...terms.keys()].filter((at) => {
    const term = terms[at] as Term;
    return !hasGroup(term) && !term.isVerb && named.some((names) => names.heads(at));
  });
  return named.map((names) => headed.filter((at) => names.isWithout(at)));
}

/**
 * Whether the text gives its value for a different period from the one asked for, such as a rent "a year" when the question
 * says "each month".
 */
export function ofAnotherPeriod(question: string, text: string): boolean {
  const asked = saidBy(ASKS_PERIOD, question);
  const told = saidBy(HAS_PERIOD, text);
  return asked.length > 0 && told.length > 0 && !told.some((one) => asked.includes(one));
}

/** Compares one question with one table. */
export class OtherThings {
  readonly #terms: readonly Term[];
  readonly #above: Shares;
  /** The table's terms of `headedElsewhere`. */
  readonly #elsewhere: readonly number[];
  readonly #identifiers: Identifiers;
  readonly #keyed: readonly number[];
  readonly #packed: PackedNumbers;
  readonly #periods: ReadonlySet<string>;
  readonly #below: readonly number[];
  readonly #beyond: readonly number[];
  readonly #isOfAnotherTime: boolean;
  readonly #contraries: Contraries;
  readonly #heading: string;
  readonly #asksPrice: boolean;

  constructor(
    question: string,
    terms: readonly Term[],
    table: Table,
    rows: readonly HeadedRow[],
    names: TableNames,
    elsewhere: readonly number[],
  ) {
    this.#terms = terms;
    this.#above = names.above;
    this.#elsewhere = elsewhere;
    this.#identifiers = new Identifiers(question, table.about, rows);
    this.#packed = new PackedNumbers(question, terms, rows, names);
    this.#periods = new Set(saidBy(ASKS_PERIOD, question));
    this.#below = numbersAfter(ASKS_BELOW, question);
    this.#beyond = numbersAfter(ASKS_BEYOND, question);
    this.#isOfAnotherTime = isOfAnotherTime(question, table, rows);
    this.#contraries = new Contraries(question);
    this.#heading = table.heading;
    this.#asksPrice = ASKS_PRICE.test(question);
    const keys = new Set(rows.flatMap(({ slots }) => slots.map(({ key }) => key)));
    const stems = new Set<string>();
    for (const key of keys) for (const stem of wordsOf(key).stems) stems.add(stem);
    this.#keyed = [...terms.keys()].filter((at) => {
      const { number, day, month, word } = terms[at] as Term;
      return number === null && day === null && month === null && stems.has(word);
    });
  }

  /** Whether no row of the table has all that is asked for by an identifier, by another table's header or of another time. */
  get isWholeTable(): boolean {
    return this.#elsewhere.length > 0 || this.#identifiers.areAbsent || this.#isOfAnotherTime;
  }

  /** Whether another row has a code of the question that this one lacks. */
  areElsewhere(row: number): boolean {
    return this.#identifiers.areElsewhere(row);
  }

  /**
   * Whether a cell is another thing's for a reason that readers know little about: its row lacks an identifier, another time
   * or range is meant, its headers have the contrary of a word ("Cold water" for hot), a number is meant that stands in a
   * cell beside it ("box of 200"), or it is no price where one is asked for.
   */
  ruleOut(row: number, slot: Slot, naming: Naming): boolean {
    return (
      this.#identifiers.isAnother(row, slot) ||
      this.#isOfAnotherTime ||
      this.#isOfAnotherPeriod(slot) ||
      [slot.key, slot.column].some((header) => this.#isOutOfRange(header)) ||
      this.#contraries.areIn(slot.key, slot.column, this.#heading) ||
      (this.#asksPrice && isNoPrice(slot)) ||
      this.#packed.areMeant(row, slot, naming)
    );
  }

  /**
   * Whether a cell is another thing's by its words: its row has only a part of what is asked for, or a column of another
   * table is meant.
   */
  differByWords(slot: Slot, naming: Naming): boolean {
    return (
      this.#elsewhere.some((at) => !this.#isNamed(at, naming)) ||
      this.#isBeside(naming) ||
      this.#isOfSubject(slot, naming)
    );
  }

  /** Whether the column is of another period than the question: "per night" is not "per week". */
  #isOfAnotherPeriod({ column }: Slot): boolean {
    const told = saidBy(HAS_PERIOD, column);
    return told.length > 0 && this.#periods.size > 0 && !told.some((one) => this.#periods.has(one));
  }

  /** Whether a header's ranges end before what is asked for begins: "4–15" has nobody "under four". */
  #isOutOfRange(header: string): boolean {
    if (this.#below.length === 0 && this.#beyond.length === 0) return false;
    const { between } = wordsOf(header);
    return (
      between.length > 0 &&
      !(
        this.#below.every((number) => between.some(([low]) => low < number)) &&
        this.#beyond.every((number) => between.some(([, high]) => high > number))
      )
    );
  }

  /**
   * Whether the row shares a part of its header with what is asked for, of which other rows have the rest: "larch board" is
   * neither "oak board" nor "birch plywood".
   */
  #isBeside(naming: Naming): boolean {
    if (naming.keyWhole === 1) return false;
    const isInKey = (at: number) => naming.key.stems.has(this.#terms[at]?.word ?? "");
    return this.#keyed.some(
      (at) => !this.#isNamed(at, naming) && (isInKey(at - 1) || isInKey(at + 1)),
    );
  }

  /**
   * Whether a cell without a header of its column is named only by what the whole table is about ("SNB22-3 | 293-375" under
   * "Hardness of SNB22-3"), while the table lacks what is asked of it.
   */
  #isOfSubject({ column, isValue, sample }: Slot, naming: Naming): boolean {
    if (column || isValue || sample) return false;
    return (
      naming.row.every((value, at) => value === 0 || (this.#above[at] as number) > 0) &&
      this.#terms.some((term, at) => !this.#isNamed(at, naming) && !hasGroup(term) && !term.isVerb)
    );
  }

  #isNamed(at: number, { row, column, own }: Naming): boolean {
    return [row, column, own, this.#above].some((shares) => (shares[at] ?? 0) > 0);
  }
}

/**
 * The numbers that a row has among words ("box of 200", "50 mm x 10 m"), of which a question may want one rather than a column
 * that it does not name.
 */
class PackedNumbers {
  readonly #terms: readonly Term[];
  readonly #rows: readonly HeadedRow[];
  readonly #names: TableNames;
  readonly #counted: readonly number[];
  readonly #containers: readonly number[];

  constructor(
    question: string,
    terms: readonly Term[],
    rows: readonly HeadedRow[],
    names: TableNames,
  ) {
    this.#terms = terms;
    this.#rows = rows;
    this.#names = names;
    this.#counted = this.#said(saidBy(COUNTED, question));
    this.#containers = this.#said(saidBy(CONTAINER, question));
  }

  #said(words: readonly string[]): readonly number[] {
    const wanted = new Set(words.filter((word) => !FUNCTIONS.has(word)));
    return [...this.#terms.keys()].filter((at) => wanted.has(this.#terms[at]?.whole ?? ""));
  }

  /**
   * Whether another cell of the row has a number and what the number is to be in ("in a box"), or, where no word of the question
   * names the column, anything of the question: "how many volts" does not ask for the stock beside "drill 18 V".
   */
  areMeant(row: number, slot: Slot, naming: Naming): boolean {
    if (this.#counted.length === 0 && this.#containers.length === 0) return false;
    if (slot.isValue) return false;
    const isNamed = naming.column.some((value, at) => value && !this.#counted.includes(at));
    const isCounted = this.#counted.some((at) => naming.column[at] || naming.own[at]);
    const every = [...this.#terms.keys()];
    const numbers = every.filter((at) => this.#terms[at]?.number !== null);
    const telling = every.filter((at) => !numbers.includes(at));
    const texts = this.#rows[row]?.row.texts ?? [];
    return this.#names.cellsOf(row).some((named, place) => {
      const text = texts[place] ?? "";
      if (place === slot.place || numbers.some((at) => named[at]) || !PACKED.test(text))
        return false;
      if (text !== slot.key && this.#containers.some((at) => named[at])) return true;
      return this.#counted.length > 0 && !isNamed && !isCounted && telling.some((at) => named[at]);
    });
  }
}

function numbersAfter(words: RegExp, question: string): number[] {
  return saidBy(words, question).flatMap((found) => [...wordsOf(found).numbers]);
}

/** Whether the question asks of last year or next week, and the table does not say that it is of then. */
function isOfAnotherTime(question: string, table: Table, rows: readonly HeadedRow[]): boolean {
  if (!EARLIER.test(question)) return false;
  const headers = rows.flatMap(({ slots }) => slots.flatMap(({ key, column }) => [key, column]));
  return ![table.about, ...headers].some((text) => EARLIER.test(text));
}

function saidBy(words: RegExp, text: string): string[] {
  return [...text.matchAll(words)].map((match) => folded(match[1] ?? ""));
}

/** Whether a column says how many there are, or how large they are: of what is in stock no price is told. */
function isNoPrice({ key, column }: Slot): boolean {
  return NO_PRICE.test(column) && !OF_PRICE.test(column) && !OF_PRICE.test(key);
}
