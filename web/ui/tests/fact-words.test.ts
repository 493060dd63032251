import { expect, test } from "vitest";
import contract from "../../../contracts/answer-facts.json" with { type: "json" };
import { kindWords } from "../src/messages/fact-words.ts";

test.each(Object.entries(contract.kinds))("the interface calls %s a %s", (kind, word) => {
  expect(kindWords(kind)).toBe(word);
});
