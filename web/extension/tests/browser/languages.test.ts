// The panel and the settings in the two languages of the tests, and with text twice as large.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { misfits, untranslated } from "./fitting.ts";
import { Browser, type Pages, servePages, violations } from "./harness.ts";

const QUESTION = "Who wove the blue sail?";
const NOWHERE = "Which horse won the derby?";
const PAGE = `<!doctype html><html lang="en"><title>Sails of the north</title><main><h1>Sails of the north</h1>
<h2>The loft</h2><p>The blue sail was woven by Runa Eskil in the autumn of 1702. The red sail was woven by nobody known.</p>
<table><tr><th>sail</th><th>width</th></tr><tr><td>blue</td><td>12 m</td></tr><tr><td>red</td><td>9 m</td></tr></table>
<p>${"The loft stands by the harbour, and sails are mended there in winter. ".repeat(6)}</p></main></html>`;
/** What is on screen and nobody translates: what the page says and was asked, units, and names of keys and commands. */
const KNOWN = `${PAGE} ${QUESTION} ${NOWHERE} blue sail wherein Markdown Aa ab Ctrl Alt Shift Enter Esc
  serve pairing code example org`;

/** Where a picture of each state is written, if anywhere. */
const PICTURES = process.env.WHEREIN_LOOKS;

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;

beforeAll(async () => {
  pages = await servePages({ "sails.html": PAGE });
  browser = await Browser.start();
  page = await browser.open(pages.url("sails.html"));
  panel = await browser.panelAsTab(page);
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const line = () => panel.locator("textarea").first();

async function asked(question: string): Promise<void> {
  await line().fill("");
  await line().fill(question);
  await line().press("Enter");
  await panel.locator("progress").waitFor({ state: "detached" });
  await panel.locator(".answers li, .none").first().waitFor();
}

const STATES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["first", () => line().fill("")],
  ["words", () => line().fill("sail")],
  ["answered", () => asked(QUESTION)],
  [
    "wrong",
    async () => {
      await panel.locator(".actions button[aria-pressed]").nth(1).dispatchEvent("click");
      await panel.locator(".correcting button").first().waitFor();
    },
  ],
  ["refused", () => asked(NOWHERE)],
];

async function speaks(language: string): Promise<void> {
  await panel.evaluate((tag) => {
    localStorage.setItem("wherein.language", tag);
    return chrome.storage.local.remove("verdicts");
  }, language);
  await panel.reload();
  await line().waitFor();
}

async function faultsOf(shown: Page, name: string, isTranslated: boolean): Promise<string[]> {
  await shown.waitForTimeout(150);
  if (PICTURES) await shown.screenshot({ path: `${PICTURES}/${name}.png` });
  const words = isTranslated ? await untranslated(shown, KNOWN) : [];
  return [...(await misfits(shown)), ...words].map((fault) => `${name}: ${fault}`);
}

test.each([
  ["en-XA", "ltr"],
  ["ar-XB", "rtl"],
])("every word is a message, and nothing is cut off: %s", async (language, direction) => {
  await speaks(language);
  const faults: string[] = [];
  for (const width of [400, 320]) {
    await panel.setViewportSize({ width, height: 720 });
    for (const [name, reach] of STATES) {
      await reach();
      faults.push(...(await faultsOf(panel, `panel-${language}-${width}-${name}`, true)));
    }
    await panel.keyboard.press("Escape");
    await speaks(language);
  }
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await settings.locator("main button").first().waitFor();
  faults.push(...(await faultsOf(settings, `panel-${language}-settings`, true)));
  await settings.close();
  await expect.poll(() => panel.locator("html").getAttribute("dir")).toBe(direction);
  expect(faults).toEqual([]);
  expect(await violations(panel)).toEqual([]);
});

test("with text twice as large nothing is cut off, and nothing lies over anything else", async () => {
  await speaks("en");
  await panel.evaluate(() => document.documentElement.style.setProperty("font-size", "28px"));
  const faults: string[] = [];
  for (const width of [400, 320]) {
    await panel.setViewportSize({ width, height: 720 });
    for (const [name, reach] of STATES) {
      await reach();
      faults.push(...(await faultsOf(panel, `panel-large-${width}-${name}`, false)));
    }
    await panel.keyboard.press("Escape");
  }
  expect(faults).toEqual([]);
});
