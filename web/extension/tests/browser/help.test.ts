// What the panel offers before and while one types, and what it remembers: suggested questions, completions,
// answers of pages asked before, and that wiping ends it.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asks, questionLine, statusLine } from "./asking.ts";
import { Browser, marked, type Pages, picture, servePages, violations } from "./harness.ts";

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;

const question = () => questionLine(panel);
const status = () => statusLine(panel);
const options = () => panel.getByRole("listbox", { name: "Completions" }).getByRole("option");

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  page = await browser.open(pages.url("lighthouse.html"));
  panel = await browser.panelAsTab(page);
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const ask = (words: string) => asks(panel, words);

async function inSettings(act: (settings: Page) => Promise<void>): Promise<void> {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await act(settings);
  await settings.close();
}

interface KeptVectors {
  readonly key: string;
  readonly used: number;
  readonly size: number;
}

/** What is kept of pages' vectors, after `more` is put beside it. */
function keptVectors(more: readonly KeptVectors[] = []): Promise<KeptVectors[]> {
  return panel.evaluate(async (more) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("wherein-answers"));
    const store = database.transaction("vectors", "readwrite").objectStore("vectors");
    for (const row of more) await done(store.put(row));
    const rows = await done<{ key: string; used: number; size: number; vectors?: Float32Array }[]>(
      store.getAll(),
    );
    database.close();
    return rows.map(({ key, used, size, vectors }) => {
      if (vectors && vectors.length !== size) throw new Error("another size");
      return { key, used, size };
    });
  }, more);
}

test("a page nobody asked about suggests questions it answers, one click from their answers", async () => {
  const suggested = panel.getByRole("list", { name: "You could ask" }).getByRole("button");
  await suggested.first().waitFor({ timeout: 300_000 });
  await expect.poll(() => panel.getByRole("list", { name: "Asked on this page" }).count()).toBe(0);
  await picture(panel, "panel-suggested");
  const answer = await suggested.first().locator("strong").textContent();
  await suggested.first().click();
  await expect
    .poll(async () => (await marked(page, "current")).join("").replace(/\s/g, ""))
    .toBe(answer?.replace(/\s/g, ""));
  expect(await violations(panel)).toEqual([]);
});

test("a click is not lost where completions go away under it", async () => {
  await question().focus();
  await question().fill("mart");
  await expect.poll(() => options().count()).toBeGreaterThan(0);
  const matchCase = panel.getByRole("button", { name: "Match case" });
  // A person's press: what moves between its two halves is not hit.
  const box = await matchCase.boundingBox();
  if (!box) throw new Error("Match case is not shown");
  await panel.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await panel.mouse.down();
  await panel.waitForTimeout(100);
  await panel.mouse.up();
  await expect.poll(() => matchCase.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => options().count()).toBe(0);
  await matchCase.click();
  await question().fill("");
});

test("a half-typed name is completed from the page, by keyboard", async () => {
  await question().focus();
  // One word is not asked on a pause, so that nothing takes the list away meanwhile.
  await question().fill("mart");
  await expect.poll(() => options().count()).toBeGreaterThan(0);
  await picture(panel, "panel-completions");
  expect(await violations(panel)).toEqual([]);
  await question().press("ArrowDown");
  const active = await question().getAttribute("aria-activedescendant");
  const chosen = panel.locator(`#${active}`);
  await expect.poll(() => chosen.getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => chosen.textContent()).toContain("Marta Lindqvist");
  await question().press("Enter");
  await expect.poll(() => question().inputValue()).toBe("Marta Lindqvist");
  await expect.poll(() => options().count()).toBe(0);
});

test("asked again, a question is answered from memory, and that is said", async () => {
  const words = "When was the lamp lit for the first time?";
  expect(await ask(words)).toMatch(/read all/i);
  const current = async () => (await marked(page, "current")).join("");
  await expect.poll(current).not.toBe("");
  const first = await current();
  expect(await ask(words)).toMatch(/answered before \(\d+ \w+\), text unchanged/);
  await expect.poll(current).toBe(first);
  // The empty line lists it from this browser's own memory, one click from its answer.
  await question().fill("");
  const here = panel.getByRole("list", { name: "Asked on this page" });
  await here.getByText(words).waitFor();
  await expect.poll(current).toBe("");
  await here.getByRole("button", { name: words }).click();
  await expect.poll(current).not.toBe("");
  await expect.poll(() => panel.getByRole("list", { name: "You could ask" }).count()).toBe(0);
  expect(await violations(panel)).toEqual([]);
  expect(await ask(words)).toMatch(/answered before/);
  // Of another text nothing is remembered, nor ever of this one when its answers were called wrong.
  await panel.getByRole("button", { name: "is wrong" }).first().click();
  await panel.getByRole("button", { name: "It isn’t on this page" }).click();
  await expect
    .poll(() => panel.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe("Take it back");
  expect(await ask(words)).toMatch(/read all/i);
  expect(await ask(words)).toMatch(/read all/i);
  await page.evaluate(() => document.querySelector("h1")?.append(" now"));
  await expect.poll(status).toMatch(/read all/i);
});

test("the vectors of a page are kept by its text, taken when it is read again, and bounded", async () => {
  // One of this page as it was, one as it is since its heading changed.
  await expect.poll(async () => (await keptVectors()).length).toBe(2);
  const before = await keptVectors();
  expect(before.every(({ size }) => size > 0 && size % 256 === 0)).toBe(true);
  // A restarted reader does not know the page.
  await panel.evaluate(() => chrome.offscreen.closeDocument());
  await panel.reload();
  const used = (rows: readonly KeptVectors[]) => Math.max(...rows.map((row) => row.used));
  await expect.poll(async () => used(await keptVectors())).toBeGreaterThan(used(before));
  expect((await keptVectors()).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  // Nearly all the room there is, and not used for long: it makes way for the next page.
  const room = 7_999_000;
  await keptVectors([{ key: "old", used: 1, size: room }]);
  await page.evaluate(() => document.querySelector("h1")?.append(" and then"));
  const keys = async () => (await keptVectors()).map(({ key }) => key);
  await expect
    .poll(async () => (await keys()).map((key) => (key === "old" ? "old" : "page")))
    .toEqual(["page", "page", "page"]);
});

test("wiped, or switched off, nothing is remembered", async () => {
  const words = "When did the last keeper leave?";
  await ask(words);
  expect(await ask(words)).toMatch(/answered before/);
  await inSettings(async (settings) => {
    // The settings ask first; cancelling keeps everything.
    await settings.getByRole("button", { name: "Wipe everything…" }).click();
    await settings.getByText("This cannot be undone.").waitFor();
    expect(await violations(settings)).toEqual([]);
    await settings.getByRole("button", { name: "Keep it" }).click();
    expect((await panel.evaluate(() => indexedDB.databases())).length).toBeGreaterThan(0);
    await settings.getByRole("button", { name: "Wipe everything…" }).click();
    await settings.getByRole("button", { name: "Wipe everything", exact: true }).click();
    await settings.getByText("All gone.").waitFor();
  });
  expect(await panel.evaluate(() => indexedDB.databases())).toEqual([]);
  expect(await ask(words)).toMatch(/read all/i);
  await inSettings((settings) => settings.getByLabel("Remember no answers").check());
  const memory = async () =>
    (
      (await panel.evaluate(() => chrome.storage.local.get("settings"))).settings as {
        memory: string;
      }
    )?.memory;
  await expect.poll(memory).toBe("off");
  expect(await ask(words)).toMatch(/read all/i);
  expect(await ask(words)).toMatch(/read all/i);
});
