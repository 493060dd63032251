// Places: a document stands at its mark after pictures and pages have come late, until the person scrolls; and an
// address, and the browser's history, lead back to question, scope and place.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, violations } from "../../../extension/tests/browser/harness.ts";
import { makePdf } from "../../../extension/tests/make-pdf.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const SAMPLE = fileURLToPath(
  new URL("../../../../src/wherein/samples/lighthouses.html", import.meta.url),
);
const SENTENCE = "The keeper of Skarholm was called Nils Tveit.";
const FILLER = "The sea was calm that day, and nobody came to the island. ".repeat(6);
const LATE_MS = 1500;

/** A grey picture of this many pixels. */
function png(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function withPicture(): string {
  const picture = png(400, 900).toString("base64");
  const paragraphs = `<p>${FILLER}</p>`.repeat(30);
  return `<title>Skarholm</title><h1>Skarholm</h1>${paragraphs}
    <p><img alt="The lamp" src="data:image/png;base64,${picture}"></p><p>${SENTENCE}</p>${paragraphs}`;
}

/** A small page first, by which the sizes of the others are guessed until they are loaded. */
function withOtherSizes(): Buffer {
  const pages = Array.from({ length: 12 }, (_, i) => [
    {
      text: i === 8 ? "The harbour of Brevik was dredged in 1931." : `Page ${i + 1}.`,
      y: i === 0 ? 150 : 790,
    },
  ]);
  return makePdf(pages, "Harbours", (i) => (i === 0 ? [300, 200] : [595, 842]));
}

/** The address of the only place where some words stand in a document. */
function addressOf(page: Page, title: string, words: string): Promise<string> {
  return page.evaluate(
    async ([wanted, sought]) => {
      const { documents } = await (await fetch("/v1/documents")).json();
      const id = documents.find((each: { title: string }) => each.title.includes(wanted ?? ""));
      const shown = await fetch(`/v1/documents/text?document=${id.document}`);
      const { text } = await shown.json();
      const start = Array.from(text.slice(0, text.indexOf(sought))).length;
      return `/d/${id.document}#s=${start}-${start + Array.from(sought ?? "").length}`;
    },
    [title, words],
  );
}

/** How far the mark in the text is from being in sight, in pixels; null where nothing is marked. */
function distance(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const highlights = (CSS as unknown as { highlights: Map<string, Set<Range>> }).highlights;
    const [range] = highlights.get("wherein-current") ?? [];
    const mark = range ?? document.querySelector('.pdf-mark[data-kind="current"]');
    const box = document.querySelector("#content")?.getBoundingClientRect();
    const at = mark?.getBoundingClientRect();
    if (!at || !box || at.height === 0) return null;
    // What is out of sight is not laid out, and has a place all the same.
    const holder = range ? range.startContainer.parentElement : mark;
    const isShown = (holder as Element).checkVisibility({ contentVisibilityAuto: true });
    if (!isShown) return null;
    return Math.max(0, box.top - at.top, at.bottom - box.bottom);
  });
}

const pictureIsHere = (page: Page) =>
  page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>("#content img");
    return image?.complete === true && image.naturalWidth > 0 && image.height > 100;
  });

describe.skipIf(!IS_INSTALLED)("places", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByLabel("Files to add").setInputFiles([
      { name: "skarholm.html", mimeType: "", buffer: Buffer.from(withPicture()) },
      { name: "harbours.pdf", mimeType: "", buffer: withOtherSizes() },
      { name: "lighthouses.html", mimeType: "", buffer: readFileSync(SAMPLE) },
    ]);
    await page.getByText("3 of 3 files").waitFor();
  });

  afterAll(() => app?.close());

  /** A tab whose pictures come late. */
  async function tab(): Promise<Page> {
    const page = await app.context.newPage();
    await page.route("**/v1/documents/picture*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      await route.continue();
    });
    return page;
  }

  test("a text stands at its mark when a picture above it has come", async () => {
    const address = await addressOf(app.page, "Skarholm", SENTENCE);
    const page = await tab();
    await page.goto(app.address + address);
    await expect.poll(() => distance(page)).toBe(0);
    await pictureIsHere(page);
    await page.waitForTimeout(300);
    expect(await distance(page)).toBe(0);
    expect((await marked(page, "current"))[0]).toBe(SENTENCE);
    await page.close();
  });

  test("whoever scrolls away is not taken back", async () => {
    const address = await addressOf(app.page, "Skarholm", SENTENCE);
    const page = await tab();
    await page.goto(app.address + address);
    await expect.poll(() => distance(page)).toBe(0);
    // How it looks in its file is there; its picture is not.
    await expect.poll(() => page.locator("#content img").count()).toBe(1);
    await page.locator("#content").hover();
    await page.mouse.wheel(0, 2500);
    await expect.poll(() => distance(page)).toBeGreaterThan(500);
    await page.waitForTimeout(LATE_MS + 1000);
    expect(await distance(page)).toBeGreaterThan(500);
    // What comes late above is seen all the same.
    await page.locator("#content").evaluate((box) => box.scrollTo(0, 0));
    await page.locator("#content img").scrollIntoViewIfNeeded();
    await pictureIsHere(page);
    await page.close();
  });

  test("a PDF stands at its mark when pages around it turn out to be larger", async () => {
    const address = await addressOf(app.page, "Harbours", "dredged in 1931");
    const page = await tab();
    await page.goto(app.address + address);
    await expect.poll(() => distance(page)).toBe(0);
    // The pages around it are drawn, each in its own size.
    for (const number of [8, 9]) {
      const sheet = page.locator(`.sheet[data-page="${number}"]`);
      await expect.poll(() => sheet.locator("canvas").count()).toBe(1);
      const shape = () => sheet.evaluate((each) => each.clientHeight / each.clientWidth);
      await expect.poll(shape).toBeGreaterThan(1.3);
    }
    await page.waitForTimeout(300);
    expect(await distance(page)).toBe(0);
    await page.close();
  });

  test("reload, back and forward give the same question, scope and place", async () => {
    const page = await app.context.newPage();
    await page.goto(app.address);
    const line = page.getByRole("textbox", { name: "Ask or find" });
    const scope = page.getByRole("group", { name: "Search in" });
    const chosen = () => scope.locator('[aria-pressed="true"]').textContent();
    const current = async () => (await marked(page, "current"))[0] ?? "";
    const isAt = async (question: string, title: string, words: string) => {
      await expect.poll(() => line.inputValue()).toBe(question);
      await expect.poll(chosen).toBe(title);
      await expect.poll(current).toContain(words);
      await expect.poll(() => distance(page)).toBe(0);
    };
    const first = "When was the first of Fresnel's lenses lit?";
    const second = "Who was the keeper of Skarholm?";
    await ask(page, first);
    await isAt(first, "Library", "1823");
    const address = page.url();
    expect(await page.title()).toBe(`${first} · wherein`);

    // A document alone is asked: what was answered of the library is no answer of it.
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByRole("button", { name: "Ask Skarholm" }).click();
    await ask(page, second);
    await isAt(second, "This document", "Nils Tveit");
    expect(page.url()).toContain("&in=document%3A");

    await page.reload();
    await isAt(second, "This document", "Nils Tveit");
    expect(await violations(page)).toEqual([]);
    for (let i = 0; i < 9 && page.url() !== address; i++) await page.goBack();
    await isAt(first, "Library", "1823");
    for (let i = 0; i < 9 && !page.url().includes("Skarholm"); i++) await page.goForward();
    await isAt(second, "This document", "Nils Tveit");

    // The scope alone is kept too, and asks nothing.
    await scope.getByRole("button", { name: "Library" }).click();
    await page.reload();
    await expect.poll(chosen).toBe("Library");
    await expect.poll(() => line.inputValue()).toBe("");
    await page.close();
  });

  test("a long question is seen whole, and at 375 pixels tabs lead to the document and back", async () => {
    const page = await app.context.newPage();
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(app.address);
    const line = page.getByRole("textbox", { name: "Ask or find" });
    const low = await line.evaluate((each) => each.clientHeight);
    const question = "Who was the keeper of Skarholm, and how long did he stay there? ".repeat(3);
    await line.fill(question);
    const isWhole = () => line.evaluate((each) => each.scrollHeight <= each.clientHeight);
    expect(await isWhole()).toBe(true);
    expect(await line.evaluate((each) => each.clientHeight)).toBeGreaterThan(3 * low);
    await ask(page, "Who was the keeper of Skarholm?");
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("Nils Tveit");
    // An answer that came by itself leaves the answers in sight; one that is chosen shows the document.
    const tab = (name: string) => page.getByRole("tab", { name });
    const isShown = (selector: string) => page.locator(selector).isVisible();
    expect([await isShown(".ask"), await isShown(".document")]).toEqual([true, false]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("list", { name: "Answers" }).getByRole("button").first().click();
    await expect.poll(() => isShown(".document")).toBe(true);
    expect(await isShown(".ask")).toBe(false);
    await expect.poll(() => distance(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await tab("Ask").click();
    await expect.poll(() => isShown(".ask")).toBe(true);
    await tab("Document").click();
    // It is where it was.
    expect(await distance(page)).toBe(0);
    await page.locator("#content").focus();
    await page.keyboard.press("/");
    await expect.poll(() => line.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await isShown(".document")).toBe(false);
    await page.close();
  });

  test("a document that was sent shows its name, and its list the numbers that it has", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByLabel("Files to add").setInputFiles([
      {
        name: "knots.md",
        mimeType: "",
        buffer: Buffer.from("# Knots\n\n3. Cross the ends.\n4. Pull.\n\nThen:\n\n- Rest.\n"),
      },
    ]);
    const row = page.locator(".documents li", { hasText: "Knots" });
    await expect.poll(() => row.locator(".source").textContent()).toBe("knots.md");
    // Never, not even for a moment.
    expect(await page.locator("main").textContent()).not.toContain(app.home);
    await row.getByRole("link").click();
    const signs = () =>
      page
        .locator(".reading li")
        .evaluateAll((items) => items.map((item) => getComputedStyle(item).listStyleType));
    await expect.poll(signs).toEqual(["none", "none", "disc"]);
    await expect
      .poll(() => page.locator(".reading li").allTextContents())
      .toEqual(["3. Cross the ends.", "4. Pull.", "Rest."]);
  });
});
