// The cases that Python passes too.

import { expect, test } from "vitest";
import { type AskedQuestion, holdsFor } from "../src/question/judged-question.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly name: string;
  readonly given: AskedQuestion;
  readonly asked: AskedQuestion;
  readonly holds: boolean;
}

const { cases } = contract<{ cases: readonly Case[] }>("verdicts.json");

test.each(cases)("$name", ({ given, asked, holds }) => {
  expect(holdsFor(given, asked)).toBe(holds);
});
