// What the app offers before anything was asked: questions of the newest documents, one of each before a second of any.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { examplesOf, newestOf } from "../src/start/examples.ts";

function kept(document: string, added: string): KeptDocument {
  const rest = { title: document, source: "", words: 1, kind: "text", outdated: false, date: null };
  return { document, added, tags: [], unread: [], ...rest } as unknown as KeptDocument;
}

const asking = (asked: Readonly<Record<string, readonly string[]>>) => ({
  top: async (document: string) =>
    (asked[document] ?? []).map((question) => ({ question })) as never,
});

test("the newest five, newest first", () => {
  const documents = ["2020", "2025", "2021", "2024", "2023", "2022"].map((year) =>
    kept(year, year),
  );
  expect(newestOf(documents).map(({ document }) => document)).toEqual([
    "2025",
    "2024",
    "2023",
    "2022",
    "2021",
  ]);
});

test("three questions, one of each document before a second one of any, none twice", async () => {
  const documents = ["a", "b", "c"].map((name) => kept(name, name));
  const server = asking({ a: ["Who?", "Where?", "Why?"], c: ["When?", "Who?"] });
  const examples = await examplesOf(server, documents);
  expect(examples.map(({ question, document }) => [question, document.document])).toEqual([
    ["Who?", "a"],
    ["When?", "c"],
    ["Where?", "a"],
  ]);
  expect(await examplesOf(asking({}), documents)).toEqual([]);
});

test("the server reads for one document after the other, for no more than are needed, and not once somebody asks", async () => {
  const documents = ["a", "b", "c", "d", "e"].map((name) => kept(name, name));
  const looked: string[] = [];
  let busy = 0;
  const server = {
    top: async (document: string) => {
      looked.push(document);
      expect(++busy).toBe(1);
      await Promise.resolve();
      busy--;
      return [{ question: `What is ${document}?` }] as never;
    },
  };
  expect(await examplesOf(server, documents)).toHaveLength(3);
  expect(looked).toEqual(["a", "b", "c"]);
  looked.length = 0;
  await examplesOf(server, documents, () => looked.length === 0);
  expect(looked).toEqual(["a"]);
});

test("a question that is not understood without its document is not offered", async () => {
  const server = asking({ a: ["How do I use it?", "What is this about?", "How are tides made?"] });
  const examples = await examplesOf(server, [kept("a", "a")]);
  expect(examples.map(({ question }) => question)).toEqual(["How are tides made?"]);
});
