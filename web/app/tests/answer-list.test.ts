// What the app's list says of an answer, from the server's reply: a kept copy whose file has changed or is gone, and a
// place beside the main text.

import { AskResponse } from "@wherein/api-client/api-schemas.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { expect, test } from "vitest";
import { AnswerList } from "../src/asking/answer-list.tsx";
import { type AskState, inSaidOrder } from "../src/asking/ask-state.ts";
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

function asked(change: object, whole: object = {}): AskState {
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
    ...whole,
  });
  const { perhaps } = result;
  const answers = inSaidOrder(result.answers, result.agreement);
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

const said = (document: string, text: string, title = document) => ({
  ...ANSWER,
  document,
  title,
  text,
  quote: `Within ${text} days.`,
  start: 7,
  end: 7 + text.length,
});
const West = said("West", "14");
const East = said("East", "30");
const Inn = said("Inn", "a week");
const South = said("South", "30");
const North = said("North", "30");
/** West says 14, three others 30, of which North is not among the answers; the Inn is in no group. */
const DISAGREEING = {
  answers: [West, East, Inn, South],
  agreement: [
    { text: "30", newest: false, answers: [East, North, South] },
    { text: "14", newest: true, answers: [West] },
  ],
};
/** Headings and titles, in their order. */
const outline = (html: string) =>
  [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>|class="title"[^>]*>([^<]*)</g)].map(([, h3, title]) =>
    plain(h3 ?? title ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  );

test("where documents disagree, each answer stands once, with those that say the same", () => {
  const state = asked({}, DISAGREEING);
  expect(outline(shown(state))).toEqual([
    "1 document says “14” (the newest)",
    "West",
    "3 documents say “30”",
    "East",
    "South",
    "North",
    "Other answers",
    "Inn",
  ]);
  const numbers = [...shown(state).matchAll(/aria-label="Copy answer (\d)"/g)].map(([, n]) => n);
  expect(numbers).toEqual(["1", "2", "3", "4"]);
});

test("what was called wrong is in no group", () => {
  const state = { ...asked({}, { ...DISAGREEING, answers: [West, East] }), wrong: [North] };
  const html = shown(state as unknown as AskState);
  expect(plain(html)).toContain("2 documents say");
  expect(outline(html).filter((title) => title === "North")).toHaveLength(1);
});

test("no answer stands under a heading that says more than its own word", () => {
  const guess = (document: string, confidence: number) => ({ ...said(document, "7"), confidence });
  const perhaps = [guess("Inn", 0.3), guess("East", 0.12), guess("South", 0.07)];
  expect(outline(shown(asked({}, { perhaps })))).toEqual([
    "Rules",
    "Perhaps",
    "Inn",
    "Unlikely",
    "East",
    "South",
  ]);
  const only = asked({}, { perhaps: [guess("East", 0.12)] });
  expect(shown(only)).not.toContain("Perhaps");
  expect(plain(shown(only))).toMatch(/Unlikely.*unlikely/s);
});

test("right and wrong have names to see, to hear, and on a touch screen to read", () => {
  const html = shown(asked({}));
  for (const [name, title] of [
    ["Answer 1 is right", "Right"],
    ["Answer 1 is wrong", "Wrong"],
  ]) {
    const button = new RegExp(
      `aria-label="${name}"[^>]*title="${title}".*?<span class="on-touch">${title}</span>`,
    );
    expect(html).toMatch(button);
  }
});
