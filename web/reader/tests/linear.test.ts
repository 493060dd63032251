// Odd text takes time in proportion to its length: what a page says must not hold up its reader.

import { describe, expect, it } from "vitest";
import { namesOf } from "../src/page/page-names.ts";
import { split } from "../src/page/passages.ts";
import { sentenceAround, sentenceSpans } from "../src/page/sentences.ts";
import { questionsOf } from "../src/prepared/suggested-questions.ts";
import { leastProcessorTime } from "./processor-time.ts";

const REPEATED = [
  "e.g. ",
  "a. ",
  "1. ",
  ".",
  ".)",
  '."',
  "?!",
  "\u3002",
  "\u3002\u201d",
  "\n",
  "\n ",
  "\n\u00a0x",
  " ",
  "x",
  "word ",
  "U.S. ",
  "12. 5. ",
  "It is a ",
  "John Smith ",
  "was made by ",
];

describe.each(REPEATED)("%j again and again", (repeated) => {
  it.each([
    ["into sentences", (text: string) => sentenceSpans(text)],
    [
      "the sentence around its end",
      (text: string) => sentenceAround(text, { start: text.length - 2, end: text.length }),
    ],
    ["into passages", (text: string) => split(text, [])],
    ["its names", (text: string) => namesOf(text, [])],
    ["what it could be asked", (text: string) => questionsOf(text, [])],
  ])("%s", (_, work) => {
    const short = `It begins. ${repeated.repeat(10_000)}x`;
    const long = `It begins. ${repeated.repeat(80_000)}x`;
    const before = leastProcessorTime(3, () => work(short));
    // Eight times the text takes eight times the processor time; quadratic work would take sixty-four.
    expect(leastProcessorTime(2, () => work(long))).toBeLessThan(24 * Math.max(before, 5));
  });
});
