// Looks for patterns from a place on, and up to one, as Python's `search(text, pos, endpos)` does. Knows no words.

import type { Span } from "@wherein/anchoring/span.ts";
import { type Entries, pattern } from "./lexicon.ts";

/** A pattern that is compiled when it is first used: seventy of them take a tenth of a second, and most pages need few. */
export class LatePattern {
  readonly #entries: Entries;
  readonly #name: string;
  readonly #flags: string;
  #made: RegExp | null = null;

  constructor(entries: Entries, name: string, flags = "") {
    this.#entries = entries;
    this.#name = name;
    this.#flags = flags;
  }

  get made(): RegExp {
    this.#made ??= pattern(this.#entries, this.#name, this.#flags);
    return this.#made;
  }

  /** Whether it matches anywhere, or with the flag "y" at the beginning. */
  test(text: string): boolean {
    return this.exec(text) !== null;
  }

  /** The first match. */
  exec(text: string): RegExpExecArray | null {
    return searchFrom(this, text);
  }
}

/**
 * The first match of a pattern with the flag "g" (with "y": the one right there) at `from` or after it; null without one.
 * What is before `from` counts for look-behinds, what is after `till` is not there.
 */
export function searchFrom(
  pattern: RegExp | LatePattern,
  text: string,
  from = 0,
  till = text.length,
): RegExpExecArray | null {
  const made = pattern instanceof LatePattern ? pattern.made : pattern;
  made.lastIndex = from;
  const found = made.exec(till < text.length ? text.slice(0, till) : text);
  made.lastIndex = 0;
  return found;
}

/** The matches of a pattern with the flag "g" in a stretch of a text, one after another. */
export function* searchAll(
  pattern: RegExp | LatePattern,
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
