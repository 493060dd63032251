// contracts/notice-givers.json: a notice that another party gives is no answer to how much notice one has to give. The twin
// of tests/answering/test_notice_giver.py.

import { describe, expect, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { anotherGives } from "../src/grading/notice-giver.ts";
import { PageReader } from "../src/page-reader.ts";
import type { Reading } from "../src/reading.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { type CasePage, pageOf, place } from "./case-page.ts";
import { contract, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";

interface Case extends CasePage {
  readonly question: string;
  readonly finds: readonly (readonly [words: string, probability: number])[];
  readonly answers: readonly string[];
  readonly perhaps: readonly string[];
}

interface Cases {
  readonly sentences: readonly (readonly [
    question: string,
    sentence: string,
    answer: string,
    party: string,
    another: boolean,
  ])[];
  readonly pages: readonly Case[];
}

const CASES = contract<Cases>("notice-givers.json");
const BOUND = 0.5;

describe("notice-givers.json", () => {
  test.each(CASES.sentences)("%s %s %s", (question, sentence, answer, party, another) => {
    const text = `Rent is due on the first. ${sentence} Keys are returned.`;
    expect(anotherGives(question, text, place(text, answer), party)).toBe(another);
  });

  test("a question of nothing but notices is looked through once", () => {
    const text = "It is 3 days.";
    const question = "notice ".repeat(20_000);
    expect(anotherGives(question, text, place(text, "3 days"), "the Tenant")).toBe(false);
  });

  test.each(CASES.pages)("$question", async ({ question, finds, answers, perhaps, ...made }) => {
    const page = pageOf(made);
    const calibration = { ...SETTINGS.calibration, answerBound: BOUND, perhapsBound: BOUND };
    const words = new WordPiece(tokenizerFile());
    const reader = new PageReader(new WordModel({}), words, { ...SETTINGS, calibration });
    reader.extractive.read = async (_question, _page, passage) =>
      finds
        .map(([words, sure]) => ({
          passage,
          text: words,
          span: place(page.text, words),
          margin: Math.log(sure / (1 - sure)),
        }))
        .filter(({ span }) => passage.span.start <= span.start && span.end <= passage.span.end);
    let last: Reading | null = null;
    for await (const reading of askWithCorrection(reader, question, null, page)) last = reading;
    expect(last?.answers.map(({ text }) => text)).toEqual(answers);
    expect(last?.perhaps.map(({ text }) => text)).toEqual(perhaps);
  });
});
