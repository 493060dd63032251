// The extension against `wherein serve` itself, where the command is installed beside the repository.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { questionLine, statusLine } from "./asking.ts";
import { Browser, type Pages, servePages } from "./harness.ts";

const installed = fileURLToPath(new URL("../../../../.venv/bin/wherein", import.meta.url));
const command = process.env.WHEREIN_COMMAND ?? installed;

describe.skipIf(!existsSync(command))("wherein serve", () => {
  let home: string;
  let server: ChildProcess;
  let code = "";
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "wherein-home-"));
    server = spawn(command, ["serve", "--port", "0", "--no-browser", "--pairing-code"], {
      env: { ...process.env, WHEREIN_HOME: home },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((resolve, reject) => {
      server.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)));
      const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
      lines.on("line", (line) => {
        code = /^Code for the browser extension: (.+)$/.exec(line)?.[1] ?? code;
        if (line.startsWith("Serving on")) resolve();
      });
    });
    pages = await servePages();
    browser = await Browser.start();
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
    }
    rmSync(home, { recursive: true, force: true });
  });

  test("takes the code it prints, and answers a page's question when asked to", async () => {
    const settings = await browser.context.newPage();
    await settings.goto(`chrome-extension://${browser.id}/settings.html`);
    await settings.getByLabel("Code").fill(code);
    await settings.getByRole("button", { name: "Pair" }).click();
    await settings.getByText(/Paired with version/).waitFor();
    await settings.close();

    const page = await browser.open(pages.url("lighthouse.html"));
    const panel = await browser.panelAsTab(page);
    await questionLine(panel).fill("Who designed the tower?");
    await questionLine(panel).press("Control+Enter");
    const first = panel
      .getByRole("list", { name: "Answers", exact: true })
      .getByRole("button")
      .first();
    await expect.poll(() => statusLine(panel)).toMatch(/read all .* · asked the server$/);
    expect(await first.locator("strong").textContent()).toContain("Marta Lindqvist");
    expect(await panel.locator(".meta", { hasText: "server" }).count()).toBeGreaterThan(0);

    // Asked a second time, the question stands among the page's own.
    await panel.reload();
    await panel
      .getByRole("list", { name: "Asked on this page" })
      .getByText("Who designed the tower?")
      .waitFor();
  });
});
