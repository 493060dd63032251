// Stores readings by the hash of the page's text, the question and the model, and serves them while all three and the
// headings above the answers are unchanged.

import type { PreparedPage } from "@wherein/reader/prepared-page.ts";
import type { Reading } from "@wherein/reader/reading.ts";
import { BoundedStore } from "./database.ts";
import { keyOf, type ReadingRow } from "./reading-row.ts";

export interface Kept {
  readonly reading: Reading;
  /** When it was read, in milliseconds since 1970. */
  readonly when: number;
  /** The person marked the answer. */
  readonly told?: true;
}

export interface AnswerStore {
  /** Null when nothing is stored, when the page must be read again, or when the store cannot be read. */
  find(model: string, page: string, question: string): Promise<Kept | null>;
  /**
   * Stores a whole reading, unless an answer to the question was judged wrong or marked by the person. False where the
   * browser's storage is full; a storage that is closed is no error. One with `told` is stored in any case.
   */
  keep(model: string, page: string, question: string, kept: Kept): Promise<boolean>;
  /**
   * After an answer was judged wrong: no reading of this question on this page is served, also none made later, until the
   * person marks the answer.
   */
  forget(model: string, page: string, question: string): Promise<void>;
}

// Some 8 kB each.
const MOST = 500;

export class IndexedAnswers implements AnswerStore {
  readonly #store = new BoundedStore<ReadingRow>("readings", MOST);

  async find(model: string, page: string, question: string): Promise<Kept | null> {
    const row = await this.#store.find(keyOf(model, page, question));
    return row?.again || row?.wrong ? null : row;
  }

  async keep(model: string, page: string, question: string, kept: Kept): Promise<boolean> {
    const key = keyOf(model, page, question);
    if (!kept.told) {
      const before = await this.#store.find(key);
      if (before?.wrong || before?.told) return true;
    }
    return this.#store.keep({ ...kept, key, question, size: 1 });
  }

  async forget(model: string, page: string, question: string): Promise<void> {
    const row = await this.#store.find(keyOf(model, page, question));
    if (!row) return;
    const { told: _, ...forgotten } = row;
    await this.#store.keep({ ...forgotten, wrong: true });
  }
}

/**
 * Whether the answers are still below the same headings. The same text may get another structure, for example when a
 * heading becomes a paragraph.
 */
export function stands({ answers, perhaps, nearest }: Reading, page: PreparedPage): boolean {
  return [...answers, ...perhaps, ...nearest].every(({ span, section }) =>
    page.passages.some(
      (passage) =>
        passage.span.start <= span.start &&
        span.start < passage.span.end &&
        passage.section.length === section.length &&
        passage.section.every((heading, i) => heading === section[i]),
    ),
  );
}
