// Words found while a question is typed, against a server that replies when the test says so.

import type { SearchHit } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { counter, status } from "../src/asking/words.ts";
import { madeController } from "./made-controller.ts";

function typing() {
  const sent: string[] = [];
  const replies: ((hits: readonly SearchHit[]) => void)[] = [];
  const search = (words: string) => {
    sent.push(words);
    return new Promise<readonly SearchHit[]>((resolve) => replies.push(resolve));
  };
  const controller = madeController({ search });
  const reply = async (...hits: SearchHit[]) => {
    replies.shift()?.(hits);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { controller, sent, reply, state: () => controller.store.snapshot() };
}

const hit = (document: string, text = "A tide.") =>
  ({
    document,
    start: 100,
    end: 100 + text.length,
    text,
    section: ["Moon"],
  }) as unknown as SearchHit;

const LONG = `The tide. ${"It comes and goes. ".repeat(40)}A spring tide is high. The 🌊 tide ebbs.`;

async function withOpen(text = LONG) {
  const controller = madeController({
    search: async () => [],
    complete: async () => [],
    top: async () => [],
    document: async (document: string) => ({ document, title: document, text }) as never,
  } as never);
  await controller.open("tides");
  const { reveal } = controller.store.snapshot();
  const state = () => controller.store.snapshot();
  return { controller, state, revealed: () => state().reveal - reveal };
}

test("words that say nothing are not looked up, and mark nothing", async () => {
  const { controller, sent, state } = typing();
  for (const words of ["the", "what is", "who was the"]) controller.type(words);
  expect(sent).toEqual([]);
  expect(status(state())).toBe("Press Enter to ask");
  const open = await withOpen();
  open.controller.type("The");
  expect(open.state().found).toEqual([]);
  open.controller.type("t");
  expect(open.state().found).toEqual([]);
});

test("passages that were found by their meaning, without the words, are left to asking", async () => {
  const { controller, reply, state } = typing();
  controller.type("tide");
  await reply(hit("moon", "The moon is round."), hit("sea", "The tides turn."));
  expect(state().hits).toMatchObject([{ document: "sea" }]);
});

test("a click on a hit leads to the words in it", async () => {
  const { controller, reply, state } = typing();
  controller.type("tides");
  await reply(hit("d", "Moon\n\n🌊 It has no tide."));
  expect(state().hits).toMatchObject([{ start: 100 + 18, end: 100 + 22 }]);
});

test("the first match in the open document comes into sight while one types", async () => {
  const { controller, state, revealed } = await withOpen();
  controller.type("tide");
  expect(state().found.length).toBe(3);
  expect(state().current).toMatchObject({ document: "tides", start: 4, end: 8 });
  expect(counter(state())).toBe("1 of 3");
  expect(revealed()).toBe(1);
  controller.type("tide is");
  expect(state().current).toMatchObject({ start: LONG.indexOf("tide is") });
  controller.type("tide is far");
  expect(state()).toMatchObject({ found: [], current: null });
  expect(revealed()).toBe(2);
});

test("a document that is opened at a place stays there, whatever is typed", async () => {
  const { controller, state } = await withOpen();
  controller.type("tide");
  await controller.open("other", { start: 40, end: 44 });
  expect(state().current).toMatchObject({ document: "other", start: 40 });
  expect(state().found.length).toBe(3);
});

test("the first key is looked up at once, and of those that come meanwhile the last", async () => {
  const { controller, sent, reply, state } = typing();
  for (const words of ["t", "ti", "tid", "tide"]) controller.type(words);
  expect(sent).toEqual(["t"]);
  await reply(hit("old"));
  expect(state().hits).toBeNull();
  expect(sent).toEqual(["t", "tide"]);
  await reply(hit("new"));
  expect(state()).toMatchObject({ hits: [{ document: "new" }], isLooking: false });
  expect(sent.length).toBe(2);
});

test("what was found stays until the next is, and is not counted as that of the new words", async () => {
  const { controller, reply, state } = typing();
  controller.type("tide");
  await reply(hit("tides"));
  expect(status(state())).toBe("1 passage with these words · Press Enter to ask");
  controller.type("tides");
  expect(state()).toMatchObject({ hits: [{ document: "tides" }], isLooking: true });
  expect(status(state())).toBe("Press Enter to ask");
  await reply();
  expect(state()).toMatchObject({ hits: [], isLooking: false });
  controller.type("");
  expect(state().hits).toBeNull();
});
