// Stores the vectors of pages' passages by the hashes of the page's text and of the encoder.

import { BoundedStore, type Row } from "./database.ts";

export interface VectorStore {
  /** Null when none are stored, or the store cannot be read. */
  find(encoder: string, page: string): Promise<Float32Array | null>;
  /** False where the browser's storage is full; no error where it is closed. */
  keep(encoder: string, page: string, vectors: Float32Array): Promise<boolean>;
}

// Numbers of four bytes: 32 MB, some 300 pages of 5,000 words, or one of 5 MB of text.
const MOST = 8_000_000;

export class IndexedVectors implements VectorStore {
  readonly #store = new BoundedStore<Row & { readonly vectors: Float32Array }>("vectors", MOST);

  async find(encoder: string, page: string): Promise<Float32Array | null> {
    return (await this.#store.find(keyOf(encoder, page)))?.vectors ?? null;
  }

  keep(encoder: string, page: string, vectors: Float32Array): Promise<boolean> {
    return this.#store.keep({ key: keyOf(encoder, page), vectors, size: vectors.length });
  }
}

function keyOf(encoder: string, page: string): string {
  return [encoder, page].join("\0");
}
