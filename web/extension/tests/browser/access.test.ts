// The panel by keyboard alone, at 200 % zoom, with forced colours and with reduced motion.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { questionLine } from "./asking.ts";
import { Browser, marked, type Pages, servePages, violations } from "./harness.ts";

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;

const question = () => questionLine(panel);

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  page = await browser.open(pages.url("lighthouse.html"));
  panel = await browser.panelAsTab(page);
  await question().fill("When is the lighthouse open?");
  await panel.locator(".status-line", { hasText: /read all/i }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

/** What has the focus: its name, or its text. */
const focused = () =>
  panel.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (element === document.body) return "";
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim().slice(0, 40) ?? "";
  });

test("every control is reached by Tab, in the order of the panel, and shows its focus", async () => {
  await question().focus();
  const order = [await focused()];
  for (let i = 0; i < 60; i++) {
    await panel.keyboard.press("Tab");
    const name = await focused();
    if (name === "" || name === order[0]) break;
    order.push(name);
    const outline = await panel.evaluate(() => {
      const { activeElement } = document;
      return activeElement ? getComputedStyle(activeElement).outlineStyle : "none";
    });
    expect(outline, name).not.toBe("none");
  }
  // A build without the recogniser has no microphone.
  const voice = await panel.getByRole("button", { name: "Ask by voice" }).count();
  const wanted = [
    "Find or ask on this page",
    "Clear",
    ...(voice ? ["Ask by voice"] : []),
    "Previous",
    "Next",
  ];
  expect(order.slice(0, wanted.length)).toEqual(wanted);
  const buttons = ["Copy answer 1", "Link to answer 1", "Answer 1 is right", "Answer 1 is wrong"];
  for (const name of [...buttons, "Settings"]) expect(order).toContain(name);
  expect(order.at(-1)).toBe("Settings");
});

test("Alt and a number goes to that answer, and it is spoken", async () => {
  await question().focus();
  await panel.keyboard.press("Alt+1");
  await expect
    .poll(() => panel.locator('[role="status"][aria-live]').textContent())
    .toMatch(/^answer 1 of \d+: /);
  expect((await marked(page, "current")).length).toBeGreaterThan(0);
});

test("the question and the status stay while the list scrolls, and the current row is in sight below them", async () => {
  await panel.setViewportSize({ width: 400, height: 420 });
  await question().fill("the");
  await expect.poll(() => panel.locator(".plain .item").count()).toBeGreaterThan(12);
  const tops = new Set<number>();
  for (let i = 0; i < 12; i++) {
    await question().press("Enter");
    const places = await panel.evaluate(() => {
      const box = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const row = box('.item[aria-current="true"]');
      return {
        scrolled: scrollY,
        line: box(".question").top,
        hidden: row.height === 0 || row.top < box(".head").bottom || row.bottom > innerHeight,
      };
    });
    expect(places.line).toBeGreaterThanOrEqual(0);
    expect(places.hidden).toBe(false);
    tops.add(places.scrolled);
  }
  expect(tops.size).toBeGreaterThan(1);
  await panel.setViewportSize({ width: 400, height: 720 });
  await question().fill("When is the lighthouse open?");
  await panel.locator(".answer").first().waitFor();
});

test("a long question takes three lines at most; where an answer stands, one; the status no column of words", async () => {
  await panel.setViewportSize({ width: 200, height: 720 });
  const lines = (selector: string) =>
    panel
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { height } = element.getBoundingClientRect();
        return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
      });
  expect(await lines(".place")).toBe(1);
  const { width } = (await panel.locator(".status-line").first().boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(100);
  await question().fill("When is the lighthouse open? ".repeat(8));
  expect(await lines(".question-line")).toBe(3);
  await question().fill("lamp");
  expect(await lines(".question-line")).toBe(1);
  await panel.setViewportSize({ width: 400, height: 720 });
  await question().fill("When is the lighthouse open?");
  await panel.locator(".answer").first().waitFor();
});

test("at 200 % zoom nothing is cut off and nothing scrolls sideways", async () => {
  // Half the pixels for the same panel.
  await panel.setViewportSize({ width: 200, height: 360 });
  expect(await panel.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(200);
  const cut = await panel.evaluate(() =>
    [...document.querySelectorAll("button, textarea")]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.left < 0 || box.right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(cut).toEqual([]);
  expect(await violations(panel)).toEqual([]);
  await panel.setViewportSize({ width: 400, height: 720 });
});

test("with forced colours the current answer still differs from the others", async () => {
  await panel.emulateMedia({ forcedColors: "active" });
  expect(await violations(panel)).toEqual([]);
  const current = panel.locator(".answer[data-current=true]").first();
  const sign = await current.evaluate((element) => {
    const own = getComputedStyle(element);
    const button = getComputedStyle(element.querySelector(".item") as Element);
    return [own, button].map(
      ({ outlineStyle, borderInlineStartStyle, borderInlineStartWidth }) =>
        outlineStyle !== "none" ||
        (borderInlineStartStyle !== "none" && borderInlineStartWidth !== "0px"),
    );
  });
  expect(sign).toContain(true);
  await panel.emulateMedia({ forcedColors: "none" });
});

test("with reduced motion nothing moves, and the page jumps to its mark", async () => {
  await panel.emulateMedia({ reducedMotion: "reduce" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    addEventListener("scroll", () => seen.push(Math.round(scrollY)));
  });
  await question().fill('"snowy owl"');
  await expect.poll(() => marked(page, "current")).toEqual(["snowy owl"]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const places = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  // A smooth scroll passes through many places.
  expect(new Set(places).size).toBeLessThanOrEqual(2);
  expect(await panel.evaluate(() => document.getAnimations().length)).toBe(0);
});
