// Plain find: finds typed words in a text. Strings in, spans out; knows no page.

import { SPACE_CLASS } from "../canonical/white-space.ts";
import type { Span } from "../span.ts";

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
 * White space in the query matches any white space. Unless case matters, letters match with any accent, and straight
 * quotes and hyphens match curly quotes and dashes, as in browsers. A blank query finds nothing.
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
    pattern = new RegExp(
      options.regularExpression ? query : patternOf(query.trim(), options),
      flags,
    );
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

/**
 * The places of words that a person typed as they stand in the text; those in the same capitals and accents alone where
 * there are any.
 */
export function findAsTyped(text: string, words: string): readonly Span[] {
  const exact = findLiteral(text, words, { ...PLAIN, matchCase: true });
  const found = exact.kind === "found" && exact.spans.length > 0 ? exact : findLiteral(text, words);
  return found.kind === "found" ? found.spans : [];
}

function patternOf(query: string, { matchCase }: FindOptions): string {
  const letters = [...query.normalize("NFC")].map(matchCase ? escaped : folded);
  return letters.join("").replace(new RegExp(`[${SPACE_CLASS}]+`, "g"), `[${SPACE_CLASS}]+`);
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
}

const ACCENT = /^[\u0300-\u036f]$/;
const ALIKE = ["'‘’‚‛", '"“”„‟', "\\-‐‑‒–—"];

/** What a character matches where case does not matter: letters of its base letter with any accents, signs alike. */
function folded(character: string): string {
  if (ACCENT.test(character)) return "";
  const alike = ALIKE.find((signs) => signs.includes(character) && character !== "\\");
  if (alike !== undefined) return `[${alike}]`;
  const base = character.normalize("NFD").charAt(0).toLowerCase();
  const accented = accentedLetters().get(base);
  return accented === undefined ? escaped(character) : `[${accented}][\\u0300-\\u036f]*`;
}

/** Latin and Greek letters that carry their accent. */
const ACCENTED_BLOCKS = [
  [0xc0, 0x24f],
  [0x370, 0x3ff],
  [0x1e00, 0x1fff],
] as const;

let accentedOf: ReadonlyMap<string, string> | undefined;

/**
 * By letter in lower case: the letter with its accented forms. Made at the first search. Of the Cyrillic letters only е
 * has one: й is a letter of its own.
 */
function accentedLetters(): ReadonlyMap<string, string> {
  if (accentedOf !== undefined) return accentedOf;
  const found = new Map([["е", "её"]]);
  for (const letter of "abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρσςτυφχψω")
    found.set(letter, letter);
  for (const [first, last] of ACCENTED_BLOCKS) {
    for (let point = first; point <= last; point++) {
      const letter = String.fromCodePoint(point);
      const [base = "", ...marks] = letter.normalize("NFD");
      const forms = found.get(base.toLowerCase());
      if (forms !== undefined && marks.length > 0) found.set(base.toLowerCase(), forms + letter);
    }
  }
  accentedOf = found;
  return found;
}

function standsAlone(text: string, span: Span): boolean {
  const before = [...text.slice(Math.max(0, span.start - 2), span.start)].at(-1) ?? " ";
  const after = [...text.slice(span.end, span.end + 2)][0] ?? " ";
  return !WORD.test(before) && !WORD.test(after);
}
