// The text to read aloud: the sentences of an answer, or of the section around it. Texts in, values out.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { sentenceSpans } from "@wherein/reader/page/sentences.ts";

/** `span`: its place in the open page or document; null where it has none. */
export interface Sentence {
  readonly text: string;
  readonly span: Span | null;
}

export interface Passage {
  /** Which answer it is of. */
  readonly key: string;
  readonly sentences: readonly Sentence[];
  /** The sentences of its section, made when they are wanted; null where the section is not known. */
  readonly section: (() => readonly Sentence[]) | null;
}

interface Block extends Span {
  readonly kind: string;
  readonly level?: number;
  readonly main?: boolean;
}

// Whoever listens longer wants the page read by something else.
const MOST_SENTENCES = 200;

/** The sentences of a part of a text that have a letter or a digit. */
export function sentencesIn(text: string, { start, end }: Span): Sentence[] {
  return sentenceSpans(text.slice(start, end))
    .map((span) => ({ start: start + span.start, end: start + span.end }))
    .map((span) => ({ text: squeezed(text.slice(span.start, span.end)), span }))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text));
}

/** The sentences of the section that a place is in: its blocks one by one, from its heading to the next one as high. */
export function sectionAt(text: string, blocks: readonly Block[], at: number): Sentence[] {
  const here = blocks.findIndex(({ end }) => at < end);
  if (here < 0) return [];
  let first = here;
  while (first > 0 && blocks[first]?.kind !== "heading") first--;
  const heading = blocks[first];
  const level = heading?.kind === "heading" ? (heading.level ?? 6) : 7;
  const isEnd = (block: Block) => block.kind === "heading" && (block.level ?? 6) <= level;
  const length = blocks.slice(first + 1).findIndex(isEnd);
  const section = length < 0 ? blocks.slice(first) : blocks.slice(first, first + 1 + length);
  // Text beside the main text is no part of its sections.
  const main = blocks[here]?.main;
  return section
    .filter((block) => block.main === main || block.kind === "heading")
    .flatMap((block) => sentencesIn(text, block))
    .slice(0, MOST_SENTENCES);
}
