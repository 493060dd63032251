import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CodePointOffsets } from "../src/canonical/code-points.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly code_points: number;
  readonly utf16: number;
  readonly places: readonly (readonly [number, number])[];
}

const { cases } = JSON.parse(
  readFileSync(new URL("../../../contracts/offsets.json", import.meta.url), "utf8"),
) as { cases: Case[] };

describe("offsets.json", () => {
  test.each(cases)("$name", ({ text, code_points, utf16, places }) => {
    const offsets = new CodePointOffsets(text);
    expect(text.length).toBe(utf16);
    expect(offsets.toCodePoints(utf16)).toBe(code_points);
    for (const [points, units] of places) {
      expect([points, offsets.toUnits(points)]).toEqual([points, units]);
      expect([units, offsets.toCodePoints(units)]).toEqual([units, points]);
    }
  });
});

const anyText = fc.string({ unit: "binary", maxLength: 60 });

test("every code point's place goes there and back", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const offsets = new CodePointOffsets(text);
      let units = 0;
      [...text].forEach((char, points) => {
        expect(offsets.toUnits(points)).toBe(units);
        expect(offsets.toCodePoints(units)).toBe(points);
        units += char.length;
      });
      expect(offsets.toUnits([...text].length)).toBe(text.length);
    }),
  );
});

test("a place within a pair counts as the pair's start, one outside the text as its end", () => {
  const offsets = new CodePointOffsets("a\u{1F600}b");
  expect(offsets.toCodePoints(2)).toBe(1);
  expect(offsets.toUnits(99)).toBe(4);
  expect(offsets.toCodePoints(99)).toBe(3);
  expect(offsets.toCodePoints(-1)).toBe(0);
});
