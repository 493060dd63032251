// The twin of tests/memory/test_suggested.py: the same cases, the other language.

import type { Block, BlockKind } from "@wherein/anchoring/canonical-text.ts";
import { describe, expect, test } from "vitest";
import { questionsOf } from "../src/suggested-questions.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly name: string;
  readonly language: string | null;
  readonly blocks: readonly (readonly [BlockKind, string])[];
  readonly questions: readonly string[];
}

describe("suggested-questions.json", () => {
  const { cases } = contract<{ cases: readonly Case[] }>("suggested-questions.json");
  test.each(cases)("$name", ({ language, blocks, questions }) => {
    let text = "";
    const made = blocks.map(([kind, part]): Block => {
      if (text !== "") text += "\n\n";
      const start = text.length;
      text += part;
      return { kind, start, end: text.length, ...(kind === "heading" && { level: 1 }) };
    });
    expect(questionsOf(text, made, language ?? "")).toEqual(questions);
  });
});
