import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { expect, test } from "vitest";
import { MainPlaces, moved } from "../src/answers/main-places.ts";
import type { Amount } from "../src/evidence/extents.ts";
import { SentenceScores } from "../src/evidence/sentence-scores.ts";
import { amountOf, belonging } from "../src/stages/mark-evidence.ts";
import { contract } from "./contract.ts";

type Shown = readonly (readonly [words: string, sentence: string, confidence: number])[];

interface Cases {
  readonly amounts: readonly (readonly [question: string, amount: Amount | null])[];
  readonly scores: readonly {
    readonly name: string;
    readonly text: string;
    readonly section: readonly string[];
    readonly start: number;
    readonly windows: readonly {
      readonly tokens: readonly (readonly [number, number])[];
      readonly start: readonly number[];
      readonly end: readonly number[];
      readonly none: number;
    }[];
    readonly sentences: readonly (readonly [string, number, number, number, number])[];
  }[];
  readonly extents: readonly {
    readonly name: string;
    readonly question: string;
    readonly passages: readonly { readonly text: string; readonly section: readonly string[] }[];
    readonly scores: readonly (readonly [number, string, number, number, number, number])[];
    readonly answers: Shown;
    readonly perhaps: Shown;
    readonly evidence: readonly (readonly [words: string, probability: number])[];
  }[];
}

const CASES = contract<Cases>("evidence.json");

test.each(CASES.amounts)("contract: how much %s wants marked", (question, amount) => {
  expect(amountOf(question)).toBe(amount);
});

test.each(CASES.scores)("contract: the scores of $name", (one) => {
  const { text, section, start } = one;
  const scores = new SentenceScores({
    index: 0,
    span: { start, end: start + text.length },
    text,
    section,
  });
  const offsets = new CodePointOffsets(text);
  for (const window of one.windows) {
    scores.add(
      {
        starts: Int32Array.from(window.tokens, ([from]) => offsets.toUnits(from)),
        ends: Int32Array.from(window.tokens, ([, to]) => offsets.toUnits(to)),
      },
      { start: Float32Array.from(window.start), end: Float32Array.from(window.end) },
      window.none,
    );
  }
  const found = scores.scored().map(({ span, ...score }) => ({
    words: text.slice(span.start - start, span.end - start),
    numbers: [score.margin, score.best, score.start, score.end],
  }));
  expect(found.map(({ words }) => words)).toEqual(one.sentences.map(([words]) => words));
  for (const [at, [, ...numbers]] of one.sentences.entries()) {
    for (const [n, number] of numbers.entries())
      expect(found[at]?.numbers[n]).toBeCloseTo(number, 2);
  }
});

test.each(CASES.extents)("contract: $name", (one) => {
  const text = one.passages.map((passage) => passage.text).join("\n\n");
  let end = -2;
  const passages = one.passages.map((made, index) => {
    const start = end + 2;
    end = start + made.text.length;
    return { index, span: { start, end }, ...made };
  });
  const place = (words: string) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length };
  };
  const sentences = one.scores.map(([number, words, margin, best, start, last]) => {
    const passage = passages[number];
    if (!passage) throw new Error(`no passage ${number}`);
    return { passage, span: place(words), margin, best, start, end: last };
  });
  const amount = amountOf(one.question);
  if (amount === null) {
    expect(one.evidence).toEqual([]);
    return;
  }
  const shown = (given: Shown) =>
    given.map(([words, sentence, confidence]) => ({
      span: place(words),
      quoteSpan: place(sentence),
      confidence,
    }));
  const found = belonging(shown(one.answers), shown(one.perhaps), sentences, amount);
  expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual(
    one.evidence.map(([words]) => words),
  );
  for (const [at, [, probability]] of one.evidence.entries()) {
    expect(found[at]?.probability).toBeCloseTo(probability, 2);
  }
});

test("what is stored of a reading has its evidence counted in the main text too", () => {
  const blocks: Block[] = [
    { kind: "paragraph", start: 0, end: 4, main: false },
    { kind: "paragraph", start: 6, end: 20 },
  ];
  const places = new MainPlaces(blocks);
  const span = { start: 6, end: 10 };
  const none = { answers: [], perhaps: [], nearest: [], wordsRead: 1, words: 1, done: true };
  const reading = { ...none, evidence: [{ span, probability: 0.5 }] };
  const stored = moved(reading, (one) => places.counted(one));
  expect(stored?.evidence).toEqual([{ span: { start: 0, end: 4 }, probability: 0.5 }]);
  expect(stored && moved(stored, (one) => places.placed(one))).toEqual(reading);
});
