// Finds a Chromium to test in: the one named by CHROMIUM, one on the path, one installed from the
// distribution (as root), or Playwright's own; else says so in one sentence. Prints its path. Installs a
// desktop to press keys on besides, where that can be done.

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

function isThere(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** True when the distribution's packages could be installed. */
function installPackages(...names) {
  if (!isThere("apt-get") || process.getuid?.() !== 0) return false;
  const steps = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names.join(" ")}`;
  return spawnSync("sh", ["-c", steps], { stdio: ["ignore", 2, 2] }).status === 0;
}

async function installBrowser() {
  if (installPackages("chromium")) return findBrowser();
  return playwrightsOwn().catch(() => null);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const browser = findBrowser() ?? (await installBrowser());
  // To press the shortcut with; without them that test is skipped, and says so.
  if (!["Xvfb", "openbox", "xdotool"].every(isThere)) installPackages("xvfb", "openbox", "xdotool");
  if (!browser) {
    console.error(
      "No Chromium was found and none could be installed; install one, or set CHROMIUM=/path/to/it.",
    );
    process.exit(1);
  }
  console.log(browser);
}
