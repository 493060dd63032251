import { describe, expect, test } from "vitest";
import { OtherThing, type Told } from "../src/question/other-thing.ts";
import { contract } from "./contract.ts";

interface Case extends Told {
  readonly question: string;
  readonly missed: string | null;
}

describe("other-things.json", () => {
  const { cases } = contract<{ cases: Case[] }>("other-things.json");
  test.each(cases)("$question $sentence", ({ question, missed, ...told }) => {
    expect(new OtherThing(question).missed(told)).toBe(missed);
  });
});
