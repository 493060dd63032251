// Plain find: finds typed words in a text. Strings in, spans out; knows no page.

import type { Span } from "./span.ts";
import { SPACE_CLASS } from "./white-space.ts";

export interface FindOptions {
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
  readonly regularExpression: boolean;
}

export const PLAIN: FindOptions = {
  matchCase: false,
  wholeWords: false,
  regularExpression: false,
};

export type LiteralMatches =
  | { readonly kind: "found"; readonly spans: readonly Span[]; readonly more: boolean }
  | { readonly kind: "invalid"; readonly reason: string };

/** The most hits to return; browsers stop counting there too. */
export const MOST_HITS = 1000;

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/**
 * The hits of `query` in order, at most `MOST_HITS`, none overlapping; `more` when there are others.
 * White space in the query matches any white space. A blank query finds nothing.
 */
export function findLiteral(
  text: string,
  query: string,
  options: FindOptions = PLAIN,
): LiteralMatches {
  if (query.trim() === "") return { kind: "found", spans: [], more: false };
  const flags = options.matchCase ? "gu" : "giu";
  let pattern: RegExp;
  try {
    pattern = new RegExp(options.regularExpression ? query : escaped(query.trim()), flags);
  } catch (error) {
    return { kind: "invalid", reason: error instanceof Error ? error.message : String(error) };
  }
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (span.end === span.start) continue;
    if (options.wholeWords && !standsAlone(text, span)) continue;
    if (spans.length === MOST_HITS) return { kind: "found", spans, more: true };
    spans.push(span);
  }
  return { kind: "found", spans, more: false };
}

function escaped(query: string): string {
  return query
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(new RegExp(`[${SPACE_CLASS}]+`, "g"), `[${SPACE_CLASS}]+`);
}

function standsAlone(text: string, span: Span): boolean {
  const before = [...text.slice(Math.max(0, span.start - 2), span.start)].at(-1) ?? " ";
  const after = [...text.slice(span.end, span.end + 2)][0] ?? " ";
  return !WORD.test(before) && !WORD.test(after);
}
