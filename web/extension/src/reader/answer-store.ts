// Stores readings by the hash of the page's text, the key of the question and the model, and serves them while all three are
// the same.

import type { Reading } from "@wherein/reader/reading.ts";
import { BoundedStore } from "./database.ts";
import { keyOf, type ReadingRow } from "./reading-row.ts";

/** What identifies the text of a page. */
export interface PageTexts {
  /** The hash of its main text with its structure. */
  readonly main: string;
  /** The hash of its whole text with its structure. */
  readonly whole: string;
  /** The hash of its whole text without its structure, under which versions before 7 stored readings. */
  readonly old: string;
}

export interface Kept {
  readonly reading: Reading;
  /** The reading depends on the whole text, where its spans are; otherwise its spans count in the main blocks alone. */
  readonly whole?: true;
  /** When it was read, in milliseconds since 1970. */
  readonly when: number;
  /** The person marked the answer. */
  readonly told?: true;
}

export interface AnswerStore {
  /** Null when nothing is stored, when the page must be read again, or when the store cannot be read. */
  find(model: string, texts: PageTexts, question: string): Promise<Kept | null>;
  /**
   * Stores a whole reading, unless an answer to the question was judged wrong or marked by the person. False where the
   * browser's storage is full; a storage that is closed is no error. One with `told` is stored in any case.
   */
  keep(model: string, texts: PageTexts, question: string, kept: Kept): Promise<boolean>;
  /**
   * After an answer was judged wrong: no reading of this question on this page is served, also none made later, until the
   * person marks the answer.
   */
  forget(model: string, texts: PageTexts, question: string): Promise<void>;
}

/** The rows of readings by their keys. */
export type Rows = Pick<BoundedStore<ReadingRow>, "find" | "keep">;

// Some 8 kB each.
const MOST = 500;

export class IndexedAnswers implements AnswerStore {
  readonly #store: Rows;

  constructor(store: Rows = new BoundedStore<ReadingRow>("readings", MOST)) {
    this.#store = store;
  }

  async find(model: string, texts: PageTexts, question: string): Promise<Kept | null> {
    const rows = await this.#rows(model, texts, question);
    const told = rows.find((row) => row.told);
    if (!told && rows.some((row) => row.wrong)) return null;
    const row = told ?? rows.find((row) => !row.again);
    if (!row) return null;
    const { reading, when, told: isTold } = row;
    const isMain = row.key === keyOf(model, texts.main, question);
    return { reading, when, ...(!isMain && { whole: true }), ...(isTold && { told: true }) };
  }

  async keep(model: string, texts: PageTexts, question: string, kept: Kept): Promise<boolean> {
    const { whole, ...row } = kept;
    if (!kept.told) {
      const before = await this.#rows(model, texts, question);
      if (before.some((one) => one.wrong || one.told)) return true;
    }
    const key = keyOf(model, whole ? texts.whole : texts.main, question);
    return this.#store.keep({ ...row, key, question, size: 1 });
  }

  async forget(model: string, texts: PageTexts, question: string): Promise<void> {
    for (const row of await this.#rows(model, texts, question)) {
      const { told: _, ...forgotten } = row;
      await this.#store.keep({ ...forgotten, wrong: true });
    }
  }

  /** All rows of the question on this page, that of the main text first. */
  async #rows(model: string, texts: PageTexts, question: string): Promise<ReadingRow[]> {
    const rows: ReadingRow[] = [];
    for (const text of [texts.main, texts.whole, texts.old]) {
      const row = await this.#store.find(keyOf(model, text, question));
      if (row) rows.push(row);
    }
    return rows;
  }
}
