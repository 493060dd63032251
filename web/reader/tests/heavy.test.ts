// Blocks of millions of characters: what is counted and looked at once, compared with plain references.

import { SPACE_CLASS } from "@wherein/anchoring/canonical/white-space.ts";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import LEXICON from "../../../contracts/lexicon/passages.json" with { type: "json" };
import { PASSAGE_UNITS, split, units } from "../src/page/passages.ts";
import { isWrapped, SentencesOf, sentenceSpans } from "../src/page/sentences.ts";
import { withinAskedCell } from "../src/page/table-cell.ts";

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const UNSPACED = LEXICON.patterns.unspaced;
const UNIT = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, "gu");
const LETTERS = fc.string({
  unit: fc.constantFrom("a", "é", "7", " ", ".", "\n", "漢", "ไ", "𝒜", "\ud800", "²", "A"),
  maxLength: 40,
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("units are counted as the pattern counts them", () => {
  fc.assert(
    fc.property(LETTERS, (text) => {
      expect(units(text)).toBe([...text.matchAll(UNIT)].length);
    }),
  );
});

test("a sentence without end is cut in full passages that together are the whole", () => {
  for (const sentence of [
    "word ".repeat(1000).trim(),
    "漢".repeat(1000),
    "a".repeat(100_000),
    "w0rd-".repeat(2000),
  ]) {
    const passages = split(sentence, [{ kind: "paragraph", start: 0, end: sentence.length }]);
    expect(
      passages
        .map(({ text }) => text)
        .join("")
        .replace(new RegExp(`[${SPACE_CLASS}]+`, "g"), ""),
    ).toBe(sentence.replace(/ /g, ""));
    for (const { text } of passages) expect(units(text)).toBeLessThanOrEqual(PASSAGE_UNITS);
  }
});

describe("the sentence around a place", () => {
  test("is the smallest run of sentences that covers it", () => {
    const sentences = fc.string({
      unit: fc.constantFrom("A", "b", ". ", "! ", " ", "\n"),
      maxLength: 40,
    });
    fc.assert(
      fc.property(sentences, fc.nat(40), fc.nat(10), (text, at, length) => {
        const span = {
          start: Math.min(at, text.length),
          end: Math.min(at + length, text.length),
        };
        const block = { start: 0, end: text.length };
        const covering = sentenceSpans(text, isWrapped(text)).filter(
          (each) => each.start < Math.max(span.end, span.start + 1) && each.end > span.start,
        );
        const [head, tail] = [covering[0], covering.at(-1)];
        expect(new SentencesOf(text).around(span, block)).toEqual(
          head && tail
            ? { start: Math.min(head.start, span.start), end: Math.max(tail.end, span.end) }
            : span,
        );
      }),
    );
  });

  test("of fifty answers in one block splits the block once", () => {
    const text = "The keeper wrote it down. ".repeat(2000).trim();
    const block = { start: 0, end: text.length };
    const splits = vi.spyOn(String.prototype, "matchAll");
    const sentences = new SentencesOf(text);
    for (let i = 0; i < 50; i++) {
      const start = i * 26 * 7;
      expect(sentences.around({ start: start + 4, end: start + 10 }, block)).toEqual({
        start,
        end: start + 25,
      });
    }
    expect(splits).toHaveBeenCalledTimes(1);
  });
});

test("the cell of an answer is found without a look at every block", () => {
  let looks = 0;
  const blocks = Array.from({ length: 50_000 }, (_, i) => ({
    kind: "paragraph" as const,
    get start() {
      looks++;
      return i * 10;
    },
    end: i * 10 + 8,
  }));
  const span = { start: 400_002, end: 400_005 };
  expect(withinAskedCell({ text: "", blocks }, span, "Who?")).toEqual(span);
  expect(looks).toBeLessThan(100);
});

test("a paragraph of more sentences than a call takes arguments is cut to its end", () => {
  const text = "It ran. ".repeat(200_000).trim();
  const passages = split(text, [{ kind: "paragraph", start: 0, end: text.length }]);
  expect(passages.at(-1)?.span.end).toBe(text.length);
});
