import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { describe, expect, test } from "vitest";
import { completionsOf } from "../src/page/completions.ts";
import { namesOf } from "../src/page/page-names.ts";
import { paragraphBlocks } from "../src/page/passages.ts";
import { questionsOf } from "../src/prepared/suggested-questions.ts";

const TEXT = [
  "Electric light",
  "The Bank of England paid Marta Lindqvist. Vessby paid. In Vessby nobody knew. Then Vessby slept.",
  "Electric light",
  "How to reach the tower",
  "The tower was designed by Marta Lindqvist. It was a joy. The tower was built in 1846. " +
    "A lens is a piece of glass. Marta Lindqvist was a Swedish engineer.",
].join("\n\n");
const HEADINGS = ["Electric light", "How to reach the tower"];
const BLOCKS: Block[] = paragraphBlocks(TEXT).map((block) =>
  HEADINGS.includes(TEXT.slice(block.start, block.end))
    ? { ...block, kind: "heading", level: 2 }
    : block,
);

describe("what a page names", () => {
  const names = namesOf(TEXT, BLOCKS);

  test("headings once each, in order", () => expect(names.headings).toEqual(HEADINGS));

  test("names of several words, and single ones that no sentence begins with", () => {
    expect(names.entities).toContain("Marta Lindqvist");
    expect(names.entities).toContain("Bank of England");
    expect(names.entities).toContain("Vessby");
    expect(names.entities.filter((name) => /^(The|In|Then|It)/.test(name))).toEqual([]);
    expect(names.entities[0]).toBe("Marta Lindqvist");
  });
});

describe("completions", () => {
  const names = namesOf(TEXT, BLOCKS);
  const of = (typed: string, questions: readonly string[] = []) =>
    completionsOf(typed, questions, names).map(({ text }) => text);

  test.each([
    ["who was mar", "who was Marta Lindqvist"],
    ["who was marta lind", "who was Marta Lindqvist"],
    ["bank of", "Bank of England"],
    ["why elec", "why Electric light"],
  ])("%s → %s", (typed, wanted) => expect(of(typed)).toContain(wanted));

  test("questions asked before come first, whatever the order of their words", () => {
    const asked = ["Who paid Marta Lindqvist?", "Where is Vessby?"];
    expect(of("mar", asked)[0]).toBe(asked[0]);
    expect(of("lindqvist who", asked)).toEqual([asked[0]]);
  });

  test("nothing for a letter, a finished question, forced words, or a name that is there in full", () => {
    for (const typed of ["m", "who is marta?", '"mar', "Marta Lindqvist", "who was marta "]) {
      expect(of(typed)).toEqual([]);
    }
  });
});

describe("questions a page could be asked", () => {
  test("from headings and sentences, not from those that point elsewhere", () => {
    expect(questionsOf(TEXT, BLOCKS)).toEqual([
      "How do I reach the tower?",
      "Who designed the tower?",
      "When was the tower built?",
      "What is a lens?",
      "Who was Marta Lindqvist?",
    ]);
  });

  test("a page in another language gives none", () => {
    const text = "Der Turm wurde 1846 gebaut. Er steht noch.";
    expect(questionsOf(text, paragraphBlocks(text))).toEqual([]);
  });
});
