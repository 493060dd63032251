// Finds a Chromium to test in: the one named by CHROMIUM, one on the path, one installed from the
// distribution (as root), or Playwright's own; else says so in one sentence. Prints its path.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** The path of a Chromium that is there now, or null. */
export function findBrowser() {
  if (process.env.CHROMIUM) return existsSync(process.env.CHROMIUM) ? process.env.CHROMIUM : null;
  for (const name of ["chromium", "chromium-browser"]) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
    if (found) return found;
  }
  return null;
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright-core");
  if (!existsSync(chromium.executablePath())) {
    execFileSync("npx", ["playwright-core", "install", "chromium"], { stdio: "inherit" });
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

async function installBrowser() {
  const debian = spawnSync("sh", ["-c", "command -v apt-get"]).status === 0;
  if (debian && process.getuid?.() === 0) {
    const steps = "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium";
    if (spawnSync("sh", ["-c", steps], { stdio: ["ignore", 2, 2] }).status === 0)
      return findBrowser();
  }
  return playwrightsOwn().catch(() => null);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const browser = findBrowser() ?? (await installBrowser());
  if (!browser) {
    console.error(
      "No Chromium was found and none could be installed; install one, or set CHROMIUM=/path/to/it.",
    );
    process.exit(1);
  }
  console.log(browser);
}
