// Looks for patterns from a place on, and up to one, as Python's `search(text, pos, endpos)` does. Knows no words.

import type { Span } from "@wherein/anchoring/span.ts";

/**
 * The first match of a pattern with the flag "g" (with "y": the one right there) at `from` or after it; null without one.
 * What is before `from` counts for look-behinds, what is after `till` is not there.
 */
export function searchFrom(
  pattern: RegExp,
  text: string,
  from = 0,
  till = text.length,
): RegExpExecArray | null {
  pattern.lastIndex = from;
  const found = pattern.exec(till < text.length ? text.slice(0, till) : text);
  pattern.lastIndex = 0;
  return found;
}

/** The matches of a pattern with the flag "g" in a stretch of a text, one after another. */
export function* searchAll(
  pattern: RegExp,
  text: string,
  from = 0,
  till = text.length,
): Generator<RegExpExecArray> {
  const stretch = till < text.length ? text.slice(0, till) : text;
  let at = from;
  while (at <= stretch.length) {
    const found = searchFrom(pattern, stretch, at);
    if (found === null) return;
    yield found;
    at = found.index + Math.max(found[0].length, 1);
  }
}

export function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** The place of a named group of a pattern with the flag "d"; null where it took no part. */
export function groupSpan(match: RegExpExecArray, name: string): Span | null {
  const place = match.indices?.groups?.[name];
  return place ? { start: place[0], end: place[1] } : null;
}
