import { describe, expect, test } from "vitest";
import { eachSentenceOnce } from "../src/grading/sentence-once.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly answers: readonly string[];
  readonly perhaps: readonly string[];
  readonly kept: readonly number[];
}

describe("sentence-once.json", () => {
  const { cases } = contract<{ cases: Case[] }>("sentence-once.json");
  test.each(cases)("$perhaps beside $answers", ({ answers, perhaps, kept }) => {
    const given = perhaps.map((quote, place) => ({ quote, place }));
    const found = eachSentenceOnce(
      answers.map((quote) => ({ quote })),
      given,
    );
    expect(found.map(({ place }) => place)).toEqual(kept);
  });
});
