// The tab's title, the counter and the status line of the app.

import type { AskResponse } from "@wherein/api-client/server.ts";
import { expect, test } from "vitest";
import { type AskState, AT_FIRST } from "../src/asking/ask-state.ts";
import { counter, notesOf, status } from "../src/asking/words.ts";
import type { Route } from "../src/route.ts";
import { titleOf } from "../src/title.ts";

const at = (start: number) => ({ document: "d", start, end: start + 1 });
const asked = (parts: object): AskState =>
  ({
    ...AT_FIRST,
    question: "Who?",
    asked: { question: "Who?", scope: null, answers: [], perhaps: [], fraction: 0, ...parts },
  }) as unknown as AskState;

test.each([
  ["nothing, where there is nothing", {}, null, ""],
  [
    "answers alone, of which none is shown",
    { answers: [at(1), at(2)], perhaps: [at(3)] },
    null,
    "2",
  ],
  ["answers alone", { answers: [at(1), at(2)], perhaps: [at(3)] }, at(2), "2 of 2"],
  ["what is perhaps one", { answers: [at(1)], perhaps: [at(3), at(4)] }, at(4), "perhaps 2 of 2"],
  ["what is perhaps one, alone", { perhaps: [at(3), at(4)] }, at(4), "2 of 2"],
  ["nearest passages", { result: { nearest: [at(5), at(6)] } }, at(5), "1 of 2"],
])("counted are %s", (_, parts, current, said) => {
  expect(counter({ ...asked(parts), current })).toBe(said);
});

test("no share is said before one hundredth was read", () => {
  expect(status(asked({ result: null, fraction: 0.004 }))).toBe("Reading…");
  expect(status(asked({ result: null, fraction: 0.25 }))).toBe("Reading… 25 %");
});

test("the tab is named by the question, the open document or the view", () => {
  const open = {
    kind: "open",
    shown: { title: "Tides" },
    top: [],
  } as unknown as AskState["opened"];
  const document: Route = { view: "document", document: "d", span: null };
  expect(titleOf({ view: "ask" }, AT_FIRST)).toBe("wherein");
  expect(titleOf({ view: "library" }, { ...AT_FIRST, opened: open })).toBe("Library · wherein");
  expect(titleOf(document, { ...AT_FIRST, opened: open })).toBe("Tides · wherein");
  expect(titleOf(document, { ...asked({}), opened: open })).toBe("Who? · wherein");
  expect(titleOf({ ...document, question: "Why?" }, AT_FIRST)).toBe("Why? · wherein");
});

test("what is left out is a note of its own only where no button stands beside it", () => {
  const [left, other] = ["Wrong ones are left out.", "One file is not read."];
  const steps = [{ step: "verdicts", outcome: "skipped", reason: left }];
  const result = { notes: [left, other], steps } as unknown as AskResponse;
  expect([notesOf(result, true), notesOf(result, false)]).toEqual([[other], [left, other]]);
});
