// Readings kept for pages asked before, by the hash of the page's text, the question and the model: while all
// three are the same, so is the reading. Bounded; the one not used for longest goes first.

import { folded } from "@wherein/reader/heading-prefix.ts";
import type { Reading } from "@wherein/reader/page-reader.ts";

export interface Kept {
  readonly reading: Reading;
  /** When it was read, in milliseconds since 1970. */
  readonly when: number;
}

export interface AnswerStore {
  /** Null when nothing is kept, or the store cannot be read. */
  find(model: string, page: string, question: string): Promise<Kept | null>;
  /** Keeps a whole reading; a full or closed store keeps nothing, without an error. */
  keep(model: string, page: string, question: string, kept: Kept): Promise<void>;
  forget(model: string, page: string, question: string): Promise<void>;
}

export const DATABASE = "wherein-answers";
const STORE = "readings";
const BY_USE = "used";
// Some 8 kB each.
const MOST = 500;
const VERSION = 1;

interface Row extends Kept {
  readonly key: string;
  readonly used: number;
}

export class IndexedAnswers implements AnswerStore {
  #database: Promise<IDBDatabase> | null = null;
  /** Two uses within a millisecond still have an order. */
  #lastUse = 0;

  async find(model: string, page: string, question: string): Promise<Kept | null> {
    try {
      const key = keyOf(model, page, question);
      const store = (await this.#open()).transaction(STORE, "readwrite").objectStore(STORE);
      const row = (await done(store.get(key))) as Row | undefined;
      if (!row) return null;
      await done(store.put({ ...row, used: this.#now() } satisfies Row));
      return { reading: row.reading, when: row.when };
    } catch {
      // A help, not a promise: the page is read anew.
      return null;
    }
  }

  async keep(model: string, page: string, question: string, kept: Kept): Promise<void> {
    try {
      const row: Row = { ...kept, key: keyOf(model, page, question), used: this.#now() };
      const store = (await this.#open()).transaction(STORE, "readwrite").objectStore(STORE);
      await done(store.put(row));
      let over = (await done(store.count())) - MOST;
      const cursor = store.index(BY_USE).openKeyCursor();
      while (over-- > 0) {
        const oldest = await done(cursor);
        if (!oldest) break;
        store.delete(oldest.primaryKey);
        oldest.continue();
      }
    } catch {
      // The storage is full or gone; nothing is lost but time.
    }
  }

  async forget(model: string, page: string, question: string): Promise<void> {
    try {
      const store = (await this.#open()).transaction(STORE, "readwrite").objectStore(STORE);
      await done(store.delete(keyOf(model, page, question)));
    } catch {
      // What cannot be opened cannot be served either.
    }
  }

  #now(): number {
    this.#lastUse = Math.max(Date.now(), this.#lastUse + 1);
    return this.#lastUse;
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= this.#opened().catch((error: unknown) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }

  async #opened(): Promise<IDBDatabase> {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(STORE, { keyPath: "key" }).createIndex(BY_USE, "used");
    };
    const database = await done(opening);
    const close = () => {
      database.close();
      this.#database = null;
    };
    // Wiped from the settings while this is open.
    database.onversionchange = close;
    database.onclose = close;
    return database;
  }
}

function keyOf(model: string, page: string, question: string): string {
  return [model, page, folded(question)].join("\0");
}

/** The next result of a request. */
function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
