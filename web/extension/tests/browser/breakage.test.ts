// Parts of the extension taken away while it works: the reader, the service worker, both in mid-question; and
// many panels at once. What is asked next is answered.

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asks, questionLine, statusLine } from "./asking.ts";
import { Browser, marked, type Pages, servePages } from "./harness.ts";

const WARDS = Array.from(
  { length: 3_000 },
  (_, i) => `<p>The harbour master of ward ${i} counted the boats and wrote them into the book.`,
).join("");

let browser: Browser;
let pages: Pages;

beforeAll(async () => {
  pages = await servePages({
    "wards.html": `<!doctype html><title>Wards</title>${WARDS}`,
    "owned.html": `<!doctype html><title>Owned</title><p>A quick heron.<script>
      Object.defineProperty(CSS, "highlights", { value: { set() { throw new Error("theirs"); } } });
      window.errors = []; addEventListener("error", (event) => errors.push(event.message));</script>`,
  });
  browser = await Browser.start();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

afterEach(async () => {
  for (const page of browser.context.pages().slice(1)) await page.close();
});

const question = questionLine;
const status = statusLine;

/** The share read, of a hundred; null before anything was read. */
async function shareRead(panel: Page): Promise<number | null> {
  const said = (await status(panel)) ?? "";
  if (/read all/i.test(said)) return 100;
  const share = /reading… (\d+) %/i.exec(said)?.[1];
  return share === undefined ? null : Number(share);
}

/** Asks, and waits until some of the page was read: so much that much is left. */
async function askAndRead(panel: Page, words: string): Promise<void> {
  await question(panel).fill(words);
  await expect.poll(() => shareRead(panel)).toBeGreaterThan(0);
}

test("panels opened at the same time all have the reader", async () => {
  const page = await browser.open(pages.url("lighthouse.html"));
  const tab = await browser.tabOf(page);
  await browser.pressButton(page);
  const address = `chrome-extension://${browser.id}/panel.html?tab=${tab}`;
  const panels = await Promise.all(
    [1, 2, 3].map(async () => {
      const panel = await browser.context.newPage();
      await panel.goto(address);
      return panel;
    }),
  );
  for (const [i, panel] of panels.entries()) {
    await asks(panel, `Who designed the tower number ${i}?`);
    // Never, not even for a moment.
    expect(await panel.locator(".trouble").count()).toBe(0);
  }
});

test("the reader is killed in mid-question: that is said, and asked again it answers", async () => {
  const page = await browser.open(pages.url("wards.html"));
  const panel = await browser.panelAsTab(page);
  await askAndRead(panel, "Who counted the boats?");
  // Its document, and the worker in it, as when their process is out of memory.
  await panel.evaluate(() => chrome.offscreen.closeDocument());
  await panel.getByText("The reader stopped unexpectedly").waitFor();
  // Plain find goes on meanwhile.
  await question(panel).fill('"ward 17 counted"');
  await expect.poll(() => marked(page, "current")).toEqual(["ward 17 counted"]);
  await askAndRead(panel, "Who counted the boats of ward 17?");
  // Never, not even for a moment.
  expect(await panel.locator(".trouble").count()).toBe(0);
});

test("a page with highlights of its own making is marked all the same, without an error in it", async () => {
  const page = await browser.open(pages.url("owned.html"));
  const panel = await browser.panelAsTab(page);
  await question(panel).fill('"quick heron"');
  await expect.poll(() => status(panel)).toBe("1 match");
  expect(await page.evaluate(() => (window as unknown as { errors: string[] }).errors)).toEqual([]);
  // Never, not even for a moment.
  expect(await panel.locator(".trouble").count()).toBe(0);
});

// Last, because later tests would have to wake the service worker first.
test("the service worker stops in mid-question: the page is read on", async () => {
  const page = await browser.open(pages.url("wards.html"));
  const panel = await browser.panelAsTab(page);
  await askAndRead(panel, "Who wrote them into the book?");
  await browser.stopServiceWorker();
  const before = (await shareRead(panel)) ?? 0;
  // Else nothing was left to be read without it.
  expect(before).toBeLessThan(90);
  await expect.poll(() => shareRead(panel)).toBeGreaterThan(before + 2);
});
