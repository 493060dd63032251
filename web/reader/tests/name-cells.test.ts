// The twin of tests/contract/test_table_cells.py: the same cases, the other language.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, it, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { measuresOf, probability } from "../src/cells/cell-probability.ts";
import type { Alike } from "../src/cells/likeness.ts";
import { ahead, bestCells, namedCells, scoredCells } from "../src/cells/named-cell.ts";
import { areRead, readProbability, rowsToRead, withMargins } from "../src/cells/read-cells.ts";
import { MOST_CELLS, shareIn, tablesOf } from "../src/cells/table-rows.ts";
import type { Candidate } from "../src/grading/candidate.ts";
import type { Logits } from "../src/model/span-model.ts";
import type { Window } from "../src/page/windows.ts";
import { PageReader } from "../src/page-reader.ts";
import { PreparedPage } from "../src/prepared/prepared-page.ts";
import type { FoundAnswer, Reading } from "../src/reading.ts";
import { joined } from "../src/stages/name-cells.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { place } from "./case-page.ts";
import { contract, inCodePoints, tokenizerFile } from "./contract.ts";
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

interface Read extends Pick<Named, "name" | "page" | "question" | "alike"> {
  readonly marks: readonly (readonly [row: number, words: string, margin: number])[];
  readonly are_read: boolean;
  readonly rows: readonly {
    readonly text: string;
    readonly cells: readonly (readonly [start: number, end: number])[];
  }[];
  readonly cells: readonly {
    readonly cell: string;
    readonly start: number;
    readonly score: number;
    readonly probability: number;
  }[];
}

type Shown = readonly [text: string, confidence: number, ...string[]];

interface Joined {
  readonly name: string;
  readonly page: string;
  readonly question: string;
  readonly finds: readonly (readonly [words: string, probability: number])[];
  /** Words that the reader marks in rows that it reads as sentences; without them it reads none. */
  readonly reads?: readonly (readonly [words: string, margin: number])[];
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
  read: READ,
  joined: JOINED,
  bounds,
} = contract<{
  pages: Pages;
  named: readonly Named[];
  read: readonly Read[];
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

function likenessOf(alike: NonNullable<Named["alike"]>): Alike {
  return (one, other) => alike.find(([a, b]) => a === one && b === other)?.[2] ?? 0;
}

describe("table-cells.json: named", () => {
  test.each(named)("$name", ({ page: name, question, cells, alike = [] }) => {
    const page = pageOf(name);
    const offsets = new CodePointOffsets(page.text);
    const whole = [{ start: 0, end: page.text.length }];
    const tables = tablesOf(page, whole);
    const share = shareIn(tables, page.text, whole);
    const found = namedCells(question, tables, likenessOf(alike));
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

describe("table-cells.json: read", () => {
  test.each(READ)("$name", ({ page: name, question, alike = [], marks, ...expected }) => {
    const page = pageOf(name);
    const offsets = new CodePointOffsets(page.text);
    const whole = [{ start: 0, end: page.text.length }];
    const tables = tablesOf(page, whole);
    const share = shareIn(tables, page.text, whole);
    const scored = scoredCells(question, tables, likenessOf(alike));
    const [best] = bestCells(scored, 1);
    expect(best && areRead(question, best.cell)).toBe(expected.are_read);
    const rows = rowsToRead(question, scored, tables);
    expect(
      rows.map(({ text, places }) => {
        const inRow = inCodePoints(text);
        return { text, cells: places.map(({ start, end }) => inRow(start, end)) };
      }),
    ).toEqual(expected.rows);
    const marked = marks.map(([row, words, margin]) => {
      return { row, span: place(rows[row]?.text ?? "", words), margin };
    });
    const cells = withMargins(rows, marked);
    expect(
      cells.map((one) => ({
        cell: one.cell.text,
        start: offsets.toCodePoints(one.cell.span.start),
        score: one.score,
        probability: readProbability(one, cells, probability(ahead(one.cell, scored), share)),
      })),
    ).toEqual(
      expected.cells.map((one) => ({
        ...one,
        score: expect.closeTo(one.score, DIGITS),
        probability: expect.closeTo(one.probability, DIGITS),
      })),
    );
  });
});

async function asked({ page: name, question, finds, reads, wrong = [] }: Joined): Promise<Reading> {
  const page = pageOf(name);
  const [answerBound, perhapsBound] = bounds;
  const calibration = { ...SETTINGS.calibration, answerBound, perhapsBound };
  const readsCells = reads !== undefined;
  const settings = { ...SETTINGS, calibration, readsCells };
  const reader = new PageReader(new WordModel({}), wordPiece, settings);
  const found = finds.map(([words, sure]) => ({
    text: words,
    span: place(page.text, words),
    margin: Math.log(sure / (1 - sure)),
  }));
  reader.extractive.read = async (_question, _page, passage) =>
    found
      .filter(({ span }) => passage.span.start <= span.start && span.end <= passage.span.end)
      .map((one) => ({ passage, ...one }));
  reader.extractive.readAlone = async (_question, text) =>
    (reads ?? [])
      .filter(([words]) => text.includes(words))
      .map(([words, margin]) => ({ ...standingAlone(text), span: place(text, words), margin }));
  const without = wrong.map((words) => place(page.text, words));
  let last: Reading | null = null;
  for await (const reading of askWithCorrection(reader, question, null, page, undefined, without))
    last = reading;
  if (last === null) throw new Error("There was no reading.");
  return last;
}

function standingAlone(text: string): Pick<Candidate, "passage" | "text"> {
  const span = { start: 0, end: text.length };
  return { passage: { index: 0, span, text, section: [] }, text };
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

/** Keeps how many tokens of title and headings stood before each text. */
class Heads extends WordModel {
  readonly heads = new Map<string, number>();

  override run(window: Window): Promise<Logits> {
    this.heads.set(window.passage.text, window.first - window.context);
    return super.run(window);
  }
}

describe("rows read as sentences", () => {
  const question = "Who swims for the North club?";
  const isRow = (text: string) => text.includes("The Swimmer of");
  const readerOf = (model: WordModel) =>
    new PageReader(model, wordPiece, { ...SETTINGS, readsCells: true });

  it("can be left after each row", async () => {
    const model = new WordModel({});
    for await (const _ of readerOf(model).ask(question, pageOf("lanes")))
      if (model.read.some(isRow)) break;
    expect(new Set(model.read.filter(isRow)).size).toBe(1);
  });

  it("are read below no title, once for the same question, and by no other reader", async () => {
    const model = new Heads({});
    const reader = readerOf(model);
    for await (const _ of reader.ask(question, pageOf("lanes")));
    const read = model.read.length;
    expect(new Set(model.read.filter(isRow)).size).toBe(4);
    for await (const _ of reader.ask(question, pageOf("lanes")));
    expect(model.read).toHaveLength(read);
    for (const [text, tokens] of model.heads) expect(tokens > 0, text).toBe(!isRow(text));
    const other = new WordModel({});
    for await (const _ of new PageReader(other, wordPiece, SETTINGS).ask(
      question,
      pageOf("lanes"),
    ));
    expect(other.read.some(isRow)).toBe(false);
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
