// The twin of tests/contract/test_amendments.py: the same cases, the other language.

import type { Block, BlockKind } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { type Span, shifted } from "@wherein/anchoring/span.ts";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { amendmentsOf } from "../src/clauses/amending.ts";
import { newerThan } from "../src/clauses/changes.ts";
import { labelOf, references } from "../src/clauses/labels.ts";
import { askingParty } from "../src/clauses/parties.ts";
import { sentences } from "../src/clauses/quoting.ts";
import { Standing } from "../src/clauses/standing.ts";
import { values } from "../src/clauses/values.ts";
import { LatePattern } from "../src/lexicon/matching.ts";
import { PageReader } from "../src/page-reader.ts";
import { PreparedPage } from "../src/prepared/prepared-page.ts";
import type { FoundAnswer, Reading } from "../src/reading.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { place } from "./case-page.ts";
import { contract, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";
import { leastProcessorTime } from "./processor-time.ts";

interface Facts extends Pick<Block, "level" | "row" | "column"> {
  readonly after?: string;
}

interface Amended {
  readonly document: string;
  readonly clauses: readonly unknown[];
  readonly amendments: readonly unknown[];
  readonly sentences: readonly unknown[];
}

type Shown = readonly [
  text: string,
  confidence: number,
  struck: readonly unknown[],
  beneath: readonly string[],
];

interface Staged {
  readonly document: string;
  readonly question: string;
  readonly finds: readonly (readonly [words: string, probability: number])[];
  readonly answers: readonly Shown[];
  readonly perhaps: readonly Shown[];
}

interface Cases {
  readonly bounds: readonly [answer: number, perhaps: number];
  readonly document_bounds: readonly [answer: number, perhaps: number];
  readonly documents: Readonly<
    Record<string, { readonly blocks: readonly (readonly [BlockKind, string, Facts?])[] }>
  >;
  readonly amended: readonly Amended[];
  readonly labels: readonly { line: string; label: unknown }[];
  readonly references: readonly { text: string; references: unknown }[];
  readonly values: readonly { text: string; values: unknown }[];
  readonly changes: readonly {
    question: string;
    sentence: string;
    old: string;
    new: string | null;
  }[];
  readonly parties: readonly { document: string; party: string | null }[];
  readonly stage: readonly Staged[];
  readonly hostile: readonly { part: string; amendments: number }[];
}

const CASES = contract<Cases>("amendments.json");
const wordPiece = new WordPiece(tokenizerFile());

function pageOf(name: string): PreparedPage {
  let text = "";
  const blocks: Block[] = [];
  for (const [kind, piece, facts = {}] of CASES.documents[name]?.blocks ?? []) {
    const { after = "\n\n", ...more } = facts;
    if (text !== "") text += after;
    const start = text.length;
    text += piece;
    const level = kind === "heading" ? { level: 1 } : {};
    blocks.push({ kind, start, end: text.length, ...level, ...more });
  }
  return new PreparedPage({ title: "Contract", text, blocks });
}

function told(page: PreparedPage) {
  const { text } = page;
  const offsets = new CodePointOffsets(text);
  const said = ({ start, end }: Span) => text.slice(start, end);
  const standing = new Standing(page);
  const every = page.blocks.flatMap((block) =>
    sentences(said(block)).map((one) => shifted(one, block.start)),
  );
  return {
    clauses: standing.outline.clauses.map((one) => [one.chain.join("."), one.heading, one.part]),
    amendments: standing.amendments.map((one) => ({
      effect: one.effect,
      quote: said(one.quote),
      struck: one.struck.map(said),
      new: one.new && said(one.new),
      whole: one.whole,
      instead: standing.amendments.indexOf(standing.instead(one)),
    })),
    sentences: every.flatMap((span) => {
      const struck = standing.struck(span);
      const over = standing.overriding(span);
      const beneath = standing.beneath(span).map(said);
      if (!struck && !over && beneath.length === 0) return [];
      return {
        sentence: said(span),
        start: offsets.toCodePoints(span.start),
        struck: struck && said(struck.words),
        over: over && said(over.quote),
        beneath,
      };
    }),
  };
}

describe("amendments.json: amended", () => {
  test.each(CASES.amended)("$document", ({ document, ...expected }) => {
    expect(told(pageOf(document))).toEqual(expected);
  });
});

describe("amendments.json: texts", () => {
  test.each(CASES.labels)("the label of $line", ({ line, label: expected }) => {
    const label = labelOf(line);
    const found = label && [label.chain, label.end, label.inner, label.kind];
    expect(found).toEqual(expected);
  });

  test.each(CASES.references)("the references of $text", ({ text, references: expected }) => {
    const found = references(text).map(({ span, chain, kind, heading, last }) => [
      text.slice(span.start, span.end),
      chain,
      kind,
      heading,
      last,
    ]);
    expect(found).toEqual(expected);
  });

  test.each(CASES.values)("the values of $text", ({ text, values: expected }) => {
    const found = values(text).map(({ span, kind }) => [text.slice(span.start, span.end), kind]);
    expect(found).toEqual(expected);
  });

  test.each(CASES.changes)("$question $sentence", ({ question, sentence, old, new: expected }) => {
    const found = newerThan(question, sentence, place(sentence, old));
    expect(found && sentence.slice(found.start, found.end)).toBe(expected);
  });

  test.each(CASES.parties)("who asks of $document", ({ document, party }) => {
    expect(askingParty(pageOf(document))).toBe(party);
  });
});

async function asked({ document, question, finds }: Staged): Promise<readonly Reading[]> {
  const page = pageOf(document);
  const [answerBound, perhapsBound] = CASES.bounds;
  const [answer, perhaps] = CASES.document_bounds;
  const calibration = { ...SETTINGS.calibration, answerBound, perhapsBound };
  const settings = { ...SETTINGS, calibration, documentBounds: { answer, perhaps } };
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
  const readings: Reading[] = [];
  for await (const reading of askWithCorrection(reader, question, null, page))
    readings.push(reading);
  return readings;
}

function shown({ text, confidence, documentFacts }: FoundAnswer): Shown {
  const by = documentFacts?.struck_by;
  const beneath = (documentFacts?.subject_to ?? []).map(({ quote }) => quote);
  return [text, confidence, by ? [by.quote, by.words] : [], beneath];
}

function expected(answers: readonly Shown[]): unknown[] {
  return answers.map(([text, confidence, ...rest]) => [
    text,
    expect.closeTo(confidence, 3),
    ...rest,
  ]);
}

describe("amendments.json: stage", () => {
  test.each(CASES.stage)("$document: $question", async (one) => {
    const last = (await asked(one)).at(-1);
    expect(last?.answers.map(shown)).toEqual(expected(one.answers));
    expect(last?.perhaps.map(shown)).toEqual(expected(one.perhaps));
  });

  test("a struck answer is struck while the page is still read", async () => {
    const [gym] = CASES.stage.filter(({ document }) => document === "gym");
    const readings = await asked(gym as Staged);
    const before = readings.slice(0, -1).flatMap(({ answers }) => answers);
    const old = before.filter(({ text }) => text === "one guest per week");
    expect(old.length).toBeGreaterThan(0);
    for (const { documentFacts } of old) expect(documentFacts?.struck_by).toBeTruthy();
  });
});

describe("a page without clauses", () => {
  const SENTENCES = ["The bridge was built by Ada Holm. ", "It is now 40 metres long. "];

  afterEach(() => vi.restoreAllMocks());

  function article(paragraphs: number): { text: string; blocks: readonly Block[] } {
    const blocks: Block[] = [];
    let text = "";
    for (let n = 0; n < paragraphs; n++) {
      const start = text.length;
      text += SENTENCES.join("").trimEnd();
      blocks.push({ kind: "paragraph", start, end: text.length });
      text += "\n\n";
    }
    return { text, blocks };
  }

  /** How often patterns of clauses are looked for. */
  function looks() {
    return vi.spyOn(LatePattern.prototype, "made", "get");
  }

  test("takes a few looks for each sentence", () => {
    const looked = looks();
    expect(amendmentsOf(article(100)).amendments).toEqual([]);
    const few = looked.mock.calls.length;
    expect(few).toBeLessThan(100 * 12 * SENTENCES.length);
    expect(amendmentsOf(article(400)).amendments).toEqual([]);
    expect(looked.mock.calls.length - few).toBeLessThanOrEqual(4 * few);
  });

  test("takes none where nothing is found", async () => {
    const looked = looks();
    const page = new PreparedPage({ title: "Bridge", ...article(20) });
    const reader = new PageReader(new WordModel({}), wordPiece, SETTINGS);
    for await (const { answers } of reader.ask("Who sang?", page)) expect(answers).toEqual([]);
    expect(looked).not.toHaveBeenCalled();
  });
});

/** A part that is repeated in an amendment, as tests/documents/test_clauses.py makes it. */
function hostile(part: string, size: number): { text: string; blocks: readonly Block[] } {
  const begins = "Lease\n\n4.2 Old.\n\nAmendment No. 1\n\n";
  const text = begins + part.repeat(Math.floor(size / [...part].length));
  const heading = text.indexOf("Amendment");
  const blocks: Block[] = [
    { kind: "paragraph", start: 7, end: 15 },
    { kind: "heading", level: 1, start: heading, end: heading + 15 },
  ];
  let at = begins.length;
  for (const piece of text.slice(at).split("\n\n")) {
    const end = at + piece.trimEnd().length;
    if (end > at) blocks.push({ kind: "paragraph", start: at, end });
    at += piece.length + 2;
  }
  return { text, blocks };
}

describe("amendments.json: hostile", () => {
  it.each(CASES.hostile)("$part takes time in proportion to its size", ({ part, amendments }) => {
    const [short, long] = [hostile(part, 8_000), hostile(part, 64_000)];
    expect(amendmentsOf(short).amendments).toHaveLength(amendments);
    const before = leastProcessorTime(3, () => amendmentsOf(short));
    const after = leastProcessorTime(2, () => amendmentsOf(long));
    // Eight times the text takes eight times the processor time; quadratic work would take sixty-four.
    expect(after).toBeLessThan(24 * Math.max(before, 5));
  });
});
