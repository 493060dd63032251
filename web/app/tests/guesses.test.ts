// An answer is shown in its document by itself; what is only perhaps one, or a nearest passage, when it is chosen.

import type { FoundSoFar } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { madeController, NOTHING_FOUND } from "./made-controller.ts";

const place = (document: string) => ({
  document,
  title: document,
  start: 0,
  end: 4,
  text: "Rome",
  quote: "Rome",
  quote_start: 0,
  section: [],
  confidence: 0.4,
  found_by: "small",
});

/** A controller that reads "book" and asks; `streams` are found on the way, then comes the result. */
async function asking(result: object, ...streams: object[]) {
  const opened: string[] = [];
  const controller = madeController({
    search: async () => [],
    complete: async () => [],
    top: async () => [],
    document: async (document: string) => {
      opened.push(document);
      return { document, title: document, text: "Rome is old." } as never;
    },
    ask: async (_: unknown, found: (so: FoundSoFar) => void) => {
      for (const so of streams) {
        found({ ...NOTHING_FOUND, ...so } as never);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return { ...NOTHING_FOUND, question: "Where?", ...result } as never;
    },
  } as never);
  await controller.open("book");
  controller.type("Where?");
  await controller.ask();
  await new Promise((resolve) => setTimeout(resolve));
  return { controller, opened, state: () => controller.store.snapshot() };
}

test("an answer opens its document", async () => {
  const { opened, state } = await asking({ answers: [place("map")] });
  expect(opened).toEqual(["book", "map"]);
  expect(state().current).toMatchObject({ document: "map" });
});

test.each([
  ["perhaps an answer", { perhaps: [place("map")] }],
  ["a nearest passage", { nearest: [place("map")] }],
])("%s opens nothing until it is chosen", async (_, result) => {
  const { controller, opened, state } = await asking(result);
  expect(opened).toEqual(["book"]);
  expect(state().current).toBeNull();
  expect(state().opened).toMatchObject({ shown: { document: "book" } });
  controller.move(1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(opened).toEqual(["book", "map"]);
});

test("what was taken for an answer while reading and is none gives the document back", async () => {
  const { opened, state } = await asking({ perhaps: [place("map")] }, { answers: [place("map")] });
  expect(opened).toEqual(["book", "map"]);
  expect(state().opened).toMatchObject({ shown: { document: "book" } });
  expect(state().current).toBeNull();
});
