// The package's exports: a live page as canonical text, and marks at places in it.

export { type Block, type BlockKind, CanonicalText } from "./canonical-text.ts";
export { CodePointOffsets } from "./code-points.ts";
export { type FindOptions, findLiteral, PLAIN } from "./find-literal.ts";
export { describe, findQuote, type Quote } from "./find-quote.ts";
export type { Reach, Unread } from "./live-tree.ts";
export { MARK_KINDS, type MarkKind, marksCss, PageMarks, reveal } from "./marks.ts";
export { PageText } from "./page-text.ts";
export { overlaps, type Span } from "./span.ts";
export { atOnce, inSlices, type Steps } from "./steps.ts";
export { countWords, isBlank, squeezed, words } from "./white-space.ts";
