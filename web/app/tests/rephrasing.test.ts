// An earlier question that is to be asked in other words: leaving that ends it, however it is left.

import { createElement, createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AskController } from "../src/asking/ask-controller.ts";
import { Rephrasing } from "../src/conversation/conversation-view.tsx";
import { madeController, NOTHING_FOUND } from "./made-controller.ts";

const LEASE = { kind: "document", name: "lease", title: "Lease" } as const;
const FORGETS = "Asking this forgets the questions after it.";

async function rephrasing(): Promise<AskController> {
  const controller = madeController({
    search: async () => [],
    complete: async () => [],
    understand: async () => Promise.reject(new Error("not asked")),
    top: async () => [],
    document: async () => ({ document: "lease", title: "Lease", text: "The rent is $450." }),
    ask: async ({ question }: { question: string }) => ({
      ...NOTHING_FOUND,
      question,
      answered: false,
    }),
  } as never);
  for (const question of ["What is the rent?", "What is the deposit?"]) {
    controller.type(question);
    await controller.ask();
  }
  await controller.open("lease");
  controller.askAgain(0);
  expect(shown(controller)).toContain(FORGETS);
  return controller;
}

/** What stands below the question line because of it. */
function shown(controller: AskController): string {
  if (controller.conversation.store.snapshot().editedTurn === null) return "";
  return renderToStaticMarkup(
    createElement(Rephrasing, { controller, question: createRef<HTMLTextAreaElement>() }),
  );
}

const typed = (controller: AskController) =>
  controller.conversation.store.snapshot().turns.map((turn) => turn.typed);

test.each([
  ["Esc", (controller: AskController) => controller.escape()],
  ["Cancel", (controller: AskController) => controller.cancelRephrasing()],
  ["another view", (controller: AskController) => controller.conversation.endRephrasing()],
  [
    "a question of a table",
    (controller: AskController) => controller.askAlone(LEASE, "Who signed it?", null),
  ],
  [
    "a question that the document offers",
    (controller: AskController) => controller.askHere("When does it begin?"),
  ],
  [
    "going back",
    (controller: AskController) =>
      controller.restore({ view: "ask", question: "What is the deposit?" }, null),
  ],
])("%s ends it, and no earlier question is forgotten", async (_, leave) => {
  const controller = await rephrasing();
  await leave(controller);
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown(controller)).not.toContain(FORGETS);
  expect(typed(controller).slice(0, 2)).toEqual(["What is the rent?", "What is the deposit?"]);
});

test.each([
  ["Esc", (controller: AskController) => controller.escape()],
  ["Cancel", (controller: AskController) => controller.cancelRephrasing()],
])("after %s the question and its answers are there as before", async (_, leave) => {
  const controller = await rephrasing();
  controller.type("What is the re");
  // Another one that is to be asked in other words instead is left in the same way.
  controller.askAgain(1);
  leave(controller);
  const { question, asked } = controller.store.snapshot();
  expect([question, asked?.question]).toEqual(["What is the deposit?", "What is the deposit?"]);
  expect(asked?.result).not.toBeNull();
  expect(controller.routeNow().question).toBe("What is the deposit?");
});

test("a question that was still being read is read again", async () => {
  const controller = await rephrasing();
  controller.cancelRephrasing();
  controller.type("When does it end?");
  void controller.ask();
  controller.askAgain(0);
  controller.cancelRephrasing();
  await new Promise((resolve) => setImmediate(resolve));
  const { asked } = controller.store.snapshot();
  expect([asked?.question, asked?.result !== null]).toEqual(["When does it end?", true]);
  expect(typed(controller).at(-1)).toBe("When does it end?");
});

test("it has a Cancel, and asked after all it replaces what came after", async () => {
  const controller = await rephrasing();
  expect(shown(controller)).toContain(">Cancel</button>");
  controller.type("What does it cost?");
  await controller.ask();
  expect(typed(controller)).toEqual(["What does it cost?"]);
});
