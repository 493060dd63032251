// Removes nearest passages without prose, such as menu labels and lone headings. Judges by the text, not by how it was
// found.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { squeezed, words } from "@wherein/anchoring/canonical/white-space.ts";
import { touching } from "@wherein/reader/page/table-cell.ts";
import type { NearPassage } from "@wherein/reader/reading.ts";
import type { PageContent, ReadingState } from "../links.ts";

const ENDS_A_SENTENCE = /[.!?…。！？][\p{Pe}\p{Pf}"']*$/u;
// Labels of menus and buttons have fewer of both.
const LEAST_WORDS = 6;
const LEAST_LENGTH = 40;
// No label is longer. A block may have millions of characters, and this is asked after each passage that is read.
const LONGEST_LABEL = 1000;

/** False where every block of the passage is a heading or a label ("Jump to content", "Main menu"). */
export function isProse({ span }: NearPassage, { text, blocks }: PageContent): boolean {
  const own = touching(blocks, span);
  return own.length === 0 || own.some((block) => says(block, text));
}

function says({ kind, start, end }: Block, text: string): boolean {
  if (kind === "heading") return false;
  if (kind === "cell" || kind === "code" || end - start > LONGEST_LABEL) return true;
  const said = squeezed(text.slice(start, end));
  return (
    words(said).length >= LEAST_WORDS || said.length >= LEAST_LENGTH || ENDS_A_SENTENCE.test(said)
  );
}

/** The reading without nearest passages that have no prose. */
export function worthShowing(reading: ReadingState, page: PageContent): ReadingState {
  return {
    ...reading,
    nearest: reading.nearest.filter((passage) => isProse(passage, page)),
  };
}
