// What is asked of a text that was heard, by the cases that Python passes too.

import { expect, test } from "vitest";
import { asQuestion } from "../src/spoken-question.ts";
import { contract } from "./contract.ts";

const { cases } = contract<{
  readonly cases: readonly { readonly heard: string; readonly asked: string }[];
}>("spoken-questions.json");

test.each(cases)("$heard", ({ heard, asked }) => {
  expect(asQuestion(heard)).toBe(asked);
  expect(asQuestion(asked)).toBe(asked);
});
