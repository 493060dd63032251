// Words found while a question is typed, against a server that replies when the test says so.

import type { SearchHit } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { status } from "../src/asking/words.ts";
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

const hit = (document: string) => ({ document, start: 0, end: 1 }) as unknown as SearchHit;

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
  expect(status(state())).toBe("1 passage with these words · Enter asks");
  controller.type("tides");
  expect(state()).toMatchObject({ hits: [{ document: "tides" }], isLooking: true });
  expect(status(state())).toBe("Enter asks");
  await reply();
  expect(state()).toMatchObject({ hits: [], isLooking: false });
  controller.type("");
  expect(state().hits).toBeNull();
});
