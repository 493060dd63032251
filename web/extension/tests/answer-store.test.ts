import { expect, test } from "vitest";
import { IndexedAnswers, type Kept, type Rows } from "../src/reader/answer-store.ts";
import { keyOf, type ReadingRow } from "../src/reader/reading-row.ts";

const TEXTS = { main: "main", whole: "whole", old: "old" };
const QUESTION = "Where is Polish made?";

const kept = (words: number, more: Partial<Kept> = {}): Kept => ({
  reading: { answers: [], perhaps: [], nearest: [], wordsRead: words, words, done: true },
  when: words,
  ...more,
});

function store(...there: readonly ReadingRow[]): IndexedAnswers {
  const rows = new Map(there.map((row) => [row.key, row]));
  const inMemory: Rows = {
    find: async (key) => rows.get(key) ?? null,
    keep: async (row) => {
      rows.set(row.key, { ...row, used: 1 } as ReadingRow);
      return true;
    },
    begun: async (prefix) => [...rows.values()].filter(({ key }) => key.startsWith(prefix)),
  };
  return new IndexedAnswers(inMemory);
}

/** A row as a version before 7 stored it. */
function old(more: Partial<ReadingRow>): ReadingRow {
  const { reading, when } = kept(1);
  return {
    key: keyOf("m", "old", QUESTION),
    used: 1,
    size: 1,
    question: QUESTION,
    reading,
    when,
    ...more,
  };
}

test("a reading of the main text is found by it, whatever the rest of the page is", async () => {
  const answers = store();
  await answers.keep("m", TEXTS, QUESTION, kept(1));
  expect(await answers.find("m", { ...TEXTS, whole: "other", old: "x" }, QUESTION)).toEqual(
    kept(1),
  );
  expect(await answers.find("m", { ...TEXTS, main: "other" }, QUESTION)).toBeNull();
  expect(await answers.find("n", TEXTS, QUESTION)).toBeNull();
  expect(await answers.find("m", TEXTS, "Where is polish made?")).toBeNull();
});

test("a reading of the whole text is found by that alone", async () => {
  const answers = store();
  await answers.keep("m", TEXTS, QUESTION, kept(1, { whole: true }));
  expect(await answers.find("m", TEXTS, QUESTION)).toEqual(kept(1, { whole: true }));
  expect(await answers.find("m", { ...TEXTS, whole: "other", old: "x" }, QUESTION)).toBeNull();
});

test("an older row is not served unless a person marked it, and bars readings where it was judged wrong", async () => {
  expect(await store(old({ again: true })).find("m", TEXTS, QUESTION)).toBeNull();
  const marked = store(old({ told: true }));
  expect(await marked.find("m", TEXTS, QUESTION)).toEqual(kept(1, { told: true, whole: true }));
  const judged = store(old({ wrong: true }));
  await judged.keep("m", TEXTS, QUESTION, kept(2));
  expect(await judged.find("m", TEXTS, QUESTION)).toBeNull();
  await judged.keep("m", TEXTS, QUESTION, kept(3, { told: true }));
  expect(await judged.find("m", TEXTS, QUESTION)).toEqual(kept(3, { told: true }));
});

test("after a verdict of wrong no reading is served, until the person marks the answer", async () => {
  const answers = store();
  await answers.keep("m", TEXTS, QUESTION, kept(1));
  await answers.forget("m", TEXTS, QUESTION);
  await answers.keep("m", TEXTS, QUESTION, kept(2, { whole: true }));
  expect(await answers.find("m", TEXTS, QUESTION)).toBeNull();
  await answers.keep("m", TEXTS, QUESTION, kept(3, { told: true, whole: true }));
  expect(await answers.find("m", TEXTS, QUESTION)).toMatchObject({ when: 3, told: true });
});

test("what was asked of a page is told once each, the latest first, and nothing that must be read again", async () => {
  const answers = store(old({ again: true }));
  await answers.keep("m", TEXTS, "Who built it?", kept(2));
  await answers.keep("m", TEXTS, "When?", kept(3, { whole: true }));
  await answers.keep("m", TEXTS, "How high?", kept(4));
  await answers.forget("m", TEXTS, "How high?");
  await answers.keep("m", { ...TEXTS, main: "another page", whole: "x" }, "Why?", kept(5));
  expect(await answers.asked("m", TEXTS)).toEqual([
    { ...kept(3, { whole: true }), question: "When?" },
    { ...kept(2), question: "Who built it?" },
  ]);
  expect(await answers.asked("another model", TEXTS)).toEqual([]);
});
