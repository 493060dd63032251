import type { BlockKind } from "@wherein/anchoring/canonical/canonical-text.ts";
import { expect, test } from "vitest";
import { belongingTogether } from "../src/stages/gathering.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly cases: readonly {
    readonly name: string;
    readonly question: string;
    readonly blocks: readonly (readonly [BlockKind, string])[];
    readonly seeds: readonly (readonly [string, number])[];
    readonly together: readonly string[];
  }[];
}

test.each(contract<Cases>("gathering.json").cases)("contract: $name", (one) => {
  const text = one.blocks.map(([, piece]) => piece).join("\n\n");
  let end = -2;
  const blocks = one.blocks.map(([kind, piece]) => {
    const start = end + 2;
    end = start + piece.length;
    return { kind, start, end };
  });
  const seeds = one.seeds.map(([words, confidence]) => {
    const start = text.indexOf(words);
    return { span: { start, end: start + words.length }, confidence };
  });
  const spans = belongingTogether(one.question, { text, blocks }, seeds);
  expect(spans.map((span) => text.slice(span.start, span.end))).toEqual(one.together);
});
