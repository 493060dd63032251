// Finds the numbers of a question that stand with their unit ("12 mm"), and what they are not in a table. The twin of Python's
// `wherein.reading.cells.unit_numbers`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { EXACT, match, type Term, wordsOf } from "./cell-terms.ts";
import type { Table } from "./table-rows.ts";

type Shares = readonly number[];
type Rows = Table["rows"];

const UNITS = new Set(
  LEXICON.lines.units.flatMap((line) => line.split(" ").filter((_, n) => n % 2 === 1)),
);

/** The numbers of one question that a table has with the word after them, in a cell ("12 mm") or under a header ("Size mm"). */
export class UnitNumbers {
  /**
   * For each row, how well each of its cells names each term, without the numbers that stand alone in a column of something
   * else: a lead time of 12 is no board of 12 mm.
   */
  readonly cells: readonly (readonly Shares[])[];
  /** The numbers that some cell has together with the word after them. */
  readonly exact: ReadonlySet<number>;
  /** The numbers that count only beside their unit. */
  readonly united: ReadonlySet<number>;
  readonly #terms: readonly Term[];

  constructor(terms: readonly Term[], rows: Rows, cells: readonly (readonly Shares[])[]) {
    this.#terms = terms;
    const beside = [...terms.keys()].filter((at) => {
      const later = terms[at + 1];
      return terms[at]?.number !== null && later?.number === null && later.follows;
    });
    this.exact = new Set(
      beside.filter((at) =>
        cells.some((row) => row.some((cell) => cell[at] === EXACT && cell[at + 1] === EXACT)),
      ),
    );
    const measured = beside.filter((at) => this.#isUnit(at + 1) && this.#measures(at, rows));
    this.united = new Set([...this.exact, ...measured]);
    this.cells = cells.map((own, row) =>
      own.map((cell, place) => this.#withoutBare(cell, rows[row]?.cells[place]?.column)),
    );
  }

  #isUnit(at: number): boolean {
    const { word, whole } = this.#terms[at] as Term;
    return UNITS.has(word) || UNITS.has(whole);
  }

  /** Whether the table has numbers with this unit. */
  #measures(at: number, rows: Rows): boolean {
    const unit = this.#terms[at + 1] as Term;
    const headers = new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
    if ([...headers].some((header) => header && match(unit, wordsOf(header)) > 0)) return true;
    return rows.some(({ texts }) =>
      texts.some((text) => wordsOf(text).numbers.size > 0 && match(unit, wordsOf(text)) > 0),
    );
  }

  #withoutBare(cell: Shares, column: string | null | undefined): Shares {
    return cell.map((value, at) => {
      if (!this.united.has(at) || value !== EXACT || cell[at + 1] === EXACT) return value;
      return this.#isUnder(at + 1, column) ? value : 0;
    });
  }

  #isUnder(unit: number, column: string | null | undefined): boolean {
    if (!column || !this.#isUnit(unit)) return false;
    return match(this.#terms[unit] as Term, wordsOf(column)) === EXACT;
  }
}
