// Answers that are no clear ones, under headings that agree with the word of each.

import { expect, test } from "vitest";
import { perhapsGroups } from "../src/messages/fact-words.ts";

test.each([
  [[], []],
  [[0.3], [["Perhaps", 0, 1]]],
  [
    [0.15, 0.1499],
    [
      ["Perhaps", 0, 1],
      ["Unlikely", 1, 1],
    ],
  ],
  [[0.1, 0.05], [["Unlikely", 0, 2]]],
  [
    [0.1, 0.2, 0.1],
    [
      ["Unlikely", 0, 1],
      ["Perhaps", 1, 1],
      ["Unlikely", 2, 1],
    ],
  ],
])("%j", (confidences, expected) => {
  const groups = perhapsGroups(confidences.map((confidence) => ({ confidence })));
  expect(groups.map(({ name, before, answers }) => [name, before, answers.length])).toEqual(
    expected,
  );
});
