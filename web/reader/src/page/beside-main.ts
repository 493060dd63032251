// The text beside a page's main text: the order in which it is read, and the discount of answers there. The twin
// of Python's `wherein.answering.attempts.beside_main`. Reads nothing.

import LEXICON from "../../../../contracts/lexicon/beside-main.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import type { Passage } from "./passages.ts";

export const PASSAGES_READ = LEXICON.numbers.passages_read;
// Added to the log odds of an answer there; docs/canonical-text.md says how it was chosen.
const PRIOR = LEXICON.numbers.prior;
const LEAST = 1e-4;

const SENTENCE_END = pattern(LEXICON, "sentence_end");
const DIGIT = pattern(LEXICON, "digit");
const ASKS_OF_PAGE = pattern(LEXICON, "asks_of_page");

/** Whether a question asks what a page says of itself: who wrote it, when it was published, how to get in touch. */
export function asksOfPage(question: string): boolean {
  return ASKS_OF_PAGE.test(question);
}

/**
 * The passages beside the main text: captions, comments and bylines before menus. A passage with sentences or numbers
 * is no menu; of these, the nearest to the main text come first.
 */
export function byLikeliness(passages: readonly Passage[]): Passage[] {
  const distances = distancesToMain(passages);
  const keyed = passages
    .filter((passage) => !isMainPassage(passage))
    .map((passage) => ({
      passage,
      menu: !SENTENCE_END.test(passage.text) && !DIGIT.test(passage.text),
      distance: distances.get(passage) ?? 0,
    }));
  return keyed
    .sort(
      (a, b) =>
        Number(a.menu) - Number(b.menu) ||
        a.distance - b.distance ||
        a.passage.index - b.passage.index,
    )
    .map(({ passage }) => passage);
}

/** The distance of each passage to the nearest main passage; none without main text. */
function distancesToMain(passages: readonly Passage[]): ReadonlyMap<Passage, number> {
  const found = new Map<Passage, number>();
  for (const inTurn of [passages, [...passages].reverse()]) {
    let last: number | null = null;
    for (const passage of inTurn) {
      if (isMainPassage(passage)) last = passage.index;
      if (last === null) continue;
      const distance = Math.abs(passage.index - last);
      found.set(passage, Math.min(found.get(passage) ?? distance, distance));
    }
  }
  return found;
}

export function isMainPassage({ main }: Passage): boolean {
  return main !== false;
}

/**
 * The probability adjusted for its passage: lower beside the main text, where answers are rarer; but not for a question
 * about the page itself, since who wrote it and when stands in a byline more often than in the main text.
 */
export function probabilityThere(question: string, passage: Passage, probability: number): number {
  const isRarer = !isMainPassage(passage) && !asksOfPage(question);
  return isRarer ? lessLikelyThere(probability) : probability;
}

/** The adjusted probability of an answer beside the main text. */
export function lessLikelyThere(probability: number): number {
  const kept = Math.min(Math.max(probability, LEAST), 1 - LEAST);
  return 1 / (1 + Math.exp(-(Math.log(kept / (1 - kept)) + PRIOR)));
}
