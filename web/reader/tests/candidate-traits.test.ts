// The twin of tests/reading/test_candidate_traits.py.

import { describe, expect, test } from "vitest";
import { onlyRepeats, type Traits, traitsOf } from "../src/grading/candidate-traits.ts";
import { contract } from "./contract.ts";

interface File {
  readonly passages: Readonly<Record<string, { text: string; section: string[]; index: number }>>;
  readonly cases: readonly {
    readonly passage: string;
    readonly question: string;
    readonly text: string;
    readonly traits: readonly number[];
    readonly why: string;
  }[];
  readonly only_repeats: readonly { question: string; text: string; is: boolean }[];
}

const FIELDS: readonly (keyof Traits)[] = [
  "ofKind",
  "notKind",
  "repeats",
  "asks",
  "points",
  "heading",
  "inRow",
  "technical",
  "legal",
  "empty",
];

describe("candidate-traits.json", () => {
  const { passages, cases, only_repeats } = contract<File>("candidate-traits.json");
  test.each(only_repeats)("$question $text", ({ question, text, is }) => {
    expect(onlyRepeats(question, text)).toBe(is);
  });
  test.each(cases)("$why", ({ passage: name, question, text, traits }) => {
    const here = passages[name] as File["passages"][string];
    const passage = { ...here, span: { start: 0, end: here.text.length } };
    const start = here.text.indexOf(text);
    const found = traitsOf(question, passage, { start, end: start + text.length });
    FIELDS.forEach((field, n) => {
      expect(found[field], field).toBeCloseTo(traits[n] as number, 8);
    });
  });
});
