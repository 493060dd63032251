import { describe, expect, test } from "vitest";
import { tickedChoice } from "../src/page/ticked-choice.ts";
import type { FoundAnswer } from "../src/reading.ts";
import { wholeValues } from "../src/stages/whole-values.ts";
import { pageOf } from "./case-page.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly line: string;
  readonly marked: string;
  readonly chosen: string | null;
}

const { cases } = contract<{ cases: Case[] }>("ticked-choices.json");

describe("ticked-choices.json", () => {
  test.each(cases)("$marked in $line", ({ line, marked, chosen }) => {
    for (const [before, behind] of [
      ["", ""],
      ["Sex ☒ Male ☐ Female\n", "\nAge ☒ Old ☐ Young"],
    ] as const) {
      const text = before + line + behind;
      const start = before.length + line.indexOf(marked);
      const found = tickedChoice(text, { start, end: start + marked.length });
      expect(found ? text.slice(found.start, found.end) : null).toBe(chosen);
    }
  });
});

test("the ticked box of a form is the answer, in the line that a reader marked", () => {
  const line = "Fee paid: ☐ Cash ☐ Card ☒ Bank transfer";
  const page = pageOf({ blocks: [["paragraph", line]] });
  const span = { start: 10, end: line.length };
  const marked: FoundAnswer = {
    text: line.slice(10),
    span,
    quote: line.slice(10),
    quoteSpan: span,
    section: [],
    confidence: 0.8,
    evidence: false,
  };
  const [shown] = wholeValues(page, { answers: [marked], perhaps: [] }).answers;
  expect(shown?.text).toBe("Bank transfer");
  expect(shown?.quote).toBe(line.slice(10));
});
