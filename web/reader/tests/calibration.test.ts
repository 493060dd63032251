import { describe, expect, test } from "vitest";
import { FEATURES, probabilities } from "../src/grading/calibration.ts";
import { readSettings } from "../src/settings.ts";
import { contract, repositoryFile } from "./contract.ts";

interface File {
  readonly settings: {
    calibration: { weights: Record<string, number>; intercept: number };
    answer_bound: number;
    perhaps_bound: number;
  };
  readonly passages: readonly { text: string; section: string[] }[];
  readonly cases: readonly {
    name: string;
    question: string;
    candidates: { passage: number; text: string; margin: number; rank?: number }[];
    passages_read: number;
    probabilities: number[];
  }[];
}

const { settings, passages, cases } = contract<File>("calibration.json");
const made = passages.map(({ text, section }, index) => ({
  index,
  span: { start: 0, end: text.length },
  text,
  section,
}));
const calibration = {
  weights: FEATURES.map((feature) => settings.calibration.weights[feature] as number),
  intercept: settings.calibration.intercept,
  answerBound: settings.answer_bound,
  perhapsBound: settings.perhaps_bound,
};

describe("calibration.json", () => {
  test.each(cases)("$name", ({ question, candidates, passages_read, probabilities: wanted }) => {
    const found = probabilities(
      calibration,
      question,
      candidates.map(({ passage, text, margin, rank = 0 }) => {
        const here = made[passage] as (typeof made)[number];
        const start = here.text.indexOf(text);
        return { passage: here, span: { start, end: start + text.length }, text, margin, rank };
      }),
      passages_read,
    );
    expect(found).toHaveLength(wanted.length);
    found.forEach((value, i) => {
      expect(value).toBeCloseTo(wanted[i] as number, 8);
    });
  });
});

test("the settings beside the model can be read", () => {
  const file = JSON.parse(new TextDecoder().decode(repositoryFile("models/small/reader.json")));
  const { shape, calibration: shipped, readsCells } = readSettings(file);
  expect(readsCells).toBe(true);
  expect(readSettings({ ...file, name: "other" }).readsCells).toBe(false);
  expect(shape.window).toBeGreaterThan(shape.stride);
  expect(shipped.perhapsBound).toBeLessThanOrEqual(shipped.answerBound);
});

test("settings that lack a weight are damaged, and say which", () => {
  const { name: _, ...weights } = { name: "", ...settings.calibration.weights, margin: undefined };
  expect(() =>
    readSettings({
      name: "x",
      window_tokens: 1,
      stride_tokens: 1,
      question_tokens: 1,
      prefix_tokens: 1,
      max_answer_tokens: 1,
      calibration: { weights, intercept: 0 },
      answer_bound: 0.5,
      perhaps_bound: 0.2,
    }),
  ).toThrow("margin is not a number");
});
