// The package's exports: a live page as canonical text, and marks at places in it.

export { type Block, type BlockKind, CanonicalText } from "./canonical/canonical-text.ts";
export { CodePointOffsets } from "./canonical/code-points.ts";
export { countWords, isBlank, squeezed, words } from "./canonical/white-space.ts";
export { PageText } from "./page-text.ts";
export { type FindOptions, findAsTyped, findLiteral, PLAIN } from "./places/find-literal.ts";
export { describe, findQuote, type Quote } from "./places/find-quote.ts";
export { MARK_KINDS, type MarkKind, marksCss, PageMarks, reveal } from "./places/marks.ts";
export { overlaps, type Span } from "./span.ts";
export { atOnce, inSlices, type Steps } from "./steps.ts";
export type { Reach, Unread } from "./tree/live-tree.ts";
