// A picture of the web app's table: `node grid-picture.mjs FOLDER QUESTIONS OUT.png [HOME]` adds the files of a folder
// to HOME, or to a home of its own, asks each question of QUESTIONS (one a line) of each of them in the app, and writes
// what it shows, light and as OUT-dark.png. The app must be built.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const [folder, questions, out, kept] = process.argv.slice(2);
const command = fileURLToPath(new URL("../../.venv/bin/wherein", import.meta.url));
const home = kept ?? mkdtempSync(join(tmpdir(), "wherein-grid-"));
const env = { ...process.env, WHEREIN_HOME: home };
spawnSync(command, ["add", folder], { env, stdio: "inherit" });
const server = spawn(command, ["serve", "--no-browser", "--port", "0"], {
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const link = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).on("line", (line) => {
    const found = /^Open the app once with this link: (.+)$/.exec(line)?.[1];
    if (found) resolve(found);
  });
});
const browser = await chromium.launch({ executablePath: findBrowser(), chromiumSandbox: false });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(link);
  await page.getByRole("link", { name: "Tables" }).click();
  await page.getByLabel("Questions, one a line").fill(readFileSync(questions, "utf8"));
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText(/^\d+ documents, \d+ questions/).waitFor({ timeout: 1_800_000 });
  const grid = page.getByRole("region", { name: "Answers" });
  await grid.scrollIntoViewIfNeeded();
  await grid.evaluate((element) => element.scrollIntoView({ block: "start" }));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(500);
    const path = colorScheme === "light" ? out : out.replace(/\.png$/u, "-dark.png");
    await page.screenshot({ path, animations: "disabled" });
  }
  console.log(await grid.locator("tfoot td").allTextContents());
} finally {
  await browser.close();
  server.kill("SIGINT");
  if (!kept) rmSync(home, { recursive: true, force: true });
}
