// A passage without the headings at its beginning, which are shown beside it. Strings in, values out.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";

export interface Body {
  readonly text: string;
  /** Where the body begins in the passage, in UTF-16 units. */
  readonly offset: number;
}

/** `section` are the headings above the passage. A passage of headings alone keeps the last one. */
export function bodyOf(text: string, section: readonly string[]): Body {
  let offset = 0;
  for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", offset)) {
    if (!section.includes(squeezed(text.slice(offset, end)))) break;
    offset = end + 2;
  }
  return { text: text.slice(offset), offset };
}
