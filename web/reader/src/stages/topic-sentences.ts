// Selects the sentences about a topic, or the main points of a page. The twin of Python's
// `wherein.reading.topic_sentences`; the cases are in contracts/several.json. Knows no trained reader.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/topic-sentences.json" with { type: "json" };
import { content } from "../grading/calibration.ts";
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import type { Passage } from "../page/passages.ts";
import { sentenceSpans } from "../page/sentences.ts";
import { closeness, type StaticEncoder } from "../tokens/static-encoder.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";

/** A sentence with its place in the page. */
export interface TopicSentence {
  readonly passage: Passage;
  readonly span: Span;
  readonly text: string;
  /** Paragraphs are counted through all passages. */
  readonly paragraph: number;
}

export interface Selected {
  readonly sentence: TopicSentence;
  readonly probability: number;
}

interface Weights {
  readonly values: readonly number[];
  readonly intercept: number;
}

// In the order of the columns made below, which is that of the lexicon's features.
const ABOUT: Weights = fittedOf("about");
const POINTS: Weights = fittedOf("points");
const { step: STEP, bound: BOUND, like: LIKE } = LEXICON.numbers;
// The bonus of a sentence whose own heading is the topic, word for word.
const HEADED = LEXICON.numbers.headed;
// Main points are a quarter of the sentences, and at least three.
const { fewest_points: FEWEST_POINTS, points_share: POINTS_SHARE } = LEXICON.numbers;
// Words; anything longer is a table or a list in one line, not a main point.
const LONGEST_POINT = LEXICON.numbers.longest_point;
const ANAPHOR = pattern(LEXICON, "anaphor");

function fittedOf(name: "about" | "points"): Weights {
  const { weights, intercept } = LEXICON.fitted[name];
  return { values: weights, intercept };
}

export class TopicSentences {
  readonly #encoder: StaticEncoder;
  readonly #tokenizer: WordPiece;

  constructor(encoder: StaticEncoder, tokenizer: WordPiece) {
    this.#encoder = encoder;
    this.#tokenizer = tokenizer;
  }

  /**
   * At most `limit` sentences about `topic` above the bound, in reading order; the main points for an empty topic.
   */
  select(topic: string, passages: readonly Passage[], limit: number): Selected[] {
    const sentences = sentencesOf(passages);
    if (sentences.length === 0 || limit <= 0) return [];
    const vectors = sentences.map(({ text }) => this.#vector(text));
    const points = probabilities(POINTS, pointFeatures(sentences, vectors));
    const sure = topic
      ? probabilities(ABOUT, topicFeatures(topic, this.#vector(topic), sentences, vectors)).map(
          (one, i) => (headed(topic, sentences[i] as TopicSentence) ? Math.max(one, HEADED) : one),
        )
      : points;
    const ranks = topic ? sure.map((one, i) => one + 0.1 * (points[i] as number)) : points;
    const most = topic
      ? limit
      : Math.min(limit, Math.max(FEWEST_POINTS, roundedToEven(POINTS_SHARE * sentences.length)));
    const order = sentences.map((_, i) => i);
    order.sort((a, b) => (ranks[b] as number) - (ranks[a] as number) || a - b);
    const chosen: number[] = [];
    for (const at of order) {
      if (chosen.length === most) break;
      const { text } = sentences[at] as TopicSentence;
      if (topic ? (sure[at] as number) < BOUND : wordCount(text) > LONGEST_POINT) continue;
      const own = vectors[at] as Float32Array;
      if (chosen.every((other) => closeness(own, vectors[other] as Float32Array) < LIKE))
        chosen.push(at);
    }
    return chosen
      .sort((a, b) => a - b)
      .map((at) => ({
        sentence: sentences[at] as TopicSentence,
        probability: sure[at] as number,
      }));
  }

  #vector(text: string): Float32Array {
    return this.#encoder.encode(this.#tokenizer.encode(text).ids);
  }
}

/** Every sentence once, in the order of the text; headings are left out. */
export function sentencesOf(passages: readonly Passage[]): TopicSentence[] {
  const found: TopicSentence[] = [];
  let paragraph = 0;
  let end = 0;
  for (const passage of [...passages].sort((a, b) => a.span.start - b.span.start)) {
    let previous = 0;
    for (const own of sentenceSpans(passage.text)) {
      if (previous === 0 || passage.text.slice(previous, own.start).includes("\n\n")) paragraph++;
      previous = own.end;
      const text = passage.text.slice(own.start, own.end);
      const span = {
        start: passage.span.start + own.start,
        end: passage.span.start + own.end,
      };
      if (passage.section.includes(text) || span.start < end) continue;
      end = span.end;
      found.push({ passage, span, text, paragraph });
    }
  }
  return found;
}

/** Whether the nearest heading is exactly the topic. */
function headed(topic: string, { passage }: TopicSentence): boolean {
  const asked = content(topic);
  const above = content(passage.section.at(-1) ?? "");
  return asked.size > 0 && asked.size === above.size && [...asked].every((word) => above.has(word));
}

/** A row for each sentence; Python's TOPIC_FEATURES describes the columns. */
function topicFeatures(
  topic: string,
  wanted: Float32Array,
  sentences: readonly TopicSentence[],
  vectors: readonly Float32Array[],
): number[][] {
  const contents = content(topic);
  const asked = contents.size > 0 ? contents : new Set(folded(topic).split(/\s+/u).filter(Boolean));
  const held = sentences.map(({ text }) => content(text));
  const weights = new Map(
    Array.from(asked, (word) => {
      const seen = held.filter((words) => words.has(word)).length;
      return [word, Math.log(1 + sentences.length / (0.5 + seen))];
    }),
  );
  const total = sumOf([...weights.values()]) || 1;
  const share = (words: ReadonlySet<string>) => {
    let shared = 0;
    for (const [word, weight] of weights) if (words.has(word)) shared += weight;
    return shared / total;
  };
  const above = sentences.map(({ passage }) => content(passage.section.join(" ")));
  const own = held.map(share);
  const likeness = vectors.map((vector) => closeness(vector, wanted));
  const known = share(new Set([...held, ...above].flatMap((words) => [...words])));
  const mean = sumOf(likeness) / likeness.length;
  const spread = Math.sqrt(sumOf(likeness.map((one) => (one - mean) ** 2)) / likeness.length);
  const standing = likeness.map((one) => (one - mean) / Math.max(spread, 0.02));

  const together = (at: number) => sentences[at]?.paragraph === sentences[at - 1]?.paragraph;
  const before = own.map(() => 0);
  const after = own.map(() => 0);
  for (let at = 1; at < own.length; at++) {
    if (together(at)) before[at] = STEP * Math.max(own[at - 1] as number, before[at - 1] as number);
  }
  for (let at = own.length - 2; at >= 0; at--) {
    if (together(at + 1))
      after[at] = STEP * Math.max(own[at + 1] as number, after[at + 1] as number);
  }

  const paragraphs = new Map<number, number[]>();
  sentences.forEach(({ paragraph }, at) => {
    const members = paragraphs.get(paragraph) ?? [];
    members.push(at);
    paragraphs.set(paragraph, members);
  });
  const nearOf = new Map<number, number>();
  for (const [paragraph, members] of paragraphs) {
    nearOf.set(
      paragraph,
      closeness(unit(meanOf(members.map((at) => vectors[at] as Float32Array))), wanted),
    );
  }
  // The nearest paragraph's lead over the second; 0 for two equally near ones.
  const [nearest = 0, second = 0] = [...nearOf.values()].sort((a, b) => b - a);
  const rows: number[][] = [];
  for (const [paragraph, members] of paragraphs) {
    const near = nearOf.get(paragraph) as number;
    const best = near === nearest ? second : nearest;
    const whole = share(new Set(members.flatMap((at) => [...(held[at] as ReadonlySet<string>)])));
    const bestStanding = members.reduce(
      (most, at) => Math.max(most, standing[at] as number),
      Number.NEGATIVE_INFINITY,
    );
    for (const at of members) {
      const { text } = sentences[at] as TopicSentence;
      rows[at] = [
        own[at] as number,
        share(above[at] as ReadonlySet<string>),
        before[at] as number,
        after[at] as number,
        likeness[at] as number,
        near,
        ANAPHOR.test(text) ? (before[at] as number) : 0,
        known,
        standing[at] as number,
        near - best,
        whole,
        bestStanding,
      ];
    }
  }
  return rows;
}

/** How central, whether first in its paragraph, how early, how long. */
function pointFeatures(
  sentences: readonly TopicSentence[],
  vectors: readonly Float32Array[],
): number[][] {
  const middle = unit(meanOf(vectors));
  return sentences.map(({ paragraph, text }, at) => [
    closeness(vectors[at] as Float32Array, middle),
    at === 0 || sentences[at - 1]?.paragraph !== paragraph ? 1 : 0,
    1 - at / Math.max(1, sentences.length - 1),
    Math.log1p(wordCount(text)),
  ]);
}

function probabilities({ values, intercept }: Weights, rows: readonly number[][]): number[] {
  return rows.map((row) => {
    const logit = row.reduce((sum, value, i) => sum + value * (values[i] as number), intercept);
    return 1 / (1 + Math.exp(-Math.min(30, Math.max(-30, logit))));
  });
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] as number) + (vector[i] as number);
  }
  return mean.map((value) => value / Math.max(1, vectors.length));
}

/** Scaled to length 1; a zero vector stays zero. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function wordCount(text: string): number {
  return squeezed(text).split(" ").filter(Boolean).length;
}

/** Rounds halves to the even number, as Python does. */
function roundedToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
