import { expect, test } from "vitest";
import { quoted } from "../src/answers/quoted.ts";

function bold(quote: string, answer: string, offset: number): string {
  const { text, marks } = quoted(quote, answer, offset);
  const [{ start, end }] = marks as [{ start: number; end: number }];
  return `${text.slice(0, start)}<${text.slice(start, end)}>${text.slice(end)}`;
}

test("of the same words twice, those at the answer's place are bold", () => {
  expect(bold("May is before June, and in May it rains.", "May", 27)).toBe(
    "May is before June, and in <May> it rains.",
  );
});

test("words that stand only before the place are bold all the same", () => {
  expect(bold("In May it rains.", "May", 9)).toBe("In <May> it rains.");
});

test("an answer that its sentence does not say stands before it", () => {
  expect(bold("It rains.", "May", 0)).toBe("<May> It rains.");
});
