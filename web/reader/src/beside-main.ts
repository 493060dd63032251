// What a page shows beside its main text: in which order it is read, and what an answer there is worth. The twin
// of Python's `wherein.answering.beside_main`. Reads nothing.

import type { Passage } from "./passages.ts";

export const PASSAGES_READ = 8;
// Added to the log odds of an answer there; Python says how it was chosen.
const PRIOR = -0.3;
const LEAST = 1e-4;

const SENTENCE_END = /[.!?…]["'”’)]*(?:\s|$)|[。！？]/u;
const DIGIT = /\p{Nd}/u;

/**
 * The passages beside the main text: captions, comments and bylines before menus. What has sentences or
 * numbers is no menu; of these the nearest to the main text are first.
 */
export function byLikeliness(passages: readonly Passage[]): Passage[] {
  const main = passages.filter(isMainPassage).map(({ index }) => index);
  const keyed = passages
    .filter((passage) => !isMainPassage(passage))
    .map((passage) => ({
      passage,
      menu: !SENTENCE_END.test(passage.text) && !DIGIT.test(passage.text),
      distance: main.reduce(
        (least, index) => Math.min(least, Math.abs(passage.index - index)),
        Number.POSITIVE_INFINITY,
      ),
    }));
  return keyed
    .sort(
      (a, b) =>
        Number(a.menu) - Number(b.menu) ||
        (main.length > 0 ? a.distance - b.distance : 0) ||
        a.passage.index - b.passage.index,
    )
    .map(({ passage }) => passage);
}

export function isMainPassage({ main }: Passage): boolean {
  return main !== false;
}

/** What a probability is worth in this passage: less beside the main text, where answers are rarer. */
export function probabilityThere(passage: Passage, probability: number): number {
  return isMainPassage(passage) ? probability : lessLikelyThere(probability);
}

/** What the probability of an answer beside the main text is worth. */
export function lessLikelyThere(probability: number): number {
  const kept = Math.min(Math.max(probability, LEAST), 1 - LEAST);
  return 1 / (1 + Math.exp(-(Math.log(kept / (1 - kept)) + PRIOR)));
}
