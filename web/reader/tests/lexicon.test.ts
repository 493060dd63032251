import { describe, expect, test } from "vitest";
import { pattern, sourceOf, wordList } from "../src/lexicon/lexicon.ts";
import { compiled } from "../src/lexicon/pattern.ts";
import { contract, inCodePoints } from "./contract.ts";

interface Cases {
  readonly cases: readonly {
    readonly pattern: string;
    readonly text: string;
    readonly found: readonly (readonly [number, number])[];
  }[];
}

describe("a pattern as Python writes it", () => {
  test.each(contract<Cases>("patterns.json").cases)("$pattern in $text", (one) => {
    const places = inCodePoints(one.text);
    const found = Array.from(one.text.matchAll(compiled(one.pattern, "g")), ({ 0: text, index }) =>
      places(index, index + text.length),
    );
    expect(found).toEqual(one.found);
  });

  test.each(["\\B", "\\Z", "a)", "(a", "(?i:[a-z])"])("%s is refused", (source) => {
    expect(() => compiled(source)).toThrow(SyntaxError);
  });
});

describe("a lexicon", () => {
  const entries = {
    words: { colours: ["red green", "blue"] },
    patterns: { one: ["{colours}", "|{two}"], two: "\\d{1,2}" },
  };

  test("a pattern takes in others and lists of words", () => {
    expect(wordList(entries, "colours")).toEqual(["red", "green", "blue"]);
    expect(sourceOf(entries, "one")).toBe("(?:red|green|blue)|\\d{1,2}");
    expect("blue 17 grey".match(pattern(entries, "one", "g"))).toEqual(["blue", "17"]);
  });

  test("what it has not is an error", () => {
    expect(() => pattern(entries, "three")).toThrow(/no words "three"/);
  });
});
