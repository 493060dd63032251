import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { describe, expect, test } from "vitest";
import { askWithCorrection, surerOf } from "../src/attempts.ts";
import type { Candidate } from "../src/grading/candidate.ts";
import { HIGHEST_LIKELY } from "../src/grading/grades.ts";
import { type Passage, paragraphBlocks } from "../src/page/passages.ts";
import { PageReader } from "../src/page-reader.ts";
import { PreparedPage } from "../src/prepared/prepared-page.ts";
import { isYesNo } from "../src/question/yes-no.ts";
import type { Reading } from "../src/reading.ts";
import { StaticEncoder } from "../src/tokens/static-encoder.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { contract, repositoryFile, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";

const wordPiece = new WordPiece(tokenizerFile());
const ENCODER = StaticEncoder.parse(
  repositoryFile("models/static/rows.int8.npy"),
  repositoryFile("models/static/scales.float32.npy"),
);
const FILLER = Array.from(
  { length: 40 },
  (_, i) => `Filler sentence number ${i} about sheep.`,
).join(" ");
const TEXT = [
  FILLER,
  "The mill was built by Anna Berg in 1702. It burnt.",
  FILLER.replace(/sheep/g, "goats"),
  "A second mill was built by Karl Dahl. \u{1F600} Anna Berg paid for it.",
].join("\n\n");

function page(text = TEXT): PreparedPage {
  return new PreparedPage({ title: "Mills", text, blocks: paragraphBlocks(text) });
}

async function readings(
  model: WordModel,
  question: string,
  of = page(),
  encoder: StaticEncoder | null = null,
): Promise<Reading[]> {
  const all: Reading[] = [];
  const reader = new PageReader(model, wordPiece, SETTINGS, encoder);
  for await (const reading of reader.ask(question, of)) all.push(reading);
  return all;
}

describe("a page asked about a topic", () => {
  test("gives whole sentences in reading order, without the model", async () => {
    const model = new WordModel({});
    const [only, more] = await readings(model, "Tell me about Anna Berg", page(), ENCODER);
    expect(more).toBeUndefined();
    expect(only).toMatchObject({ done: true, several: true, wordsRead: page().words });
    expect(only?.answers.map(({ text }) => text)).toEqual([
      "The mill was built by Anna Berg in 1702.",
      "It burnt.",
      "A second mill was built by Karl Dahl.",
      "\u{1F600} Anna Berg paid for it.",
    ]);
    for (const { text, span } of only?.answers ?? [])
      expect(TEXT.slice(span.start, span.end)).toBe(text);
    expect(model.read).toEqual([]);
  });

  test("is read as any other question where nothing is about it, or the page is not English", async () => {
    const model = new WordModel({});
    await readings(model, "Tell me about submarines", page(), ENCODER);
    expect(model.read).not.toEqual([]);
    const german = new PreparedPage({
      title: "Mills",
      text: TEXT,
      blocks: paragraphBlocks(TEXT),
      language: "de-AT",
    });
    const last = (await readings(new WordModel({}), "Tell me about Anna Berg", german, ENCODER)).at(
      -1,
    );
    expect(last?.several).toBeUndefined();
  });
});

describe("a page with more than its main text", () => {
  const BOX = "Comments say that Anna Berg was the miller.";
  const text = [BOX, TEXT].join("\n\n");
  const blocks: Block[] = paragraphBlocks(text).map((block) => ({
    ...block,
    ...(block.end === BOX.length && { main: false }),
  }));
  const whole = () => new PreparedPage({ title: "Mills", text, blocks });
  const asked = async (reader: PageReader, question: string, correction: string | null = null) => {
    const all: Reading[] = [];
    for await (const one of askWithCorrection(reader, question, correction, whole())) all.push(one);
    return all;
  };
  const reading = (model: WordModel) => new PageReader(model, wordPiece, SETTINGS);

  test("is asked in its main text alone where that answers", async () => {
    const model = new WordModel({ "Karl Dahl": 3 });
    const last = (await asked(reading(model), "Who built the second mill?")).at(-1);
    expect(last?.answers.map(({ text, main }) => [text, main])).toEqual([["Karl Dahl", undefined]]);
    expect(model.read.some((read) => read.includes("Comments"))).toBe(false);
    expect(last?.words).toBe(page().words);
  });

  test("is read beside the main text where that does not answer, and an answer from there says so", async () => {
    const model = new WordModel({ "the miller": 3 });
    const all = await asked(reading(model), "What was Anna Berg?");
    const last = all.at(-1);
    expect(last).toMatchObject({ done: true, words: page().words, wordsRead: page().words });
    expect(last?.answers).toMatchObject([{ text: "the miller", main: false }]);
    expect(all.filter(({ done }) => done)).toHaveLength(1);
    expect(model.read.at(-1)).toContain("Comments");
    for (const { text: found, span } of last?.answers ?? [])
      expect(text.slice(span.start, span.end)).toBe(found);
  });

  test("is asked in the corrected spelling before it is read beside the main text", async () => {
    const reader = reading(new WordModel({}));
    const read: string[] = [];
    reader.extractive.read = async (question, _, passage) => {
      read.push(`${question} ${passage.main === false ? "beside" : "main"}`);
      const isThere = (question === "typed") === (passage.main === false);
      return isThere ? [candidate(passage, question, 3)] : [];
    };
    const last = (await asked(reader, "typed", "corrected")).at(-1);
    expect(last).toMatchObject({ done: true, meant: "corrected" });
    expect(last?.answers[0]?.main).toBeUndefined();
    expect([...new Set(read)]).toEqual(["typed main", "corrected main"]);
  });
});

describe("a page asked", () => {
  test("reads the likeliest passages first and the whole page in the end", async () => {
    const model = new WordModel({ "Anna Berg": 3 });
    const all = await readings(model, "Who built the mill?");
    expect(model.read[0]).toContain("mill");
    expect(all[0]?.answers[0]?.text).toBe("Anna Berg");
    expect(all[0]?.done).toBe(false);
    const last = all.at(-1) as Reading;
    expect(last).toMatchObject({ done: true, words: last.wordsRead });
    expect(new Set(model.read)).toHaveLength(page().passages.length);
  });

  test("every answer is the page's text at its span, and so is its sentence", async () => {
    const last = (await readings(new WordModel({ "Anna Berg": 3, "Karl Dahl": 2 }), "who?")).at(-1);
    const found = last?.answers ?? [];
    expect(found.map(({ text }) => text).sort()).toEqual(["Anna Berg", "Karl Dahl"]);
    for (const { text, span, quote, quoteSpan } of found) {
      expect(TEXT.slice(span.start, span.end)).toBe(text);
      expect(TEXT.slice(quoteSpan.start, quoteSpan.end)).toBe(quote);
      expect(quote).toContain(text);
    }
  });

  test("an unlikely answer is folded away, a hopeless one dropped", async () => {
    const last = (await readings(new WordModel({ "Anna Berg": -1, "Karl Dahl": -5 }), "who?")).at(
      -1,
    );
    expect(last?.answers).toEqual([]);
    expect(last?.perhaps.map(({ text }) => text)).toEqual(["Anna Berg"]);
  });

  test("a yes/no question is answered by the whole sentence, as evidence", async () => {
    const last = (await readings(new WordModel({ "1702": 3 }), "Was it built in 1702?")).at(-1);
    expect(last?.answers[0]).toMatchObject({
      text: "The mill was built by Anna Berg in 1702.",
      evidence: true,
    });
  });

  test("a page without text is read to its end at once", async () => {
    const all = await readings(new WordModel({}), "who?", page(""));
    expect(all).toEqual([
      { answers: [], perhaps: [], nearest: [], wordsRead: 0, words: 0, done: true },
    ]);
  });

  test("what was read once is not read again, also when the page has moved", async () => {
    const model = new WordModel({ "Anna Berg": 3 });
    const reader = new PageReader(model, wordPiece, SETTINGS);
    const last = async (of: PreparedPage) => {
      let reading: Reading | null = null;
      for await (const next of reader.ask("who?", of)) reading = next;
      return reading as Reading | null;
    };
    // Passages end at headings, so what is put before one leaves those below as they were.
    const sections = (...bodies: string[]) => {
      const text = bodies.map((body, i) => `Part ${i}\n\n${body}`).join("\n\n");
      const blocks = paragraphBlocks(text).map((block): Block => {
        const isHeading = /^Part \d/.test(text.slice(block.start, block.end));
        return isHeading ? { ...block, kind: "heading", level: 1 } : block;
      });
      return new PreparedPage({ title: "Mills", text, blocks });
    };
    const before = await last(sections("Short.", TEXT));
    const runs = model.read.length;
    const moved = await last(sections("Short, and then some more of it.", TEXT));
    expect(model.read.length).toBe(runs + 1);
    const [was, is] = [before?.answers[0], moved?.answers[0]];
    expect(is?.text).toBe(was?.text);
    expect(is?.span.start).toBe(
      (was?.span.start ?? 0) + "Short, and then some more of it.".length - "Short.".length,
    );
  });

  test("the nearest passages share words with the question", async () => {
    const last = (await readings(new WordModel({}), "Which mill burnt?")).at(-1);
    expect(last?.nearest[0]?.text).toContain("burnt");
  });
});

describe("a thing that the page does not name", () => {
  const asked = async (question: string) =>
    (await readings(new WordModel({ "1702": 8 }), question)).at(-1) as Reading;

  test("is never answered surely", async () => {
    const own = await asked("When was the mill built?");
    expect(own.answers[0]?.confidence).toBeGreaterThan(HIGHEST_LIKELY);
    const other = await asked("When was the castle built?");
    expect(other.answers.map(({ text }) => text)).toEqual(["1702"]);
    expect(other.answers[0]?.confidence).toBe(HIGHEST_LIKELY);
  });

  test("makes a perhaps of what is said of a word spelt alike", async () => {
    const { answers, perhaps } = await asked("When was the mall built?");
    expect(answers).toEqual([]);
    expect(perhaps.map(({ text }) => text)).toEqual(["1702"]);
  });
});

describe("where the model refuses", () => {
  const asked = async (model: WordModel, question: string) =>
    (await readings(model, question, page(), ENCODER)).at(-1) as Reading;

  test("whole sentences answer, likeliest first, with the reader's confidence", async () => {
    const last = await asked(new WordModel({ "1702": -1 }), "mill built by Karl Dahl");
    expect(last.answers[0]?.text).toBe("A second mill was built by Karl Dahl.");
    expect(last.answers[0]?.quote).toBe(last.answers[0]?.text);
    expect(last.unsure).toBeCloseTo(1 / (1 + Math.E), 6);
    expect(last.done).toBe(true);
  });

  test("vectors that were kept say what is likeliest, if they are of this page", async () => {
    const asked = ENCODER.encode(wordPiece.encode("zzz").ids);
    const { passages } = page();
    const first = async (vectors: Float32Array | null) => {
      const model = new WordModel({});
      const reader = new PageReader(model, wordPiece, SETTINGS, ENCODER);
      const of = page();
      reader.takeVectors(of, vectors);
      for await (const _ of reader.ask("zzz", of)) break;
      return model.read[0];
    };
    const usual = await first(null);
    const other = passages.find(({ text }) => text !== usual);
    const kept = new Float32Array(passages.length * asked.length);
    kept.set(asked, (other?.index ?? 0) * asked.length);
    expect(await first(kept)).toBe(other?.text);
    expect(await first(kept.subarray(1))).toBe(usual);
  });

  test("its doubtful answers stay where no sentence answers either", async () => {
    const last = await asked(new WordModel({ "1702": -1 }), "price of tea in China");
    expect(last.answers).toEqual([]);
    expect(last.perhaps.map(({ text }) => text)).toEqual(["1702"]);
    expect(last.unsure).toBeUndefined();
  });

  test("no sentence is looked at where it answers", async () => {
    const last = await asked(new WordModel({ "1702": 3 }), "mill built by Karl Dahl");
    expect(last.answers.map(({ text }) => text)).toEqual(["1702"]);
    expect(last.unsure).toBeUndefined();
  });
});

describe("a question and its correction", () => {
  const CORRECTION = "mill built by Karl Dahl";
  const asked = async (
    question: string,
    finds: Record<string, number>,
    correction: string | null,
    language = "",
  ) => {
    const reader = new PageReader(new WordModel(finds), wordPiece, SETTINGS, ENCODER);
    const of = new PreparedPage({
      title: "Mills",
      text: TEXT,
      blocks: paragraphBlocks(TEXT),
      language,
    });
    const all: Reading[] = [];
    for await (const one of askWithCorrection(reader, question, correction, of)) all.push(one);
    expect(all.map(({ done }) => done)).toEqual(all.map((_, i) => i === all.length - 1));
    return all;
  };

  test("the correction answers where the question as written does not, and says so", async () => {
    const last = (await asked("mlil bilt by Krl Dal", { "1702": -1 }, CORRECTION)).at(-1);
    expect(last?.answers[0]?.text).toBe("A second mill was built by Karl Dahl.");
    expect(last?.meant).toBe(CORRECTION);
  });

  test("a question that has an answer is not asked in another spelling", async () => {
    const asked: string[] = [];
    const reader = new PageReader(new WordModel({}), wordPiece, SETTINGS);
    reader.extractive.read = async (question, _, passage) => {
      asked.push(question);
      return passage.index > 0 ? [] : [candidate(passage, question, 2)];
    };
    const all: Reading[] = [];
    for await (const one of askWithCorrection(reader, "typed", "corrected", page())) all.push(one);
    expect(new Set(asked)).toEqual(new Set(["typed"]));
    expect(all.at(-1)).toMatchObject({ done: true });
    expect(all.at(-1)?.meant).toBeUndefined();
  });

  test("an answer to another spelling is at most likely", async () => {
    const last = (await asked("mlil bilt by Krl Dahl", { "1702": -1 }, CORRECTION)).at(-1);
    expect(last?.answers[0]?.confidence).toBeLessThan(0.9);
  });

  test.each([null, "price of tea in China"])("where %s has none either", async (other) => {
    const last = (await asked("price of tee", { "1702": -1 }, other)).at(-1);
    expect(last?.answers).toEqual([]);
    expect(last?.perhaps.map(({ text }) => text)).toEqual(["1702"]);
    expect(last?.meant).toBeUndefined();
  });

  test("a page in another language is not read for a correction", async () => {
    const last = (await asked("mlil bilt by Krl Dal", {}, CORRECTION, "sv")).at(-1);
    expect(last).toMatchObject({ answers: [], done: true });
    expect(last?.meant).toBeUndefined();
  });

  test.each(contract<Corrections>("corrections.json").cases)("contract: $name", (one) => {
    const [first, second] = [state(one.question), state(one.correction)];
    const result = surerOf(first, second, "corrected");
    expect(result.answers).toEqual((one.stands === "question" ? first : second).answers);
    expect(result.meant).toBe(one.named ? "corrected" : undefined);
  });
});

interface Corrections {
  readonly cases: readonly {
    readonly name: string;
    readonly question: readonly number[];
    readonly correction: readonly number[];
    readonly stands: "question" | "correction";
    readonly named: boolean;
  }[];
}

function candidate(passage: Passage, question: string, margin: number): Candidate {
  const { start } = passage.span;
  const length = question.length;
  const span = { start, end: start + length };
  return { passage, text: passage.text.slice(0, length), span, margin };
}

function state(confidences: readonly number[]): Reading {
  const span = { start: 0, end: 1 };
  const answers = confidences.map((confidence) => ({
    ...{ text: "a", span, quote: "a", quoteSpan: span, section: [] },
    ...{ confidence, evidence: false },
  }));
  return { answers, perhaps: [], nearest: [], wordsRead: 1, words: 1, done: true };
}

test.each([
  ["Did she build it?", true],
  ["tell me whether it burnt", true],
  ["isn't it old", true],
  ["Is it red or blue?", false],
  ["is it red or not", true],
  ["Who built it?", false],
  ["when did it burn", false],
])("yes or no: %s", (question, wanted) => {
  expect(isYesNo(question)).toBe(wanted);
});

test("the words that are read grow until the end, also while sentences are compared after the model has read all", async () => {
  const text = Array.from({ length: 70 }, (_, i) => `${FILLER} Farm ${i}.`).join("\n\n");
  const told = await readings(new WordModel({}), "Who painted the ceiling?", page(text), ENCODER);
  const read = told.map(({ wordsRead }) => wordsRead);
  expect(read.length).toBeGreaterThan(page(text).main.length + 2);
  expect(read).toEqual([...new Set(read)].sort((a, b) => a - b));
  expect(told.at(-1)).toMatchObject({ done: true, wordsRead: page(text).words });
});
