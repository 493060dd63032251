// Which documents the library's list shows, and in which order. Values in, values out.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";

export type Order = "newest" | "oldest" | "title" | "longest";

export interface Wanted {
  readonly words: string;
  /** "" is every kind. */
  readonly kind: string;
  readonly order: Order;
}

const BY: Readonly<Record<Order, (a: KeptDocument, b: KeptDocument) => number>> = {
  newest: (a, b) => b.added.localeCompare(a.added),
  oldest: (a, b) => a.added.localeCompare(b.added),
  title: (a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }),
  longest: (a, b) => b.words - a.words,
};

/** Documents whose title or source holds every word. */
export function listed(documents: readonly KeptDocument[], wanted: Wanted): KeptDocument[] {
  const words = wanted.words.toLowerCase().split(/\s+/u).filter(Boolean);
  return documents
    .filter(({ title, source, kind }) => {
      if (wanted.kind !== "" && kind !== wanted.kind) return false;
      const told = `${title} ${source}`.toLowerCase();
      return words.every((word) => told.includes(word));
    })
    .sort(BY[wanted.order]);
}

export function kindsOf(documents: readonly KeptDocument[]): string[] {
  return [...new Set(documents.map(({ kind }) => kind))].sort();
}
