// The interface of a viewer of a document: a reading view of its text, or the pages of its PDF. Types only.

import type { Span } from "@wherein/anchoring/span.ts";
import type { Tick } from "@wherein/ui/answers/spots.ts";

/** "ruled": what is read aloud now, or the nearest passage that the person is at, which is no answer. */
export type ShownMark = "answer" | "perhaps" | "plain" | "ruled";

/** What is marked in a document; places in code points, as in addresses and replies. */
export interface Marks {
  readonly spans: readonly (Span & { readonly kind: ShownMark })[];
  /** The one that the person is at. */
  readonly current: Span | null;
}

export const NO_MARKS: Marks = { spans: [], current: null };

export interface Viewer {
  /** Replaces all marks. */
  mark(marks: Marks): Promise<void>;
  /** Where the marks are along the scroll bar, as the document is laid out now. */
  ticks(): readonly Tick[];
  /** Brings a place into sight. */
  reveal(span: Span): Promise<void>;
  /** What the person has selected, in code points; null where nothing is, or its place is unknown. */
  selection(): Span | null;
  destroy(): void;
}
