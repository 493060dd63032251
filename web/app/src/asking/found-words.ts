// What was found while a question is typed: passages of the library, and places in the open document. Values only.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { findAsTyped, findLiteral } from "@wherein/anchoring/places/find-literal.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { SearchHit } from "@wherein/api-client/app-server.ts";
import { AROUND, densest } from "@wherein/ui/answers/clip.ts";
import { bodyOf } from "@wherein/ui/answers/passage-body.ts";
import { hasStopWordsOnly, wordMarks } from "@wherein/ui/answers/word-marks.ts";

// More would hide the text.
const MOST_FOUND = 300;
/** One letter is the beginning of a word, not yet something to be found; in other scripts it may be a word. */
const ONE_LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** Whether the words typed so far say nothing that could be found: "the", "what is". */
export function saysNothing(words: string): boolean {
  return hasStopWordsOnly(words);
}

/** The places of the words in a text, in code points. */
export function foundIn(text: string, words: string): readonly Span[] {
  if (saysNothing(words) || ONE_LETTER.test(words.trim())) return [];
  const found = findLiteral(text, words);
  return inCodePoints(text, found.kind === "found" ? found.spans.slice(0, MOST_FOUND) : []);
}

function inCodePoints(text: string, spans: readonly Span[]): readonly Span[] {
  const offsets = new CodePointOffsets(spans.length > 0 ? text : "");
  return spans.map(({ start, end }) => ({
    start: offsets.toCodePoints(start),
    end: offsets.toCodePoints(end),
  }));
}

/**
 * The places of words as they stand in a text, in code points; those in the same capitals and accents alone where there
 * are any. White space of any kind and length is the same.
 */
export function placesOfWords(text: string, words: string): readonly Span[] {
  return inCodePoints(text, findAsTyped(text, words).slice(0, MOST_FOUND));
}

/**
 * The hits that have the words, each with their place in it, so that a click leads there and not to the passage's
 * beginning. A search by meaning finds passages without them, which asking shows.
 */
export function withWords(hits: readonly SearchHit[], words: string): readonly SearchHit[] {
  return hits.flatMap((hit) => {
    const body = bodyOf(hit.text, hit.section);
    const focus = densest(wordMarks(body.text, words), AROUND);
    if (!focus) return wordMarks(hit.text, words).length > 0 ? [hit] : [];
    const offsets = new CodePointOffsets(hit.text);
    const at = (place: number) => hit.start + offsets.toCodePoints(body.offset + place);
    return [{ ...hit, start: at(focus.start), end: at(focus.end) }];
  });
}
