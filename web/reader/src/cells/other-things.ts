// Tells which cells of a table are another thing's than the one that a question names: beside it in the same table, or of
// another table of the document. The twin of Python's `wherein.reading.cells.other_things`; the cases are in
// contracts/table-cells.json.

import { covered, hasGroup, type Term, wordsOf } from "./cell-terms.ts";
import { Identifiers } from "./identifiers.ts";
import type { Naming, Shares, TableNames } from "./named-terms.ts";
import type { HeadedRow, Slot } from "./table-heads.ts";
import type { Table } from "./table-rows.ts";

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

/** Compares one question with one table. */
export class OtherThings {
  readonly #terms: readonly Term[];
  readonly #above: Shares;
  /** The table's terms of `headedElsewhere`. */
  readonly #elsewhere: readonly number[];
  readonly #identifiers: Identifiers;
  readonly #keyed: readonly number[];

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
    const keys = new Set(rows.flatMap(({ slots }) => slots.map(({ key }) => key)));
    const stems = new Set<string>();
    for (const key of keys) for (const stem of wordsOf(key).stems) stems.add(stem);
    this.#keyed = [...terms.keys()].filter((at) => {
      const { number, day, month, word } = terms[at] as Term;
      return number === null && day === null && month === null && stems.has(word);
    });
  }

  /** Whether no row of the table has all that is asked for by an identifier or by another table's header. */
  get isWholeTable(): boolean {
    return this.#elsewhere.length > 0 || this.#identifiers.areAbsent;
  }

  /**
   * Whether a cell is another thing's: its row lacks an identifier or has only a part of what is asked for, or a column of
   * another table is meant.
   */
  have(row: number, slot: Slot, naming: Naming): boolean {
    return (
      this.#elsewhere.some((at) => !this.#isNamed(at, naming)) ||
      this.#isBeside(naming) ||
      this.#identifiers.isAnother(row, slot)
    );
  }

  /**
   * Whether the row shares a part of its header with what is asked for, of which other rows have the rest: "larch board" is
   * neither "oak board" nor "birch plywood".
   */
  #isBeside(naming: Naming): boolean {
    if (covered(naming.key, this.#terms) === 1) return false;
    const isInKey = (at: number) => naming.key.stems.has(this.#terms[at]?.word ?? "");
    return this.#keyed.some(
      (at) => !this.#isNamed(at, naming) && (isInKey(at - 1) || isInKey(at + 1)),
    );
  }

  #isNamed(at: number, { row, column, own }: Naming): boolean {
    return [row, column, own, this.#above].some((shares) => (shares[at] ?? 0) > 0);
  }
}
