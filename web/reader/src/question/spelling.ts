// Repairs a question: a word that neither the page nor the dictionary has becomes the word of the page that it is a slip
// of. Such a word may be a name, a brand or a new word, so no other word takes its place. Only offers repairs. The twin of
// Python's `wherein.questions.spelling.spelling_retry` and of `is_slip` in `wherein.questions.spelling.typo_model`; the cases are in
// contracts/spelling.json. Has no frequencies of words, so it repairs no function words ("teh").

import LEXICON from "../../../../contracts/lexicon/spelling.json" with { type: "json" };
import { wordList } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { foreignLanguage } from "./question-language.ts";

const WORD = /[\p{L}\p{M}]+/gu;
// A word of a question has no digit beside it: "mp3" and "b12" are no words.
const ASKED_WORD = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_])/gu;
const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}/gu;
// Shorter words have too many neighbours.
const SHORTEST = 3;
// Letters of a known word to which an ending may be added.
const SHORTEST_STEM = 4;
// Words of this length or more may have two slips.
const LONG = 9;
// Words of this length or more may have one slip of any kind.
const FREE = 7;
// Shorter words have no letter changed, and none lost or added but a doubled one.
const LEAST = 5;
const VOWELS = new Set("aeiouy");
const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"] as const;
const SOUNDS =
  "ck cs sz iy vf mn td bp gj kq ea ei eo eu ao au ai io iu ou ye wu sc xs dt ks".split(" ");
const NEAR = nearLetters();
// Words with the same beginning are forms of one word, not typos.
const STEM = 5;
const ENDINGS = ["s", "es", "ed", "er", "ers", "est", "ing", "ings", "ly", "ness"] as const;
const QUESTION_WORDS = wordList(LEXICON, "question_words");

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
 * The repaired question, or null without a repair. `isKnown` is whether the language has a word (lower case). Questions
 * in other languages are not repaired.
 */
export function didYouMean(
  question: string,
  vocabulary: ReadonlyMap<string, number>,
  isKnown: (word: string) => boolean,
): string | null {
  if (foreignLanguage(question) !== null) return null;
  let changed = false;
  let first = true;
  const meant = question.replace(ASKED_WORD, (word) => {
    const isFirst = first;
    first = false;
    const better = repaired(word, isFirst, vocabulary, isKnown);
    if (better === null) return word;
    changed = true;
    return /\p{Lu}/u.test(word) ? capitalised(better) : better;
  });
  return changed ? meant : null;
}

/** What takes the word's place; null where it stays: a known word, a name or a brand ("NATO", "iPhone"), no slip. */
function repaired(
  word: string,
  isFirst: boolean,
  vocabulary: ReadonlyMap<string, number>,
  isKnown: (word: string) => boolean,
): string | null {
  const low = folded(word);
  if (!ASCII.test(word) || word === word.toUpperCase()) return null;
  if (vocabulary.has(low) || isKnown(low)) return null;
  const asking = isFirst ? questionWord(low) : null;
  if (asking !== null) return asking;
  if (low.length < SHORTEST || /\p{Lu}/u.test(word.slice(1))) return null;
  if (isFormOfKnown(low, isKnown)) return null;
  return nearest(low, vocabulary, low.length >= LONG ? 2 : 1);
}

function capitalised(word: string): string {
  return word.replace(/^./u, (letter) => letter.toUpperCase());
}

/** The question word one typo away; prefers a lost letter ("wha") to a changed one. */
function questionWord(word: string): string | null {
  if (word.length < 2) return null;
  const near = QUESTION_WORDS.filter((one) => typoDistance(word, one, 1) === 1);
  return near.find((one) => one.length > word.length) ?? near[0] ?? null;
}

/** Whether a word is a known word with an ending: "strangest" is no typo of "strongest". */
function isFormOfKnown(word: string, isKnown: (word: string) => boolean): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : "";
    if (stem.length < SHORTEST_STEM) return false;
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
    if (!ASCII.test(candidate) && withoutMarks(candidate) === word) return null;
    if (candidate.slice(0, STEM) === word.slice(0, STEM) && candidate.length !== word.length) {
      // "harbours" for "harbour" is no typo; "harbuor" is as long as the correction.
      if (isForm(word, candidate)) return null;
    }
    if (!isSlip(word, candidate)) continue;
    const distance = typoDistance(word, candidate, Math.min(most, bestDistance));
    if (distance < bestDistance || (distance === bestDistance && count > bestCount)) {
      best = candidate;
      bestDistance = distance;
      bestCount = count;
    }
  }
  return bestDistance <= most ? best : null;
}

/**
 * Whether `written` is `meant` with one slip of the keys. Of words under FREE letters the first letter is right but for a
 * swap, none is added at the end, and a changed letter is a neighbouring key, another vowel or one of a like sound: "vape"
 * is no slip of "tape" and "matcha" none of "match". Words of LONG letters or more may have two slips.
 */
export function isSlip(written: string, meant: string): boolean {
  const distance = typoDistance(written, meant, 2);
  if (distance === 0) return false;
  const least = Math.min(written.length, meant.length);
  if (distance > 1) return distance === 2 && least >= LONG && written[0] === meant[0];
  const longer = written.length > meant.length ? written : meant;
  let at = 0;
  while (at < least && written[at] === meant[at]) at++;
  if (written.length === meant.length) {
    if (written.slice(at + 1) !== meant.slice(at + 1)) return least > 3;
    const [one, other] = [meant[at] as string, written[at] as string];
    const near = NEAR.has(one + other) || (VOWELS.has(one) && VOWELS.has(other));
    return least >= FREE || (near && at > 0 && least >= LEAST);
  }
  if (at > 0 && longer[at] === longer[at - 1]) return least > 3 || longer === written;
  const isInside = at > 0 && (longer === meant || at < least);
  return least >= FREE || (isInside && least >= LEAST);
}

/** Pairs of letters whose keys are neighbours or whose sounds are alike, in both orders. */
function nearLetters(): ReadonlySet<string> {
  const pairs = new Set<string>();
  const add = (one: string | undefined, other: string | undefined) => {
    if (one && other) pairs.add(one + other).add(other + one);
  };
  ROWS.forEach((keys, row) => {
    [...keys].forEach((key, column) => {
      add(key, keys[column + 1]);
      add(key, ROWS[row + 1]?.[column - 1]);
      add(key, ROWS[row + 1]?.[column]);
    });
  });
  for (const sound of SOUNDS) add(sound[0], sound[1]);
  return pairs;
}

/** "temur" for "temür": typed without marks, a word of the page is no slip. */
function withoutMarks(word: string): string {
  return word.replaceAll("ł", "l").replaceAll("ø", "o").normalize("NFD").replace(MARKS, "");
}

/** Whether one is the other with an ending: "harbours" of "harbour", and not "harbou". */
function isForm(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (!longer.startsWith(shorter)) return false;
  return ENDINGS.some((ending) => ending === longer.slice(shorter.length));
}

/** Damerau's distance (adjacent letters may change places), or more than `limit` when it is above that. */
export function typoDistance(a: string, b: string, limit: number): number {
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
