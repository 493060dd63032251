// The cards of answers and of words found, as a person sees them, against `wherein serve` itself.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, violations } from "../../../extension/tests/browser/harness.ts";
import { makePdf } from "../../../extension/tests/make-pdf.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const SAMPLE = fileURLToPath(
  new URL("../../../../src/wherein/samples/lighthouses.html", import.meta.url),
);
const NAMES = "Aust Brenn Crane Dusk Eider Farne Gull Holm Inner Jarl Kelp Lund Moss Noss Otter";

/** A page of a table whose lines end in no full stop, so that all of it is one sentence. */
function timetable(): Buffer {
  const lines = NAMES.split(" ").flatMap((name, i) => [
    `${name} ferry leaves from quay ${i + 1}`,
    `${name} ferry costs ${40 + i} kroner, and ${12 + i} for a child`,
  ]);
  const page = lines.map((text, i) => ({ text, y: 790 - 22 * i }));
  return makePdf([page], "Fares of the ferries");
}

/** What the status line ends with. */
const ANSWERED = / · (?:read|answered before)/;

const quotes = (page: Page) => page.locator(".ask .quote");

describe.skipIf(!IS_INSTALLED)("cards", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByLabel("Files to add").setInputFiles([
      { name: "fares.pdf", mimeType: "", buffer: timetable() },
      { name: "lighthouses.html", mimeType: "", buffer: readFileSync(SAMPLE) },
    ]);
    await page.getByText("2 of 2 files").waitFor();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
  });

  afterAll(() => app?.close());

  test("no quote has more than four lines, its mark is seen, and the rest is one click away", async () => {
    const { page } = app;
    for (const width of [1180, 375]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(app.address);
      await ask(page, "How much is the Lund ferry?");
      await page.getByText(ANSWERED).first().waitFor();
      const seen = await quotes(page).evaluateAll((all) =>
        all.map((quote) => {
          const mark = quote.querySelector("strong");
          const line = Number.parseFloat(getComputedStyle(quote).lineHeight);
          const box = quote.getBoundingClientRect();
          const top = mark?.getClientRects()[0]?.top ?? box.top;
          return { lines: Math.round(box.height / line), seen: top >= box.top && top < box.bottom };
        }),
      );
      expect(seen.length).toBeGreaterThan(0);
      for (const one of seen) {
        expect(one.lines).toBeLessThanOrEqual(4);
        expect(one.seen).toBe(true);
      }
    }
    await page.setViewportSize({ width: 1180, height: 720 });
    const whole = page.getByRole("button", { name: /^Whole / }).first();
    const text = () => quotes(page).first().textContent();
    expect(await text()).toContain("…");
    await whole.click();
    await expect.poll(text).toContain("Aust ferry leaves from quay 1");
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole("button", { name: /^Less of / })
      .first()
      .click();
    await expect.poll(text).not.toContain("Aust ferry");
  });

  test("words typed are cut around the match and marked, and words that say nothing find nothing", async () => {
    const { page } = app;
    await page.goto(app.address);
    const line = page.getByRole("textbox", { name: "Ask or find" });
    await line.fill("keeper");
    const hits = page.getByRole("list", { name: "Passages with these words" });
    await hits.locator("strong").first().waitFor();
    const marks = await hits.locator("li").first().locator("strong").allTextContents();
    expect(marks.every((mark) => /^keeper/iu.test(mark))).toBe(true);
    // The heading is beside the title and not in the text.
    await expect.poll(() => hits.locator(".meta").first().textContent()).toContain("The keepers");
    await expect.poll(() => quotes(page).first().textContent()).not.toMatch(/^The keepers/u);
    await line.fill("what is the");
    await expect.poll(() => hits.count()).toBe(0);
  });

  test("in the open document the first match comes into sight, with ticks on its scroll bar", async () => {
    const { page } = app;
    await page.goto(app.address);
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.locator(".documents a", { hasText: "Lighthouses" }).click();
    await page.locator(".reading h2").first().waitFor();
    const line = page.getByRole("textbox", { name: "Ask or find" });
    // A second time in the question line, the key is the browser's.
    await page.evaluate(() => {
      const taken: boolean[] = [];
      Object.assign(window, { taken });
      window.addEventListener("keydown", ({ key, defaultPrevented }) => {
        if (key === "f") taken.push(defaultPrevented);
      });
    });
    const taken = () => page.evaluate(() => (window as unknown as { taken: boolean[] }).taken);
    await page.locator("#content").focus();
    await page.keyboard.press("Control+f");
    const isFocused = () => line.evaluate((each) => each === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press("Control+f");
    await expect.poll(taken).toEqual([true, false]);
    await page.keyboard.type("valve");
    await expect.poll(async () => (await marked(page, "current"))[0]).toBe("valve");
    const seen = () =>
      page.evaluate(() => {
        const highlights = (CSS as unknown as { highlights: Map<string, Set<Range>> }).highlights;
        const [range] = highlights.get("wherein-current") ?? [];
        const box = document.querySelector("#content")?.getBoundingClientRect();
        const at = range?.getBoundingClientRect();
        return !!at && !!box && at.height > 0 && at.top >= box.top && at.bottom <= box.bottom;
      });
    await expect.poll(seen).toBe(true);
    await expect.poll(() => page.locator('.ticks [data-kind="current"]').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  });

  test("Tab leads to the document in ten steps, arrows go through the answers, F6 from pane to pane", async () => {
    const { page } = app;
    await page.goto(app.address);
    for (const question of ["Who invented the sun valve?", "How high are spring tides?"]) {
      await ask(page, question);
      await page.getByText(ANSWERED).first().waitFor();
    }
    await ask(page, "How much is the Lund ferry?");
    await page.locator(".sheet canvas").first().waitFor();
    await page.getByText(ANSWERED).first().waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.closest(".document")
          ? "document"
          : (at?.getAttribute("aria-label") ?? at?.className);
      });
    await page.getByRole("textbox", { name: "Ask or find" }).focus();
    const names: (string | null | undefined)[] = [];
    for (let i = 0; i < 30 && names.at(-1) !== "skip"; i++) {
      await page.keyboard.press("Tab");
      names.push(await focused());
    }
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("document");
    expect(names.length).toBeLessThan(10);

    await page.keyboard.press("F6");
    await expect.poll(focused).toBe("Ask or find");
    await page.keyboard.press("F6");
    await expect.poll(focused).toBe("item");
    // Its own buttons come next, and those of no other answer.
    const buttons: (string | null | undefined)[] = [];
    for (let i = 0; i < 7; i++) {
      await page.keyboard.press("Tab");
      buttons.push(await focused());
    }
    expect(buttons).toContain("Copy answer 1");
    expect(buttons).toContain("Answer 1 is wrong");
    expect(buttons).not.toContain("Copy answer 2");
    await page.keyboard.press("Shift+F6");
    await expect.poll(focused).toBe("Ask or find");

    await ask(page, "What is the salary of the president of Peru?");
    const rows = page.getByRole("list", { name: "Nearest passages" }).locator(".item");
    await rows.nth(1).waitFor();
    const isAt = (n: number) => rows.nth(n).evaluate((each) => each === document.activeElement);
    await page.keyboard.press("ArrowDown");
    expect(await isAt(0)).toBe(true);
    await page.keyboard.press("ArrowDown");
    expect(await isAt(1)).toBe(true);
    await page.keyboard.press("Home");
    expect(await isAt(0)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test("fingers have room: every button of a phone is 44 pixels high and wide, on one line", async () => {
    const phone = await app.browser.newContext({
      storageState: await app.context.storageState(),
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await phone.newPage();
    await page.goto(app.address);
    await ask(page, "How much is the Lund ferry?");
    await page.getByText(ANSWERED).first().waitFor();
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("button, select, a, summary, input:not([type=checkbox])")]
          .filter((each) => each.checkVisibility({ visibilityProperty: true }))
          .filter((each) => !each.closest(".skip, .answer:not([data-current='true']) .actions"))
          .map(
            (each) =>
              [
                each.getAttribute("aria-label") ?? each.textContent,
                each.getBoundingClientRect(),
              ] as const,
          )
          .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
          .map(([name]) => name),
      );
    expect(await small()).toEqual([]);
    const rows = await page
      .locator('.answer[data-current="true"] .actions button')
      .evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size);
    expect(rows).toBe(1);
    await page.getByRole("tab", { name: "Document" }).click();
    expect(await small()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    // The head stays on one line, and the view that is shown in it.
    for (const [path, name] of [
      ["library", "Library"],
      ["tables", "Tables"],
      ["settings", "Settings"],
    ] as const) {
      await page.goto(`${app.address}/${path}`);
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      expect(await small(), name).toEqual([]);
      const head = await page.locator(".app-head nav a").evaluateAll((links) => {
        const box = links[0]?.parentElement?.getBoundingClientRect();
        const shown = links.find((link) => link.getAttribute("aria-current") === "page");
        const at = shown?.getBoundingClientRect();
        return {
          lines: new Set(links.map((link) => link.getBoundingClientRect().top)).size,
          inSight: !!box && !!at && at.left >= box.left - 1 && at.right <= box.right + 1,
        };
      });
      expect(head, name).toEqual({ lines: 1, inSight: true });
    }
    await phone.close();
  });
});
