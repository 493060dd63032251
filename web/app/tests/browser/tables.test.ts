// Many questions to many documents in the app, from a question over the grid to a cell, its document and the export.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const RETURNED = "Within how many days of delivery may goods be returned?";
const HOTLINE = "What is the phone number of the hotline?";

function terms(
  name: string,
  days: number,
  year: number,
): { name: string; mimeType: string; buffer: Buffer } {
  const page =
    `<html><head><title>Terms of ${name}</title><meta property="article:published_time" content="${year}-05-01">` +
    `</head><body><h1>Terms of ${name}</h1><p>Goods may be returned within ${days} days of delivery.</p>` +
    `<p>The depot of ${name} is open from Monday to Friday.</p></body></html>`;
  return { name: `${name.toLowerCase()}.html`, mimeType: "", buffer: Buffer.from(page) };
}

describe.skipIf(!IS_INSTALLED)("tables", () => {
  let app: App;

  const grid = () => app.page.getByRole("region", { name: "Answers" });
  const titles = () => grid().locator("tbody th").allTextContents();

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([
        terms("North", 30, 2020),
        terms("South", 30, 2021),
        terms("East", 30, 2022),
        terms("West", 14, 2024),
      ]);
    await page.getByText("4 of 4 files").waitFor();
  });

  afterAll(() => app?.close());

  test("one answer from several documents says who says what, each in its sentence", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await ask(page, RETURNED);
    const said = page.getByRole("region", { name: "What the documents say" });
    await expect
      .poll(() => said.getByRole("heading").allTextContents())
      .toEqual([
        expect.stringMatching(/^1 document says “14.*\(the newest\)$/),
        expect.stringMatching(/^3 documents say “30/),
      ]);
    // Each of them once on the page.
    await expect
      .poll(async () => (await page.locator(".ask .item .title").allTextContents()).toSorted())
      .toEqual(["Terms of East", "Terms of North", "Terms of South", "Terms of West"]);
    expect(await violations(page)).toEqual([]);
    await said.getByRole("button", { name: "Terms of West" }).click();
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("14");
    await picture(page, "app-agreement");
  });

  test("asks each question of each document, and counts and sorts the answers", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Tables" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("Write a question on each line.").waitFor();
    await page.getByLabel("Questions, one a line").fill(`${RETURNED}\n\n${HOTLINE}\n${RETURNED}\n`);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("4 documents, 2 questions").waitFor();
    const together = await grid().locator("tfoot td").allTextContents();
    expect(together[0]).toMatch(/^4 answered3 × “within 30.*1 × “within 14.*\(the newest\)$/);
    expect(together[1]).toContain("4 not here");
    await page.getByRole("button", { name: RETURNED }).click();
    expect((await titles())[0]).toBe("Terms of West");
    await page.getByRole("button", { name: RETURNED }).click();
    expect((await titles()).at(-1)).toBe("Terms of West");
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-table");
  });

  test("on a phone all cells of a row begin on one line, and a finger has the whole of each", async () => {
    const phone = await app.browser.newContext({
      storageState: await app.context.storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await phone.newPage();
    await page.goto(new URL("/tables", app.address).href);
    await page.getByLabel("Questions, one a line").fill(`${RETURNED}\n${HOTLINE}`);
    await page.getByRole("button", { name: "Ask", exact: true }).tap();
    await page.getByText("4 documents, 2 questions").waitFor();
    const row = page.getByRole("row", { name: "Terms of West" });
    const tops = await row
      .locator("td :is(.said, .meta:only-child)")
      .evaluateAll((all) => all.map((each) => each.getClientRects()[0]?.top ?? 0));
    expect(tops).toHaveLength(2);
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(3);
    const { height = 0, width = 0 } = (await row.locator("td").first().boundingBox()) ?? {};
    expect(height).toBeGreaterThan(43);
    await row
      .locator("td")
      .first()
      .tap({ position: { x: width - 4, y: height - 4 } });
    await page.waitForURL(/document/);
    await phone.close();
  });

  test("is exported with the sentence and the source of each answer", async () => {
    const { page } = app;
    const file = async (name: string) => {
      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
      return readFileSync(await (await coming).path(), "utf-8");
    };
    const csv = await file("CSV");
    expect(csv.split("\r\n").filter(Boolean)).toHaveLength(5);
    // In the cell and as its status: one word for one thing.
    expect(csv.match(/"not here","not here"/g)).toHaveLength(4);
    expect(csv).not.toContain("refused");
    expect(csv).toContain("Goods may be returned within 14 days of delivery.");
    const markdown = await file("Markdown, with sources");
    expect(markdown.match(/^> Goods may be returned \*\*within \d/gm)).toHaveLength(4);
    expect(markdown).toContain("Not here.");
    expect((await file("Sources as BibTeX")).match(/^@misc\{/gm)).toHaveLength(4);
    const items = JSON.parse(await file("Sources as CSL JSON"));
    expect(items[0].issued["date-parts"][0]).toHaveLength(3);
  });

  test("a cell opens its document at the mark, and a correction counts in the next table", async () => {
    const { page } = app;
    await grid().locator("tbody tr", { hasText: "Terms of West" }).getByRole("button").click();
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("14");
    await page.getByRole("button", { name: "is wrong" }).first().click();
    await page.getByText("Select the right words").waitFor();
    await page.evaluate(() => {
      const text = document.querySelector(".reading p")?.firstChild;
      const at = text?.nodeValue?.indexOf("14 days of delivery") ?? -1;
      if (text && at >= 0) document.getSelection()?.setBaseAndExtent(text, at, text, at + 19);
    });
    await page.getByRole("button", { name: "The right one is selected" }).click();
    await expect.poll(async () => (await marked(page, "current"))[0]).toBe("14 days of delivery");
    // A cell's question belongs to no conversation.
    await expect.poll(() => page.getByLabel("Understood as").count()).toBe(0);
    await page.getByRole("link", { name: "Tables" }).click();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText("4 documents, 2 questions").waitFor();
    await grid().getByRole("button", { name: "14 days of delivery" }).waitFor();
  });

  test("says when the server is gone, and looks right narrow and dark", async () => {
    const { page } = app;
    await page.setViewportSize({ width: 360, height: 700 });
    await page.emulateMedia({ colorScheme: "dark" });
    // Two questions have room beside the documents.
    await expect
      .poll(() => grid().evaluate((box) => box.scrollWidth - box.clientWidth))
      .toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 320, height: 700 });
    // What has no room is come to by the keyboard, and the names of the documents stay.
    await grid().focus();
    await page.keyboard.press("ArrowRight");
    const edges = () =>
      grid().evaluate((box) => {
        const { left, right } = box.getBoundingClientRect();
        const name = box.querySelector("tbody th")?.getBoundingClientRect();
        const last = box.querySelector("tbody td:last-child")?.getBoundingClientRect();
        return { name: (name?.left ?? 0) - left, last: (last?.right ?? 0) - right };
      });
    await expect.poll(async () => Math.round((await edges()).last)).toBeLessThanOrEqual(0);
    await expect.poll(async () => Math.abs((await edges()).name)).toBeLessThanOrEqual(1);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1180, height: 720 });
    await page.emulateMedia({ colorScheme: "light" });
    await app.stopServer();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText("The server is not running.").first().waitFor();
    expect(app.elsewhere).toEqual([]);
    expect(app.errors.filter((each) => !/Failed to load resource/.test(each))).toEqual([]);
  });
});
