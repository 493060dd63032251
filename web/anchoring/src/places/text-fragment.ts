// Makes links to a place in a page, `#:~:text=` (WICG text fragments), and resolves them as browsers do, so that every
// link it makes finds its place.

import { SPACE_CLASS } from "../canonical/white-space.ts";
import type { Span } from "../span.ts";

/** The parts of one directive: words before, the first words, the last words, words after. */
export interface TextDirective {
  readonly prefix?: string;
  readonly start: string;
  readonly end?: string;
  readonly suffix?: string;
}

// Longer texts are given by their first and last words, as browsers themselves do.
const LONGEST_EXACT = 120;
const ENDS_WORDS = 5;
const CONTEXT_WORDS = [1, 2, 3, 4, 6, 8, 12];

const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "gu");
const WORD_CHAR = /[\p{L}\p{N}\p{M}_]/u;

/** A text as browsers search it: white space collapsed to one space, with the offset of each unit. */
interface Squeezed {
  readonly text: string;
  readonly at: Int32Array;
}

function squeeze(text: string): Squeezed {
  const at = new Int32Array(text.length + 1);
  let out = "";
  let from = 0;
  const copy = (end: number) => {
    for (let i = from; i < end; i++) at[out.length + i - from] = i;
    out += text.slice(from, end);
  };
  for (const match of text.matchAll(SPACES)) {
    copy(match.index);
    at[out.length] = match.index;
    out += " ";
    from = match.index + match[0].length;
  }
  copy(text.length);
  at[out.length] = text.length;
  return { text: out, at: at.slice(0, out.length + 1) };
}

/**
 * The address of `span` in the page at `url`; null when no directive finds it (its words, with any context tried, also
 * occur earlier). The span is extended to whole words, since fragments match only those.
 */
export function linkTo(url: string, text: string, span: Span): string | null {
  const page = squeeze(text);
  const wide = wholeWords(page.text, inSqueezed(page, span));
  const exact = page.text.slice(wide.start, wide.end);
  if (exact.trim() === "") return null;
  const inBlock = !text.slice(span.start, span.end).includes("\n");
  const bases: TextDirective[] = [];
  if (inBlock && exact.length <= LONGEST_EXACT) bases.push({ start: exact });
  else {
    const words = exact.split(" ");
    if (words.length >= 2) {
      const ends = Math.min(ENDS_WORDS, Math.floor(words.length / 2));
      bases.push({ start: words.slice(0, ends).join(" "), end: words.slice(-ends).join(" ") });
    }
    if (inBlock) bases.push({ start: exact });
  }
  // The context must be in the same block: browsers do not search across blocks.
  const line = lineAround(text, page, wide);
  const before = page.text.slice(line.start, wide.start).trim().split(" ").filter(Boolean);
  const after = page.text.slice(wide.end, line.end).trim().split(" ").filter(Boolean);
  for (const base of bases) {
    for (const count of [0, ...CONTEXT_WORDS]) {
      const prefix = before.slice(Math.max(0, before.length - count)).join(" ");
      const suffix = after.slice(0, count).join(" ");
      const context = count === 0 ? {} : { ...(prefix && { prefix }), ...(suffix && { suffix }) };
      const directive = { ...context, ...base };
      const found = resolveIn(page.text, directive);
      if (found && found.start === wide.start && found.end === wide.end) {
        return `${url.split("#")[0]}#:~:text=${encoded(directive)}`;
      }
    }
  }
  return null;
}

/** The first place of `text` that the directive of `link` matches, or null. */
export function resolveLink(link: string, text: string): Span | null {
  const directive = decoded(link);
  if (!directive) return null;
  const page = squeeze(text);
  const found = resolveIn(page.text, directive);
  if (!found) return null;
  return { start: page.at[found.start] as number, end: (page.at[found.end - 1] as number) + 1 };
}

function resolveIn(text: string, { prefix, start, end, suffix }: TextDirective): Span | null {
  const low = foldedSameLength(text);
  const words = (part: string) => foldedSameLength(part);
  for (let from = 0; ; ) {
    let at: number;
    if (prefix !== undefined) {
      const before = wordAt(low, words(prefix), from);
      if (before < 0) return null;
      at = skipSpace(low, before + prefix.length);
      from = before + 1;
      if (!low.startsWith(words(start), at) || !isWhole(low, at, start.length)) continue;
    } else {
      at = wordAt(low, words(start), from);
      if (at < 0) return null;
      from = at + 1;
    }
    let last = at + start.length;
    if (end !== undefined) {
      const ending = wordAt(low, words(end), last);
      if (ending < 0) return null;
      last = ending + end.length;
    }
    if (suffix !== undefined) {
      const next = skipSpace(low, last);
      if (!low.startsWith(words(suffix), next) || !isWhole(low, next, suffix.length)) continue;
    }
    return { start: at, end: last };
  }
}

/** The first place at or after `from` where `part` occurs as whole words, or -1. */
function wordAt(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    if (isWhole(text, at, part.length)) return at;
  }
  return -1;
}

function isWhole(text: string, at: number, length: number): boolean {
  return isBoundary(text, at) && isBoundary(text, at + length);
}

function isBoundary(text: string, at: number): boolean {
  const before = charBefore(text, at);
  const after = charAfter(text, at);
  // Between the halves of a pair there is no boundary.
  if (text.codePointAt(at - 1) !== text.charCodeAt(at - 1)) return at === 0;
  return !(before && after && WORD_CHAR.test(before) && WORD_CHAR.test(after));
}

function charBefore(text: string, at: number): string | undefined {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1);
}

function charAfter(text: string, at: number): string | undefined {
  return [...text.slice(at, at + 2)][0];
}

function skipSpace(text: string, at: number): number {
  return text[at] === " " ? at + 1 : at;
}

/** Lower case where that keeps the length, so that places stay. */
function foldedSameLength(text: string): string {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  return Array.from(text, (char) => {
    const folded = char.toLowerCase();
    return folded.length === char.length ? folded : char;
  }).join("");
}

function inSqueezed({ at }: Squeezed, span: Span): Span {
  // `at` ascends: the first unit at or after the span's start, and after its last.
  let start = 0;
  while (start < at.length && (at[start] as number) < span.start) start++;
  let end = start;
  while (end < at.length && (at[end] as number) < span.end) end++;
  return { start, end };
}

function wholeWords(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  while (start > 0 && !isBoundary(text, start)) start -= charBefore(text, start)?.length ?? 1;
  while (end < text.length && !isBoundary(text, end)) end += charAfter(text, end)?.length ?? 1;
  return { start, end };
}

function lineAround(text: string, page: Squeezed, span: Span): Span {
  const start = page.at[span.start] as number;
  const end = (page.at[span.end - 1] as number) + 1;
  const next = text.indexOf("\n", end);
  return inSqueezed(page, {
    start: start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1,
    end: next < 0 ? text.length : next,
  });
}

function encoded({ prefix, start, end, suffix }: TextDirective): string {
  // "-", "," and "&" part a directive; `encodeURIComponent` leaves the first alone.
  const code = (part: string) => encodeURIComponent(part).replace(/-/g, "%2D");
  return [
    ...(prefix === undefined ? [] : [`${code(prefix)}-`]),
    code(start),
    ...(end === undefined ? [] : [code(end)]),
    ...(suffix === undefined ? [] : [`-${code(suffix)}`]),
  ].join(",");
}

function decoded(link: string): TextDirective | null {
  const parts = /#.*:~:text=([^&]*)/.exec(link)?.[1]?.split(",") ?? [];
  let prefix: string | undefined;
  let suffix: string | undefined;
  if (parts[0]?.endsWith("-")) prefix = decodeURIComponent((parts.shift() as string).slice(0, -1));
  if (parts.at(-1)?.startsWith("-")) suffix = decodeURIComponent((parts.pop() as string).slice(1));
  const [start, end] = parts.map(decodeURIComponent);
  if (start === undefined || parts.length > 2) return null;
  return {
    start,
    ...(prefix !== undefined && { prefix }),
    ...(end !== undefined && { end }),
    ...(suffix !== undefined && { suffix }),
  };
}
