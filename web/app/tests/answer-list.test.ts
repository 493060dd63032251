// What the app's list says of an answer, from the server's reply: a kept copy whose file has changed or is gone, and a
// place beside the main text.

import { AskResponse } from "@wherein/api-client/api-schemas.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { expect, test } from "vitest";
import { AnswerList } from "../src/asking/answer-list.tsx";
import type { AskState } from "../src/asking/ask-state.ts";
import { status } from "../src/asking/words.ts";
import { madeController } from "./made-controller.ts";

const ANSWER = {
  text: "Ines Varga",
  document: "d",
  title: "Rules",
  start: 0,
  end: 10,
  quote: "Ines Varga",
  quote_start: 0,
  section: [],
  confidence: 0.9,
  found_by: "memory",
};

function asked(change: object): AskState {
  const result = v.parse(AskResponse, {
    question: "Who?",
    answers: [{ ...ANSWER, ...change }],
    perhaps: [],
    answered: true,
    nearest: [],
    read: { fraction: 1, words: 0 },
    steps: [{ step: "memory", outcome: "answered", milliseconds: 1 }],
    milliseconds: 1,
    notes: [],
  });
  const { answers, perhaps } = result;
  return {
    ...madeController({}).store.snapshot(),
    question: "Who?",
    asked: { question: "Who?", scope: null, answers, perhaps, result, trouble: null, fraction: 1 },
  } as unknown as AskState;
}

function shown(state: AskState): string {
  return renderToStaticMarkup(createElement(AnswerList, { state, controller: madeController({}) }));
}

test.each([
  ["changed", "the file has changed since it was added"],
  ["gone", "the file is no longer where it was added"],
  ["unreadable", "the file can no longer be read"],
])("%s", (file_change, sentence) => {
  const state = asked({ file_change });
  expect(shown(state)).toContain(sentence);
  expect(status(state)).not.toContain("unchanged");
});

test("nothing is said of an unchanged file", () => {
  const state = asked({});
  expect(shown(state)).not.toContain("the file");
  expect(status(state)).toContain("text unchanged");
});

test("an answer beside the main text says so, as in the panel and the terminal", () => {
  expect(shown(asked({ main: false }))).toContain("beside the main text");
  expect(shown(asked({}))).not.toContain("beside the main text");
});

const plain = (html: string) => html.replace(/<[^>]*>/g, " ");

test("the title is left out where one document was asked", () => {
  const state = asked({});
  expect(plain(shown(state))).toContain("Rules");
  const scope = { kind: "document", name: "d", title: "Rules" } as const;
  const alone = { ...state, scope, asked: { ...(state.asked as object), scope } } as AskState;
  expect(plain(shown(alone))).not.toContain("Rules");
});

test("the buttons of each answer have its number in their names, and copying is said in the button", () => {
  const state = asked({});
  const names = (html: string) =>
    [...html.matchAll(/aria-label="([^"]* 1[^"]*)"/g)].map(([, name]) => name);
  expect(names(shown(state))).toEqual([
    "Copy answer 1",
    "Link to answer 1",
    "Answer 1 is right",
    "Answer 1 is wrong",
  ]);
  const copied = { ...state, copied: { what: "link", key: "d 0-10" } } as AskState;
  expect(plain(shown(copied))).toMatch(/Copy\s+Copied/);
});
