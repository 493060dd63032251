// The words of a query that say what is sought (not "the", "of", "what"), and where they are in a text, whatever their
// case, accents and ending. Strings in, spans out.

import { findLiteral } from "@wherein/anchoring/places/find-literal.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { STOP } from "@wherein/reader/page/likeliest.ts";

export interface WordMark extends Span {
  /** The word of the query. */
  readonly word: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** A shorter word of the text is not the stem of a longer one. */
const SHORTEST_STEM = 4;
/** Words that are equal so far are forms of one word, as in the search. */
const STEM = 6;

/**
 * The places of the query's words in the text, in order; words that say nothing ("the", "of") are left out. Where the
 * text has none of them as a word, the places of the whole query.
 */
export function wordMarks(text: string, query: string): readonly WordMark[] {
  const wanted = contentWords(query);
  const marks: WordMark[] = [];
  for (const { index, 0: found } of text.matchAll(WORD)) {
    const own = foldedWord(found);
    const word = wanted.find((each) => isForm(own, each));
    if (word !== undefined) marks.push({ start: index, end: index + found.length, word });
  }
  if (marks.length > 0 || wanted.length === 0) return marks;
  const literal = findLiteral(text, query);
  return literal.kind === "found" ? literal.spans.map((span) => ({ ...span, word: query })) : [];
}

/** Whether a word of the text is the word sought, begins with it, or is another form of it. */
function isForm(own: string, sought: string): boolean {
  if (own.startsWith(sought)) return true;
  if (own.length >= SHORTEST_STEM && sought.startsWith(own)) return sought.length <= own.length + 3;
  return sought.length >= STEM && own.slice(0, STEM) === sought.slice(0, STEM);
}

const QUERY_WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu;
const POSSESSIVE = /['’]s?$/u;
const ACCENTS = /\p{M}+/gu;

/** The words as they are compared, each once, in their order. */
export function contentWords(query: string): readonly string[] {
  const words = (query.match(QUERY_WORD) ?? []).map((word) => word.toLowerCase().replace("’", "'"));
  const telling = words.filter((word) => !STOP.has(word));
  return [...new Set(telling.map((word) => foldedWord(word.replace(POSSESSIVE, ""))))];
}

/** Whether a query has words, and all of them say nothing of what is sought. */
export function hasStopWordsOnly(query: string): boolean {
  return WORD_ONCE.test(query) && contentWords(query).length === 0;
}

const WORD_ONCE = /[\p{L}\p{N}]/u;

/** Lower case, without accents. */
export function foldedWord(word: string): string {
  return word.toLowerCase().normalize("NFKD").replace(ACCENTS, "");
}
