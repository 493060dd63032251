// Cuts a text around what is marked in it, between words. Strings in, parts out; knows no page.

import type { Span } from "@wherein/anchoring/span.ts";

export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface Clip {
  readonly parts: readonly Part[];
  /** Whether something was left out. */
  readonly isCut: boolean;
}

/** Characters beside the mark. */
export const AROUND = 120;
/** Characters of a mark that is cut itself. */
const LONGEST_MARK = 240;
/** A cut leaves out more than this, or nothing. */
const WORTH_CUTTING = 16;
/** The most characters that a cut moves to stand between words. */
const LONGEST_WORD = 24;

/** The whole text, its marks apart. The marks are in order and do not overlap. */
export function unclipped(text: string, marks: readonly Span[]): Clip {
  return { parts: partsOf(text, { start: 0, end: text.length }, marks), isCut: false };
}

/**
 * The text around one of its marks, with some `around` characters on each side; the other marks in this part stay marks.
 * Without a mark, its beginning. A mark that is too long keeps its beginning.
 */
export function clipped(
  text: string,
  marks: readonly Span[],
  focus: Span | undefined = marks[0],
  around: number = AROUND,
): Clip {
  if (!focus) return clipped(text, marks, { start: 0, end: Math.min(around, text.length) }, around);
  const start = cutBefore(text, focus.start - around);
  const isLong = focus.end - focus.start > LONGEST_MARK + WORTH_CUTTING;
  const end = cutAfter(text, isLong ? focus.start + LONGEST_MARK : focus.end + around);
  const shown = { start: Math.min(start, focus.start), end };
  const parts = partsOf(text, shown, marks);
  if (shown.start > 0) parts.unshift({ text: "…", isMarked: false });
  if (shown.end < text.length) parts.push({ text: "…", isMarked: false });
  return { parts, isCut: shown.start > 0 || shown.end < text.length };
}

/** The beginning of a text on one line, cut between words where it is longer than some `most` characters. */
export function beginning(text: string, most: number): string {
  const line = spaced(text).trim();
  const end = cutAfter(line, most);
  return end < line.length ? `${line.slice(0, end)}…` : line;
}

/** The mark with the most different words in the `width` characters that begin with it; ties go to the first. */
export function densest<M extends Span & { readonly word: string }>(
  marks: readonly M[],
  width: number,
): M | undefined {
  const inside = new Map<string, number>();
  let best: M | undefined;
  let most = 0;
  let last = 0;
  for (const first of marks) {
    for (let next = marks[last]; next && next.end <= first.start + width; next = marks[++last]) {
      inside.set(next.word, (inside.get(next.word) ?? 0) + 1);
    }
    if (inside.size > most) [best, most] = [first, inside.size];
    const left = (inside.get(first.word) ?? 0) - 1;
    if (left > 0) inside.set(first.word, left);
    else inside.delete(first.word);
  }
  return best ?? marks[0];
}

function partsOf(text: string, shown: Span, marks: readonly Span[]): Part[] {
  const parts: Part[] = [];
  const add = (start: number, end: number, isMarked: boolean) => {
    if (end > start) parts.push({ text: spaced(text.slice(start, end)), isMarked });
  };
  let at = shown.start;
  for (const mark of marks) {
    const start = Math.max(at, mark.start);
    const end = Math.min(mark.end, shown.end);
    if (end <= start) continue;
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, shown.end, false);
  return parts;
}

function cutBefore(text: string, wanted: number): number {
  if (wanted <= WORTH_CUTTING) return 0;
  const space = text.slice(wanted, wanted + LONGEST_WORD).search(/\s/u);
  return space < 0 ? betweenLetters(text, wanted) : wanted + space + 1;
}

function cutAfter(text: string, wanted: number): number {
  if (wanted >= text.length - WORTH_CUTTING) return text.length;
  const from = Math.max(0, wanted - LONGEST_WORD);
  const space = /\s\S*$/u.exec(text.slice(from, wanted))?.index;
  return space === undefined ? betweenLetters(text, wanted) : from + space;
}

/** Never inside of a character, nor before a sign that belongs to the one before it. */
function betweenLetters(text: string, place: number): number {
  let at = place;
  while (at > 0 && /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u.test(text.slice(at, at + 2))) at--;
  return at;
}

/** The spaces and line ends of tables and pages are one space each. */
function spaced(text: string): string {
  return text.replace(/\s+/gu, " ");
}
