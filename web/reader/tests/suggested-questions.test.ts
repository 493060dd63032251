// The twin of tests/questions/test_generation.py: the same cases, the other language.

import type { Block, BlockKind } from "@wherein/anchoring/canonical/canonical-text.ts";
import { describe, expect, test } from "vitest";
import { questionsOf } from "../src/prepared/suggested-questions.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly name: string;
  readonly language: string | null;
  readonly blocks: readonly (readonly [BlockKind, string, { times?: number; main?: boolean }?])[];
  readonly questions: readonly string[];
}

describe("suggested-questions.json", () => {
  const { cases } = contract<{ cases: readonly Case[] }>("suggested-questions.json");
  test.each(cases)("$name", ({ language, blocks, questions }) => {
    let text = "";
    const made = blocks.map(([kind, part, { times = 1, main = true } = {}]): Block => {
      if (text !== "") text += "\n\n";
      const start = text.length;
      text += part.repeat(times);
      const level = kind === "heading" ? { level: 1 } : {};
      return { kind, start, end: text.length, ...level, ...(!main && { main }) };
    });
    expect(questionsOf(text, made, language ?? "")).toEqual(questions);
  });
});
