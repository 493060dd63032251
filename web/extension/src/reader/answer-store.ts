// Readings kept for pages asked before, by the hash of the page's text, the question and the model: while all
// three are the same, so is the reading.

import { questionKey } from "@wherein/reader/question-key.ts";
import type { Reading } from "@wherein/reader/reading.ts";
import { BoundedStore, type Row } from "./database.ts";

export interface Kept {
  readonly reading: Reading;
  /** When it was read, in milliseconds since 1970. */
  readonly when: number;
}

export interface AnswerStore {
  /** Null when nothing is kept, or the store cannot be read. */
  find(model: string, page: string, question: string): Promise<Kept | null>;
  /** Keeps a whole reading; false where the browser's storage is full, no error where it is closed. */
  keep(model: string, page: string, question: string, kept: Kept): Promise<boolean>;
  forget(model: string, page: string, question: string): Promise<void>;
}

// Some 8 kB each.
const MOST = 500;

export class IndexedAnswers implements AnswerStore {
  readonly #store = new BoundedStore<Kept & Row>("readings", MOST);

  find(model: string, page: string, question: string): Promise<Kept | null> {
    return this.#store.find(keyOf(model, page, question));
  }

  keep(model: string, page: string, question: string, kept: Kept): Promise<boolean> {
    return this.#store.keep({ ...kept, key: keyOf(model, page, question), size: 1 });
  }

  forget(model: string, page: string, question: string): Promise<void> {
    return this.#store.forget(keyOf(model, page, question));
  }
}

function keyOf(model: string, page: string, question: string): string {
  return [model, page, questionKey(question)].join("\0");
}
