import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLiteral, MOST_HITS, PLAIN } from "../src/places/find-literal.ts";
import { findQuote, describe as quoteOf } from "../src/places/find-quote.ts";

const hits = (text: string, query: string, options = PLAIN) => {
  const found = findLiteral(text, query, options);
  if (found.kind === "invalid") return found.reason;
  return found.spans.map(({ start, end }) => text.slice(start, end));
};

describe("plain find", () => {
  test("ignores case unless asked not to", () => {
    expect(hits("Stone stone STONE", "stone")).toEqual(["Stone", "stone", "STONE"]);
    expect(hits("Stone stone STONE", "Stone", { ...PLAIN, matchCase: true })).toEqual(["Stone"]);
  });

  test("whole words end at letters, digits and marks of any script", () => {
    const whole = { ...PLAIN, wholeWords: true };
    expect(hits("cat catalogue cat's bobcat cat", "cat", whole)).toEqual(["cat", "cat", "cat"]);
    expect(hits("мостовая мост", "мост", whole)).toEqual(["мост"]);
    expect(hits("a\u{1D400} a", "a", whole)).toEqual(["a"]);
  });

  test("white space in the query is any white space in the text", () => {
    expect(hits("ten\u00a0 minutes, ten\nminutes", "ten minutes")).toHaveLength(2);
  });

  test("signs of regular expressions are plain signs", () => {
    expect(hits("f(x) = [a|b]*\\d? 1.5", "[a|b]*\\d?")).toEqual(["[a|b]*\\d?"]);
    expect(hits("1x5 1.5", "1.5")).toEqual(["1.5"]);
  });

  test("a regular expression is one when asked for, and a wrong one says why", () => {
    const expression = { ...PLAIN, regularExpression: true };
    expect(hits("18 cm, 21 cm", "\\d+(?= cm)", expression)).toEqual(["18", "21"]);
    expect(hits("aaa", "x*", expression)).toEqual([]);
    expect(findLiteral("a", "(", expression).kind).toBe("invalid");
  });

  test("finds letters with any accent, quotes and dashes of any kind, unless case matters", () => {
    const text = "Le cafe\u0301, le café, LE CAFÉ; Søren’s re-entry: re–entry, Straße, ёлка";
    expect(hits(text, "cafe")).toEqual(["cafe\u0301", "café", "CAFÉ"]);
    expect(hits(text, "café")).toEqual(["cafe\u0301", "café", "CAFÉ"]);
    expect(hits(text, "n's")).toEqual(["n’s"]);
    expect(hits(text, "re-entry")).toEqual(["re-entry", "re–entry"]);
    expect(hits(text, "елка")).toEqual(["ёлка"]);
    expect(hits(text, "cafe", { ...PLAIN, matchCase: true })).toEqual(["cafe"]);
    expect(hits(text, "café", { ...PLAIN, matchCase: true })).toEqual(["café"]);
    expect(hits("сыр сырой синий", "син")).toEqual(["син"]);
    expect(hits("한국 한", "한국")).toEqual(["한국"]);
    expect(hits("की क", "की")).toEqual(["की"]);
    expect(hits("τέλος ΤΕΛΟΣ", "τελος")).toEqual(["τέλος", "ΤΕΛΟΣ"]);
    expect(hits("x\u0301", "\u0301")).toEqual([]);
    expect(hits("naïve naive", "naive", { ...PLAIN, wholeWords: true })).toEqual([
      "naïve",
      "naive",
    ]);
  });

  test("takes signs for themselves", () => {
    for (const query of [
      "a.b",
      "a*b",
      "[x]",
      "(1)",
      "a\\b",
      "$5",
      "a^b",
      "{2}",
      "a|b",
      "1/2",
      "a+b",
      "a?",
    ]) {
      expect(hits(`acb ${query} 0`, query)).toEqual([query]);
    }
  });

  test("a blank query finds nothing, and too many hits are cut and reported", () => {
    expect(hits("a b", "  ")).toEqual([]);
    const found = findLiteral("x".repeat(MOST_HITS + 1), "x");
    expect(found).toMatchObject({ more: true });
    expect(hits("x".repeat(MOST_HITS + 1), "x")).toHaveLength(MOST_HITS);
  });
});

describe("a stored place", () => {
  test("is found again in the same text, wherever it is", () => {
    const place = fc.tuple(fc.string({ unit: "grapheme", maxLength: 80 }), fc.nat(), fc.nat());
    fc.assert(
      fc.property(place, ([text, a, b]) => {
        fc.pre(text.length > 0);
        const start = a % text.length;
        const end = start + 1 + (b % (text.length - start));
        expect(findQuote(text, quoteOf(text, { start, end }))).toEqual({ start, end });
      }),
    );
  });

  test("is distinguished from the same words elsewhere by its context", () => {
    const text = "The old bridge fell. A new bridge was built. The bridge stands.";
    const start = text.indexOf("bridge was");
    const quote = quoteOf(text, { start, end: start + 6 });
    const changed = `News: the bridge! ${text}`;
    expect(findQuote(changed, quote)).toEqual({ start: start + 18, end: start + 24 });
  });

  test("is not found where only its words stand, with all else different", () => {
    const text = "The engineer was Linus Holm, who came from Vessby.";
    const start = text.indexOf("Linus");
    const quote = quoteOf(text, { start, end: start + 5 });
    expect(findQuote("Drawn by a boy called Linus yesterday afternoon.", quote)).toBeNull();
    expect(findQuote("Nothing of it is left.", quote)).toBeNull();
  });
});
