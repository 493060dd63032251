// A private window: the panel opens and answers there as anywhere, and nothing of it is kept.

import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asks } from "./asking.ts";
import { Browser, marked, type Pages, servePages, withManifest } from "./harness.ts";

let folder: string;
let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;
let tab = 0;

beforeAll(async () => {
  // In place of the gesture, which the panel opened as a tab of another window does not have.
  folder = withManifest({ host_permissions: ["http://127.0.0.1/*"] });
  pages = await servePages();
  browser = await Browser.start({ extension: folder });
  await browser.allowInPrivate(folder);
  const opener = await browser.context.newPage();
  await opener.goto(`chrome-extension://${browser.id}/settings.html`);
  const opening = browser.context.waitForEvent("page");
  tab = await opener.evaluate(async (url) => {
    const made = await chrome.windows.create({ incognito: true, url });
    return made?.tabs?.[0]?.id ?? 0;
  }, pages.url("lighthouse.html"));
  page = await opening;
  await page.waitForLoadState();
  panel = await browser.context.newPage();
  await panel.goto(`chrome-extension://${browser.id}/panel.html?tab=${tab}`);
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const ask = (words: string) => asks(panel, words);

test("the toolbar button opens the side panel of a private window", async () => {
  await browser.pressButton(page);
  await expect.poll(() => browser.sidePanel(tab)).not.toBeNull();
});

test("a question is answered and marked, asked again it is read again, no verdict is asked for", async () => {
  await ask("Who designed the tower?");
  await expect.poll(async () => (await marked(page, "current")).length).toBeGreaterThan(0);
  expect(await ask("Who designed the tower?")).toMatch(/read all/i);
  await expect.poll(() => panel.getByRole("button", { name: "is right" }).count()).toBe(0);
});

test("nothing of it is kept", async () => {
  const kept = await panel.evaluate(async () => {
    const opening = indexedDB.open("wherein-answers");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const rows = database.objectStoreNames.contains("readings")
      ? await new Promise<number>((resolve) => {
          const count = database.transaction("readings").objectStore("readings").count();
          count.onsuccess = () => resolve(count.result);
        })
      : 0;
    database.close();
    return { rows, local: Object.keys(await chrome.storage.local.get(null)) };
  });
  expect(kept).toEqual({ rows: 0, local: [] });
});
