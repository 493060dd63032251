import { describe, expect, test } from "vitest";
import { isConditionAlone } from "../src/question/condition-alone.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly before: string;
  readonly answer: string;
  readonly behind: string;
  readonly alone: boolean;
}

describe("conditions-alone.json", () => {
  const { cases } = contract<{ cases: Case[] }>("conditions-alone.json");
  test.each(cases)("$question $answer", ({ question, before, answer, behind, alone }) => {
    expect(isConditionAlone(question, before, answer, behind)).toBe(alone);
  });
});
