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

/** A reading with the question as it was typed. */
export interface AskedKept extends Kept {
  readonly question: string;
}

export interface AnswerStore {
  /** Null when nothing is stored, when the page must be read again, or when the store cannot be read. */
  find(model: string, texts: PageTexts, question: string): Promise<Kept | null>;
  /** What was asked of this page and may be served, each question once, the latest first. */
  asked(model: string, texts: PageTexts): Promise<readonly AskedKept[]>;
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
export type Rows = Pick<BoundedStore<ReadingRow>, "find" | "keep" | "begun">;

// Some 8 kB each.
const MOST = 500;

export class IndexedAnswers implements AnswerStore {
  readonly #store: Rows;

  constructor(store: Rows = new BoundedStore<ReadingRow>("readings", MOST)) {
    this.#store = store;
  }

  async find(model: string, texts: PageTexts, question: string): Promise<Kept | null> {
    const row = servedOf(await this.#rows(model, texts, question));
    return row && keptOf(row, row.key === keyOf(model, texts.main, question));
  }

  async asked(model: string, texts: PageTexts): Promise<readonly AskedKept[]> {
    const questions = new Map<string, ReadingRow[]>();
    for (const text of [texts.main, texts.whole, texts.old]) {
      const prefix = keyOf(model, text, "");
      for (const row of await this.#store.begun(prefix)) {
        const key = row.key.slice(prefix.length);
        questions.set(key, [...(questions.get(key) ?? []), row]);
      }
    }
    const main = keyOf(model, texts.main, "");
    return [...questions.values()]
      .flatMap((rows) => {
        const row = servedOf(rows);
        return row ? [{ ...keptOf(row, row.key.startsWith(main)), question: row.question }] : [];
      })
      .sort((a, b) => b.when - a.when);
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

/** Of the rows of one question the one that is served, that of the main text first; null where it must be read again. */
function servedOf(rows: readonly ReadingRow[]): ReadingRow | null {
  const told = rows.find((row) => row.told);
  if (!told && rows.some((row) => row.wrong)) return null;
  return told ?? rows.find((row) => !row.again) ?? null;
}

function keptOf({ reading, when, told }: ReadingRow, isMain: boolean): Kept {
  return { reading, when, ...(!isMain && { whole: true }), ...(told && { told: true }) };
}
