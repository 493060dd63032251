// Finds what a number of a question belongs to where a table numbers its rows or columns: "step 3", "ticket 48812". The twin
// of Python's `wherein.reading.cells.key_numbers`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { wordSet } from "../lexicon/lexicon.ts";
import { EXACT, match, type Term, type Words, wordsOf } from "./cell-terms.ts";
import type { HeadedRow, Slot } from "./table-heads.ts";

// Words of a header that only say that its cells are numbers: "Ticket no.".
const NUMBERED = wordSet(LEXICON, "numbered");

type Numbered = readonly (readonly [header: string, words: Words])[];

/**
 * The numbers of one question that stand beside a word by which one table numbers its headers ("Step 1" to "Step 5") or the
 * cells of a column ("Ticket").
 */
export class KeyNumbers {
  readonly #terms: readonly Term[];
  /** For each number with numbered headers those that have it; none of them where the table lacks the number. */
  readonly #series = new Map<number, ReadonlySet<string>>();
  /** For each number without those the header of the column that has such numbers. */
  readonly #columns = new Map<number, string>();
  /** For each word of such a column its number in the question. */
  readonly #words = new Map<number, number>();
  readonly #values = new Map<string, readonly (Words | null)[]>();

  constructor(terms: readonly Term[], rows: readonly HeadedRow[], headers: readonly string[]) {
    this.#terms = terms;
    let numbered: Numbered | null = null;
    for (const [at, term] of terms.entries()) {
      if (term.number === null) continue;
      numbered ??= headers
        .map((header) => [header, wordsOf(header)] as const)
        .filter(([, { numbers }]) => numbers.size > 0);
      const series = seriesOf(terms, at, numbered);
      if (series !== null) {
        this.#series.set(at, series);
        continue;
      }
      const column = this.#column(at, rows);
      if (!column) continue;
      this.#columns.set(at, column);
      this.#words.set(at - 1, at);
    }
  }

  /** Whether the table numbers what the question names, and lacks its number: all its cells are another thing's. */
  get isAbsent(): boolean {
    if ([...this.#series.values()].some(({ size }) => size === 0)) return true;
    return [...this.#columns].some(
      ([at, column]) => !(this.#values.get(column) ?? []).some((_, row) => this.#isIt(at, row)),
    );
  }

  #isIt(at: number, row: number): boolean {
    const value = this.#values.get(this.#columns.get(at) ?? "")?.[row] ?? null;
    return value !== null && match(this.#terms[at] as Term, value) === EXACT;
  }

  /** The column that the word before a number names alone and that holds numbers. */
  #column(at: number, rows: readonly HeadedRow[]): string | null {
    const before = this.#terms[at - 1];
    if (!before || !this.#terms[at]?.follows || before.number !== null) return null;
    const columns = new Set(rows.flatMap(({ slots }) => slots.map(({ column }) => column)));
    for (const column of columns) {
      const { stems } = wordsOf(column);
      const isAlone = [...stems].every((one) => one === before.word || NUMBERED.has(one));
      if (!stems.has(before.word) || !isAlone) continue;
      const values = rows.map((row) => cellIn(row, column));
      const there = values.filter((one) => one !== null);
      if (2 * there.filter(({ numbers }) => numbers.size > 0).length <= there.length) continue;
      this.#values.set(column, values);
      return column;
    }
    return null;
  }

  /**
   * How well a slot's row and column name a term, where a number or the word beside it says more than the values found
   * without it.
   */
  told(
    at: number,
    row: number,
    slot: Slot,
    [byRow, byColumn]: readonly [byRow: number, byColumn: number],
  ): readonly [byRow: number, byColumn: number] {
    const having = this.#series.get(at);
    if (having) return [having.has(slot.key) ? byRow : 0, having.has(slot.column) ? byColumn : 0];
    const number = this.#words.get(at) ?? at;
    const column = this.#columns.get(number);
    if (column === undefined) return [byRow, byColumn];
    return [
      this.#isIt(number, row) && slot.column !== column ? EXACT : 0,
      at === number || slot.column === column ? 0 : byColumn,
    ];
  }
}

/**
 * The numbered headers that have the word beside a number and the number; null where none has the word. The word before the
 * number tells, and where no header is numbered by it, the one after.
 */
function seriesOf(
  terms: readonly Term[],
  at: number,
  numbered: Numbered,
): ReadonlySet<string> | null {
  const isWord = (n: number) => terms[n]?.number === null;
  const beside = [
    ...(terms[at]?.follows && isWord(at - 1) ? [at - 1] : []),
    ...(terms[at + 1]?.follows && isWord(at + 1) ? [at + 1] : []),
  ];
  for (const word of beside) {
    const series = numbered.filter(([, words]) => match(terms[word] as Term, words) > 0);
    if (series.length === 0) continue;
    const having = series.filter(([, words]) => match(terms[at] as Term, words) > 0);
    return new Set(having.map(([header]) => header));
  }
  return null;
}

/** What a row has in a column; null where it has no cell there. */
function cellIn({ row, slots }: HeadedRow, column: string): Words | null {
  const slot = slots.find((one) => one.column === column && one.place !== null);
  return slot ? wordsOf(row.texts[slot.place as number] as string) : null;
}
