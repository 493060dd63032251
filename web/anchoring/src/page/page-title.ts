// A page's title without the site's name. The twin of Python's `wherein.documents.html.html.title_of`.

import { words } from "../canonical/white-space.ts";
import { squeezedText } from "./main-text-names.ts";

const SEPARATOR = /\s[|\-–—\\/>»·]\s/u;
const ENDS = new Set(" |-–—\\/>»·");

/** The names that a page gives itself. */
export interface Names {
  readonly title: string;
  /** `og:title`. */
  readonly shared: string;
  /** The texts of its `h1` elements. */
  readonly headings: readonly string[];
}

/**
 * `title` cut at " | ", " - " and similar separators where a heading or the shared title confirms the rest, or where
 * the part cut off is the last and shorter one and the rest has at least four words. Empty for a page without names.
 */
export function pageTitle({ title, shared, headings }: Names): string {
  const whole = squeezedText(title);
  if (whole === "") return squeezedText(shared);
  const parts = whole.split(SEPARATOR);
  if (parts.length === 1) return whole;
  for (const known of [shared, ...headings].map(squeezedText)) {
    if (known !== whole && whole.includes(known) && words(known).length > 1) return known;
  }
  const last = parts.at(-1) as string;
  let end = whole.length - last.length;
  while (end > 0 && ENDS.has(whole[end - 1] as string)) end--;
  const first = whole.slice(0, end);
  return words(first).length >= 4 && last.length < first.length ? first : whole;
}
