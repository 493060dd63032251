import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, test } from "vitest";
import { textHash } from "../src/prepared/text-hash.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly main: string;
  readonly whole: string;
}

describe("text-hashes.json", () => {
  const { cases } = contract<{ cases: readonly Case[] }>("text-hashes.json");
  test.each(cases)("$name", async ({ main, whole, blocks, ...page }) => {
    const offsets = new CodePointOffsets(page.text);
    const placed = blocks.map((block) => ({
      ...block,
      start: offsets.toUnits(block.start),
      end: offsets.toUnits(block.end),
    }));
    expect(await textHash({ ...page, blocks: placed })).toBe(main);
    expect(await textHash({ ...page, blocks: placed }, true)).toBe(whole);
  });
});
