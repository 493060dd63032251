// What the server refuses is said where the person is; a larger text size of the browser enlarges every text.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "../../../extension/tests/browser/harness.ts";
import { App, IS_INSTALLED } from "./app-harness.ts";

const NO_ROOM = {
  error: {
    code: "storage_full",
    what: "There is no room left on the disk; nothing was changed.",
    next_step: "Free some space.",
  },
};

/** The alert that says this, once it stands in sight as a whole. */
async function inSight(page: Page, words: string): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: words });
  await alert.waitFor();
  const seen = () =>
    alert.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(seen).toBe(true);
}

describe.skipIf(!IS_INSTALLED)("what is refused", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const files = Array.from({ length: 25 }, (_, i) => ({
      name: `note-${i}.md`,
      mimeType: "",
      buffer: Buffer.from(`# Note ${i}\n\nThe ferry ${i} leaves at seven.\n`),
    }));
    await app.page.getByRole("link", { name: "Library" }).click();
    await app.page.getByLabel("Files to add").setInputFiles(files);
    await app.page.getByText("25 of 25 files").waitFor();
    await app.page.getByRole("button", { name: "Clear this list" }).click();
  });

  afterAll(() => app?.close());

  test("a tag that is too long: in the form, which stays", async () => {
    const { page } = app;
    await expect.poll(() => page.locator(".documents a").count()).toBe(25);
    await page
      .getByRole("button", { name: /^Name and tags of / })
      .last()
      .click();
    const tags = page.getByLabel("Tags, with commas between them");
    await tags.fill("t".repeat(61));
    await page.getByRole("button", { name: "Save" }).click();
    await inSight(page, "can't be a tag");
    expect(await violations(page)).toEqual([]);
    await tags.fill("short");
    await page.getByRole("button", { name: "Save" }).click();
    await tags.waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  test("a document that cannot be removed: by the list, to which it comes back", async () => {
    const { page } = app;
    await page.route(/\/v1\/documents\?/, (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 507, json: NO_ROOM })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Remove Note 3", exact: true }).click();
    // The time to undo ends with the next removal.
    await page.getByRole("button", { name: "Remove Note 4", exact: true }).click();
    const alert = page.getByRole("alert").filter({ hasText: "“Note 3” was not removed." });
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain(NO_ROOM.error.what);
    await page.unroute(/\/v1\/documents\?/);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(() => page.locator(".documents a").count()).toBe(25);
  });

  test("what cannot be added: in a table by the report, below what failed before and in sight", async () => {
    const { page } = app;
    const picture = (name: string) => ({
      name,
      mimeType: "",
      buffer: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    });
    const first = Array.from({ length: 12 }, (_, i) => picture(`first-${i}.png`));
    await page.getByLabel("Files to add").setInputFiles(first);
    const report = page.getByRole("region", { name: "Being added" });
    await report.getByText("12 of 12 files · 12 failed").waitFor();
    const names = () => report.locator("tbody tr td:first-child").allTextContents();
    const before = await names();
    // Whoever reads the table, scrolled, is not moved by a further failure, and is told of it in sight.
    const table = report.locator(".failures");
    await table.evaluate((box) => box.scrollTo({ top: 40 }));
    await page.getByLabel("Files to add").setInputFiles([picture("last.png")]);
    const line = report.getByText("13 of 13 files · 13 failed");
    await line.waitFor();
    expect(await names()).toEqual([...before, "last.png"]);
    expect(await table.evaluate((box) => box.scrollTop)).toBe(40);
    await page.locator("main").evaluate((main) => main.scrollTo({ top: 300 }));
    const top = await line.evaluate((element) => {
      const main = element.closest("main")?.getBoundingClientRect().top ?? 0;
      return element.getBoundingClientRect().top - main;
    });
    expect(top).toBeGreaterThanOrEqual(-1);
    expect(await violations(page)).toEqual([]);
    await report.getByRole("button", { name: "Clear this list" }).click();
  });

  test("no document fits: all are shown again at once", async () => {
    const { page } = app;
    await page.getByLabel("Title, source or tag").fill("zeppelin");
    await page.getByText("0 of 25 documents").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => page.locator(".documents a").count()).toBe(25);
  });

  test("a long list is shown in pages, and another choice begins at the first", async () => {
    const { page } = app;
    const documents = Array.from({ length: 450 }, (_, i) => ({
      document: i.toString(16).padStart(16, "0"),
      title: `Report ${i}`,
      source: `/reports/${i}.md`,
      words: i,
      kind: "markdown",
      added: "2026-01-01T00:00:00+00:00",
      tags: [],
      outdated: false,
      date: null,
    }));
    await page.route(/\/v1\/documents$/, (route) => route.fulfill({ json: { documents } }));
    await page.reload();
    const pages = page.getByRole("navigation", { name: "Pages of the list" });
    const titles = page.locator(".documents a");
    await pages.getByText("1 to 200 of 450").waitFor();
    await page.getByLabel("Order").selectOption("title");
    await pages.getByRole("button", { name: "Next" }).click();
    await pages.getByText("201 to 400 of 450").waitFor();
    await expect.poll(() => titles.first().textContent()).toBe("Report 200");
    await expect
      .poll(() => titles.first().evaluate((link) => link === document.activeElement))
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    await pages.getByRole("button", { name: "Next" }).click();
    await pages.getByText("401 to 450 of 450").waitFor();
    await expect.poll(() => titles.count()).toBe(50);
    await expect.poll(() => pages.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.getByLabel("Order").selectOption("longest");
    await pages.getByText("1 to 200 of 450").waitFor();
    await page.unroute(/\/v1\/documents$/);
  });

  test("a setting: among the server's settings", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Settings" }).click();
    const own = page.getByRole("region", { name: "Server settings" });
    await page.route("**/v1/settings", (route) => route.fulfill({ status: 507, json: NO_ROOM }));
    await own.getByLabel("Fetch web addresses").click();
    await inSight(page, NO_ROOM.error.what);
    await page.unroute("**/v1/settings");
    expect(await violations(page)).toEqual([]);
  });

  test("all text grows with the size that the browser gives it, and fits", async () => {
    const { page } = app;
    // Of the same elements before and after.
    const sizes = () =>
      page.evaluate(() => {
        const all = document.querySelectorAll(
          ".app :is(a, p, h1, h2, button, input:not([type=checkbox]), select, label)",
        );
        const shown = Array.from(all).filter((element) => element.checkVisibility());
        const now = () =>
          shown.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
        const before = now();
        document.documentElement.style.setProperty("font-size", "28px");
        return [before, now()] as const;
      });
    for (const view of ["Ask", "Library", "Tables", "Settings", "Keys"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.waitForTimeout(300);
      const [before, after] = await sizes();
      expect(after, view).toEqual(before.map((size) => expect.closeTo(size * 2, 1)));
      for (const width of [1180, 320]) {
        await page.setViewportSize({ width, height: 720 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${view} at ${width}`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 1180, height: 720 });
      await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    }
  });
});
