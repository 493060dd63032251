import { confidenceWord } from "@wherein/reader/grading/grades.ts";
import { expect, test } from "vitest";
import { contract } from "../../reader/tests/contract.ts";

interface Case {
  readonly confidence: number;
  readonly word: string;
}

test.each(contract<Case[]>("confidence-words.json"))("$confidence is $word", (expected) => {
  expect(confidenceWord(expected.confidence)).toBe(expected.word);
});
