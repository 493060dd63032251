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

  test("the names of files that failed and their reasons are whole", async () => {
    await page.getByRole("link", { name: "Library" }).tap();
    await page
      .getByLabel("Files to add")
      .setInputFiles([{ name: BROKEN, mimeType: "", buffer: Buffer.from("%PDF-1.4 broken") }]);
    const failed = page.getByRole("region", { name: "What failed, and why" });
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
