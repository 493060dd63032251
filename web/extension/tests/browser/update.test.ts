// An update over an earlier version that a person has used: the files are replaced, the browser starts the extension
// again, and what was remembered, set and judged is there.

import { cpSync, rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asks } from "./asking.ts";
import { Browser, BUILT, type Pages, servePages, withManifest } from "./harness.ts";

const DESIGNED = "Who designed the tower?";
const SETTINGS = {
  v: 1,
  pairing: null,
  serverOn: false,
  neverRead: ["bank.example"],
  memory: "local",
  // Written by a version that is none of ours.
  keepWeak: "perhaps",
};
const VERDICT = {
  url: "https://a.example/",
  question: "who",
  typed: "Who?",
  verdict: "wrong",
  block: "b",
  quote: "It was Ada.",
  quoteStart: 0,
  start: 7,
  length: 3,
  when: 1,
};

let browser: Browser;
let pages: Pages;
let installed: string;

beforeAll(async () => {
  pages = await servePages();
  installed = withManifest({ version: "0.0.9" });
  browser = await Browser.start({ extension: installed });
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
  rmSync(installed, { recursive: true, force: true });
});

test("an update keeps answers, settings and verdicts", async () => {
  const page = await browser.open(pages.url("lighthouse.html"));
  const before = await browser.panelAsTab(page);
  expect(await before.evaluate(() => chrome.runtime.getManifest().version)).toBe("0.0.9");
  await before.evaluate(
    ([settings, verdict]) => chrome.storage.local.set({ settings, verdicts: [verdict] }),
    [SETTINGS, VERDICT] as const,
  );
  await before.reload();
  expect(await asks(before, DESIGNED)).toMatch(/read all/i);

  rmSync(installed, { recursive: true });
  cpSync(BUILT, installed, { recursive: true });
  await browser.reloadExtension(installed);

  const after = await browser.panelAsTab(page);
  expect(await after.evaluate(() => chrome.runtime.getManifest().version)).not.toBe("0.0.9");
  expect(await asks(after, DESIGNED)).toMatch(/answered before/);
  const kept = await after.evaluate(() => chrome.storage.local.get(["settings", "verdicts"]));
  expect(kept).toEqual({ settings: SETTINGS, verdicts: [VERDICT] });

  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await expect.poll(() => settings.locator("textarea").first().inputValue()).toBe("bank.example");
});
