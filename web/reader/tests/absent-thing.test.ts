import { describe, expect, test } from "vitest";
import { AbsentThing } from "../src/question/absent-thing.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly text: string;
  readonly absent: readonly { readonly question: string; readonly absent: string | null }[];
  readonly taken: readonly {
    readonly question: string;
    readonly thing: string;
    readonly known: boolean;
    readonly sentence: string;
    readonly taken: boolean;
  }[];
}

describe("absent-things.json", () => {
  const cases = contract<Cases>("absent-things.json");

  test.each(cases.absent)("$question", ({ question, absent }) => {
    expect(new AbsentThing(question).absent(cases.text)).toBe(absent);
  });

  test.each(cases.taken)("$question $sentence", ({ question, thing, known, sentence, taken }) => {
    expect(new AbsentThing(question).isTakenFor(thing, sentence, () => known)).toBe(taken);
  });
});
