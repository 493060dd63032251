// The line of title and headings that readers get before a passage. The twin of Python's
// `wherein.passages.heading_prefix`, with the rule of `wherein.reading.windows` on headings in the passage itself.

import { squeezed, stripped } from "@wherein/anchoring/canonical/white-space.ts";
import type { Passage } from "./passages.ts";

/** The title and the headings as one line, outermost first; a repeated title is left out. */
export function headingPrefix(title: string, section: readonly string[]): string {
  const parts = [title, ...section].map(stripped).filter((part) => part !== "");
  const [outer, inner] = parts;
  if (outer !== undefined && inner !== undefined && folded(outer) === folded(inner)) parts.shift();
  return parts.join(" > ");
}

/** The section path without the headings at the beginning of the passage itself. */
export function headingsAbove(passage: Passage): readonly string[] {
  const { section } = passage;
  const lines = passage.text.split("\n\n").slice(0, section.length).map(squeezed);
  for (let own = section.length; own > 0; own--) {
    const last = section.slice(-own);
    if (lines.length >= own && last.every((title, i) => title === lines[i])) {
      return section.slice(0, -own);
    }
  }
  return section;
}

/** Lower case as Python's `str.casefold` makes it, for the letters where that differs. */
export function folded(text: string): string {
  return text.toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ");
}
