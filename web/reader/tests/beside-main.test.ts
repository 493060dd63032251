import { describe, expect, test } from "vitest";
import {
  asksOfPage,
  byLikeliness,
  lessLikelyThere,
  probabilityThere,
} from "../src/page/beside-main.ts";
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

  test("what a page says of itself is worth as much there", () => {
    const there = { index: 0, text: "x", span: { start: 0, end: 1 }, section: [], main: false };
    expect(probabilityThere("Who wrote this story?", there, 0.5)).toBe(0.5);
    expect(probabilityThere("Who wrote Hamlet?", there, 0.5)).toBe(lessLikelyThere(0.5));
  });

  test.each(asks_of_page)("%s: %s", (question, asks) => {
    expect(asksOfPage(question)).toBe(asks);
  });
});
