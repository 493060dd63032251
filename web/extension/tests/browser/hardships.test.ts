// What goes wrong in the world: huge pages, frames that never load, a page left while it is read, a damaged
// model, a full storage. Each a clear message, or no harm at all.

import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asks, questionLine, statusLine } from "./asking.ts";
import { Browser, BUILT, marked, type Pages, servePages, violations } from "./harness.ts";

const SENTENCE =
  "The harbour master of ward NUMBER counted the boats and wrote them into the book. ";
const wards = (count: number) =>
  Array.from({ length: count }, (_, i) => SENTENCE.replace("NUMBER", String(i)));

let browser: Browser;
let pages: Pages;
let panel: Page;

const status = () => statusLine(panel);
const question = () => questionLine(panel);

beforeAll(async () => {
  pages = await servePages({
    // 5 MB of text in 6,000 paragraphs, and 300,000 characters in one.
    "huge.html": `<!doctype html><title>Huge</title>${wards(60_000)
      .map((sentence, i) => (i % 10 === 0 ? `<p>${sentence}` : sentence))
      .join("")}<p>The last word is zanzibar.`,
    "endless.html": `<!doctype html><title>Endless</title><p>${wards(3_600).join("")}The last word is zanzibar.`,
    "waiting.html": `<!doctype html><title>Waiting</title><p>A patient otter.<iframe src="/never"></iframe>`,
    "next.html": "<!doctype html><title>Next</title><p>A quick heron.",
  });
});

afterAll(async () => {
  await pages?.close();
});

// A browser of its own for each: what one test did to it is no other's matter.
beforeEach(async () => {
  browser = await Browser.start();
});

afterEach(async () => {
  await browser?.close();
});

async function openWithPanel(path: string): Promise<Page> {
  const page = await browser.open(pages.url(path));
  panel = await browser.panelAsTab(page);
  return page;
}

describe.each(["huge.html", "endless.html"])("%s", (path) => {
  test("is found in to its end, and read from the likeliest passage on", async () => {
    const page = await openWithPanel(path);
    await expect.poll(() => question().isEditable()).toBe(true);
    await question().fill('"zanzibar"');
    await expect.poll(() => marked(page, "current")).toEqual(["zanzibar"]);
    await question().fill("what is the last word?");
    await question().press("Enter");
    await expect.poll(status).toMatch(/reading… \d+ %|read all/i);
    // Far from read, it can be left for something else at once.
    await question().fill('"ward 17 counted"');
    await expect.poll(() => marked(page, "current")).toEqual(["ward 17 counted"]);
  });
});

test("a frame that never loads keeps nothing waiting", async () => {
  const page = await browser.context.newPage();
  await page.goto(pages.url("waiting.html"), { waitUntil: "commit" });
  panel = await browser.panelAsTab(page);
  await question().fill("otter");
  await expect.poll(() => marked(page, "current")).toEqual(["otter"]);
});

test("a page left while it is read: the next one is there, without an error", async () => {
  const page = await openWithPanel("endless.html");
  const errors: Error[] = [];
  panel.on("pageerror", (error) => errors.push(error));
  await question().fill("what is the last word?");
  await question().press("Enter");
  await expect.poll(status).toMatch(/reading… \d+ %/i);
  await page.goto(pages.url("next.html"));
  await question().fill('"heron"');
  await expect.poll(() => marked(page, "current")).toEqual(["heron"]);
  expect(errors).toEqual([]);
});

test("feedback into a full storage is reported, and nothing breaks", async () => {
  await openWithPanel("next.html");
  await panel.evaluate(async () => {
    // Fill what an extension may keep, down to the last hundred bytes.
    for (let size = 4_000_000, i = 0; size > 100; i++) {
      try {
        await chrome.storage.local.set({ [`fill-${i}`]: "x".repeat(size) });
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await question().fill("What kind of heron is it?");
  await question().press("Enter");
  await expect.poll(status).toMatch(/read all/i);
  const right = panel.getByRole("button", { name: "is right" }).first();
  await right.click();
  await panel
    .getByText(/Not kept: the browser’s storage is full\./)
    .first()
    .waitFor();
  await panel.evaluate(() => chrome.storage.local.clear());
});

test("answers that a full storage cannot keep are shown, said not to be remembered, and read again", async () => {
  // Chromium holds no extension to the quota that its protocol can set: the storage refuses in its place.
  const folder = mkdtempSync(join(tmpdir(), "wherein-full-"));
  const worker = join(folder, "worker.js");
  let full: Browser | null = null;
  try {
    cpSync(BUILT, folder, { recursive: true });
    writeFileSync(
      worker,
      `IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
      ${readFileSync(worker, "utf8")}`,
    );
    full = await Browser.start({ extension: folder });
    const page = await full.open(pages.url("next.html"));
    const there = await full.panelAsTab(page);
    for (const _ of [1, 2]) {
      expect(await asks(there, "What kind of heron is it?")).toMatch(/read all/i);
      await there
        .getByText(/Not remembered: the browser’s storage is full\./)
        .first()
        .waitFor();
    }
    // Never, not even for a moment.
    expect(await there.locator(".trouble").count()).toBe(0);
  } finally {
    await full?.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a damaged model: plain find works, the failure is reported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wherein-damaged-"));
  let damaged: Browser | null = null;
  try {
    cpSync(BUILT, folder, { recursive: true });
    truncateSync(join(folder, "models/reader.int8.onnx"), 1_000_000);
    damaged = await Browser.start({ extension: folder });
    const page = await damaged.open(pages.url("next.html"));
    const broken = await damaged.panelAsTab(page);
    await broken.getByLabel("Find or ask on this page").fill("quick heron");
    await expect.poll(() => marked(page, "current")).toEqual(["quick heron"]);
    await broken
      .getByText(/The reader cannot be loaded/)
      .first()
      .waitFor();
    await broken
      .getByText(/Install the extension again\./)
      .first()
      .waitFor();
    // What the runtime said is there for a report, folded away.
    const details = broken.locator(".trouble details");
    await expect.poll(() => details.locator("p").isVisible()).toBe(false);
    await expect.poll(() => details.locator("p").textContent()).not.toBe("");
    // Never, not even for a moment.
    expect(await broken.locator(".trouble > p").textContent()).not.toMatch(/protobuf|ERROR_CODE/);
    expect(await violations(broken)).toEqual([]);
  } finally {
    await damaged?.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
