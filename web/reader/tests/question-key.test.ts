import { describe, expect, test } from "vitest";
import { questionKey } from "../src/question/question-key.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly key: string;
  readonly why: string;
}

describe("questions.json", () => {
  const { cases } = contract<{ cases: Case[] }>("questions.json");
  test.each(cases)("$question: $why", ({ question, key }) => {
    expect(questionKey(question)).toBe(key);
  });
});
