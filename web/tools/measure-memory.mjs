// What the extension's process (offscreen document, worker, panel) holds after page upon page, each read for
// one question. `node web/tools/measure-memory.mjs FOLDER [PAGES]`, FOLDER with *.html in it, of which the
// smaller half is read. On Linux, where /proc tells; the extension must be built.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { ask, loadHarness, openSaved, serveSaved } from "./extension.mjs";

const QUESTION = "Who is it about?";
const [folder, wanted = "50"] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder of saved pages: node web/tools/measure-memory.mjs FOLDER");
  process.exit(1);
}

/** Megabytes resident in the processes that run extension pages. */
async function resident(cdp) {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  let kilobytes = 0;
  for (const { id } of processInfo) {
    const command = readFileSync(`/proc/${id}/cmdline`, "utf8");
    if (!command.includes("--extension-process")) continue;
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return Math.round(kilobytes / 1024);
}

// The largest of the smaller half: pages of a size that is read in seconds, none twice.
const bySize = readdirSync(folder)
  .filter((file) => file.endsWith(".html"))
  .map((file) => join(folder, file))
  .sort((a, b) => statSync(a).size - statSync(b).size);
const files = bySize.slice(0, Math.ceil(bySize.length / 2)).slice(-Number(wanted));

const harness = await loadHarness();
const pages = await serveSaved(harness, files);
const browser = await harness.Browser.start();
const rows = [];
try {
  const cdp = await browser.context.browser().newBrowserCDPSession();
  for (const file of files) {
    const { page, panel } = await openSaved(browser, pages.url(basename(file)));
    await ask(panel, QUESTION);
    await panel.close();
    await page.close();
    rows.push(await resident(cdp));
    console.error(`${rows.length} of ${files.length}: ${rows.at(-1)} MB`);
  }
} finally {
  await browser.close();
  await pages.close();
  await harness.close();
}
const mean = (values) => Math.round(values.reduce((a, b) => a + b, 0) / values.length);
const fifth = Math.max(1, Math.floor(rows.length / 5));
const summary = {
  about: "Megabytes resident in the extension's process after each page; no page twice.",
  pages: rows.length,
  first_fifth_mb: mean(rows.slice(0, fifth)),
  // The second fifth against the last: caches are full by then, and only a leak goes on.
  second_fifth_mb: mean(rows.slice(fifth, 2 * fifth)),
  last_fifth_mb: mean(rows.slice(-fifth)),
  growth_mb: mean(rows.slice(-fifth)) - mean(rows.slice(fifth, 2 * fifth)),
  most_mb: Math.max(...rows),
  after_each: rows,
};
console.log(JSON.stringify(summary));
