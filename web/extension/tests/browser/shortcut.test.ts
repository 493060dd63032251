// The shortcut and the context menu, pressed by keyboard and mouse on a desktop of their own.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Desktop, missingPrograms } from "./desktop.ts";
import { Browser, marked, type Pages, servePages } from "./harness.ts";

const missing = missingPrograms();
if (missing.length > 0) {
  console.warn(
    `The shortcut is not pressed: ${missing.join(", ")} cannot be found; install xvfb, openbox and xdotool.`,
  );
}

describe.skipIf(missing.length > 0)("on a desktop", () => {
  let desktop: Desktop;
  let browser: Browser;
  let pages: Pages;
  let page: Page;
  let tab = 0;

  beforeAll(async () => {
    desktop = await Desktop.start();
    pages = await servePages();
    browser = await Browser.start({ display: desktop.display });
    page = await browser.open(pages.url("lighthouse.html"));
    tab = await browser.tabOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await desktop?.stop();
  });

  test("Ctrl+Shift+F opens the side panel, the words typed next are found in the page", async () => {
    await page.click("h1");
    await expect
      .poll(
        async () => {
          const open = await browser.sidePanel(tab);
          // A window that is just being shown may not have the keyboard yet.
          if (open === null) desktop.do("key", "--clearmodifiers", "ctrl+shift+f");
          return open;
        },
        { interval: 2_000 },
      )
      .not.toBeNull();
    await expect.poll(() => browser.panelHasFocus(tab)).toBe(true);
    desktop.do("type", "--delay", "60", "granite");
    await expect.poll(() => marked(page, "plain")).toEqual(["granite", "granite"]);
    await expect.poll(() => marked(page, "current")).toEqual(["granite"]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("Enter goes on, Esc clears, Esc again closes the panel", async () => {
    const at = () =>
      page.evaluate(() => {
        const { highlights } = CSS as unknown as { highlights: Map<string, Set<Range>> };
        const [, ranges] = [...highlights].find(([name]) => name.endsWith("-current")) ?? [];
        const [range] = ranges ?? [];
        return range?.startContainer.textContent?.slice(0, 30) ?? "";
      });
    const first = await at();
    desktop.do("key", "F3");
    await expect.poll(at).not.toBe(first);
    desktop.do("key", "Escape");
    await expect.poll(() => marked(page, "plain")).toEqual([]);
    desktop.do("key", "Escape");
    await expect.poll(() => browser.sidePanel(tab)).toBeNull();
  });

  test("the context menu asks about the selection", async () => {
    await page.bringToFront();
    const { x, y } = await page.evaluate(() => {
      const text = document.querySelector("h1")?.firstChild as Text;
      getSelection()?.setBaseAndExtent(text, 0, text, "Skarholm".length);
      const range = getSelection()?.getRangeAt(0) as Range;
      const box = range.getBoundingClientRect();
      // The window's frame is as wide on each side, its bar above the page.
      const side = (outerWidth - innerWidth) / 2;
      return {
        x: Math.round(screenX + side + box.x + box.width / 2),
        y: Math.round(screenY + outerHeight - innerHeight - side + box.y + box.height / 2),
      };
    });
    desktop.do("mousemove", `${x}`, `${y}`);
    // The menu has no sign of being there but its work: on a slow machine it gets ever more time.
    let patience = 700;
    await expect
      .poll(
        async () => {
          const open = await browser.sidePanel(tab);
          if (open === null) {
            desktop.do("key", "Escape");
            desktop.do("click", "3");
            await new Promise((resolve) => setTimeout(resolve, patience));
            patience *= 1.7;
            // The last but one, above "Inspect".
            desktop.do("key", "--delay", "200", "Up", "Up", "Return");
          }
          return open;
        },
        { interval: 2_000 },
      )
      .not.toBeNull();
    await expect.poll(() => marked(page, "current")).toEqual(["Skarholm"]);
  });
});
