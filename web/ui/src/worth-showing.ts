// What a reader gives that nobody would call an answer or a passage: signs alone, lines of a table of contents,
// the labels of a menu. Looks at what is shown, not at how it was found.

import type { Block } from "@wherein/anchoring/canonical-text.ts";
import { squeezed, words } from "@wherein/anchoring/white-space.ts";
import type { FoundAnswer, NearPassage } from "@wherein/reader/reading.ts";
import type { PageContent, ReadingState } from "./links.ts";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// "3.2 Like 3.3 Neutral": two numbered headings or more, and nothing else.
const NUMBERED_HEADINGS = /^(?:\d+(?:\.\d+)+\.?\s+[^\s\d.][^\d.]*){2,}$/u;
const ENDS_A_SENTENCE = /[.!?…。！？][\p{Pe}\p{Pf}"']*$/u;
// Labels of menus and buttons have fewer of both.
const LEAST_WORDS = 6;
const LEAST_LENGTH = 40;

export function isWorthShowing({ text }: Pick<FoundAnswer, "text">): boolean {
  const said = squeezed(text);
  return LETTER_OR_DIGIT.test(said) && !NUMBERED_HEADINGS.test(said);
}

/** False where every block of the passage is a heading or a label ("Jump to content", "Main menu"). */
export function isProse({ span }: NearPassage, { text, blocks }: PageContent): boolean {
  const own = blocks.filter(({ start, end }) => start < span.end && end > span.start);
  return own.length === 0 || own.some((block) => says(block, text));
}

function says({ kind, start, end }: Block, text: string): boolean {
  if (kind === "heading") return false;
  if (kind === "cell" || kind === "code") return true;
  const said = squeezed(text.slice(start, end));
  return (
    words(said).length >= LEAST_WORDS || said.length >= LEAST_LENGTH || ENDS_A_SENTENCE.test(said)
  );
}

/** The reading without what is never shown. */
export function worthShowing(reading: ReadingState, page: PageContent): ReadingState {
  return {
    ...reading,
    answers: reading.answers.filter(isWorthShowing),
    perhaps: reading.perhaps.filter(isWorthShowing),
    nearest: reading.nearest.filter((passage) => isProse(passage, page)),
  };
}
