import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, test } from "vitest";
import { findBlock, placeOf } from "../src/page/block-place.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly start: number;
  readonly quote: string;
  readonly block: string | null;
  readonly quote_start: number | null;
}

describe("block-places.json", () => {
  const { cases } = contract<{ cases: Case[] }>("block-places.json");
  test.each(cases)("$name", async ({ text, blocks, start, quote, block, quote_start }) => {
    const offsets = new CodePointOffsets(text);
    const here = blocks.map((each) => ({
      ...each,
      start: offsets.toUnits(each.start),
      end: offsets.toUnits(each.end),
    }));
    const at = offsets.toUnits(start);
    const span = { start: at, end: at + quote.length };
    const place = await placeOf(text, here, span);
    expect([place?.block ?? null, place?.quoteStart ?? null]).toEqual([block, quote_start]);
    if (!place) return;
    expect(await findBlock(text, here, place, quote)).toEqual(span);
    if (here.length === 0) return;
    const changed = here.map((each) => ({ ...each, row: "another row" }));
    expect(await findBlock(text, changed, place, quote)).toBeNull();
  });
});
