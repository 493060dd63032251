// The way of a question through the loaded extension, in a real browser on a served page.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asks as asksOf, questionLine, statusLine } from "./asking.ts";
import {
  Browser,
  BUILT,
  listed,
  marked,
  type Pages,
  picture,
  servePages,
  violations,
} from "./harness.ts";

const hasRecogniser = existsSync(join(BUILT, "models/moonshine-tiny/encoder_model.onnx"));

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;
let before: string;

const html = () => page.evaluate(() => document.documentElement.outerHTML);
const question = () => questionLine(panel);
const status = () => statusLine(panel);
const current = async () => (await marked(page, "current")).join(" ");

const counter = () => panel.locator(".counter").textContent();

const ask = (words: string) => asksOf(panel, words);

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  page = await browser.open(pages.url("lighthouse.html"));
  before = await html();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

describe("a question on a page", () => {
  test("the toolbar button opens the panel of its tab", async () => {
    const tab = await browser.tabOf(page);
    await browser.pressButton(page);
    await expect.poll(() => browser.sidePanel(tab)).not.toBeNull();
  });

  test("the question has the focus, and plain find answers at once", async () => {
    panel = await browser.panelAsTab(page);
    await expect
      .poll(() => question().evaluate((input) => input === document.activeElement))
      .toBe(true);
    // Two panels look for the reader at the same time; neither may take it for lost.
    // Never, not even for a moment.
    expect(await panel.getByText("The reader stopped unexpectedly.").count()).toBe(0);
    await picture(panel, "panel-idle");
    await question().fill("granite");
    await expect.poll(() => marked(page, "plain")).toEqual(["granite", "granite"]);
    expect(await current()).toBe("granite");
    expect(await status()).toBe("2 matches");
    await picture(panel, "panel-plain");
    // Where the matches are in the page, as ticks; the lists are one tab stop, gone through by arrows.
    await expect
      .poll(() => panel.locator('.strip [data-kind="plain"], .strip [data-kind="current"]').count())
      .toBe(2);
    const stops = panel.locator('.roving .item[tabindex="0"]');
    await expect.poll(() => stops.count()).toBe(1);
    await stops.focus();
    await panel.keyboard.press("ArrowDown");
    const rows = panel.getByRole("list", { name: "Plain matches" }).locator(".item");
    await expect
      .poll(() => rows.nth(1).evaluate((row) => row === document.activeElement))
      .toBe(true);
    await expect.poll(() => stops.count()).toBe(1);
  });

  test.skipIf(hasRecogniser)(
    "a build without a recogniser has no microphone, and says what it needs",
    async () => {
      await expect.poll(() => panel.getByRole("button", { name: "Ask by voice" }).count()).toBe(0);
      const settings = await browser.context.newPage();
      await settings.goto(`chrome-extension://${browser.id}/settings.html`);
      await settings.getByText("needs a download of 29 MB").waitFor();
      expect(await violations(settings)).toEqual([]);
      await settings.close();
    },
  );

  test("Enter on a word goes to the next match; “Ask: …” asks it, and the matches stay to be gone through", async () => {
    await question().fill("lamp");
    await expect.poll(counter).toBe("1 of 3");
    await question().press("Enter");
    expect(await counter()).toBe("2 of 3");
    await question().press("Enter");
    expect(await counter()).toBe("3 of 3");
    await question().press("Enter");
    expect(await counter()).toBe("1 of 3");
    await panel.getByRole("button", { name: "Ask: lamp" }).click();
    await expect.poll(status).toMatch(/read all [\d,]+ words in [\d.]+\ss/i);
    const seen = new Set<string>();
    const of = Number((await counter())?.split(" of ")[1]);
    for (let i = 0; i < of; i++) {
      await question().press("Enter");
      seen.add(`${await counter()}`);
    }
    expect(seen.size).toBe(of);
    expect(of).toBeGreaterThan(1);
    await expect.poll(() => marked(page, "plain")).toEqual(["lamp", "lamp", "lamp"]);
  });

  test("the page scrolled away, Enter scrolls back to a single answer", async () => {
    await question().fill('"Marta Lindqvist"');
    await expect.poll(current).toBe("Marta Lindqvist");
    const far = await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
      return scrollY;
    });
    expect(await counter()).toBe("1 of 1");
    await question().press("Enter");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(far);
  });

  test("the reader answers, the answer is marked in its place and scrolled to", async () => {
    await ask("Who designed the tower?");
    const first = panel
      .getByRole("list", { name: "Answers", exact: true })
      .getByRole("button")
      .first();
    await expect.poll(() => first.locator("strong").textContent()).toContain("Marta Lindqvist");
    await expect.poll(current).toContain("Marta Lindqvist");
    await expect
      .poll(() =>
        page.evaluate(() => {
          const highlights = (CSS as unknown as { highlights: Map<string, Set<Range>> }).highlights;
          const [, ranges] = [...highlights].find(([name]) => name.endsWith("-current")) ?? [];
          const [range] = ranges ?? [];
          const box = range?.getBoundingClientRect();
          return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
        }),
      )
      .toBe(true);
    expect(await html()).toBe(before);
  });

  test("what is perhaps an answer stands below, never folded", async () => {
    await ask("When is the lighthouse open?");
    await expect.poll(current).toContain("June to August");
    await picture(panel, "panel-answer");
    await picture(panel, "panel-answer-dark", { colorScheme: "dark" });
    await picture(panel, "panel-answer-narrow", { width: 320 });
    await picture(panel, "panel-answer-forced-colours", { forcedColors: "active" });
    await page.bringToFront();
    await picture(page, "page-marked");
    await listed(page, panel, "1-answer");
  });

  test("a link to the answer scrolls there in a new tab", async () => {
    await panel.evaluate(() => {
      const kept: string[] = [];
      Object.assign(window, { kept });
      navigator.clipboard.writeText = async (text) => void kept.push(text);
    });
    await panel.bringToFront();
    await panel.getByRole("button", { name: "Link to answer" }).first().click();
    await panel.getByText("Link copied.").first().waitFor();
    const [link] = await panel.evaluate(() => (window as unknown as { kept: string[] }).kept);
    expect(link).toContain("#:~:text=from%20June%20to%20August");
    const other = await browser.open(link as string);
    await expect.poll(() => other.evaluate(() => scrollY)).toBeGreaterThan(300);
    await other.close();
  });

  test("called wrong, the right words can be typed, by keys alone, and that taken back", async () => {
    await panel.bringToFront();
    await panel.getByRole("button", { name: "is wrong" }).first().press("Enter");
    const form = panel.getByRole("region", { name: "Correction" });
    await expect.poll(() => form.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await violations(panel)).toEqual([]);
    await panel.keyboard.press("Tab");
    await panel.keyboard.type("Saturdays and Sundays");
    await panel.keyboard.press("Enter");
    await expect.poll(() => marked(page, "current")).toEqual(["Saturdays and Sundays"]);
    const focused = () => panel.evaluate(() => document.activeElement?.textContent?.trim());
    await expect.poll(focused).toBe("Take it back");
    await panel.keyboard.press("Enter");
    await expect
      .poll(() => marked(page, "current"))
      .toEqual([expect.stringContaining("from June to August")]);
  });

  test("called wrong, the right words are selected in the page and kept in this browser", async () => {
    await panel.bringToFront();
    await panel.getByRole("button", { name: "is wrong" }).first().click();
    await page.evaluate(() => {
      const paragraph = [...document.querySelectorAll("p")].find((p) =>
        p.textContent?.includes("Saturdays"),
      );
      const text = paragraph?.firstChild as Text;
      const start = text.data.indexOf("Saturdays");
      getSelection()?.setBaseAndExtent(text, start, text, start + "Saturdays and Sundays".length);
    });
    await panel.getByRole("button", { name: "The right one is selected" }).click();
    await panel.getByText("Thank you; kept in this browser.").first().waitFor();
    const { feedback } = await panel.evaluate(() => chrome.storage.local.get("feedback"));
    const note = (feedback as { context: string; right: { text: string; start: number } }[]).at(-1);
    if (!note) throw new Error("nothing was kept");
    expect(note.right.text).toBe("Saturdays and Sundays");
    const { text, start } = note.right;
    expect([...note.context].slice(start, start + text.length).join("")).toBe(text);
    // A selection would cover the mark.
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("");
  });

  test("Enter and Shift+Enter go through plain matches and round the ends", async () => {
    await question().fill("tower");
    await expect.poll(async () => (await marked(page, "plain")).length).toBeGreaterThan(3);
    const of = (await counter())?.split(" of ")[1];
    await question().press("F3");
    expect(await counter()).toBe(`2 of ${of}`);
    await question().press("Shift+F3");
    await question().press("Shift+F3");
    expect(await counter()).toBe(`${of} of ${of}`);
    await question().press("Control+g");
    expect(await counter()).toBe(`1 of ${of}`);
    await expect
      .poll(() => panel.locator('[role="status"][aria-live]').textContent())
      .toContain("From the top");
  });

  test("what is not there is refused, in words, with the nearest passages", async () => {
    await ask("Who is the president of the tower museum fund?");
    expect(await status()).toMatch(/^(Not found|No clear answer) · read all/);
    const refusal =
      /^(Not on this page, as far as I can tell\. I read all of it|No clear answer\. Closest)/;
    await expect.poll(() => panel.getByText(refusal).isVisible()).toBe(true);
    await expect
      .poll(() => panel.getByRole("list", { name: "Answers", exact: true }).count())
      .toBe(0);
    await expect
      .poll(() => panel.getByRole("list", { name: "Nearest passages" }).isVisible())
      .toBe(true);
    await picture(panel, "panel-nothing");
    await listed(page, panel, "2-not-here");
    // Gone to, a passage is ruled in the page and not painted as an answer is; its row is marked.
    const nearest = panel
      .getByRole("list", { name: "Nearest passages" })
      .getByRole("button")
      .first();
    await nearest.click();
    await expect.poll(async () => (await marked(page, "passage")).length).toBeGreaterThan(0);
    expect(await current()).toBe("");
    await expect.poll(() => nearest.getAttribute("aria-current")).toBe("true");
  });

  test("asked about a topic, it gives the page's sentences on it, each in its place", async () => {
    await question().fill("Tell me about the lens");
    await expect.poll(status).toMatch(/^\d+ sentences? · read all [\d,]+ words in/);
    const answers = panel.getByRole("list", { name: "Answers", exact: true }).locator(".quote");
    const said = (await answers.allTextContents()).map((text) => text.replace(/\s/g, ""));
    expect(said.length).toBeGreaterThan(0);
    await expect
      .poll(async () => (await marked(page, "answer")).join("").replace(/\s/g, ""))
      .toBe(said.join(""));
    const text = (await page.evaluate(() => document.body.textContent ?? "")).replace(/\s/g, "");
    for (const sentence of said) expect(text).toContain(sentence);
  });

  test("a question in another language gets the note that the reader learned English", async () => {
    const note = panel.locator(".note").filter({ hasText: "The reader learned English" });
    await expect.poll(() => note.count()).toBe(0);
    await ask("Wann wurde die Lampe angezündet?");
    await expect
      .poll(() => note.allTextContents())
      .toEqual([
        "The question is in another language. The reader learned English only, so ask in English if you can.",
      ]);
    await ask("Who designed the tower?");
    await expect.poll(() => note.count()).toBe(0);
  });

  test("a misspelt word is offered as the page spells it", async () => {
    await ask("What was the Fersnel lens made by?");
    await picture(panel, "panel-did-you-mean");
    await panel.getByRole("button", { name: "What was the Fresnel lens made by?" }).click();
    await expect.poll(() => question().inputValue()).toBe("What was the Fresnel lens made by?");
  });

  test("axe finds nothing, in light, dark and narrow", async () => {
    expect(await violations(panel)).toEqual([]);
    await panel.emulateMedia({ colorScheme: "dark" });
    expect(await violations(panel)).toEqual([]);
    await panel.emulateMedia({ colorScheme: "light" });
    await panel.setViewportSize({ width: 320, height: 720 });
    expect(await violations(panel)).toEqual([]);
    expect(
      await panel.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true);
  });

  test("the service worker really stopped, the next question is answered all the same", async () => {
    await browser.stopServiceWorker();
    await ask("How many steps are there to the gallery?");
    await expect.poll(current).toContain("162");
  });

  test("Esc on an answer goes back to the question line, cleared", async () => {
    await panel
      .getByRole("list", { name: "Answers", exact: true })
      .getByRole("button")
      .first()
      .focus();
    await panel.keyboard.press("Escape");
    await expect.poll(() => question().inputValue()).toBe("");
    await expect
      .poll(() => question().evaluate((line) => line === document.activeElement))
      .toBe(true);
    await ask("How many steps are there to the gallery?");
  });

  test("Esc clears, and with the panel gone no mark is left", async () => {
    await question().press("Escape");
    await expect.poll(() => question().inputValue()).toBe("");
    await expect.poll(current).toBe("");
    await question().fill("granite");
    await expect.poll(current).toBe("granite");
    await panel.close();
    await expect.poll(current).toBe("");
    expect(await html()).toBe(before);
  });
});
