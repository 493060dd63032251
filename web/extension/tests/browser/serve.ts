// `wherein serve` itself, where the command is installed beside the repository, and an extension paired with it.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { Browser } from "./harness.ts";

const INSTALLED = fileURLToPath(new URL("../../../../.venv/bin/wherein", import.meta.url));
export const COMMAND = process.env.WHEREIN_COMMAND ?? INSTALLED;

export interface Served {
  /** The code that pairs an extension with the server. */
  readonly code: string;
  stop(): Promise<void>;
}

/** `wherein serve` over a new home with these lines of settings, and these models from the checkout. */
export async function serve(settings = "", models: readonly string[] = []): Promise<Served> {
  const home = mkdtempSync(join(tmpdir(), "wherein-home-"));
  writeFileSync(join(home, "config.toml"), settings);
  const env = { ...process.env, WHEREIN_HOME: home };
  // From the checkout; nothing is fetched.
  for (const model of models)
    execFileSync(COMMAND, ["models", "get", model], { env, stdio: "ignore" });
  const server: ChildProcess = spawn(
    COMMAND,
    ["serve", "--port", "0", "--no-browser", "--pairing-code"],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  let code = "";
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)));
    const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
    lines.on("line", (line) => {
      code = /^Code for the browser extension: (.+)$/.exec(line)?.[1] ?? code;
      if (line.startsWith("Serving on")) resolve();
    });
  });
  return {
    code,
    stop: async () => {
      if (server.exitCode === null) {
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGINT");
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Does something in the extension's settings page, and closes it. */
export async function inSettings(
  browser: Browser,
  act: (settings: Page) => Promise<void>,
): Promise<void> {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await act(settings);
  await settings.close();
}

/** Enters the server's code in the settings page, and waits until the extension is paired. */
export async function enterCode(settings: Page, { code }: Served): Promise<void> {
  await settings.getByLabel("Code").fill(code);
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText(/Paired with version/).waitFor();
}
