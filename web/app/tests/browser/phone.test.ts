// The app on a phone: what was done is said where the person looks, nothing is cut, and icons have names; and the library
// as another program has left it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, COMMAND, IS_INSTALLED } from "./app-harness.ts";

const QUESTION = "Where are the largest tides in the world?";
const SAVED = "Saved for next time.";
const BROKEN = "quarterly-report-of-the-northern-branch-2024-final-version.pdf";

describe.skipIf(!IS_INSTALLED)("a phone", () => {
  let app: App;
  let phone: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    app = await App.start(["--sample"]);
    await app.signIn();
    phone = await app.browser.newContext({
      viewport: { width: 360, height: 700 },
      isMobile: true,
      hasTouch: true,
      storageState: await app.context.storageState(),
    });
    phone.setDefaultTimeout(300_000);
    page = await phone.newPage();
    await page.goto(app.address);
  });

  afterAll(() => app?.close());

  const tab = (name: string) => page.getByRole("tab", { name });
  const note = () => page.locator(".pane-note");
  const judge = (name: string) =>
    page.locator(".answer[data-current=true]").getByRole("button", { name });

  test("right and wrong are words there, and what was saved is said in both panes", async () => {
    await ask(page, QUESTION);
    await judge("is right").waitFor();
    for (const [name, word] of [
      ["is right", "Right"],
      ["is wrong", "Wrong"],
    ] as const) {
      await expect.poll(() => judge(name).getByText(word, { exact: true }).isVisible()).toBe(true);
    }
    await judge("is right").tap();
    await expect.poll(() => note().textContent()).toBe(SAVED);
    // Once, below the tabs, and not again above the answers.
    await expect.poll(() => page.getByText(SAVED).filter({ visible: true }).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await tab("Document").tap();
    await expect.poll(() => note().isVisible()).toBe(true);
    await tab("Ask").tap();
    await judge("is wrong").tap();
    await page.getByRole("button", { name: "Only mark it wrong" }).waitFor();
    await expect.poll(() => note().textContent()).toBe(SAVED);
    await page.getByRole("button", { name: "Cancel" }).tap();
    await expect.poll(() => note().textContent()).toBe("Taken back.");
  });

  test("after correcting and after taking back, the focus is where the person is", async () => {
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest("#answers, #content")?.id ?? "nowhere");
    for (const leave of ["Cancel", "Only mark it wrong"]) {
      await judge("is wrong").tap();
      await page.getByRole("button", { name: leave }).tap();
      await page.getByRole("button", { name: leave }).waitFor({ state: "detached" });
      await expect.poll(focused).toBe("answers");
    }
    const back = page.getByRole("button", { name: "Take it back" });
    await back.tap();
    await back.waitFor({ state: "detached" });
    await expect.poll(focused).toBe("answers");
  });

  test("every view is in sight in the line of views, at the width of two phones", async () => {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 700 });
      const over = () =>
        page
          .getByRole("navigation", { name: "Views" })
          .evaluate((line) => line.scrollWidth - line.clientWidth);
      await page.evaluate(() => {
        // A team has a seventh.
        const link = document.querySelector(".app-head nav a:nth-child(3)");
        const seventh = link?.cloneNode(true) as HTMLElement;
        seventh.textContent = "Team";
        seventh.id = "seventh";
        link?.after(seventh);
      });
      await expect.poll(over).toBe(0);
      await page.evaluate(() => document.querySelector("#seventh")?.remove());
      await expect.poll(over).toBe(0);
    }
    await page.setViewportSize({ width: 360, height: 700 });
  });

  test("the names of files that failed and their reasons are whole", async () => {
    await page.getByRole("link", { name: "Library" }).tap();
    await page
      .getByLabel("Files to add")
      .setInputFiles([{ name: BROKEN, mimeType: "", buffer: Buffer.from("%PDF-1.4 broken") }]);
    const failed = page.getByRole("region", { name: "What failed, and why" });
    await failed.getByText("is not a readable PDF").waitFor();
    // Where files are added without going to the library, it is said that one failed.
    await page.goto(app.address);
    await page.getByText("1 of 1 file · 1 failed").waitFor();
    await page.getByRole("link", { name: "What failed, and why" }).tap();
    await failed.getByText("is not a readable PDF").waitFor();
    const cut = await failed.evaluate((box) => {
      const inside = [box, ...box.querySelectorAll("caption, td")];
      const tooWide = inside.filter((each) => each.scrollWidth > each.clientWidth);
      const high = box.scrollHeight > box.clientHeight;
      const letters = [...box.querySelectorAll("caption, td")].filter(
        (each) => each.getBoundingClientRect().width < 200,
      );
      return [...tooWide, ...letters, ...(high ? [box] : [])].map((each) => each.textContent);
    });
    expect(cut).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test("at a desk an icon says its name when the keyboard comes to it", async () => {
    const desk = app.page;
    await ask(desk, QUESTION);
    const right = desk
      .locator(".answer[data-current=true]")
      .getByRole("button", { name: "is right" });
    await right.waitFor();
    const told = () =>
      right.evaluate((button) => getComputedStyle(button, "::after").getPropertyValue("content"));
    expect(await told()).toBe("none");
    await desk.getByRole("button", { name: "Copy answer 1" }).focus();
    for (let presses = 0; presses < 4; presses++) {
      if (await right.evaluate((button) => button === document.activeElement)) break;
      await desk.keyboard.press("Tab");
    }
    await expect.poll(told).toBe('"Right"');
    expect(await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  test("the library is fetched again when its view is entered", async () => {
    const desk = app.page;
    await desk.getByRole("link", { name: "Settings" }).click();
    const folder = mkdtempSync(join(tmpdir(), "wherein-notes-"));
    const file = join(folder, "moon.md");
    writeFileSync(file, "# The moon\n\nThe moon turns round the earth in 27 days.\n");
    const env = { ...process.env, WHEREIN_HOME: app.home };
    execFileSync(COMMAND, ["add", file], { env, stdio: "ignore" });
    await desk.getByRole("link", { name: "Library", exact: true }).click();
    await desk.getByRole("link", { name: "The moon" }).waitFor();
    rmSync(folder, { recursive: true });
  });
});
