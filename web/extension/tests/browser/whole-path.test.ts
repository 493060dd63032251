// One way through everything, in the real side panel, with a real keyboard: shortcut, question, marks while it
// reads on, next and previous, feedback, a PDF, the server stopped and started.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "../make-pdf.ts";
import { asks } from "./asking.ts";
import { Desktop, missingPrograms } from "./desktop.ts";
import { ANSWER, FakeServer } from "./fake-server.ts";
import { Browser, marked, type Pages, servePages } from "./harness.ts";

const WARDS = Array.from(
  { length: 2_000 },
  (_, i) => `<p>The harbour master of ward ${i} counted the boats and wrote them into the book.`,
).join("");

describe.skipIf(missingPrograms().length > 0)("one way through everything", () => {
  let desktop: Desktop;
  let browser: Browser;
  let pages: Pages;
  let server: FakeServer;
  let page: Page;
  let tab = 0;

  const inPanel = (expression: string) => browser.inSidePanel(tab, expression);
  const status = () => inPanel("document.querySelector('.status-line')?.textContent ?? ''");
  const press = (name: string) =>
    inPanel(
      `(() => { const found = [...document.querySelectorAll("button")].find((b) => (b.getAttribute("aria-label") ?? b.textContent.trim()) === ${JSON.stringify(name)});
        found?.click(); return found !== undefined; })()`,
    );
  const says = (words: string) =>
    inPanel(`document.body.innerText.includes(${JSON.stringify(words)})`);
  const current = async () => (await marked(page, "current")).join("");
  /** Where the current mark begins, counted down the page. */
  const top = () =>
    page.evaluate(() => {
      const { highlights } = CSS as unknown as { highlights: Map<string, Set<Range>> };
      const [, ranges] = [...highlights].find(([name]) => name.endsWith("-current")) ?? [];
      const [range] = ranges ?? [];
      return range ? Math.round(range.getBoundingClientRect().top + scrollY) : -1;
    });
  /** Types over what stands in the question. */
  const type = (words: string) => {
    desktop.do("key", "--clearmodifiers", "ctrl+a");
    desktop.do("type", "--delay", "40", words);
  };

  beforeAll(async () => {
    desktop = await Desktop.start();
    pages = await servePages({
      "harbour.html": `<!doctype html><html lang=en><title>Harbour</title><h1>The harbour</h1>
        <p>The harbour light was designed by the engineer Marta Lindqvist. A ${ANSWER} was seen on it.</p>${WARDS}`,
      "locks.pdf": makePdf(
        [[{ text: "The locks were dug by hand between 1811 and 1819.", y: 720 }]],
        "Locks",
      ),
    });
    server = new FakeServer(pages.url("harbour.html"));
    await server.start();
    browser = await Browser.start({ display: desktop.display });
    page = await browser.open(pages.url("harbour.html"));
    tab = await browser.tabOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await server?.stop();
    await desktop?.stop();
  });

  test("the shortcut opens the panel", async () => {
    await page.click("h1");
    await expect
      .poll(
        async () => {
          if ((await browser.sidePanel(tab)) === null)
            desktop.do("key", "--clearmodifiers", "ctrl+shift+f");
          return browser.panelHasFocus(tab);
        },
        { interval: 2_000 },
      )
      .toBe(true);
  });

  test("the answer is marked while the rest is still read", async () => {
    type("who designed the harbour light");
    await expect.poll(current).toContain("Marta Lindqvist");
    const share = async () =>
      Number(/reading… (\d+) %/i.exec(String(await status()))?.[1] ?? Number.NaN);
    await expect.poll(share).toBeLessThan(100);
    const before = await share();
    await expect.poll(share).toBeGreaterThan(before);
    expect(await current()).toContain("Marta Lindqvist");
  });

  test("called right, that is kept", async () => {
    expect(await press("Answer 1 is right")).toBe(true);
    await expect.poll(() => says("Kept as right.")).toBe(true);
  });

  test("Enter goes to the next match, Shift+Enter back", async () => {
    await inPanel("document.querySelector('textarea').focus()");
    type('"ward 17"');
    await expect.poll(current).toBe("ward 17");
    const first = await top();
    desktop.do("key", "--clearmodifiers", "Return");
    await expect.poll(top).toBeGreaterThan(first);
    desktop.do("key", "--clearmodifiers", "shift+Return");
    await expect.poll(top).toBe(first);
  });

  test("the server is asked: stopped, that is said; started again, it answers", async () => {
    const settings = await browser.context.newPage();
    await settings.goto(`chrome-extension://${browser.id}/settings.html`);
    await settings.getByLabel("Code").fill(server.code);
    await settings.getByRole("button", { name: "Pair" }).click();
    await settings.getByText("Paired with version").waitFor();
    await settings.close();
    await server.stop();
    const panel = await browser.panelAsTab(page);
    await panel
      .getByLabel("Find or ask on this page")
      .fill("which strange animal did anybody ever note");
    await panel.getByLabel("Find or ask on this page").press("Control+Enter");
    await panel.getByText("The server is not running.").waitFor();
    await server.start();
    await panel.getByRole("button", { name: "Try again" }).click();
    // The side panel is open too, and each has marks of its own.
    await expect.poll(() => marked(page, "current")).toContain(ANSWER);
    await panel.close();
  });

  test("a PDF is opened in the extension's own viewer and answered there", async () => {
    const pdf = await browser.open(pages.url("locks.pdf"));
    tab = await browser.tabOf(pdf);
    await browser.pressButton(pdf);
    await expect.poll(() => says("This is a PDF in the browser")).toBe(true);
    const opening = browser.context.waitForEvent("page");
    expect(await press("Open the PDF here")).toBe(true);
    const viewer = await opening;
    await asks(viewer, "When were the locks dug?");
    await expect.poll(async () => (await marked(viewer, "current")).join(" ")).toContain("1811");
  });
});
