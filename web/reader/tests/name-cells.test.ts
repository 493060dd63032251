// The twin of tests/contract/test_table_cells.py: the same cases, the other language.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, it, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { measuresOf, probability } from "../src/cells/cell-probability.ts";
import { namedCells } from "../src/cells/named-cell.ts";
import { MOST_CELLS, shareIn, tablesOf } from "../src/cells/table-rows.ts";
import { PageReader } from "../src/page-reader.ts";
import { PreparedPage } from "../src/prepared/prepared-page.ts";
import type { FoundAnswer, Reading } from "../src/reading.ts";
import { joined } from "../src/stages/name-cells.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { place } from "./case-page.ts";
import { contract, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";
import { leastProcessorTime } from "./processor-time.ts";

interface Named {
  readonly name: string;
  readonly page: string;
  readonly question: string;
  readonly alike?: readonly (readonly [one: string, other: string, likeness: number])[];
  readonly cells: readonly {
    readonly cell: string;
    readonly start: number;
    readonly measures: readonly number[];
    readonly probability: number;
  }[];
}

type Shown = readonly [text: string, confidence: number, ...string[]];

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
  named,
  joined: JOINED,
  bounds,
} = contract<{
  pages: Pages;
  named: readonly Named[];
  joined: readonly Joined[];
  bounds: readonly [answer: number, perhaps: number];
}>("table-cells.json");
const wordPiece = new WordPiece(tokenizerFile());

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

// Within 0.0006: the cases are rounded to three digits, some of them from the middle between two.
const DIGITS = 2.92;

function near(values: readonly number[]) {
  return values.map((value) => expect.closeTo(value, DIGITS));
}

describe("table-cells.json: named", () => {
  test.each(named)("$name", ({ page: name, question, cells, alike = [] }) => {
    const page = pageOf(name);
    const offsets = new CodePointOffsets(page.text);
    const whole = [{ start: 0, end: page.text.length }];
    const tables = tablesOf(page, whole);
    const share = shareIn(tables, page.text, whole);
    const likeness = (one: string, other: string) =>
      alike.find(([a, b]) => a === one && b === other)?.[2] ?? 0;
    const found = namedCells(question, tables, likeness);
    expect(
      found.map((named) => ({
        cell: named.cell.text,
        start: offsets.toCodePoints(named.span.start),
        measures: measuresOf(named, share),
        probability: probability(named, share),
      })),
    ).toEqual(
      cells.map((one) => ({
        ...one,
        measures: near(one.measures),
        probability: expect.closeTo(one.probability, DIGITS),
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
  return answers.map(({ text, confidence, main }) => [
    text,
    confidence,
    ...(main === false ? ["beside"] : []),
  ]);
}

function expected(answers: readonly Shown[]): unknown[] {
  return answers.map(([text, confidence, ...more]) => [
    text,
    expect.closeTo(confidence, 3),
    ...more,
  ]);
}

describe("table-cells.json: joined", () => {
  test.each(JOINED)("$name", async (one) => {
    const { answers, perhaps } = await asked(one);
    expect(shown(answers)).toEqual(expected(one.answers));
    expect(shown(perhaps)).toEqual(expected(one.perhaps));
  });
});

describe("joined", () => {
  const answer = (start: number, confidence: number): FoundAnswer => ({
    text: "x",
    span: { start, end: start + 1 },
    quote: "x",
    quoteSpan: { start, end: start + 1 },
    section: [],
    confidence,
    evidence: false,
  });
  const found = { answers: [answer(0, 0.7)], perhaps: [], unsure: 0.1 };

  it("no longer says that sentences stand in for the model where a cell comes first", () => {
    expect(joined(found, answer(5, 0.9), { blocks: [] }, 0.5)).not.toHaveProperty("unsure");
    expect(joined(found, answer(5, 0.6), { blocks: [] }, 0.5)).toHaveProperty("unsure", 0.1);
    expect(joined(found, answer(0, 0.9), { blocks: [] }, 0.5)).toHaveProperty("unsure", 0.1);
  });
});

describe("a table without end", () => {
  const cells = (count: number, width: number) => {
    const blocks: Block[] = [];
    let text = "";
    for (let n = 0; n < count; n++) {
      if (n > 0) text += n % width === 0 ? "\n" : "\t";
      const start = text.length;
      text += `boat ${n} m`;
      blocks.push({ kind: "cell", start, end: text.length, row: "boat", column: `winter ${n}` });
    }
    return { text, blocks };
  };
  const look = (page: ReturnType<typeof cells>) =>
    namedCells("boat of 9 m in winter", tablesOf(page, [{ start: 0, end: page.text.length }]));

  it("is looked at in part", () => {
    const page = cells(MOST_CELLS + 10, 1);
    const [table] = tablesOf(page, [{ start: 0, end: page.text.length }]);
    expect(table?.rows).toHaveLength(MOST_CELLS);
  });

  it.each([
    ["many rows", 2],
    ["one row of many cells", 100_000],
  ])("takes time in proportion to its size: %s", (_, width) => {
    const [short, long] = [cells(1_200, width), cells(9_600, width)];
    expect(look(short)).not.toEqual([]);
    const before = leastProcessorTime(3, () => look(short));
    // Eight times the cells take eight times the processor time; quadratic work would take sixty-four.
    expect(leastProcessorTime(2, () => look(long))).toBeLessThan(24 * Math.max(before, 5));
  });
});
