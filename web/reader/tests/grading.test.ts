// The twin of tests/answering/test_grading_cases.py: the same cases, through the reader of a page and all its attempts.

import { describe, expect, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { FEATURES } from "../src/grading/calibration.ts";
import { PageReader } from "../src/page-reader.ts";
import type { PreparedPage } from "../src/prepared/prepared-page.ts";
import type { FoundAnswer, ReaderAnswers, Reading } from "../src/reading.ts";
import { type ReaderSettings, readSettings } from "../src/settings.ts";
import { readPassages } from "../src/stages/read-passages.ts";
import { insteadOf } from "../src/stages/read-sentences.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { type CasePage, pageOf, place } from "./case-page.ts";
import { contract, repositoryFile, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";

type Find = readonly [words: string, probability: number, nth?: number];

interface Case extends CasePage {
  readonly name: string;
  readonly question: string;
  readonly finds: readonly Find[];
  readonly bounds?: readonly [number, number];
  readonly weights?: Readonly<Record<string, number>>;
  readonly wrong?: readonly string[];
  readonly answers: readonly (readonly [string, number, ...string[]])[];
  readonly perhaps: readonly (readonly [string, number, ...string[]])[];
  readonly several?: boolean;
}

interface Cases {
  readonly limit: number;
  readonly bounds: readonly [number, number];
  readonly cases: readonly Case[];
  readonly readers: readonly (Case & { second: readonly Find[]; judge: false | string })[];
  readonly cautions: readonly {
    readonly caution: string;
    readonly bound: "answer" | "perhaps";
    readonly by: number;
    readonly grade: readonly string[];
  }[];
}

const LOADED = contract<Cases>("grading.json");
const wordPiece = new WordPiece(tokenizerFile());

/** The settings of a case; without `weights` the margin alone is the confidence. */
function settingsOf({ bounds, weights = { margin: 1 } }: Case): ReaderSettings {
  const [answerBound, perhapsBound] = bounds ?? LOADED.bounds;
  const row = FEATURES.map((feature) => weights[feature] ?? 0);
  return {
    ...SETTINGS,
    calibration: { ...SETTINGS.calibration, weights: row, answerBound, perhapsBound },
  };
}

/** A reader that finds given words of the page, each with the margin of its probability. */
function finding(of: PreparedPage, finds: readonly Find[], settings: ReaderSettings): PageReader {
  const reader = new PageReader(new WordModel({}), wordPiece, settings);
  const found = finds.map(([words, probability, nth]) => ({
    text: words,
    span: place(of.text, words, nth),
    margin: Math.log(probability / (1 - probability)),
  }));
  reader.extractive.read = async (_question, _page, passage) =>
    found
      .filter(({ span }) => passage.span.start <= span.start && span.end <= passage.span.end)
      .map((one) => ({ passage, ...one }));
  return reader;
}

async function asked(one: Case): Promise<Reading> {
  const of = pageOf(one);
  const reader = finding(of, one.finds, settingsOf(one));
  const wrong = (one.wrong ?? []).map((words) => place(of.text, words));
  let last: Reading | null = null;
  for await (const reading of askWithCorrection(reader, one.question, null, of, undefined, wrong))
    last = reading;
  if (last === null) throw new Error("There was no reading.");
  expect(last.done).toBe(true);
  return last;
}

/** Each answer as a case has it. */
function shown(answers: readonly FoundAnswer[]) {
  return answers.map(({ text, confidence, evidence, main }) => [
    text,
    Math.round(confidence * 1e6) / 1e6,
    ...(evidence ? ["evidence"] : []),
    ...(main === false ? ["beside"] : []),
  ]);
}

describe("grading.json", () => {
  test.each(LOADED.cases)("$name", async (one) => {
    const { answers, perhaps, several } = await asked(one);
    expect(shown(answers)).toEqual(one.answers);
    expect(shown(perhaps)).toEqual(one.perhaps);
    expect(several ?? false).toBe(one.several ?? false);
    expect(answers.length).toBeLessThanOrEqual(LOADED.limit);
  });

  // No larger reader judges in the browser; there the second reader marks sentences.
  test.each(LOADED.readers.filter(({ judge }) => judge === false))("$name", async (one) => {
    const of = pageOf(one);
    const settings = settingsOf(one);
    const found = async (finds: readonly Find[]) => {
      let last: ReaderAnswers = { answers: [], perhaps: [] };
      const { extractive } = finding(of, finds, settings);
      for await (last of readPassages(one.question, of, of.main, extractive, settings));
      return last;
    };
    const first = await found(one.finds);
    const last = first.answers.length > 0 ? first : insteadOf(first, await found(one.second));
    expect(shown(last.answers)).toEqual(one.answers);
    expect(shown(last.perhaps)).toEqual(one.perhaps);
  });

  // The browser has no choice of caution.
  test.each(LOADED.cautions.filter(({ caution }) => caution === "normal"))(
    "$by from the bound of $bound",
    async ({ bound, by, grade }) => {
      const file = new TextDecoder().decode(repositoryFile("models/small/reader.json"));
      const { calibration } = readSettings(JSON.parse(file));
      const least = bound === "answer" ? calibration.answerBound : calibration.perhapsBound;
      const { answers, perhaps } = await asked({
        name: "",
        question: "What colour is it?",
        blocks: [["paragraph", "The lamp is red."]],
        finds: [["red", least + by]],
        bounds: [calibration.answerBound, calibration.perhapsBound],
        answers: [],
        perhaps: [],
      });
      expect([...answers.map(() => "answer"), ...perhaps.map(() => "perhaps")]).toEqual(grade);
      const lexicon = contract<{ bounds: Record<string, Record<string, number>> }>(
        "lexicon/grades.json",
      ).bounds.normal;
      expect(least).toBe(lexicon?.[bound]);
    },
  );
});
