// Ranks passages for reading: BM25 over a page's passages (Robertson & Zaragoza, 2009, eq. 3.15), with the similarity
// of their vectors where these are known. Words are compared by their first letters, so that "governed" matches
// "government". The twin of Python's `wherein.retrieval.by_words.page_ranking`; the cases are in contracts/page-ranking.json.

import LEXICON from "../../../../contracts/lexicon/search.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "./heading-prefix.ts";
import type { Passage } from "./passages.ts";

// The usual values; a page is too short to tune them.
const { k1: K1, b: B, page_stem: STEM } = LEXICON.numbers;
// A word of the heading names the passage's subject even where the passage does not repeat it.
const HEADING_WEIGHT = LEXICON.numbers.page_heading;
// Similarity and words have equal weight, chosen on the tuning pages.
const CLOSENESS_WEIGHT = LEXICON.numbers.page_closeness;

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = pattern(LEXICON, "unspaced", "g");
const THOUSANDS = /(?<=\d)[,\u202f\u00a0](?=\d{3}(?!\d))/g;
const ACCENTS = /[\u0300-\u036f]+/g;
const ASCII = /^[\0-\x7f]*$/;
/** Words of questions that do not say what is asked. */
export const STOP: ReadonlySet<string> = wordSet(LEXICON, "stop");

export interface Ranked {
  readonly passage: Passage;
  readonly score: number;
}

export class PassageIndex {
  readonly #passages: readonly Passage[];
  /** For each word, the passages that have it and how often (headings count half). */
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #meanLength: number;

  constructor(passages: readonly Passage[]) {
    this.#passages = passages;
    let total = 0;
    passages.forEach((passage, number) => {
      const own = wordsOf(passage.text);
      for (const word of own) this.#add(word, number, 1);
      for (const word of wordsOf(passage.section.join(" ")))
        this.#add(word, number, HEADING_WEIGHT);
      this.#lengths.push(own.length);
      total += own.length;
    });
    this.#meanLength = total / Math.max(1, passages.length) || 1;
  }

  /**
   * All passages, likeliest first; ties keep the order in which they were given. `closeness` has each passage's similarity to the
   * question; without it, passages that share no word come last.
   */
  rank(question: string, closeness: readonly number[] | null = null): Ranked[] {
    const scores = new Float64Array(this.#passages.length);
    const all = new Set(wordsOf(question));
    const telling = new Set([...all].filter((word) => !STOP.has(word)));
    for (const word of telling.size > 0 ? telling : all) {
      const postings = this.#postings.get(word);
      if (!postings) continue;
      const idf = Math.log(
        1 + (this.#passages.length - postings.size + 0.5) / (postings.size + 0.5),
      );
      for (const [number, count] of postings) {
        const length = (this.#lengths[number] as number) / this.#meanLength;
        scores[number] =
          (scores[number] as number) +
          (idf * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
      }
    }
    if (closeness) addCloseness(scores, closeness);
    return this.#passages
      .map((passage, number) => ({ passage, score: scores[number] as number }))
      .sort((a, b) => b.score - a.score);
  }

  #add(word: string, number: number, weight: number): void {
    let postings = this.#postings.get(word);
    if (!postings) {
      postings = new Map();
      this.#postings.set(word, postings);
    }
    postings.set(number, (postings.get(number) ?? 0) + weight);
  }
}

/** Both scaled to 0..1, so that neither dominates. */
function addCloseness(scores: Float64Array, closeness: readonly number[]): void {
  const best = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
  const [least, most] = closeness.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const range = most - least || 1;
  closeness.forEach((value, number) => {
    const close = (value - least) / range;
    scores[number] = (scores[number] as number) / best + CLOSENESS_WEIGHT * close;
  });
}

function wordsOf(text: string): string[] {
  return (normalised(text).match(WORD) ?? []).flatMap((word) => {
    if (ASCII.test(word)) return beginning(word);
    const runs = word.match(UNSPACED);
    if (!runs) return beginning(word);
    const spaced = word.split(UNSPACED).filter((part) => part !== "");
    return [...spaced.map(beginning), ...runs.flatMap(pairs)];
  });
}

/** Lower case without accents, "1,000" as "1000". */
function normalised(text: string): string {
  const whole = text.replace(THOUSANDS, "");
  if (ASCII.test(whole)) return whole.toLowerCase();
  return folded(whole).normalize("NFKD").replace(ACCENTS, "").normalize("NFC");
}

/** The beginning of a word. "costs" and "cost" are the same word; "glass" is unchanged. */
function beginning(word: string): string {
  const single = word.replace(/(?<=..[^s])s$/u, "");
  return single.length <= STEM ? single : [...single].slice(0, STEM).join("");
}

/** Pairs of neighbouring characters, for scripts without spaces. */
function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
