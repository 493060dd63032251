// Parts of the extension taken away while it works: the reader, the service worker, both in mid-question; and
// many panels at once. What is asked next is answered.

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, marked, type Pages, servePages } from "./harness.ts";

const WARDS = Array.from(
  { length: 600 },
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

const question = (panel: Page) => panel.getByLabel("Find or ask on this page");
const status = (panel: Page) => panel.locator(".status-line").textContent();

async function ask(panel: Page, words: string): Promise<void> {
  await question(panel).fill(words);
  await question(panel).press("Enter");
}

/** The lighthouse is short: what is asked of it is read to the end in seconds. */
async function answered(panel: Page, words: string): Promise<void> {
  await ask(panel, words);
  await expect.poll(() => status(panel)).toMatch(/read all|answered before/i);
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
    await answered(panel, `Who designed the tower number ${i}?`);
    expect(await panel.locator(".trouble").count()).toBe(0);
  }
});

test("the reader is killed in mid-question: that is said, and asked again it answers", async () => {
  const page = await browser.open(pages.url("wards.html"));
  const panel = await browser.panelAsTab(page);
  await ask(panel, "Who counted the boats?");
  await expect.poll(() => status(panel)).toMatch(/reading… \d+ %/i);
  // Its document, and the worker in it, as when their process is out of memory.
  await panel.evaluate(() => chrome.offscreen.closeDocument());
  await panel.getByText("The reader stopped unexpectedly").waitFor();
  // Plain find goes on meanwhile.
  await question(panel).fill('"ward 17 counted"');
  await expect.poll(() => marked(page, "current")).toEqual(["ward 17 counted"]);
  await ask(panel, "Who counted the boats of ward 17?");
  await expect.poll(() => status(panel)).toMatch(/reading… \d+ %|read all/i);
  expect(await panel.locator(".trouble").count()).toBe(0);
});

test("a page with highlights of its own making is marked all the same, without an error in it", async () => {
  const page = await browser.open(pages.url("owned.html"));
  const panel = await browser.panelAsTab(page);
  await question(panel).fill('"quick heron"');
  await expect.poll(() => status(panel)).toBe("1 match");
  expect(await page.evaluate(() => (window as unknown as { errors: string[] }).errors)).toEqual([]);
  expect(await panel.locator(".trouble").count()).toBe(0);
});

// Last: whoever asks the service worker for a tab afterwards has to wake it first.
test("the service worker stops in mid-question: the page is read on", async () => {
  const page = await browser.open(pages.url("wards.html"));
  const panel = await browser.panelAsTab(page);
  await ask(panel, "Who wrote them into the book?");
  const share = async () => Number(/reading… (\d+) %/i.exec((await status(panel)) ?? "")?.[1] ?? 0);
  await expect.poll(share).toBeGreaterThan(0);
  await browser.stopServiceWorker();
  const before = await share();
  await expect.poll(share).toBeGreaterThan(before);
});
