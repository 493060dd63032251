// Starts `wherein serve` over a home of its own, signs a Chromium in by the link that it prints, and opens the app.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../../tools/browser.mjs";

const installed = fileURLToPath(new URL("../../../../.venv/bin/wherein", import.meta.url));
export const COMMAND = process.env.WHEREIN_COMMAND ?? installed;
export const IS_INSTALLED = existsSync(COMMAND);

export class App {
  private constructor(
    readonly home: string,
    readonly address: string,
    readonly link: string,
    readonly browser: Browser,
    readonly context: BrowserContext,
    readonly page: Page,
    /** What the page wrote to the console as an error, and what it threw. */
    readonly errors: string[],
    /** Requests to anything but the server. */
    readonly elsewhere: string[],
  ) {}

  #server: ChildProcess | null = null;

  /** `settings` are the lines of its `config.toml`, `models` are got from the checkout; `switches` are further ones of the browser. */
  static async start(
    more: readonly string[] = [],
    {
      settings = "",
      models = [],
      switches = [],
    }: { settings?: string; models?: readonly string[]; switches?: readonly string[] } = {},
  ): Promise<App> {
    const home = mkdtempSync(join(tmpdir(), "wherein-app-"));
    writeFileSync(join(home, "config.toml"), settings);
    for (const name of models) {
      const env = { ...process.env, WHEREIN_HOME: home };
      execFileSync(COMMAND, ["models", "get", name], { env, stdio: "ignore" });
    }
    const { server, link } = await serve(home, ["--port", "0", ...more]);
    const executablePath = findBrowser();
    if (!executablePath)
      throw new Error("No Chromium was found; run `node tools/browser.mjs` first.");
    const browser = await chromium.launch({
      executablePath,
      chromiumSandbox: false,
      args: [...switches],
    });
    const context = await browser.newContext({ viewport: { width: 1180, height: 720 } });
    const { origin } = new URL(link);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    // A busy machine is slow, not wrong.
    context.setDefaultTimeout(300_000);
    const page = await context.newPage();
    const errors: string[] = [];
    const elsewhere: string[] = [];
    context.on("request", (request) => {
      const url = request.url();
      if (!/^(?:data|blob):/.test(url) && !url.startsWith(`${origin}/`)) elsewhere.push(url);
    });
    context.on("weberror", (error) => errors.push(error.error().message));
    context.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    const app = new App(home, origin, link, browser, context, page, errors, elsewhere);
    app.#server = server;
    return app;
  }

  /** Opens the one-time link and waits for the app. */
  async signIn(): Promise<void> {
    await this.page.goto(this.link);
    await this.page.getByRole("textbox", { name: "Ask or find" }).waitFor();
  }

  async stopServer(): Promise<void> {
    if (this.#server) await endServer(this.#server);
  }

  /** At the address that it had before. */
  async startServer(): Promise<string> {
    const { server, link } = await serve(this.home, ["--port", new URL(this.address).port]);
    this.#server = server;
    return link;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.stopServer();
    rmSync(this.home, { recursive: true, force: true });
  }
}

export async function endServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await ended;
}

/** Starts `wherein serve` over a home; its link signs a browser in. */
export async function serve(
  home: string,
  more: readonly string[],
): Promise<{ server: ChildProcess; link: string }> {
  const server = spawn(COMMAND, ["serve", "--no-browser", ...more], {
    env: { ...process.env, WHEREIN_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const link = await new Promise<string>((resolve, reject) => {
    server.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)));
    const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
    lines.on("line", (line) => {
      const found = /^Open the app once with this link: (.+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  return { server, link };
}

export function ask(page: Page, question: string): Promise<void> {
  const line = page.getByRole("textbox", { name: "Ask or find" });
  return line.fill(question).then(() => line.press("Enter"));
}
