// The way of one question through the loaded extension, in a real browser on a served page.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, type Pages, servePages } from "./harness.ts";

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;
let before: string;

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  page = await browser.open(pages.url("lighthouse.html"));
  before = await page.evaluate(() => document.documentElement.outerHTML);
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

describe("a question on a page", () => {
  test("the toolbar button opens the panel of its tab", async () => {
    const tab = await browser.tabOf(page);
    await browser.pressButton(page);
    await expect.poll(() => browser.sidePanel(tab), { timeout: 15_000 }).not.toBeNull();
  });

  test("the question takes the focus and plain find answers at once", async () => {
    panel = await browser.panelAsTab(page);
    const question = panel.getByLabel("Find or ask on this page");
    await expect.poll(() => question.evaluate((e) => e === document.activeElement)).toBe(true);
    await question.fill("granite");
    await expect
      .poll(() => panel.getByRole("list", { name: "Plain matches" }).getByRole("button").count())
      .toBe(2);
    await expect.poll(() => marked(page, "plain")).toEqual(["granite", "granite"]);
    await expect.poll(() => marked(page, "current")).toEqual(["granite"]);
  });

  test("the reader answers, the answer is marked in its place, the page stays as it was", async () => {
    const question = panel.getByLabel("Find or ask on this page");
    await question.fill("Who designed the tower?");
    await question.press("Enter");
    const status = panel.locator(".status-line");
    await expect
      .poll(() => status.textContent(), { timeout: 45_000 })
      .toMatch(/read all [\d,]+ words in [\d.]+ s/);
    const first = panel.getByRole("list", { name: "Answers" }).getByRole("button").first();
    expect(await first.locator("strong").textContent()).toContain("Marta Lindqvist");
    await expect
      .poll(async () => (await marked(page, "current")).join(" "))
      .toContain("Marta Lindqvist");
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  });
});

/** The texts of what is marked in the page, as the page itself can see it. */
function marked(page: Page, kind: string): Promise<string[]> {
  return page.evaluate((kind) => {
    const highlights = (CSS as unknown as { highlights: Map<string, Set<Range>> }).highlights;
    return Array.from(highlights.get(`wherein-${kind}`) ?? [], (range) => range.toString());
  }, kind);
}
