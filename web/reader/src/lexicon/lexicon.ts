// Reads the word lists, patterns and fitted constants that Python and the browser share: contracts/lexicon, built into
// the script. The twin of Python's `wherein.lexicon`.

import { compiled } from "./pattern.ts";

/** A file of contracts/lexicon, parsed; contracts/lexicon/README.md says what each part is. */
export interface Entries {
  readonly words?: Readonly<Record<string, readonly string[]>>;
  readonly lines?: Readonly<Record<string, readonly string[]>>;
  readonly patterns?: Readonly<Record<string, string | readonly string[]>>;
}

/** A list of words in its order. */
export function wordList(entries: Entries, name: string): readonly string[] {
  const lines = entries.words?.[name];
  if (!lines) throw new RangeError(`The lexicon has no words "${name}".`);
  return lines.join(" ").split(" ");
}

export function wordSet(entries: Entries, name: string): ReadonlySet<string> {
  return new Set(wordList(entries, name));
}

/** The source of a regular expression; `{name}` in it is another pattern, or any word of a list. */
export function sourceOf(entries: Entries, name: string): string {
  const written = entries.patterns?.[name];
  if (written === undefined) return `(?:${wordList(entries, name).join("|")})`;
  const text = typeof written === "string" ? written : written.join("");
  return text.replace(/\{([a-z_]+)\}/g, (_, other: string) => sourceOf(entries, other));
}

/** A compiled pattern; `flags` are added ("g"). */
export function pattern(entries: Entries, name: string, flags = ""): RegExp {
  return compiled(sourceOf(entries, name), flags);
}
