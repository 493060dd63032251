import { expect, test } from "vitest";
import contract from "../../../contracts/answer-facts.json" with { type: "json" };
import { facts, KINDS, type Known } from "../src/answers/answer-facts.ts";

test.each(contract.cases)("$name", ({ answer, facts: told }) => {
  expect(facts(answer as Known).map(({ fact, words }) => [fact, words])).toEqual(told);
});

test("every kind of document has its word, the same as in Python", () => {
  expect(KINDS).toEqual(contract.kinds);
});
