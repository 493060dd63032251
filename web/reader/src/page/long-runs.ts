// Leaves the middle of very long runs of marks, or of letters and digits, out of a text that is tokenised. The twin of
// Python's `wherein.passages.long_runs`; the cases are in contracts/windows.json.

import LEXICON from "../../../../contracts/lexicon/passages.json" with { type: "json" };
import { sourceOf } from "../lexicon/lexicon.ts";
import type { Tokens } from "../tokens/wordpiece.ts";

/** Code points of a run that stay: the first and the last half of them. */
const LONGEST_RUN = LEXICON.numbers.longest_run;
const HALF = LONGEST_RUN / 2;

/** What stays of a text, and where in it UTF-16 units are left out, ascending. */
export interface Shortened {
  readonly text: string;
  readonly cuts: readonly { readonly at: number; readonly length: number }[];
}

/** A text of whose runs longer than `LONGEST_RUN` only the beginning and the end stay. */
export function withoutLongRuns(text: string): Shortened {
  // A pattern would keep a step for each character of a run.
  const parts: string[] = [];
  const cuts: { at: number; length: number }[] = [];
  let kept = 0;
  let from = 0;
  for (let start = 0; start < text.length; ) {
    const { end, points } = runAt(text, start);
    if (points > LONGEST_RUN) {
      const cut = { start: forwards(text, start, HALF), end: backwards(text, end, HALF) };
      parts.push(text.slice(from, cut.start));
      kept += cut.start - from;
      from = cut.end;
      cuts.push({ at: kept, length: cut.end - cut.start });
    }
    start = end;
  }
  return cuts.length === 0 ? { text, cuts } : { text: parts.join("") + text.slice(from), cuts };
}

/** The places in the whole text at which something is left out. */
export function placesOf({ cuts }: Shortened): number[] {
  let leftOut = 0;
  return cuts.map(({ at, length }) => {
    const place = at + leftOut;
    leftOut += length;
    return place;
  });
}

/** Tokens of the shortened text with their places in the whole one. */
export function restored({ cuts }: Shortened, tokens: Tokens): Tokens {
  if (cuts.length === 0) return tokens;
  return {
    ids: tokens.ids,
    // The left-out characters are before a token that begins there, and after one that ends there.
    starts: moved(tokens.starts, cuts, (cut, place) => cut <= place),
    ends: moved(tokens.ends, cuts, (cut, place) => cut < place),
  };
}

function moved(
  places: Int32Array,
  cuts: Shortened["cuts"],
  isBefore: (cut: number, place: number) => boolean,
): Int32Array {
  let next = 0;
  let by = 0;
  return places.map((place) => {
    for (let cut = cuts[next]; cut && isBefore(cut.at, place); cut = cuts[++next]) by += cut.length;
    return place + by;
  });
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// In scripts without spaces every character is a word, and passages are cut by words.
const UNSPACED = new RegExp(`[${sourceOf(LEXICON, "unspaced")}]`, "u");
const MARK = 1;
const IN_WORD = 2;
const WORD = 3;
/** What each code point of the basic plane is; 0 while unknown. */
const kinds = new Uint8Array(0x10000);

function kindOf(point: number): number {
  let kind = kinds[point] ?? 0;
  if (kind > 0) return kind;
  const char = String.fromCodePoint(point);
  kind = !LETTER_OR_DIGIT.test(char) ? MARK : UNSPACED.test(char) ? WORD : IN_WORD;
  if (point < kinds.length) kinds[point] = kind;
  return kind;
}

/** The end of the run of one kind that begins at `start`, and how many code points it has; 0 for words of one character. */
function runAt(text: string, start: number): { end: number; points: number } {
  const first = kindOf(text.codePointAt(start) as number);
  let end = start;
  let points = 0;
  while (end < text.length) {
    const point = text.codePointAt(end) as number;
    if (kindOf(point) !== first) break;
    end += point > 0xffff ? 2 : 1;
    points++;
  }
  return { end, points: first === WORD ? 0 : points };
}

function forwards(text: string, from: number, points: number): number {
  let at = from;
  for (let k = 0; k < points; k++) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return at;
}

function backwards(text: string, from: number, points: number): number {
  let at = from;
  for (let k = 0; k < points; k++) {
    at--;
    if (at > 0 && (text.codePointAt(at - 1) as number) > 0xffff) at--;
  }
  return at;
}
