import { describe, expect, test } from "vitest";
import { isOtherEnd } from "../src/question/other-end.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly before: string;
  readonly answer: string;
  readonly headers: string;
  readonly other: boolean;
}

describe("other-ends.json", () => {
  const { cases } = contract<{ cases: Case[] }>("other-ends.json");
  test.each(cases)("$question $before$answer $headers", ({ other, ...told }) => {
    expect(isOtherEnd(told.question, told.before, told.answer, told.headers)).toBe(other);
  });
});
