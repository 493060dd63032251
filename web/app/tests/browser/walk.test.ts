// The walk through the app as a person takes it, against `wherein serve` itself.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const SAMPLES = fileURLToPath(new URL("../../../../src/wherein/samples/", import.meta.url));

function sample(name: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: "", buffer: readFileSync(`${SAMPLES}${name}`) };
}

const firstAnswer = (page: Page) =>
  page.getByRole("list", { name: "Answers" }).getByRole("button").first().locator("strong");

describe.skipIf(!IS_INSTALLED)("the app", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start();
  });

  afterAll(() => app?.close());

  test("signs in by a link that works once, and leaves no secret in the address", async () => {
    const { page } = app;
    await page.goto(app.address);
    await expect.poll(() => page.getByRole("heading").textContent()).toBe("Sign in");
    await expect.poll(() => page.getByText("wherein serve").count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    app.errors.length = 0; // the browser reports the refusal
    await app.signIn();
    expect(page.url()).toBe(`${app.address}/`);
    const cookies = await app.context.cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: "Strict" },
    ]);
    // A browser that is signed in gets the app; any other is told.
    await page.goto(app.link);
    await page.getByRole("textbox", { name: "Ask or find" }).waitFor();
    const other = await app.browser.newContext();
    const again = await other.request.get(app.link, { maxRedirects: 0 });
    expect(again.status()).toBe(401);
    await other.close();
  });

  test("takes files, says what became of each, and shows an answer in its document", async () => {
    const { page } = app;
    await page.getByText("The library is empty.").waitFor();
    expect(await violations(page)).toEqual([]);
    // Whatever is asked of it, that is the one thing said.
    await ask(page, "Who built the tower?");
    const said = page.locator(".ask").locator("p:not(.spoken), h2:not(.spoken)");
    const empty = ["The library is empty.", "Drop files or folders anywhere on this page"];
    await expect
      .poll(async () =>
        (await said.allTextContents()).filter(
          (text) => !text.startsWith("Ask your own") && /empty|not |no /i.test(text),
        ),
      )
      .toEqual([empty[0]]);
    await expect.poll(() => page.getByText(empty[1] as string).count()).toBe(1);
    await page.getByRole("textbox", { name: "Ask or find" }).fill("");
    await page.getByRole("link", { name: "Library" }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([
        sample("tides.pdf"),
        sample("lighthouses.html"),
        { name: "photo.png", mimeType: "", buffer: Buffer.from("\x89PNG\r\n\x1a\n", "latin1") },
      ]);
    await page.getByText("3 of 3 files · 2 added · 1 failed").waitFor();
    await expect
      .poll(() => page.locator('[data-state="failed"]').textContent())
      .toContain("picture");
    await expect.poll(() => page.locator(".documents a").count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-library");

    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await ask(page, "Where are the largest tides in the world?");
    await expect.poll(() => firstAnswer(page).textContent()).toContain("Bay of Fundy");
    await page.locator('.pdf-mark[data-kind="current"]').first().waitFor();
    expect(page.url()).toMatch(/\/d\/[0-9a-f]{16}#s=\d+-\d+&q=Where%20are/);
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-pdf");
  });

  test("keeps a PDF's mark on its words at every zoom and turn", async () => {
    const { page } = app;
    /** How far the mark's sides are from those of the words as pdf.js lays them out, in shares of a line. */
    const distance = () =>
      page.evaluate(() => {
        const mark = document.querySelector('.pdf-mark[data-kind="current"]');
        const layer = mark?.closest(".sheet")?.querySelector(".textLayer");
        const walker = document.createTreeWalker(layer ?? document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); layer && mark && node; node = walker.nextNode()) {
          const at = (node.nodeValue ?? "").indexOf("the Bay of Fundy in Canada");
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + "the Bay of Fundy in Canada".length);
          const a = mark.getBoundingClientRect();
          const b = range.getBoundingClientRect();
          const line = Math.min(b.width, b.height);
          const centres = [
            (a.left + a.right - b.left - b.right) / 2,
            (a.top + a.bottom - b.top - b.bottom) / 2,
          ];
          const long = Math.abs(Math.max(a.width, a.height) - Math.max(b.width, b.height));
          return Math.max(...centres.map(Math.abs), long) / line;
        }
        return null;
      });
    const isRight = () => expect.poll(distance).toBeLessThan(0.5);
    await isRight();
    for (const name of ["Larger", "Larger", "Turn", "Turn", "Smaller", "Turn", "Turn", "Smaller"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await isRight();
      const seen = page.locator('.pdf-mark[data-kind="current"]');
      await expect
        .poll(() => seen.evaluate((e) => e.getBoundingClientRect().top))
        .toBeLessThan(800);
    }
    await page.setViewportSize({ width: 900, height: 700 });
    await isRight();
    await page.setViewportSize({ width: 1180, height: 720 });
    await isRight();
  });

  test("goes on by keyboard, marks the text, and copies quote and source", async () => {
    const { page } = app;
    await page.locator(".pages").focus();
    await page.keyboard.press("Escape");
    await page.locator(".pages").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("When was the first of Fresnel's lenses lit?");
    await page.keyboard.press("Enter");
    await expect.poll(() => firstAnswer(page).textContent()).toContain("1823");
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("1823");
    await picture(page, "app-answer");
    const asked = page.getByRole("heading", {
      name: "When was the first of Fresnel's lenses lit?",
    });
    await expect.poll(() => asked.count()).toBe(1);
    const place = await page.evaluate(() => location.hash);
    await page.keyboard.press("F3");
    await page.keyboard.press("Alt+1");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(place);
    await page.getByRole("button", { name: "Copy answer" }).first().click();
    await page.getByText("Copied with its sentence and source.").first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("1823");
    expect(copied).toContain("Lighthouses");
    expect(copied).toMatch(/\/d\/[0-9a-f]{16}#s=\d+-\d+$/);

    // The address leads to the same mark, in a tab of its own.
    const other = await app.context.newPage();
    await other.goto(copied.split("\n").at(-1) ?? "");
    await expect.poll(async () => (await marked(other, "current"))[0]).toBe(copied.split("\n")[0]);
    await other.close();

    // What is selected and copied takes its source along. A tab that comes back to the front gets keys a little later.
    await page.bringToFront();
    const copySelected = async () => {
      await page.evaluate(() => {
        const paragraph = document.querySelector(".reading p");
        if (paragraph) document.getSelection()?.selectAllChildren(paragraph);
      });
      await page.keyboard.press("Control+C");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await expect.poll(copySelected).toMatch(/— Lighthouses.*, .*lighthouses\.html$/);
  });

  test("takes a correction by the right words' place", async () => {
    const { page } = app;
    await page.getByRole("button", { name: "is wrong" }).first().press("Enter");
    await page.getByText("Select the right words").waitFor();
    // The focus is in the form, and comes back to the answer when it is cancelled.
    const form = page.getByRole("region", { name: "Correction" });
    await expect.poll(() => form.evaluate((each) => each === document.activeElement)).toBe(true);
    await form.getByRole("button", { name: "Cancel" }).press("Enter");
    const focused = () => page.evaluate(() => document.activeElement?.className);
    await expect.poll(focused).toBe("item");
    await page.getByRole("button", { name: "is wrong" }).first().click();
    await page.getByText("Select the right words").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => {
      const paragraph = document.querySelectorAll(".reading p")[1];
      const text = paragraph?.firstChild;
      if (text) document.getSelection()?.setBaseAndExtent(text, 4, text, 20);
    });
    const selected = await page.evaluate(() => String(document.getSelection()));
    const sent = page.waitForRequest((request) => request.postDataJSON()?.verdict === "span");
    await page.getByRole("button", { name: "The right one is selected" }).click();
    const { start, end, document: id } = (await sent).postDataJSON();
    const text = await page.evaluate(
      async ([from, to, which]) => {
        const response = await fetch(`/v1/documents/text?document=${which}`);
        return Array.from((await response.json()).text)
          .slice(Number(from), Number(to))
          .join("");
      },
      [start, end, id],
    );
    expect(text).toBe(selected);
    await expect.poll(async () => (await marked(page, "current"))[0]).toBe(selected);
    // It comes first at once, without a reload; taken back, the reader's answer does again.
    await page.getByText("marked by you").waitFor();
    await page.getByRole("button", { name: "Take it back" }).click();
    await expect.poll(() => firstAnswer(page).textContent()).toContain("1823");
  });

  test("refuses honestly, and finds words without asking", async () => {
    const { page } = app;
    await ask(page, "What is the salary of the president of Peru?");
    await page.getByText(/^(No clear answer\. Closest|Not in the library)/).waitFor();
    expect(await violations(page)).toEqual([]);
    // Which words are right can be said there too; the focus goes to the form, and Esc leaves it.
    await page.getByRole("button", { name: "Say which words are right" }).press("Enter");
    const form = page.getByRole("region", { name: "Correction" });
    await expect.poll(() => form.evaluate((each) => each === document.activeElement)).toBe(true);
    await form.getByLabel("Or type the words").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Say which words are right" }).waitFor();
    await page.getByRole("textbox", { name: "Ask or find" }).fill("sea");
    await page
      .getByText(/passages? with these words|match(?:es)? in this document/)
      .first()
      .waitFor();
    // In the view of a text or of a PDF, whichever is open.
    const inPdf = page.locator('.pdf-mark[data-kind="plain"]');
    const shown = async () => (await marked(page, "plain")).length + (await inPdf.count());
    await expect.poll(shown).toBeGreaterThan(0);
  });

  test("names and tags a document, and asks what has the tag", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page.getByRole("button", { name: "Name and tags of Tides" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Notes of the sea");
    await page.getByLabel("Tags, with commas between them").fill("sea, water");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".documents a", { hasText: "Notes of the sea" }).waitFor();
    await page.getByLabel("Tag", { exact: true }).selectOption("water");
    await expect.poll(() => page.locator(".documents a").count()).toBe(1);
    await page.getByLabel("Search inside documents", { exact: true }).last().fill("lens");
    await page.getByRole("list", { name: "Passages with these words" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-library-tags");

    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByLabel("More to search in").selectOption("tag sea");
    await ask(page, "Where are the largest tides in the world?");
    await expect.poll(() => firstAnswer(page).textContent()).toContain("Bay of Fundy");
    await expect
      .poll(() => page.locator(".answers .title").first().textContent())
      .toBe("Notes of the sea");
    await ask(page, "When was the first of Fresnel's lenses lit?");
    await page.getByText(/^(No clear answer\. Closest|Not under this tag)/).waitFor();
    await page.getByRole("button", { name: "Library", exact: true }).click();
    await page.getByRole("link", { name: "Library" }).click();
    await page.getByRole("button", { name: "Name and tags of Notes of the sea" }).click();
    await page.getByLabel("Title", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".documents a", { hasText: "Tides" }).waitFor();
  });

  test("makes a knowledge base, tells its cost before, browses and asks it", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page.getByLabel("Build from a file, a folder, “sample” or “vital”").fill("sample");
    await page.getByRole("button", { name: "Check size and time" }).click();
    await page.getByText(/to read, about \d+ seconds?\./).waitFor();
    await page.getByRole("button", { name: "Build" }).click();
    await page.getByText("sample is ready.").waitFor();
    await page.getByRole("button", { name: "sample", exact: true }).click();
    await page.getByLabel("Titles that begin with").fill("a");
    const titles = page.getByRole("list", { name: "Titles of sample" }).getByRole("link");
    await titles.first().waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-bases");
    const title = await titles.first().textContent();
    await titles.first().click();
    await page.locator(".document-head h2", { hasText: title ?? "" }).waitFor();
    await page.getByLabel("More to search in").selectOption("base sample");
    await ask(page, "When was the first of Fresnel's lenses lit?");
    await page
      .getByText(/ · read [\d,]+ words? in /)
      .first()
      .waitFor();
    await expect
      .poll(() => page.getByText("Fresnel").filter({ hasText: "Lighthouses" }).count())
      .toBe(0);
    await page.getByRole("button", { name: "Library", exact: true }).click();
  });

  test("removes a document, and puts it back", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page.getByRole("button", { name: "Remove Tides" }).click();
    await expect.poll(() => page.locator(".documents a").count()).toBe(1);
    // It stands in its place, and has the focus.
    const undo = page.locator(".documents li.removed").getByRole("button", { name: "Undo" });
    const rows = page.getByRole("region", { name: "Documents" }).locator(".documents li");
    await expect.poll(() => rows.count()).toBe(2);
    await expect
      .poll(() => undo.evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".documents a").count()).toBe(2);
    const row = page.locator(".documents a", { hasText: "Tides" });
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
    // Another tab sees what this one removes for good.
    const other = await app.context.newPage();
    await other.goto(`${app.address}/library`);
    await expect.poll(() => other.locator(".documents a").count()).toBe(2);
    await page.getByRole("button", { name: "Remove Tides" }).click();
    await expect.poll(() => other.locator(".documents a").count()).toBe(1);
    await other.close();
  });

  test("looks right dark, narrow, forced, right to left, with every view clean for axe", async () => {
    const { page } = app;
    await page.getByLabel("Files to add").setInputFiles([
      {
        name: `${"a very long name ".repeat(20)}.md`,
        mimeType: "",
        buffer: Buffer.from("# המגדלור\n\nהמגדלור נבנה בשנת 1896 על ידי מרתה.\n\n- אחד\n- שניים\n"),
      },
    ]);
    await page.locator(".documents a", { hasText: "המגדלור" }).click();
    await page.locator(".reading h2", { hasText: "המגדלור" }).waitFor();
    expect(
      await page
        .locator(".reading p")
        .first()
        .evaluate((p) => getComputedStyle(p).direction),
    ).toBe("rtl");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const view of ["Ask", "Library", "Tables", "Settings", "Keys"]) {
        await page.getByRole("link", { name: view, exact: true }).click();
        await page.waitForTimeout(200);
        expect(await violations(page), `${view}, ${colorScheme}`).toEqual([]);
      }
    }
    for (const width of [320, 640, 2560]) {
      await page.setViewportSize({ width, height: 700 });
      for (const view of ["Ask", "Library", "Tables", "Settings", "Keys"]) {
        await page.getByRole("link", { name: view, exact: true }).click();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${view} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1180, height: 720 });
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  });

  test("is light or dark as its setting says, whatever the system is", async () => {
    const { page } = app;
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    const appearance = page.getByLabel("Appearance");
    const light = await paper();
    await appearance.selectOption("dark");
    expect(await paper()).not.toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    await appearance.selectOption("light");
    expect(await paper()).toBe(light);
    await appearance.selectOption("light dark");
    expect(await paper()).not.toBe(light);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await paper()).toBe(light);
  });

  test("shows emphasis, links and the pictures that are in a file, and marks words across them", async () => {
    const { page } = app;
    // One grey dot.
    const dot =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    const html = `<h1>Ferry</h1><p>The fare is <b>240 <i>kroner</i></b>, see
      <a href="https://example.org/fares">the fares</a>.</p>
      <p><img alt="The ferry" src="data:image/png;base64,${dot}">
      <img src="https://example.org/tracker.png"></p><p>It leaves at nine.</p>`;
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([{ name: "fares.html", mimeType: "", buffer: Buffer.from(html) }]);
    await page.locator(".documents a", { hasText: "Ferry" }).click();
    await page.locator(".reading strong").first().waitFor();
    const link = page.locator(".reading a");
    await expect.poll(() => link.getAttribute("href")).toBe("https://example.org/fares");
    await expect.poll(() => link.getAttribute("rel")).toContain("noopener");
    const image = page.locator(".reading img");
    await expect.poll(() => image.count()).toBe(1);
    await expect.poll(() => image.getAttribute("alt")).toBe("The ferry");
    await expect
      .poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth))
      .toBe(1);
    await expect
      .poll(() => page.locator(".reading").textContent())
      .toContain("The fare is 240 kroner, see the fares.");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "This document" }).click();
    await ask(page, "How much is the fare of the ferry?");
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("240 kroner");
    await picture(page, "app-looks");
    await page.getByRole("button", { name: "Library", exact: true }).click();
  });

  test("changes the server's settings, and says when they count", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Settings" }).click();
    const own = page.getByRole("region", { name: "Server settings" });
    await own.getByLabel("How sure an answer has to be").selectOption("high");
    await own.getByText("takes effect when the server restarts").waitFor();
    await own
      .getByLabel("Remember only questions about these sites")
      .fill("example.org, example.com");
    await own.getByRole("button", { name: "Save", exact: true }).click();
    await own.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
    await own.getByLabel("Address of an OpenAI-compatible endpoint").fill("https://example.org/v1");
    await own.getByText("will be sent to https://example.org/v1").waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-settings");
    const written = readFileSync(`${app.home}/config.toml`, "utf-8");
    expect(written).toBe('caution = "high"\nmemory_sites = ["example.org", "example.com"]\n');
    await own.getByLabel("How sure an answer has to be").selectOption("normal");
    await expect
      .poll(() => readFileSync(`${app.home}/config.toml`, "utf-8"))
      .toContain('caution = "normal"');
  });

  test("forgets all after a while in which it can be undone, and says a failure beside its button", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Settings" }).click();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "DELETE" && sent.push(request.url()));
    await page.getByRole("button", { name: "Forget it all" }).click();
    await page.getByText("Everything will be forgotten in 20 seconds.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Nothing was forgotten.").waitFor();
    expect(sent).toEqual([]);
    // Whoever leaves the page meanwhile has meant it.
    await page.getByRole("button", { name: "Forget it all" }).click();
    const forgotten = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("link", { name: "Keys" }).click();
    expect(new URL((await forgotten).url()).pathname).toBe("/v1/memory/mine");

    await page.getByRole("link", { name: "Settings" }).click();
    await page.route("**/v1/pairing-code", (route) => route.abort());
    await page.getByRole("button", { name: "Show the code" }).click();
    const section = page.locator("section", { hasText: "Browser extension" });
    await section.getByRole("alert").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute("**/v1/pairing-code");
  });

  test("says when the server is gone or the document is, and goes on when it is back", async () => {
    const { page } = app;
    await page.goto(`${app.address}/d/0000000000000000`);
    await page.getByRole("alert").getByText("There is no document").waitFor();
    expect(await violations(page)).toEqual([]);
    await app.stopServer();
    await ask(page, "When was the first of Fresnel's lenses lit?");
    await page.getByText("The server is not running.").first().waitFor();
    await app.startServer();
    await page
      .getByRole("alert")
      .filter({ hasText: "not running" })
      .getByRole("button", { name: "Try again" })
      .first()
      .click();
    await expect.poll(() => firstAnswer(page).textContent()).toContain("1823");
    // Signed out elsewhere: said with the next step.
    await app.context.clearCookies();
    await ask(page, "Who designed the first of them?");
    await page.getByText("not signed in any more").first().waitFor();
  });

  test("asks nothing of any other machine", () => {
    expect(app.elsewhere).toEqual([]);
    const unexpected = app.errors.filter(
      // What the browser says of the refusals and of the server that was stopped.
      (each) => !/Failed to load resource/.test(each),
    );
    expect(unexpected).toEqual([]);
  });
});
