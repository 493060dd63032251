// The twin of tests/reading/test_asked_for.py.

import { describe, expect, test } from "vitest";
import { hasWhatIsAsked } from "../src/question/asked-for.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly sentence: string;
  readonly about: string[];
  readonly answers: boolean;
  readonly why: string;
}

describe("asked-for.json", () => {
  const { cases } = contract<{ cases: Case[] }>("asked-for.json");
  test.each(cases)("$why", ({ question, sentence, about, answers }) => {
    expect(hasWhatIsAsked(question, sentence, about)).toBe(answers);
  });
});
