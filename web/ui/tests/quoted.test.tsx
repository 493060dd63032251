import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Quoted } from "../src/answers/quoted.tsx";

const shown = (quote: string, text: string, offset: number) =>
  renderToStaticMarkup(<Quoted quote={quote} text={text} offset={offset} />);

test("of the same words twice, those at the answer's place are bold", () => {
  expect(shown("May is before June, and in May it rains.", "May", 27)).toBe(
    "May is before June, and in <strong>May</strong> it rains.",
  );
});

test("words that stand only before the place are bold all the same", () => {
  expect(shown("In May it rains.", "May", 9)).toBe("In <strong>May</strong> it rains.");
});

test("an answer that its sentence does not say stands before it", () => {
  expect(shown("It rains.", "May", 0)).toBe("<strong>May</strong> It rains.");
});
