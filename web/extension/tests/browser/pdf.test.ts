// A PDF, served under an address that does not say so, opened in the extension's own viewer.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePdf } from "../make-pdf.ts";
import { asks, questionLine, statusLine } from "./asking.ts";
import { Browser, listed, marked, type Pages, picture, servePages, violations } from "./harness.ts";

const HANDBOOK = makePdf(
  [
    [
      { text: "Handbook of the Vessby canal locks", size: 22, y: 760 },
      {
        text: "The locks at Vessby lift boats by eleven metres between the lake and the strait.",
        y: 720,
      },
      {
        text: "They were dug by hand between 1811 and 1819 and are still worked by two keepers.",
        y: 706,
      },
      { text: "Dues", size: 15, y: 670 },
      {
        text: "A boat of up to eight metres pays 120 kronor for a passage. Boats that are long-",
        y: 646,
      },
      { text: "er pay 15 kronor for every further metre. Canoes pass free of charge.", y: 632 },
    ],
    [
      { text: "Opening", size: 15, y: 760 },
      {
        text: "The locks are open from the first of May to the end of September, from seven",
        y: 736,
      },
      {
        text: "in the morning until ten at night. The keeper's telephone number is 555-0142.",
        y: 722,
      },
    ],
    [],
  ],
  "Vessby locks",
);

let browser: Browser;
let pages: Pages;
let viewer: Page;

beforeAll(async () => {
  pages = await servePages({ "dl/7": HANDBOOK, "broken.pdf": Buffer.from("%PDF-1.4 nothing") });
  browser = await Browser.start();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

async function openHere(path: string): Promise<Page> {
  const page = await browser.open(pages.url(path));
  const panel = await browser.panelAsTab(page);
  await panel.getByText("This is a PDF in the browser").waitFor();
  const opening = browser.context.waitForEvent("page");
  await panel.getByRole("button", { name: "Open the PDF here" }).click();
  return opening;
}

test("the panel offers the viewer, which shows the pages and says what it could not read", async () => {
  viewer = await openHere("dl/7");
  await viewer.getByText("1 page without text, scanned perhaps, not read: 3.").waitFor();
  expect(await viewer.title()).toBe("Vessby locks");
  await expect.poll(() => viewer.getByRole("region", { name: /^Page / }).count()).toBe(3);
});

test("words are found across lines and cut words, and marked on the page", async () => {
  await questionLine(viewer).fill('"that are longer pay"');
  await expect.poll(() => statusLine(viewer)).toBe("1 match");
  await expect
    .poll(async () => (await marked(viewer, "current")).join("|"))
    .toBe("that are long|er pay");
});

test("a question is answered with its page and marked there", async () => {
  await asks(viewer, "When were the locks dug?");
  await expect.poll(async () => (await marked(viewer, "current")).join(" ")).toContain("1811");
  const first = viewer
    .getByRole("list", { name: "Answers", exact: true })
    .getByRole("button")
    .first();
  await expect.poll(() => first.textContent()).toContain("page 1");
  await picture(viewer, "pdf-viewer");
  await listed(viewer, null, "3-pdf");
  expect(await violations(viewer)).toEqual([]);
});

test("narrowed to 320 pixels, or enlarged to 200 %, no page and no answer is cut", async () => {
  const cut = () =>
    viewer.evaluate(() => {
      const boxes = [...document.querySelectorAll(".sheet, .answer, .item, .question, .status")];
      return boxes
        .filter((box) => {
          const { left, right, width } = box.getBoundingClientRect();
          return width > 0 && (left < 0 || right > innerWidth);
        })
        .map(({ className }) => className);
    });
  for (const size of [
    { width: 320, height: 720 },
    { width: 600, height: 400 },
  ]) {
    await viewer.setViewportSize(size);
    await expect.poll(cut).toEqual([]);
    expect(await viewer.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    // The marks still lie on the words, which were laid out again.
    await expect.poll(async () => (await marked(viewer, "current")).join(" ")).toContain("1811");
    const answer = viewer.getByRole("list", { name: "Answers", exact: true }).first();
    await answer.scrollIntoViewIfNeeded();
    await expect.poll(() => answer.isVisible()).toBe(true);
  }
  await viewer.setViewportSize({ width: 320, height: 720 });
  expect(await violations(viewer)).toEqual([]);
  await viewer.setViewportSize({ width: 1280, height: 720 });
  await expect
    .poll(() => viewer.evaluate(() => document.querySelector(".sheet")?.clientWidth ?? 0))
    .toBeGreaterThan(600);
});

test("a damaged PDF is refused in words", async () => {
  const page = await openHere("broken.pdf");
  await page.getByText("This PDF is damaged.").waitFor();
});
