// The same thing is said in the same words everywhere, and once.

import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EarlierTurn } from "../src/conversation/conversation-view.tsx";
import { Cell } from "../src/table/table-view.tsx";
import { madeController } from "./made-controller.ts";

const plain = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const CLOSEST = { text: "$2,200", title: "Lease", document: "d", start: 0, end: 6, section: [] };

function earlier(turn: object): string {
  const whole = {
    typed: "Deposit?",
    understood: "Deposit?",
    answers: [],
    perhaps: [],
    nearest: [],
  };
  const controller = madeController({});
  return plain(
    createElement(EarlierTurn, {
      turn: { ...whole, ...turn } as never,
      controller,
      askAgain: () => {},
    }),
  );
}

test("an earlier question without a clear answer is not said to have none", () => {
  expect(earlier({ perhaps: [CLOSEST] })).toBe(
    "Deposit? No clear answer. Closest: $2,200 Lease Rephrase",
  );
  expect(earlier({ answers: [CLOSEST] })).toBe("Deposit? $2,200 Lease Rephrase");
  expect(earlier({})).toBe("Deposit? Not here. Rephrase");
});

test.each([
  ["perhaps", 0.2, "perhaps: $2,200 page 3"],
  ["answered", 0.9, "$2,200 page 3 · sure"],
])("a cell that is %s says how sure it is once", (status, confidence, said) => {
  const cell = { status, answer: "$2,200", quote: "$2,200", page: 3, confidence };
  expect(plain(createElement(Cell, { cell: cell as never, open: () => {} }))).toBe(said);
});
