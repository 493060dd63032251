import type { Reading } from "@wherein/reader/reading.ts";
import { expect, test } from "vitest";
import { keyOf, migrated, type ReadingRow } from "../src/reader/reading-row.ts";

const READING: Reading = {
  answers: [
    {
      text: "Ada Holm",
      span: { start: 0, end: 8 },
      quote: "Ada Holm built it.",
      quoteSpan: { start: 0, end: 18 },
      section: ["Bridges"],
      confidence: 0.9,
      evidence: false,
    },
  ],
  perhaps: [],
  nearest: [],
  wordsRead: 4,
  words: 4,
  done: true,
};

/** A row as versions before 5 had it: its question stands in its key alone. */
function older(question: string, used = 1, more: object = {}) {
  return { key: `m\0p\0${question}`, used, size: 1, reading: READING, when: used, ...more };
}

const byKey = (rows: readonly ReadingRow[]) =>
  new Map(rows.map((row) => [row.key.split("\0")[2], row]));

test("a key of version 4 is computed again from its question", () => {
  const rows = byKey(migrated([older("what is T", 3), older("what is t", 5)], 4));
  expect([...rows.keys()]).toEqual(["what is T", "what is t"]);
  expect(rows.get("what is T")).toMatchObject({ used: 3, question: "what is T", reading: READING });
});

test("a key in lower case may be another question's: its page is read again", () => {
  const [row, ...more] = migrated([older("how much is .5 mg?", 7)], 3);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ question: "how much is .5 mg?", used: 7, again: true });
  expect(row?.key).toBe(keyOf("m", "p", "how much is .5 mg"));
});

test("a place without the headings above it is read again", () => {
  const without = READING.answers.map(({ section: _, ...answer }) => answer);
  const old = older("who built it", 1, { reading: { ...READING, answers: without } });
  expect(migrated([old], 7)).toMatchObject([{ again: true }]);
  expect(migrated([older("who built it")], 7)[0]?.again).toBeUndefined();
});

test("a reading of before there were grades is made again", () => {
  const { perhaps, ...before } = READING;
  const old = older("who built it", 1, { reading: { ...before, lessLikely: perhaps } });
  expect(migrated([old], 7)).toMatchObject([{ question: "who built it", again: true }]);
});

test("a reading from before main text, menus and boxes were separated is made again", () => {
  const kept = older("who built it", 1, { question: "Who built it?" });
  expect(migrated([kept], 5)).toMatchObject([{ question: "Who built it?", again: true }]);
  expect(migrated([kept], 7)).toEqual([{ ...kept, key: keyOf("m", "p", "Who built it?") }]);
});

test("from version 5 the question as it was asked says the key, and one old key may be two questions", () => {
  const asked = (question: string, used: number) => older("what is t", used, { question });
  const rows = byKey(migrated([asked("What is T?", 1), asked("What is t?", 2)], 5));
  expect([...rows].map(([key, { question }]) => [key, question])).toEqual([
    ["what is T", "What is T?"],
    ["what is t", "What is t?"],
  ]);
});

test("of two rows that have one key now the one that may be served stays, then the later", () => {
  const again = older("who is it?", 9, { again: true });
  const rows = migrated([older("who is it", 2), older("Who is it.", 4), again], 7);
  expect(rows).toMatchObject([{ question: "Who is it.", when: 4, used: 9 }]);
  expect(rows[0]?.again).toBeUndefined();
});

test("of version 6 only what a person judged is used, under the question that was judged", () => {
  const read = older("where is polish made", 1, { question: "Where is Polish made?" });
  expect(migrated([read], 6)).toMatchObject([{ question: "Where is Polish made?", again: true }]);
  for (const judged of [{ told: true }, { wrong: true }]) {
    const [row] = migrated([{ ...read, ...judged }], 6);
    expect(row).toMatchObject(judged);
    expect(row?.again).toBeUndefined();
    expect(row?.key).toBe(keyOf("m", "p", "where is Polish made"));
  }
});

test("what is no row is left out", () => {
  const wrong = [null, 1, {}, { key: 1 }, { key: "a" }, { key: "a\0b\0c" }, older("")];
  expect(migrated([...wrong, older("who")], 4).map(({ question }) => question)).toEqual([
    "",
    "who",
  ]);
});

test("what was judged wrong stays so, also where another row has the same question", () => {
  const wrong = older("who built it", 1, { question: "Who built it?", wrong: true });
  const right = older("who built it?", 5, { question: "who built it" });
  expect(migrated([wrong, right], 6)).toMatchObject([{ wrong: true, used: 5 }]);
});

test("of two rows with one key the one that the person marked stays", () => {
  const told = older("what is .5 mg", 3, { question: "what is .5 mg", told: true });
  const read = { ...older("what is .5 mg?", 9), question: "What is .5 mg?", wrong: true };
  expect(migrated([told, read], 6)).toMatchObject([{ told: true, used: 9 }]);
});
