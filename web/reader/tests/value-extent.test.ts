import { describe, expect, test } from "vitest";
import { wholeValue } from "../src/page/value-extent.ts";
import type { FoundAnswer } from "../src/reading.ts";
import { wholeValues } from "../src/stages/whole-values.ts";
import { pageOf } from "./case-page.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly sentence: string;
  readonly marked: string;
  readonly whole: string;
}

const { cases } = contract<{ cases: Case[] }>("value-extents.json");

describe("value-extents.json", () => {
  test.each(cases)("$marked in $sentence", ({ sentence, marked, whole }) => {
    const start = sentence.indexOf(marked);
    const { start: from, end } = wholeValue(sentence, { start, end: start + marked.length });
    expect(sentence.slice(from, end)).toBe(whole);
  });
});

test("what a reader marks on a page is shown with its limit, each place once", () => {
  const quote = "There are 25 days plus the eight public holidays.";
  const page = pageOf({ blocks: [["paragraph", quote]] });
  const marked = (text: string, confidence: number): FoundAnswer => {
    const start = quote.indexOf(text);
    const span = { start, end: start + text.length };
    const quoteSpan = { start: 0, end: quote.length };
    return { text, span, quote, quoteSpan, section: [], confidence, evidence: false };
  };
  const found = { answers: [marked("eight", 0.8), marked("25 days", 0.5)], perhaps: [] };
  expect(wholeValues(page, found).answers).toEqual([
    marked("25 days plus the eight public holidays", 0.8),
  ]);
});
