// How written things are said: the table that Python passes too, and which written word each said one stands for.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cardinal, ordinal, year } from "../src/saying/numerals.ts";
import { asSaid } from "../src/saying/said.ts";
import { contract } from "./contract.ts";

const { cases } = contract<{ readonly cases: readonly (readonly [string, string])[] }>(
  "speech-said.json",
);

test.each(cases)("%s", (written, said) => {
  expect(asSaid(written).text).toBe(said);
});

test("says for which written word each word stands", () => {
  const written = "It cost $3.20 on 31 May 2024, Dr. Haugen said.";
  const { text, origins } = asSaid(written);
  const from = (word: string) => written.slice(origins[text.indexOf(word)]);
  expect(from("cost")).toMatch(/^cost/);
  expect(from("twenty cents")).toMatch(/^\$3\.20/);
  expect(from("thirty-first")).toMatch(/^31 May/);
  expect(from("Doctor")).toMatch(/^Dr\. Haugen/);
  expect(from("said")).toMatch(/^said\./);
});

// What notations are made of, among all characters. fast-check's own unit "binary" takes seconds to be made.
const pieces = "0 1 19 2024 80 1,234 . , - – / : ' $ € % ½ ² ^ e km µg p.m. s bn th May in".split(
  " ",
);
const unit = fc.oneof(
  fc.constantFrom(" ", ...pieces),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

test("no text breaks it, and every character has its place in what was written", () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (written) => {
      const { text, origins } = asSaid(written);
      expect(origins).toHaveLength(text.length);
      const inside = origins.every((at) => at < written.length);
      const inOrder = origins.every((at, i) => i === 0 || at >= (origins[i - 1] ?? 0));
      expect({ inside, inOrder }).toEqual({ inside: true, inOrder: true });
    }),
  );
});

test.each(["a", "1", "a.", "111,", "1-", "a@", "5 – "])("the time is linear: %s", (piece) => {
  // In quadratic time this takes a minute.
  const written = piece.repeat(50_000 / piece.length);
  const { text, origins } = asSaid(written);
  expect(origins).toHaveLength(text.length);
});

test("a number after a long text has its place", () => {
  const { origins } = asSaid(`${"word ".repeat(60_000)}5`);
  expect(origins.at(-1)).toBe(300_000);
});

test("numbers are words", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n - 1n), (number) => {
      for (const said of [cardinal(number), ordinal(number), year(Number(number % 3000n))]) {
        expect(said).not.toMatch(/\d/);
        expect(said).toBe(said.split(/\s+/).join(" "));
      }
    }),
  );
});
