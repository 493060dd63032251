// How much to mark: a few words for "who", a sentence for "why" and "how". The twin of Python's
// `wherein.reading.marking`; the cases are in contracts/marking.json.

import type { Span } from "@wherein/anchoring/span.ts";
import { countWords, isSpace, squeezed, words } from "@wherein/anchoring/white-space.ts";
import { sentenceAround } from "./sentences.ts";

/** What the reader marks; for yes or no what is said of it; the sentence, for a reason only where the
 * reader's own span is a doubtful piece of it. */
export type Extent = "words" | "clause" | "reason" | "procedure";

const LONGEST_WORDS = 60;
// `\b` knows ASCII letters alone; these know what Python's does.
const BEGIN = "(?<![\\p{L}\\p{N}_])";
const END = "(?![\\p{L}\\p{N}_])";
const PROCEDURE = new RegExp(
  `${BEGIN}how (?:(?:do|can|could|should|would|must) (?:i|we|you|one|they)|(?:i|we|you) can|to)${END}` +
    `|${BEGIN}what (?:should|can|must|do|could) (?:i|we|you) do${END}`,
  "u",
);
const REASON = new RegExp(
  `${BEGIN}why${END}` +
    `|${BEGIN}(?:what|which) (?:is|are|was|were) the (?:reason|purpose|cause)s?${END}` +
    `|${BEGIN}what (?:happens|causes)${END}` +
    `|${BEGIN}how${END}(?! (?:many|much|long|old|far|often|tall|big|large|high|fast|deep|wide|late` +
    `|early|heavy|likely|soon|few|common|great|accurate)${END})`,
  "u",
);
const CLAUSE =
  /^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must) /;
// A span that begins so says why or how by itself.
const LINKS: ReadonlySet<string> = new Set(
  "to by through via in from for with because due since as".split(" "),
);
// These end a clause when white space follows, those wherever they stand.
const STOPS_BEFORE = ",;:)";
const STOPS = "(\u2013\u2014\n";

/** How much a question asks to have marked, by its own words. */
export function extent(question: string): Extent {
  const asked = squeezed(question.toLowerCase());
  if (PROCEDURE.test(asked)) return "procedure";
  if (REASON.test(asked)) return "reason";
  return CLAUSE.test(asked) ? "clause" : "words";
}

/** The span with what of its sentence belongs to it; itself where that would be too long. */
export function widened(text: string, span: Span, wanted: Extent, margin: number): Span {
  if (wanted === "words") return span;
  const own = text.slice(span.start, span.end);
  if (wanted === "reason" && (margin >= 0 || LINKS.has(words(own.toLowerCase())[0] ?? ""))) {
    return span;
  }
  const sentence = sentenceAround(text, span);
  const wide = wanted === "clause" ? clause(text, span, sentence) : sentence;
  return countWords(text.slice(wide.start, wide.end)) > LONGEST_WORDS ? span : wide;
}

function clause(text: string, span: Span, sentence: Span): Span {
  let { start, end } = span;
  while (start > sentence.start && !endsBefore(text, start - 1)) start--;
  while (end < sentence.end && !endsAt(text, end)) end++;
  while (start < span.start && isSpace(text.charCodeAt(start))) start++;
  while (end > span.end && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

function endsBefore(text: string, at: number): boolean {
  const unit = text.charAt(at);
  if (STOPS.includes(unit)) return true;
  return at > 0 && isSpace(text.charCodeAt(at)) && STOPS_BEFORE.includes(text.charAt(at - 1));
}

function endsAt(text: string, at: number): boolean {
  const unit = text.charAt(at);
  if (`${STOPS})`.includes(unit)) return true;
  const last = at + 1 === text.length || isSpace(text.charCodeAt(at + 1));
  return last && `${STOPS_BEFORE}.!?`.includes(unit);
}
