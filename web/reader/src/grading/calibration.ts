// Calibration: converts a reader's margins, over all candidates so far, to probabilities. The twin of Python's
// `wherein.reading.calibration`, with the same constants.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/calibration.json" with { type: "json" };
import { wordList, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import type { Passage } from "../page/passages.ts";
import { asksToExplain } from "../question/yes-no.ts";
import { type Traits, traitsOf } from "./candidate-traits.ts";

export const FEATURES = wordList(LEXICON, "features");

export interface Calibration {
  /** weights[i] belongs to FEATURES[i], of raw values. */
  readonly weights: readonly number[];
  readonly intercept: number;
  readonly answerBound: number;
  readonly perhapsBound: number;
}

/** The fields of a candidate that calibration uses. */
export interface Judged {
  readonly passage: Passage;
  /** Its place in the text of the page. */
  readonly span: Span;
  readonly text: string;
  /** The score minus that of "not in this window". */
  readonly margin: number;
  /** The position of its passage in the order of reading, from 0; 0 by default. */
  readonly rank?: number;
}

const CLIP = LEXICON.numbers.clip;
const STEM = LEXICON.numbers.stem;
const STOP = wordSet(LEXICON, "stop");
const WORD = /[\p{L}\p{N}_]+/gu;

/** For each candidate the probability that it is right, in the order given. */
export function probabilities(
  calibration: Calibration,
  question: string,
  candidates: readonly Judged[],
  passagesRead: number,
): number[] {
  return features(question, candidates, passagesRead).map((row) => {
    const logit = row.reduce(
      (sum, value, i) => sum + value * (calibration.weights[i] as number),
      calibration.intercept,
    );
    return 1 / (1 + Math.exp(-clipped(logit, 30)));
  });
}

/** One row of `FEATURES` for each candidate of the question so far. */
export function features(
  question: string,
  candidates: readonly Judged[],
  passagesRead: number,
): number[][] {
  const about = candidates.map(({ passage, span }) => {
    const from = passage.span.start;
    return traitsOf(question, passage, { start: span.start - from, end: span.end - from });
  });
  const margins = candidates.map(({ margin }, place) => {
    // Of a text that cannot be an answer nothing above 0 counts.
    const { empty } = about[place] as Traits;
    return clipped(margin - Math.max(margin, 0) * empty, CLIP);
  });
  const peak = Math.max(0, ...margins);
  const weighed = margins.map((margin) => Math.exp(margin - peak));
  const total = weighed.reduce((sum, weight) => sum + weight, 0) + Math.exp(-peak);
  const logRead = Math.log(Math.max(passagesRead, 1));
  const said = candidates.map((candidate) => wordsOf(candidate.text));
  const sayings = said.map((words) => words.join(" "));
  const asked = content(question);
  const explains = asksToExplain(question) ? 1 : 0;
  const there = new Map<Passage, ReadonlySet<string>>();
  return candidates.map((candidate, place) => {
    const { passage } = candidate;
    const held = there.get(passage) ?? content([...passage.section, passage.text].join(" "));
    there.set(passage, held);
    const margin = margins[place] as number;
    const others = margins.filter((_, other) => other !== place);
    const lead = margin - (others.length > 0 ? Math.max(...others) : 0);
    const same = weighed.reduce(
      (sum, weight, other) =>
        other !== place && sayings[other] === sayings[place] ? sum + weight : sum,
      0,
    );
    const bag = content(candidate.text);
    const traits = about[place] as Traits;
    return [
      margin,
      margin - peak - Math.log(total),
      clipped(lead, CLIP),
      logRead,
      margin * logRead,
      Math.log1p((said[place] as string[]).length),
      asked.size > 0 ? shared(asked, held) / asked.size : 0,
      bag.size > 0 ? shared(bag, asked) / bag.size : 0,
      same / total,
      Math.log1p(candidate.rank ?? 0),
      explains,
      traits.ofKind,
      traits.notKind,
      traits.asks,
      traits.points,
      traits.heading,
      traits.inRow,
      traits.technical,
      traits.legal,
    ];
  });
}

function clipped(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit);
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count++;
  return count;
}

/** The first letters of a text's words, without function words. */
export function content(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !STOP.has(word))
      .map((word) => [...word].slice(0, STEM).join("")),
  );
}

function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}
