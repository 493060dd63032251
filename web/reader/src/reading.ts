// The state of a question: the answers so far and how much of the page was read. The schemas parse it when it comes from
// another part of the extension.

import type { Span } from "@wherein/anchoring/span.ts";
import * as v from "valibot";

/** A deeply read-only value. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

const span: v.GenericSchema<Span> = v.object({ start: v.number(), end: v.number() });

/**
 * What is known of an answer's document and its amendments; the names are those of the server's API. The page's own reader
 * tells of amendments alone; what the panel takes from a paired server (`server-link.ts`) has to name each, or it does not
 * compile.
 */
const documentFacts = v.object({
  document_kind: v.exactOptional(v.nullable(v.string())),
  recognised: v.exactOptional(v.nullable(v.boolean())),
  date: v.exactOptional(v.nullable(v.string())),
  date_kind: v.exactOptional(v.nullable(v.picklist(["modified", "published", "created", "as_of"]))),
  file_change: v.exactOptional(v.nullable(v.picklist(["changed", "gone", "unreadable"]))),
  struck_by: v.exactOptional(
    v.nullable(v.object({ quote: v.string(), words: v.nullable(v.string()) })),
  ),
  subject_to: v.exactOptional(v.nullable(v.array(v.object({ quote: v.string() })))),
});
export type DocumentFacts = Immutable<v.InferOutput<typeof documentFacts>>;

export const foundAnswer = v.object({
  text: v.string(),
  span,
  quote: v.string(),
  quoteSpan: span,
  section: v.array(v.string()),
  /** The probability that it is right. */
  confidence: v.number(),
  /** True for a sentence that is relevant to a yes/no question without deciding it. */
  evidence: v.boolean(),
  /** False where it is beside the main text: in a menu, box, comment or footer. */
  main: v.exactOptional(v.boolean()),
  /** Who found it, where that is not the model. */
  foundBy: v.exactOptional(v.picklist(["cells", "terms", "sentence", "clause"])),
  documentFacts: v.exactOptional(documentFacts),
});
export type FoundAnswer = Immutable<v.InferOutput<typeof foundAnswer>>;

const nearPassage = v.object({ span, text: v.string(), section: v.array(v.string()) });
export type NearPassage = Immutable<v.InferOutput<typeof nearPassage>>;

/** Neighbouring sentences that belong to the answer, with the probability that the likeliest of them does. */
const evidence = v.object({ span, probability: v.number() });
export type Evidence = Immutable<v.InferOutput<typeof evidence>>;

/** "as it stands" reads from the top, for comparison of the cost. */
export const readingOrder = v.picklist(["likeliest first", "as it stands"]);
export type ReadingOrder = v.InferOutput<typeof readingOrder>;

/** The answers of one reader, above its bound and below. */
const found = v.object({
  answers: v.array(foundAnswer),
  perhaps: v.array(foundAnswer),
  /**
   * The confidence of the model's best answer, where it has none above its bound and the answers are
   * whole sentences, found by their words and meaning.
   */
  unsure: v.exactOptional(v.number()),
});
export type ReaderAnswers = Immutable<v.InferOutput<typeof found>>;

/** The state of a question after another passage was read. */
export const reading = v.object({
  ...found.entries,
  nearest: v.array(nearPassage),
  wordsRead: v.number(),
  words: v.number(),
  done: v.boolean(),
  /**
   * The corrected question that was also asked; the answers are to it, or neither spelling has any.
   */
  meant: v.exactOptional(v.string()),
  /** True where the question asked for several things; the answers are whole sentences in reading order. */
  several: v.exactOptional(v.boolean()),
  /** What belongs to the answers, in reading order, where a few words do not answer the question. */
  evidence: v.exactOptional(v.array(evidence)),
});
export type Reading = Immutable<v.InferOutput<typeof reading>>;
