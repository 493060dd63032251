// What the measuring tools share: the tests' own harness, saved pages served as they are, a question asked
// through the panel as a person asks it. Measures nothing.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

/** How long a question may take: a long page on a busy machine. */
const PATIENCE_MS = 300_000;

/** The tests' harness, which is TypeScript. */
export async function loadHarness() {
  const vite = await createServer({
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
  });
  const path = new URL("../extension/tests/browser/harness.ts", import.meta.url);
  const harness = await vite.ssrLoadModule(fileURLToPath(path));
  return { ...harness, close: () => vite.close() };
}

/** Serves saved pages: no scripts of theirs, no frames. */
export async function serveSaved(harness, files) {
  const pages = Object.fromEntries(files.map((file) => [basename(file), readFileSync(file)]));
  return harness.servePages(
    Object.fromEntries(Object.entries(pages).map(([name, body]) => [name, body.toString("utf8")])),
    { "content-security-policy": "script-src 'none'; frame-src 'none'" },
  );
}

/** Opens a saved page, nothing fetched from elsewhere, and its panel as a tab. */
export async function openSaved(browser, url) {
  const page = await browser.context.newPage();
  await page.route("**/*", (route) =>
    route.request().url() === url ? route.continue() : route.abort(),
  );
  await page.goto(url, { waitUntil: "domcontentloaded" });
  const panel = await browser.panelAsTab(page);
  return { page, panel };
}

/** Asks, and waits until the page is read, and the server heard if one is paired. Throws when it takes too long. */
export async function ask(panel, question) {
  const line = panel.getByLabel("Find or ask on this page");
  await line.fill(question);
  // On words that the page has as written Enter goes to the next match; this asks whatever was typed.
  await line.press("Control+Enter");
  const deadline = Date.now() + PATIENCE_MS;
  let settled = 0;
  while (Date.now() < deadline) {
    const status = (await panel.locator(".status-line").first().textContent()) ?? "";
    // Whether a server is to be asked is known a moment after the page is read.
    settled =
      /read all|answered before/i.test(status) && !/asking the server/.test(status)
        ? settled + 1
        : 0;
    if (settled >= 4) return shown(panel, status);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No answer to ${JSON.stringify(question)} in ${PATIENCE_MS} ms.`);
}

/** The answers listed, not folded away, best first; and the spelling that is offered, if any. */
async function shown(panel, status) {
  const marks = await panel.evaluate(() =>
    Array.from(document.querySelectorAll('ol[aria-label="Answers"] > li'), (item) => ({
      text: item.querySelector("strong")?.textContent ?? "",
      // Without the row and the column that are shown before a cell.
      sentence: Array.from(item.querySelector(".quote")?.childNodes ?? [])
        .filter((node) => node.className !== "cell-names")
        .map((node) => node.textContent)
        .join(""),
      confidence: Number.parseInt(item.querySelector(".confidence")?.title ?? "", 10) / 100,
      server: [...item.querySelectorAll(".meta > span")].some((s) => s.textContent === "server"),
    })),
  );
  const meant = panel.locator(".meant button");
  return { status, marks, meant: (await meant.count()) > 0 ? await meant.textContent() : null };
}

/** Starts `command` (that is `wherein serve`) in a home of its own; gives the code it prints. */
export async function startServer(command) {
  const home = mkdtempSync(join(tmpdir(), "wherein-home-"));
  const server = spawn(command[0], command.slice(1), {
    env: { ...process.env, WHEREIN_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let code = "";
  await new Promise((resolve, reject) => {
    server.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)));
    createInterface({ input: server.stdout }).on("line", (line) => {
      code = /^Code for the browser extension: (.+)$/.exec(line)?.[1] ?? code;
      if (line.startsWith("Serving on")) resolve();
    });
  });
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
    }
    rmSync(home, { recursive: true, force: true });
  };
  return { code, stop };
}

/** Enters the server's code in the settings. */
export async function pair(browser, code) {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await settings.getByLabel("Code").fill(code);
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText(/Paired with version/).waitFor({ timeout: 60_000 });
  await settings.close();
}
