// Filters and sorts the documents of the library's list. Values in, values out.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { shownSource } from "@wherein/api-client/source.ts";

export type Order = "newest" | "oldest" | "dated" | "title" | "longest";
/** What a document's state asks of the person: nothing, to be added again, or a file that is not where it was. */
export type State = "" | "outdated";

export interface Wanted {
  readonly words: string;
  /** "" is every kind. */
  readonly kind: string;
  /** "" is with any tag or none. */
  readonly tag: string;
  /** "" is every state. */
  readonly state: State;
  /** Added within so many days; 0 is at any time. */
  readonly days: number;
  readonly order: Order;
}

export const ALL: Wanted = { words: "", kind: "", tag: "", state: "", days: 0, order: "newest" };

const dateOf = ({ date, added }: KeptDocument): string => date ?? added;
const titles = new Intl.Collator(undefined, { numeric: true });
/** The order of what is alike otherwise, wherever it comes from: what is removed keeps its place, and gets it back. */
const byTitle = (a: KeptDocument, b: KeptDocument): number =>
  titles.compare(a.title, b.title) || compared(a.document, b.document);
const BY: Readonly<Record<Order, (a: KeptDocument, b: KeptDocument) => number>> = {
  newest: (a, b) => compared(b.added, a.added) || byTitle(a, b),
  oldest: (a, b) => compared(a.added, b.added) || byTitle(a, b),
  dated: (a, b) => compared(dateOf(b), dateOf(a)) || byTitle(a, b),
  title: (a, b) => byTitle(a, b),
  longest: (a, b) => b.words - a.words || byTitle(a, b),
};

/** Documents that fit what is wanted, whose title, source or tags hold every word. */
export function listed(
  documents: readonly KeptDocument[],
  wanted: Wanted,
  now = Date.now(),
): KeptDocument[] {
  const words = wanted.words.toLowerCase().split(/\s+/u).filter(Boolean);
  const since = wanted.days > 0 ? new Date(now - wanted.days * 86_400_000).toISOString() : "";
  return documents
    .filter(({ title, source, kind, added, tags = [], outdated }) => {
      if (wanted.kind !== "" && kind !== wanted.kind) return false;
      if (wanted.tag !== "" && !tags.includes(wanted.tag)) return false;
      if (wanted.state === "outdated" && !outdated) return false;
      if (added < since) return false;
      if (words.length === 0) return true;
      const told = `${title} ${shownSource(source)} ${tags.join(" ")}`.toLowerCase();
      return words.every((word) => told.includes(word));
    })
    .sort(BY[wanted.order]);
}

export function kindsOf(documents: readonly KeptDocument[]): string[] {
  return [...new Set(documents.map(({ kind }) => kind))].sort();
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
