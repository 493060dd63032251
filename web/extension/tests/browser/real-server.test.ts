// The extension against `wherein serve` itself, where the command is installed beside the repository.

import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { questionLine, statusLine } from "./asking.ts";
import { Browser, type Pages, servePages } from "./harness.ts";
import { COMMAND, enterCode, inSettings, type Served, serve } from "./serve.ts";

describe.skipIf(!existsSync(COMMAND))("wherein serve", () => {
  let server: Served;
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    server = await serve();
    pages = await servePages();
    browser = await Browser.start();
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await server?.stop();
  });

  test("takes the code it prints, and answers a page's question when asked to", async () => {
    await inSettings(browser, (settings) => enterCode(settings, server));

    const page = await browser.open(pages.url("lighthouse.html"));
    const panel = await browser.panelAsTab(page);
    await questionLine(panel).fill("Who designed the tower?");
    await questionLine(panel).press("Control+Enter");
    const first = panel
      .getByRole("list", { name: "Answers", exact: true })
      .getByRole("button")
      .first();
    await expect.poll(() => statusLine(panel)).toMatch(/read all .* · asked the server$/);
    await expect.poll(() => first.locator("strong").textContent()).toContain("Marta Lindqvist");
    await expect
      .poll(() => panel.locator(".meta", { hasText: "server" }).count())
      .toBeGreaterThan(0);

    // Asked a second time, the question stands among the page's own.
    await panel.reload();
    await panel
      .getByRole("list", { name: "Asked on this page" })
      .getByText("Who designed the tower?")
      .waitFor();
  });
});
