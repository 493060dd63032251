import { describe, expect, test } from "vitest";
import { asksOfPage, byLikeliness, lessLikelyThere } from "../src/page/beside-main.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly order: readonly { passages: [string, boolean][]; order: number[] }[];
  readonly worth: readonly [number, number][];
  readonly asks_of_page: readonly [string, boolean][];
}

describe("beside-main.json", () => {
  const { order, worth, asks_of_page } = contract<Cases>("beside-main.json");
  test.each(order)("$passages", ({ passages, order: wanted }) => {
    const made = passages.map(([text, main], index) => ({
      index,
      text,
      span: { start: 0, end: text.length },
      section: [],
      main,
    }));
    expect(byLikeliness(made).map(({ index }) => index)).toEqual(wanted);
  });

  test.each(worth)("%f is worth %f", (sure, there) => {
    expect(lessLikelyThere(sure)).toBeCloseTo(there, 6);
  });

  test.each(asks_of_page)("%s: %s", (question, asks) => {
    expect(asksOfPage(question)).toBe(asks);
  });
});
