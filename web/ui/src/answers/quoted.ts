// Where an answer is in its sentence. Strings in, a span out.

import type { Span } from "@wherein/anchoring/span.ts";

export interface Quoted {
  readonly text: string;
  readonly marks: readonly Span[];
}

/**
 * The sentence with the place of the answer in it. `offset` is the least offset of the answer in the sentence, in
 * characters: the first occurrence from there on is meant, since a sentence may have the same words twice. An answer
 * that its sentence does not say comes before it.
 */
export function quoted(quote: string, text: string, offset: number): Quoted {
  // The sentence may have moved with the page; the answer's place within it has not.
  const after = quote.indexOf(text, Math.max(0, offset));
  const at = after < 0 ? quote.indexOf(text) : after;
  if (at < 0) return { text: `${text} ${quote}`, marks: [{ start: 0, end: text.length }] };
  return { text: quote, marks: [{ start: at, end: at + text.length }] };
}
