// Finds a stored quote in a text that may have changed: W3C TextQuoteSelector, exact words only.

import type { Span } from "../span.ts";

/** A stored place: its words, the words around it, and its position. */
export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  /** The UTF-16 offset in the original text. */
  readonly start: number;
}

/** Characters of context kept on either side, as the text-fragment and annotation tools do. */
export const CONTEXT = 32;

// Where less than this share of the context matches, it is another place with the same words, unless the
// words are long enough to identify the place.
const LEAST_CONTEXT = 0.25;
const TELLING = 24;

export function describe(text: string, span: Span): Quote {
  return {
    exact: text.slice(span.start, span.end),
    prefix: text.slice(Math.max(0, span.start - CONTEXT), span.start),
    suffix: text.slice(span.end, span.end + CONTEXT),
    start: span.start,
  };
}

/**
 * The place of `quote` in `text`, or null. Of several places with the same words, the one with the best matching
 * context is chosen; ties go to the one nearest to the original place. Null also where no place has a matching context:
 * no mark is better than a wrong one.
 */
export function findQuote(text: string, quote: Quote): Span | null {
  if (quote.exact === "") return null;
  let best: { readonly at: number; readonly score: number } | null = null;
  for (let at = text.indexOf(quote.exact); at >= 0; at = text.indexOf(quote.exact, at + 1)) {
    const score = contextScore(text, at, quote);
    const nearer = best && Math.abs(at - quote.start) < Math.abs(best.at - quote.start);
    if (!best || score > best.score || (score === best.score && nearer)) best = { at, score };
  }
  if (!best) return null;
  if (best.score < LEAST_CONTEXT && quote.exact.length < TELLING) return null;
  return { start: best.at, end: best.at + quote.exact.length };
}

/** The share of the stored context that matches around `at`, counted outwards from the words. */
function contextScore(text: string, at: number, quote: Quote): number {
  const stored = quote.prefix.length + quote.suffix.length;
  if (stored === 0) return 1;
  let fits = 0;
  for (let i = 1; i <= quote.prefix.length; i++) {
    if (text[at - i] !== quote.prefix[quote.prefix.length - i]) break;
    fits++;
  }
  const end = at + quote.exact.length;
  for (let i = 0; i < quote.suffix.length; i++) {
    if (text[end + i] !== quote.suffix[i]) break;
    fits++;
  }
  return fits / stored;
}
