// The twin of tests/contract/test_named_terms.py: the same cases, the other language.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, it, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { PageReader } from "../src/page-reader.ts";
import { PreparedPage } from "../src/prepared/prepared-page.ts";
import type { FoundAnswer, Reading } from "../src/reading.ts";
import { askedTerm } from "../src/terms/asked-term.ts";
import { namedTerms } from "../src/terms/named-term.ts";
import { measuresOf, probability } from "../src/terms/term-probability.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { place } from "./case-page.ts";
import { contract, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";
import { leastProcessorTime } from "./processor-time.ts";

interface Asked {
  readonly question: string;
  readonly term: {
    readonly form: string;
    readonly phrase: string;
    readonly words: readonly (readonly string[])[];
  } | null;
}

interface Named {
  readonly name: string;
  readonly page: string;
  readonly question: string;
  readonly terms: readonly {
    readonly text: string;
    readonly start: number;
    readonly where: string;
    readonly measures: readonly number[];
    readonly probability: number;
  }[];
}

type Shown = readonly [text: string, confidence: number];

interface Joined {
  readonly name: string;
  readonly page: string;
  readonly question: string;
  readonly finds: readonly (readonly [words: string, probability: number])[];
  readonly wrong?: readonly string[];
  readonly answers: readonly Shown[];
  readonly perhaps: readonly Shown[];
}

interface Pages {
  readonly [name: string]: { text: string; language?: string; blocks: readonly Block[] };
}

const {
  pages,
  asked: ASKED,
  named: NAMED,
  joined: JOINED,
  bounds,
} = contract<{
  pages: Pages;
  asked: readonly Asked[];
  named: readonly Named[];
  joined: readonly Joined[];
  bounds: readonly [answer: number, perhaps: number];
}>("named-terms.json");
const wordPiece = new WordPiece(tokenizerFile());
const MOST = 3;

function pageOf(name: string): PreparedPage {
  const { text, language, blocks } = pages[name] as Pages[string];
  const offsets = new CodePointOffsets(text);
  const made = blocks.map((block) => ({
    ...block,
    start: offsets.toUnits(block.start),
    end: offsets.toUnits(block.end),
  }));
  return new PreparedPage({ title: "Lamps", text, blocks: made, ...(language && { language }) });
}

function near(value: number) {
  return expect.closeTo(value, 3);
}

describe("named-terms.json: asked", () => {
  test.each(ASKED)("$question", ({ question, term }) => {
    const found = askedTerm(question);
    const words = found?.words.map(({ whole, parts }) => [whole, ...parts]);
    expect(found && { form: found.form, phrase: found.phrase, words }).toEqual(term);
  });
});

describe("named-terms.json: named", () => {
  test.each(NAMED)("$name", ({ page: name, question, terms }) => {
    const page = pageOf(name);
    const offsets = new CodePointOffsets(page.text);
    const found = namedTerms(question, page).sort((a, b) => probability(b) - probability(a));
    expect(
      found.slice(0, MOST).map((term) => ({
        text: page.text.slice(term.span.start, term.span.end),
        start: offsets.toCodePoints(term.span.start),
        where: term.where,
        measures: measuresOf(term),
        probability: probability(term),
      })),
    ).toEqual(
      terms.map((one) => ({
        ...one,
        measures: one.measures.map(near),
        probability: near(one.probability),
      })),
    );
  });
});

async function asked({ page: name, question, finds, wrong = [] }: Joined): Promise<Reading> {
  const page = pageOf(name);
  const [answerBound, perhapsBound] = bounds;
  const calibration = { ...SETTINGS.calibration, answerBound, perhapsBound };
  const reader = new PageReader(new WordModel({}), wordPiece, { ...SETTINGS, calibration });
  const found = finds.map(([words, sure]) => ({
    text: words,
    span: place(page.text, words),
    margin: Math.log(sure / (1 - sure)),
  }));
  reader.extractive.read = async (_question, _page, passage) =>
    found
      .filter(({ span }) => passage.span.start <= span.start && span.end <= passage.span.end)
      .map((one) => ({ passage, ...one }));
  const without = wrong.map((words) => place(page.text, words));
  let last: Reading | null = null;
  for await (const reading of askWithCorrection(reader, question, null, page, undefined, without))
    last = reading;
  if (last === null) throw new Error("There was no reading.");
  return last;
}

function shown(answers: readonly FoundAnswer[]): unknown[] {
  return answers.map(({ text, confidence }) => [text, confidence]);
}

function expected(answers: readonly Shown[]): unknown[] {
  return answers.map(([text, confidence]) => [text, near(confidence)]);
}

describe("named-terms.json: joined", () => {
  test.each(JOINED)("$name", async (one) => {
    const { answers, perhaps } = await asked(one);
    expect(shown(answers)).toEqual(expected(one.answers));
    expect(shown(perhaps)).toEqual(expected(one.perhaps));
  });
});

describe("a glossary without end", () => {
  const glossary = (count: number, body: (n: number) => string) => {
    const blocks: Block[] = [];
    let text = "";
    for (let n = 0; n < count; n++) {
      for (const [kind, written] of [
        ["heading", `Lamp term ${n}`],
        ["paragraph", body(n)],
      ] as const) {
        if (text !== "") text += "\n\n";
        const start = text.length;
        text += written;
        blocks.push({ kind, start, end: text.length, ...(kind === "heading" && { level: 2 }) });
      }
    }
    return { text, blocks };
  };

  it.each([
    ["sentences", (n: number) => `A thing that shines, of kind ${n}.`],
    ["references in a circle", (n: number) => `See lamp term ${n + 1}.`],
  ])("takes time in proportion to its size: %s", (_, body) => {
    const [short, long] = [glossary(500, body), glossary(4_000, body)];
    expect(namedTerms("what is a lamp term", short)).not.toEqual([]);
    const before = leastProcessorTime(3, () => namedTerms("what is a lamp term", short));
    const after = leastProcessorTime(2, () => namedTerms("what is a lamp term", long));
    // Eight times the terms take eight times the processor time; quadratic work would take sixty-four.
    expect(after).toBeLessThan(24 * Math.max(before, 5));
  });
});
