import { describe, expect, test } from "vitest";
import { isYesNo } from "../src/question/yes-no.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly yes_no: boolean;
}

describe("yes-no.json", () => {
  const { cases } = contract<{ cases: Case[] }>("yes-no.json");
  test.each(cases)("$question", ({ question, yes_no }) => {
    expect(isYesNo(question)).toBe(yes_no);
  });
});
