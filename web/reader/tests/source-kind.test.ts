// The twin of tests/reading/test_source_kind.py.

import { describe, expect, test } from "vitest";
import { type FoundBy, inDocument, isRunningText } from "../src/grading/source-kind.ts";
import type { FoundAnswer } from "../src/reading.ts";
import { weighed } from "../src/stages/weigh-source.ts";
import { likestQuestion } from "../src/terms/question-heading.ts";
import { type CasePage, pageOf } from "./case-page.ts";
import { contract } from "./contract.ts";

interface Kind extends CasePage {
  readonly name: string;
  readonly text?: string;
  readonly repeat?: readonly [CasePage["blocks"][number][0], string, number];
  readonly running: boolean;
}

type Given = readonly [
  text: string,
  confidence: number,
  foundBy: FoundAnswer["foundBy"] | null,
  heading?: string | null,
  evidence?: boolean,
];

interface Graded {
  readonly name: string;
  readonly answers: readonly Given[];
  readonly perhaps: readonly Given[];
  readonly asked_there?: string;
  readonly shown: Record<"answers" | "perhaps", readonly (readonly [string, number])[]>;
}

interface Likest {
  readonly name: string;
  readonly question: string;
  readonly headings: readonly string[];
  readonly likest: string | null;
}

const CASES = contract<{
  readonly bounds: readonly [number, number];
  readonly kinds: readonly Kind[];
  readonly confidences: readonly (readonly [number, FoundBy, number])[];
  readonly graded: readonly Graded[];
  readonly likest: readonly Likest[];
}>("source-kinds.json");

/** The share of the first text's words that the second one has, for the cases. */
function alike(one: string, other: string): number {
  const wordsOf = (text: string) =>
    new Set(text.split(/\s+/u).map((word) => word.replace(/^\?+|\?+$/gu, "").toLowerCase()));
  const words = wordsOf(one);
  const others = wordsOf(other);
  return [...words].filter((word) => others.has(word)).length / words.size;
}

function answer([text, confidence, foundBy, heading, evidence = false]: Given): FoundAnswer {
  const span = { start: 0, end: text.length };
  return {
    text,
    span,
    quote: text,
    quoteSpan: span,
    section: heading ? [heading] : [],
    confidence,
    evidence,
    ...(foundBy && { foundBy }),
  };
}

describe("source-kinds.json", () => {
  test.each(CASES.kinds)("the kind of $name", ({ text, blocks, repeat, running }) => {
    const [kind, piece, times] = repeat ?? (["paragraph", "", 0] as const);
    const before = Array.from({ length: times }, () => [kind, piece] as const);
    const page = pageOf({ blocks: [...before, ...blocks] });
    expect(isRunningText(text ?? page.text, page.blocks)).toBe(running);
  });

  test.each(CASES.confidences)("%d of %s", (confidence, foundBy, there) => {
    expect(inDocument(confidence, foundBy)).toBeCloseTo(there, 6);
  });

  test.each(CASES.graded)("$name", ({ answers, perhaps, asked_there, shown }) => {
    const [answerBound, perhapsBound] = CASES.bounds;
    const bounds = { answer: answerBound, perhaps: perhapsBound };
    const given = { answers: answers.map(answer), perhaps: perhaps.map(answer) };
    const found = weighed(given, bounds, asked_there);
    for (const name of ["answers", "perhaps"] as const) {
      expect(found[name].map(({ text }) => text)).toEqual(shown[name].map(([text]) => text));
      for (const [place, [, confidence]] of shown[name].entries())
        expect(found[name][place]?.confidence).toBeCloseTo(confidence, 6);
    }
  });

  test.each(CASES.likest)("the likest heading: $name", ({ question, headings, likest }) => {
    expect(likestQuestion(question, headings, alike)).toBe(likest);
  });
});
