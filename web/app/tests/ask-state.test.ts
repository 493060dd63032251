// What is marked in the open document for what was asked.

import { expect, test } from "vitest";
import { type AskState, AT_FIRST, marksOf } from "../src/asking/ask-state.ts";

const PLACE = { document: "d", start: 4, end: 9 };

function asked(parts: object): AskState {
  return {
    ...AT_FIRST,
    question: "Who?",
    opened: { kind: "open", shown: { document: "d" } },
    asked: { question: "Who?", scope: null, answers: [], perhaps: [], ...parts },
    current: PLACE,
  } as unknown as AskState;
}

test("an answer that the person is at is painted", () => {
  const marks = marksOf(asked({ answers: [PLACE], result: { nearest: [] } }));
  expect(marks).toEqual({
    spans: [{ start: 4, end: 9, kind: "answer" }],
    current: { start: 4, end: 9 },
  });
});

test("a nearest passage is no answer: it is ruled", () => {
  const marks = marksOf(asked({ result: { nearest: [PLACE] } }));
  expect(marks).toEqual({ spans: [{ start: 4, end: 9, kind: "ruled" }], current: null });
});
