import { describe, expect, test } from "vitest";
import { foreignLanguage } from "../src/question/question-language.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly language: string | null;
}

describe("question-language.json", () => {
  const { cases } = contract<{ cases: Case[] }>("question-language.json");
  test.each(cases)("$question", ({ question, language }) => {
    expect(foreignLanguage(question)).toBe(language);
  });
});
