import { confidenceWord } from "@wherein/reader/grades.ts";
import { expect, test } from "vitest";
import { contract } from "../../reader/tests/contract.ts";

interface Case {
  readonly confidence: number;
  readonly word: string;
}

test.each(contract<Case[]>("confidence-words.json"))("$confidence is $word", (told) => {
  expect(confidenceWord(told.confidence)).toBe(told.word);
});
