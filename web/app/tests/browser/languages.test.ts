// The app in the two languages of the tests and with text twice as large: every word is a message, nothing is cut off.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { misfits, untranslated } from "../../../extension/tests/browser/fitting.ts";
import { violations } from "../../../extension/tests/browser/harness.ts";
import { App, IS_INSTALLED } from "./app-harness.ts";

const QUESTION = "Who wove the blue sail?";
const NOWHERE = "Which horse won the derby?";
const TEXT = `# Sails of the north

## The loft

The blue sail was woven by Runa Eskil in 1702. The red sail was woven by nobody known.

| sail | width |
| --- | --- |
| blue | 12 m |
| red | 9 m |
`;
/** What is on screen and nobody translates: what was written in the document and asked, units, and names of keys. */
const KNOWN = `${TEXT} ${QUESTION} ${NOWHERE} sails.md wherein Markdown CSV BibTeX CSL JSON kB MB GB px config toml
  Answers judged wrong for this question are left out.
  Ctrl Alt Shift Enter Esc Tab Space Delete Home End PageUp PageDown`;

/** Where a picture of each state is written, if anywhere. */
const PICTURES = process.env.WHEREIN_LOOKS;

interface State {
  readonly name: string;
  reach(page: Page): Promise<unknown>;
}

const question = (page: Page) =>
  page.locator("textarea, input[type=search], .question textarea").first();

async function asked(page: Page, text: string): Promise<void> {
  await page.goto(new URL("/", page.url()).href);
  await question(page).fill(text);
  await question(page).press("Enter");
  await page.locator(".ask [aria-busy=false]").first().waitFor();
}

const STATES: readonly State[] = [
  { name: "first", reach: (page) => page.goto(new URL("/", page.url()).href) },
  { name: "answered", reach: (page) => asked(page, QUESTION) },
  {
    name: "wrong",
    async reach(page) {
      await asked(page, QUESTION);
      const takeBack = page.locator(".judged button").first();
      if ((await takeBack.count()) > 0) {
        await takeBack.click();
        await takeBack.waitFor({ state: "detached" });
      }
      await page.locator(".actions button[aria-pressed]").nth(1).dispatchEvent("click");
      await page.locator(".correcting button").first().waitFor();
    },
  },
  { name: "refused", reach: (page) => asked(page, NOWHERE) },
  { name: "library", reach: (page) => opened(page, "/library", ".documents li") },
  { name: "tables", reach: (page) => opened(page, "/tables", "form.asking") },
  {
    name: "table",
    async reach(page) {
      await opened(page, "/tables", "form.asking");
      await page.locator(".asking textarea").fill(`${QUESTION}\n${NOWHERE}`);
      await page.locator(".asking button[type=submit]").click();
      await page.locator(".grid tbody td").first().waitFor();
    },
  },
  { name: "settings", reach: (page) => opened(page, "/settings", "h1, h2") },
  { name: "keys", reach: (page) => opened(page, "/keys", "kbd, dt, th") },
];

async function opened(page: Page, path: string, sign: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.locator(sign).first().waitFor();
}

describe.skipIf(!IS_INSTALLED)("in another language", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([{ name: "sails.md", mimeType: "", buffer: Buffer.from(TEXT) }]);
    await page.getByText("1 of 1 file").waitFor();
  });

  afterAll(() => app?.close());

  async function speaks(language: string): Promise<void> {
    await app.page.evaluate((tag) => localStorage.setItem("wherein.language", tag), language);
    await app.page.reload();
  }

  async function looked(name: string): Promise<void> {
    if (PICTURES) await app.page.screenshot({ path: `${PICTURES}/${name}.png` });
  }

  test.each([
    ["en-XA", "ltr"],
    ["ar-XB", "rtl"],
  ])("every word is a message, and nothing is cut off: %s", async (language, direction) => {
    const { page } = app;
    await speaks(language);
    const faults: string[] = [];
    for (const width of [1180, 360]) {
      await page.setViewportSize({ width, height: 720 });
      for (const { name, reach } of STATES) {
        await reach(page);
        await page.waitForTimeout(150);
        await looked(`${language}-${width}-${name}`);
        const found = [
          ...(await misfits(page)),
          ...(await untranslated(page, `${KNOWN} ${app.home}`)),
        ];
        faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`));
      }
    }
    await expect.poll(() => page.locator("html").getAttribute("dir")).toBe(direction);
    expect(faults).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test("with text twice as large nothing is cut off, and nothing lies over anything else", async () => {
    const { page } = app;
    await speaks("en");
    const faults: string[] = [];
    for (const width of [1180, 400]) {
      await page.setViewportSize({ width, height: 720 });
      for (const { name, reach } of STATES) {
        await reach(page);
        // What the browser's own setting of the size of text does: 14 pixels are 28.
        await page.evaluate(() => document.documentElement.style.setProperty("font-size", "28px"));
        await page.waitForTimeout(150);
        await looked(`large-${width}-${name}`);
        faults.push(...(await misfits(page)).map((fault) => `${name} at ${width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
});
