// Verdicts on answers in the app: what the server keeps, and what holds while the page is open.

import type { FeedbackRequest, ServerAnswer } from "@wherein/api-client/server.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnswerList } from "../src/asking/answer-list.tsx";
import type { AskController } from "../src/asking/ask-controller.ts";
import { Correcting } from "../src/asking/correcting.tsx";
import { madeController } from "./made-controller.ts";

const TEXT = "The rent is $450. The deposit is $900, and that of the garage $120.";
const QUESTION = "How much is the deposit?";

function answerAt(text: string, found_by = "small"): ServerAnswer {
  const start = TEXT.indexOf(text);
  const place = { document: "lease", title: "Lease", start, end: start + text.length };
  return {
    ...place,
    text,
    quote: text,
    quote_start: start,
    section: [],
    confidence: 0.8,
    found_by,
  };
}

/** A server that answers with $900, then $120; `refused` is its reason not to keep verdicts. */
function asking({ refused = null as string | null, understood = "" } = {}) {
  const judged: FeedbackRequest[] = [];
  const asked: string[] = [];
  let answers = [answerAt("$900"), answerAt("$120")];
  let steps: { step: string; outcome: string }[] = [];
  let selected: { start: number; end: number } | null = null;
  const controller = madeController(
    {
      search: async () => [],
      complete: async () => [],
      understand: async () => Promise.reject(new Error("not asked")),
      top: async () => [],
      document: async () => ({ document: "lease", title: "Lease", text: TEXT }) as never,
      judge: async (request: FeedbackRequest) => {
        judged.push(request);
        return refused;
      },
      ask: async ({ question }: { question: string }) => {
        asked.push(question);
        const read = { fraction: 1, words: 1, stopped: false };
        const found = { answers, perhaps: [], nearest: [], read, notes: [], steps, agreement: [] };
        return { ...found, question: understood || question, answered: true } as never;
      },
    } as never,
    undefined,
    () => selected,
  );
  const ask = async (question: string) => {
    controller.type(question);
    await controller.ask();
  };
  const shown = () => controller.store.snapshot().asked?.answers.map(({ text }) => text);
  return {
    controller,
    judged,
    asked,
    ask,
    shown,
    note: () => controller.store.snapshot().note,
    select: (text: string) => {
      selected = { start: TEXT.indexOf(text), end: TEXT.indexOf(text) + text.length };
    },
    says: (...given: ServerAnswer[]) => {
      answers = given;
      steps = [{ step: "verdicts", outcome: "skipped" }];
    },
  };
}

const WRONG = answerAt("$900");

test("a verdict names what was understood and what was typed, and the question is asked again", async () => {
  const understood = "How much is the deposit of the flat?";
  const { controller, judged, asked, ask, shown, says } = asking({ understood });
  await ask("And the deposit?");
  says(answerAt("$120"));
  await controller.judge(WRONG, "wrong");
  expect(judged[0]).toMatchObject({
    question: understood,
    typed: "And the deposit?",
    verdict: "wrong",
    start: WRONG.start,
  });
  expect(controller.isJudged).toBe(false);
  expect(controller.store.snapshot().correcting).toMatchObject({ text: "$900" });
  expect(asked.length).toBe(1);
  await controller.leaveCorrection();
  expect(asked.length).toBe(2);
  expect(shown()).toEqual(["$120"]);
  expect(controller.isJudged).toBe(true);
});

test("the marked place is shown first at once, without a reload", async () => {
  const { controller, judged, ask, shown, says, select } = asking();
  await ask(QUESTION);
  await controller.open("lease");
  await controller.judge(WRONG, "wrong");
  select("$450");
  says(answerAt("$450", "person"));
  await controller.correct("selection");
  expect(judged.at(-1)).toMatchObject({ verdict: "span", start: TEXT.indexOf("$450") });
  expect(shown()).toEqual(["$450"]);
  expect(controller.store.snapshot().current).toMatchObject({ start: TEXT.indexOf("$450") });
});

test("going back to a question that was judged shows it without what was wrong", async () => {
  const { controller, ask, shown, says } = asking();
  await ask(QUESTION);
  says(answerAt("$120"));
  await controller.judge(WRONG, "wrong");
  await ask("How much is the rent?");
  controller.restore({ view: "ask", question: QUESTION }, null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toEqual(["$120"]);
});

test("taken back, the question is asked again as before", async () => {
  const { controller, judged, ask, asked, note } = asking();
  await ask(QUESTION);
  await controller.judge(WRONG, "wrong");
  await controller.leaveCorrection();
  await controller.takeBack();
  expect(judged.at(-1)).toMatchObject({ verdict: "withdrawn", question: QUESTION });
  expect(judged.at(-1)).not.toHaveProperty("document");
  expect(asked.length).toBe(3);
  expect(note()).toBe("Taken back.");
});

test("what the server does not keep holds while the page is open, however it is worded", async () => {
  const reason = "Not kept: the memory is switched off.";
  const { controller, ask, shown, note, select } = asking({ refused: reason });
  await ask(QUESTION);
  await controller.open("lease");
  await controller.judge(WRONG, "wrong");
  expect(note()).toBe(`${reason} It counts while this page is open.`);
  await controller.leaveCorrection();
  expect(shown()).toEqual(["$120"]);
  await ask("how much was a deposit");
  expect(shown()).toEqual(["$120"]);
  await ask("How much is my deposit?");
  expect(shown()).toEqual(["$900", "$120"]);
  await ask(QUESTION);
  await controller.judge(answerAt("$120"), "wrong");
  select("$450");
  await controller.correct("selection");
  expect(shown()).toEqual(["$450"]);
  expect(controller.store.snapshot().asked?.answers[0]?.found_by).toBe("person");
  await controller.takeBack();
  expect(shown()).toEqual(["$900", "$120"]);
});

test("what was called wrong stays in sight, dim, until it is taken back or another question is asked", async () => {
  const { controller, ask, shown, says } = asking();
  const dim = () => controller.store.snapshot().wrong.map(({ text }) => text);
  await ask(QUESTION);
  says(answerAt("$120"));
  await controller.judge(WRONG, "wrong");
  await controller.leaveCorrection();
  expect(shown()).toEqual(["$120"]);
  expect(dim()).toEqual(["$900"]);
  await controller.takeBack();
  expect(dim()).toEqual([]);
  await controller.judge(WRONG, "wrong");
  await controller.leaveCorrection();
  await ask("How much is the rent?");
  expect(dim()).toEqual([]);
});

test("while an answer is put right it stays in its place, dim", async () => {
  const { controller, ask, asked, shown, says } = asking();
  await ask(QUESTION);
  says(answerAt("$120"));
  await controller.judge(WRONG, "wrong");
  expect(asked.length).toBe(1);
  expect(shown()).toEqual(["$900", "$120"]);
  const rows = renderToStaticMarkup(
    createElement(AnswerList, { state: controller.store.snapshot(), controller }),
  ).split('<li class="answer');
  expect(rows.slice(1).map((row) => row.startsWith(" wrong"))).toEqual([true, false]);
});

test.each([
  ["Cancel", (controller: AskController) => controller.cancelCorrection()],
  ["Esc", (controller: AskController) => controller.escape()],
  ["“Wrong” pressed again", (controller: AskController) => controller.judge(WRONG, "wrong")],
])("%s takes back that this answer is wrong, and all else stays", async (_, leave) => {
  const { controller, judged, ask, asked, shown, note } = asking();
  await ask(QUESTION);
  await controller.judge(WRONG, "wrong");
  await leave(controller);
  await new Promise((resolve) => setImmediate(resolve));
  const { document, start, end } = WRONG;
  expect(judged.at(-1)).toMatchObject({ verdict: "withdrawn", document, start, end });
  expect(controller.store.snapshot()).toMatchObject({
    correcting: null,
    question: QUESTION,
    wrong: [],
  });
  expect(shown()).toEqual(["$900", "$120"]);
  expect(controller.isJudged).toBe(false);
  expect(note()).toBe("Taken back.");
  await ask("How much is the rent?");
  await ask(QUESTION);
  expect([shown(), asked.length]).toEqual([["$900", "$120"], 3]);
});

test("cancelled, what the server does not keep does not hold either; another verdict does", async () => {
  const { controller, ask, shown } = asking({ refused: "Not kept." });
  await ask(QUESTION);
  await controller.judge(answerAt("$120"), "wrong");
  await controller.leaveCorrection();
  await controller.judge(WRONG, "wrong");
  await controller.cancelCorrection();
  await ask("How much is the rent?");
  await ask(QUESTION);
  expect(shown()).toEqual(["$900"]);
});

test("with nothing selected the form itself says what to do, and nothing is sent", async () => {
  const { controller, judged, ask } = asking();
  await ask(QUESTION);
  await controller.open("lease");
  await controller.judge(WRONG, "wrong");
  await controller.correct("selection");
  const state = controller.store.snapshot();
  const form = renderToStaticMarkup(createElement(Correcting, { state, controller }));
  expect(form).toContain('<p role="alert">Select the right words in the document first.</p>');
  expect(judged.length).toBe(1);
});

test("the right words can be typed as they stand in the document", async () => {
  const { controller, judged, ask, shown, says } = asking();
  await ask(QUESTION);
  await controller.open("lease");
  await controller.judge(WRONG, "wrong");
  const says_ = () => controller.store.snapshot().correctionNote;
  await controller.correctTo("$5000");
  expect(says_()).toBe("These words are not in the document. Type them as they stand there.");
  await controller.correctTo("is");
  expect(says_()).toContain("more than once");
  expect(judged.length).toBe(1);
  says(answerAt("$450", "person"));
  await controller.correctTo(" rent  is $450 ");
  const start = TEXT.indexOf("rent is $450");
  expect(judged.at(-1)).toMatchObject({ verdict: "span", start, end: start + 12 });
  expect(shown()).toEqual(["$450"]);
  expect(controller.store.snapshot()).toMatchObject({ correcting: null, correctionNote: "" });
});

test("refused, it says once that wrong answers are left out, with a way back and one to the right words", async () => {
  const { controller, judged, ask, shown, says, select } = asking();
  says();
  await ask(QUESTION);
  const drawn = () =>
    renderToStaticMarkup(
      createElement(AnswerList, { state: controller.store.snapshot(), controller }),
    );
  expect(drawn()).toMatch(/wrong do not come again\..*Take it back.*Say which words are right/);
  await controller.open("lease");
  controller.find();
  expect(drawn()).not.toContain("Say which words are right");
  const state = controller.store.snapshot();
  const form = renderToStaticMarkup(createElement(Correcting, { state, controller }));
  expect(form).toContain("Or type the words as they stand there:");
  expect(form).not.toContain("Only mark it wrong");
  controller.escape();
  expect(controller.store.snapshot()).toMatchObject({ finding: false, question: QUESTION });
  expect(judged).toEqual([]);
  controller.find();
  select("$450");
  says(answerAt("$450", "person"));
  await controller.correct("selection");
  expect(judged).toMatchObject([{ verdict: "span", start: TEXT.indexOf("$450") }]);
  expect(shown()).toEqual(["$450"]);
  expect(controller.store.snapshot()).toMatchObject({ finding: false, correcting: null });
});

test("taken back, an earlier turn of the question has no marked answer any more", async () => {
  const { controller, ask, says } = asking();
  says(answerAt("$450", "person"));
  await ask(QUESTION);
  says(answerAt("$120"));
  await ask("How much is the rent?");
  await ask("how much was a deposit");
  await controller.takeBack();
  const { turns } = controller.conversation.store.snapshot();
  expect(turns.map((turn) => [turn.answers.map(({ text }) => text), turn.takenBack])).toEqual([
    [[], true],
    [["$120"], undefined],
    [["$120"], undefined],
  ]);
});

test("without an open document, the one that is corrected is opened, and it can be said to have no answer", async () => {
  const { controller, judged, ask, says } = asking();
  await ask(QUESTION);
  controller.close();
  says();
  await controller.judge(WRONG, "wrong");
  await new Promise((resolve) => setTimeout(resolve));
  expect(controller.store.snapshot().opened).toMatchObject({ shown: { document: "lease" } });
  controller.close();
  await controller.correct("nowhere");
  expect(judged.at(-1)).toMatchObject({ verdict: "not_here", document: "lease" });
});
