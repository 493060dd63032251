// Two browser profiles and one `wherein serve`: what one asked helps the other, when both and the server
// want it, and not otherwise.

import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asks, questionLine, statusLine } from "./asking.ts";
import { Browser, marked, type Pages, servePages } from "./harness.ts";
import { COMMAND, enterCode, inSettings, type Served, serve } from "./serve.ts";

const QUESTION = "Who designed the tower?";
const OTHER = `<!doctype html><html lang="en"><title>Another tower</title><main><h1>Another tower</h1>
<p>This tower was designed by nobody in particular. It stands on a hill and has a bell.</p></main></html>`;

function pair(browser: Browser, served: Served): Promise<void> {
  return inSettings(browser, async (settings) => {
    const forget = settings.getByRole("button", { name: "Forget this server" });
    await settings.getByRole("button", { name: /^(Pair|Forget this server)$/ }).waitFor();
    if (await forget.isVisible()) await forget.click();
    await enterCode(settings, served);
  });
}

async function panelOn(browser: Browser, url: string): Promise<{ page: Page; panel: Page }> {
  const page = await browser.open(url);
  return { page, panel: await browser.panelAsTab(page) };
}

const line = questionLine;
const asked = (panel: Page) => panel.getByRole("list", { name: "Asked on this page" });
const elsewhere = (panel: Page) => panel.getByRole("list", { name: "Asked elsewhere" });
const status = statusLine;

/** Asks the server, and waits until it has answered. */
async function askServer(panel: Page): Promise<void> {
  await line(panel).fill(QUESTION);
  await line(panel).press("Control+Enter");
  await expect.poll(() => status(panel)).toMatch(/asked the server$/);
}

/** The panel has looked for what was asked here: its suggestions come after. */
async function settled(panel: Page): Promise<void> {
  await panel.getByRole("list", { name: /^(You could ask|Asked on this page)$/ }).waitFor();
  await panel.waitForTimeout(1_000);
}

describe.skipIf(!existsSync(COMMAND))("two profiles and one server", () => {
  let pages: Pages;
  let server: Served;
  let first: Browser;
  let second: Browser;
  let third: Browser | undefined;

  beforeAll(async () => {
    pages = await servePages({ "other.html": OTHER });
    server = await serve("memory_share = true\nmemory_askers = 1\n");
    first = await Browser.start();
    second = await Browser.start();
    await pair(first, server);
    await pair(second, server);
  });

  afterAll(async () => {
    await first?.close();
    await second?.close();
    await third?.close();
    await pages?.close();
    await server?.stop();
  });

  test("the first asks, and the server answers", async () => {
    const { panel } = await panelOn(first, pages.url("lighthouse.html"));
    await askServer(panel);
    await expect
      .poll(() => panel.locator(".meta", { hasText: "server" }).count())
      .toBeGreaterThan(0);
  });

  test("what the first asked, the second sees and gets marked, with nothing read", async () => {
    const { page, panel } = await panelOn(second, pages.url("lighthouse.html"));
    const top = asked(panel).getByRole("button", { name: QUESTION });
    await top.waitFor();
    await top.click();
    await expect.poll(async () => (await marked(page, "current")).join("")).toContain("Lindqvist");
    expect(await status(panel)).not.toMatch(/read/);
  });

  test("half typed, the question is completed with what the first asked", async () => {
    const { panel } = await panelOn(second, pages.url("lighthouse.html"));
    await asked(panel).waitFor();
    await line(panel).pressSequentially("who des");
    const option = panel.getByRole("listbox", { name: "Completions" }).getByRole("option", {
      name: QUESTION,
    });
    await option.waitFor();
    await expect.poll(() => option.textContent()).toContain("asked here");
  });

  test("a slip is offered as it was meant", async () => {
    const { panel } = await panelOn(second, pages.url("lighthouse.html"));
    await line(panel).fill("Who designed the lighthuose?");
    const offer = panel.locator(".meant").getByRole("button");
    await offer.waitFor();
    await expect.poll(() => offer.textContent()).toBe("Who designed the lighthouse?");
  });

  test("what was answered on another page is shown as asked elsewhere, with its link", async () => {
    const { panel } = await panelOn(second, pages.url("other.html"));
    await line(panel).fill("who designed this tower");
    await line(panel).press("Enter");
    const link = elsewhere(panel).getByRole("link");
    await link.first().waitFor();
    await expect.poll(() => link.first().getAttribute("href")).toBe(pages.url("lighthouse.html"));
    await expect.poll(() => elsewhere(panel).textContent()).toContain("Lindqvist");
    await expect.poll(() => asked(panel).count()).toBe(0);
  });

  // A profile of its own: each shows what it asked itself, whatever a server shares.
  test("with sharing off in a profile, it sees nothing", async () => {
    third = await Browser.start();
    await pair(third, server);
    await inSettings(third, async (settings) => {
      await settings.getByRole("radio").nth(1).check();
    });
    const { panel } = await panelOn(third, pages.url("lighthouse.html"));
    await settled(panel);
    await expect.poll(() => asked(panel).count()).toBe(0);
    const there = await panelOn(third, pages.url("other.html"));
    await asks(there.panel, "who designed this tower");
    await there.panel.waitForTimeout(1_000);
    await expect.poll(() => elsewhere(there.panel).count()).toBe(0);
  });

  test("a server that does not share shows each profile its own alone", async () => {
    const alone = await serve("");
    try {
      await pair(first, alone);
      if (!third) throw new Error("the test before this one starts it");
      await inSettings(third, (settings) => settings.getByRole("radio").last().check());
      await pair(third, alone);
      const asking = await panelOn(first, pages.url("lighthouse.html"));
      await askServer(asking.panel);
      await asking.panel.reload();
      await asked(asking.panel).waitFor();
      const { panel } = await panelOn(third, pages.url("lighthouse.html"));
      await settled(panel);
      await expect.poll(() => asked(panel).count()).toBe(0);
    } finally {
      await alone.stop();
    }
  });
});
