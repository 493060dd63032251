import { describe, expect, test } from "vitest";
import { sameWording } from "../src/question/question-wording.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
  readonly why: string;
}

describe("question-wording.json", () => {
  const { cases } = contract<{ cases: Case[] }>("question-wording.json");
  test.each(cases)("$one / $other: $why", ({ one, other, same }) => {
    expect(sameWording(one, other)).toBe(same);
    expect(sameWording(other, one)).toBe(same);
  });
});
