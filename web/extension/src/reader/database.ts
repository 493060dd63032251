// The extension's one database, in the browser: stored readings and feedback. Does not interpret rows; `reading-row.ts`
// migrates those of older versions.

import { migrated } from "./reading-row.ts";

export const DATABASE = "wherein-answers";
/** Increased when the form of rows, readings or question keys changes; older rows are then migrated. */
const VERSION = 7;
// Up to this version passages were made of all blocks alike: the vectors of the same text belong to others now.
const ONE_KIND_OF_PASSAGE = 5;
/** Each store has rows with a `key` and a `used`; its index orders them by use and includes `size`. */
export type StoreName = "readings" | "vectors";

export interface Row {
  readonly key: string;
  /** When it was last used, in milliseconds since 1970. */
  readonly used: number;
  /** Its size as counted towards the store's bound. */
  readonly size: number;
}

const BY_USE = "used";

/** A bounded store of rows that drops the least recently used ones. It is only a cache: errors count as misses. */
export class BoundedStore<T extends Row> {
  readonly #name: StoreName;
  readonly #most: number;
  #database: Promise<IDBDatabase> | null = null;
  /** The time of the last use, so that two uses within a millisecond are still ordered. */
  #lastUse = 0;

  /** `most`: the largest sum of all rows' sizes. */
  constructor(name: StoreName, most: number) {
    this.#name = name;
    this.#most = most;
  }

  /** Null when nothing is stored, or the store cannot be read. */
  async find(key: string): Promise<T | null> {
    try {
      const store = await this.#store();
      const row = (await done(store.get(key))) as T | undefined;
      if (!row) return null;
      await done(store.put({ ...row, used: this.#now() }));
      return row;
    } catch {
      return null;
    }
  }

  /** The rows whose keys begin so, least key first; none where the store cannot be read. */
  async begun(prefix: string): Promise<readonly T[]> {
    try {
      const store = await this.#store();
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      return (await done(store.getAll(range))) as T[];
    } catch {
      return [];
    }
  }

  /** False where the browser's storage is full; other failures to store are ignored. */
  async keep(row: Omit<T, "used">): Promise<boolean> {
    if (row.size > this.#most) return true;
    try {
      const store = await this.#store();
      const written = ended(store.transaction);
      // Reported below, unless an earlier request has failed.
      written.catch(() => undefined);
      await done(store.put({ ...row, used: this.#now() }));
      let room = this.#most;
      // From the most recently used down; rows beyond the bound are deleted.
      const cursor = store.index(BY_USE).openKeyCursor(null, "prev");
      for (let next = await done(cursor); next; next = await done(cursor)) {
        room -= (next.key as [number, number])[1];
        if (room < 0) store.delete(next.primaryKey);
        next.continue();
      }
      await written;
      return true;
    } catch (error) {
      // Only time is lost.
      return !(error instanceof DOMException && error.name === "QuotaExceededError");
    }
  }

  async #store(): Promise<IDBObjectStore> {
    this.#database ??= this.#opened().catch((error: unknown) => {
      this.#database = null;
      throw error;
    });
    return (await this.#database).transaction(this.#name, "readwrite").objectStore(this.#name);
  }

  #now(): number {
    this.#lastUse = Math.max(Date.now(), this.#lastUse + 1);
    return this.#lastUse;
  }

  async #opened(): Promise<IDBDatabase> {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = ({ oldVersion }) => {
      if (opening.transaction) upgrade(opening.result, opening.transaction, oldVersion);
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

/** Migrates an older database to the current stores; after an error, the older one is unchanged. */
function upgrade(database: IDBDatabase, transaction: IDBTransaction, version: number): void {
  const made = (name: StoreName) => {
    const store = database.createObjectStore(name, { keyPath: "key" });
    store.createIndex(BY_USE, ["used", "size"]);
    return store;
  };
  const { objectStoreNames } = database;
  if (!objectStoreNames.contains("vectors")) made("vectors");
  else if (version <= ONE_KIND_OF_PASSAGE) transaction.objectStore("vectors").clear();
  if (!objectStoreNames.contains("readings")) {
    made("readings");
    return;
  }
  const reading = transaction.objectStore("readings").getAll();
  reading.onsuccess = () => {
    // Rebuilt: the first version's index had no sizes.
    database.deleteObjectStore("readings");
    const store = made("readings");
    for (const row of migrated(reading.result, version)) store.put(row);
  };
}

/** Resolves when a transaction is fully written, since a full storage may be reported only at its end. */
function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The next result of a request. */
function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
