// What an older version of this extension remembered, after an update: readings under the keys that their questions
// have now, read again before they are served; vectors of other passages are gone.

import { questionKey } from "@wherein/reader/question/question-key.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asks } from "./asking.ts";
import { Browser, type Pages, servePages } from "./harness.ts";

const DESIGNED = "Who designed the tower?";
const LIT = "When was the lamp lit for the first time?";
const BIG = "How tall is US tower?";
const SMALL = "How tall is us tower?";

interface Row {
  readonly key: string;
  readonly question?: string;
  readonly again?: true;
}

let browser: Browser;
let pages: Pages;
let panel: Page;

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  panel = await browser.panelAsTab(await browser.open(pages.url("lighthouse.html")));
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const ask = (words: string) => asks(panel, words);

/** All rows of a store of the database as it is, opened without saying a version. */
function rowsOf(store: "readings" | "vectors"): Promise<Row[]> {
  return panel.evaluate(async (store) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("wherein-answers"));
    const rows = await done<Row[]>(database.transaction(store).objectStore(store).getAll());
    database.close();
    return rows.map(({ key, question, again }) => ({
      key,
      ...(question !== undefined && { question }),
      ...(again && { again }),
    }));
  }, store);
}

const lastOf = ({ key }: Row) => key.split("\0").at(-1);

/** Asks, and waits until that is remembered: it is kept after it was shown. */
async function asked(words: string): Promise<void> {
  await ask(words);
  const keys = async () => (await rowsOf("readings")).map(lastOf);
  await expect.poll(keys).toContain(questionKey(words));
}

/**
 * Puts the database back to how an older version had it: before 5 without questions, before 4 its keys folded; with
 * vectors that no page of today has.
 */
async function asOfVersion(version: number): Promise<void> {
  await panel.evaluate(async (version) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all = async (database: IDBDatabase, name: string) =>
      done<Record<string, unknown>[]>(database.transaction(name).objectStore(name).getAll());
    const today = await done(indexedDB.open("wherein-answers"));
    const [readings, vectors] = [await all(today, "readings"), await all(today, "vectors")];
    today.close();
    await done(indexedDB.deleteDatabase("wherein-answers"));
    const opening = indexedDB.open("wherein-answers", version);
    opening.onupgradeneeded = () => {
      for (const name of ["readings", "vectors"])
        opening.result
          .createObjectStore(name, { keyPath: "key" })
          .createIndex("used", ["used", "size"]);
    };
    const older = await done(opening);
    const writing = older.transaction(["readings", "vectors"], "readwrite");
    for (const { question, ...row } of readings) {
      const asked = version > 4 ? { question } : {};
      const key = (row.key as string).split("\0");
      if (version < 4) key[2] = String(question ?? key[2]).toLowerCase();
      writing.objectStore("readings").put({ ...row, ...asked, key: key.join("\0") });
    }
    writing.objectStore("vectors").put({ key: "other passages", used: 1, size: 1 });
    for (const row of vectors) writing.objectStore("vectors").put(row);
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    older.close();
  }, version);
}

/** A restarted reader, as after an update. */
async function updated(): Promise<void> {
  await panel.evaluate(() => chrome.offscreen.closeDocument());
  await panel.reload();
}

beforeEach(async () => {
  await asked(DESIGNED);
  await asked(LIT);
  await expect.poll(async () => (await rowsOf("vectors")).length).toBe(1);
});

test.each([
  [4, "when was the lamp lit for the first time"],
  [5, LIT],
])("of version %i, questions are remembered and their page is read again", async (version, lit) => {
  await asOfVersion(version);
  await updated();
  expect(await ask(DESIGNED)).toMatch(/read all/i);
  const again = async () => (await rowsOf("readings")).filter((row) => row.again);
  await expect.poll(again).toMatchObject([{ question: lit }]);
  expect(await ask(DESIGNED)).toMatch(/answered before/);
});

test("of version 3, a question in lower case is read again, and vectors are made again", async () => {
  const vectors = await rowsOf("vectors");
  await asOfVersion(3);
  await updated();
  expect(await ask(DESIGNED)).toMatch(/read all/i);
  await expect.poll(() => rowsOf("vectors")).toEqual(vectors);
  const again = async () => (await rowsOf("readings")).filter((row) => row.again).map(lastOf);
  await expect.poll(again).toEqual([questionKey(LIT)]);
  expect(await ask(DESIGNED)).toMatch(/answered before/);
});

test("what was one key of version 3 is two questions, both remembered", async () => {
  await asked(BIG);
  await asOfVersion(3);
  await updated();
  for (const question of [BIG, SMALL]) {
    expect(await ask(question)).toMatch(/read all/i);
    await expect
      .poll(async () =>
        (await rowsOf("readings")).find((row) => lastOf(row) === questionKey(question)),
      )
      .toEqual({
        key: expect.any(String),
        question,
      });
  }
  for (const question of [BIG, SMALL]) expect(await ask(question)).toMatch(/answered before/);
});
