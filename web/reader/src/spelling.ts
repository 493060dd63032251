// "Did you mean": corrects a word that neither the page nor the dictionary has to a word of the page at one typo's
// distance, or else of the dictionary. Only offers corrections.

import LEXICON from "../../../contracts/lexicon/spelling.json" with { type: "json" };
import { folded } from "./heading-prefix.ts";
import { wordList } from "./lexicon.ts";
import { foreignLanguage } from "./question-language.ts";

const WORD = /[\p{L}\p{M}]+/gu;
// Shorter words have too many neighbours.
const SHORTEST = 4;
// Words of this length or more may have two typos.
const LONG = 8;
// Words with the same beginning are forms of one word, not typos.
const STEM = 5;
// The dictionary has a neighbour for nearly every shorter word.
const SHORTEST_IN_DICTIONARY = 5;
const ENDINGS = ["s", "es", "ed", "er", "ers", "est", "ing", "ings", "ly", "ness"] as const;
const QUESTION_WORDS = wordList(LEXICON, "question_words");
const NO_WORDS: ReadonlyMap<string, number> = new Map();

/** The words of a page with their counts. */
export function vocabularyOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) {
    const low = folded(word);
    counts.set(low, (counts.get(low) ?? 0) + 1);
  }
  return counts;
}

/**
 * The corrected question, or null without a correction. `isKnown` is whether the language has a word (lower case);
 * `dictionary` has its words, with larger numbers for commoner ones. Names are corrected only by the page. Questions in
 * other languages are not corrected.
 */
export function didYouMean(
  question: string,
  vocabulary: ReadonlyMap<string, number>,
  isKnown: (word: string) => boolean,
  dictionary: ReadonlyMap<string, number> = NO_WORDS,
): string | null {
  if (foreignLanguage(question) !== null) return null;
  let changed = false;
  let first = true;
  const meant = question.replace(WORD, (word, at: number) => {
    const low = folded(word);
    const asking = first && !vocabulary.has(low) && !isKnown(low) ? questionWord(low) : null;
    first = false;
    if (asking !== null && word !== word.toUpperCase()) {
      changed = true;
      return cased(asking, word);
    }
    if (low.length < SHORTEST || vocabulary.has(low) || isFormOfKnown(low, isKnown)) return word;
    const isName = at > 0 && /^\p{Lu}/u.test(word);
    const long = low.length >= SHORTEST_IN_DICTIONARY && !isName;
    const most = low.length >= LONG ? 2 : 1;
    const better = nearest(low, vocabulary, most) ?? (long ? nearest(low, dictionary, 1) : null);
    if (better === null) return word;
    changed = true;
    return cased(better, word);
  });
  return changed ? meant : null;
}

function cased(better: string, word: string): string {
  return /^\p{Lu}/u.test(word) ? better.replace(/^./u, (letter) => letter.toUpperCase()) : better;
}

/** The question word one typo away; prefers a lost letter ("wha") to a changed one. */
function questionWord(word: string): string | null {
  if (word.length < 2) return null;
  const near = QUESTION_WORDS.filter((one) => typoDistance(word, one, 1) === 1);
  return near.find((one) => one.length > word.length) ?? near[0] ?? null;
}

/** Whether a word is known, or a known word with an ending: "strangest" is no typo of "strongest". */
function isFormOfKnown(word: string, isKnown: (word: string) => boolean): boolean {
  if (isKnown(word)) return true;
  return ENDINGS.some((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : "";
    if (stem.length < SHORTEST) return false;
    const doubled = /(.)\1$/u.test(stem) ? [stem.slice(0, -1)] : [];
    const changed = stem.endsWith("i") ? [`${stem.slice(0, -1)}y`] : [];
    return [stem, `${stem}e`, ...doubled, ...changed].some(isKnown);
  });
}

function nearest(
  word: string,
  vocabulary: ReadonlyMap<string, number>,
  most: number,
): string | null {
  let best: string | null = null;
  let bestDistance = most + 1;
  let bestCount = 0;
  for (const [candidate, count] of vocabulary) {
    if (candidate.length < SHORTEST || Math.abs(candidate.length - word.length) > most) continue;
    if (candidate.slice(0, STEM) === word.slice(0, STEM) && candidate.length !== word.length) {
      // "harbours" for "harbour" is no typo; "harbuor" is as long as the correction.
      if (isForm(word, candidate)) return null;
    }
    const distance = typoDistance(word, candidate, Math.min(most, bestDistance));
    if (distance < bestDistance || (distance === bestDistance && count > bestCount)) {
      best = candidate;
      bestDistance = distance;
      bestCount = count;
    }
  }
  return bestDistance <= most ? best : null;
}

/** Whether one is the other with an ending. */
function isForm(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** Damerau's distance (adjacent letters may change places), or more than `limit` when it is above that. */
function typoDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
