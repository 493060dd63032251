// How soon the panel is of use after the extension was installed: `node web/tools/measure-panel.mjs [RUNS]`. Each
// run has a new profile. Milliseconds from the toolbar button's press (the panel opened as a tab by it).

import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadHarness } from "./extension.mjs";

const runs = Number(process.argv[2] ?? "5");
const harness = await loadHarness();
const pages = await harness.servePages();
const rows = { panel_ms: [], plain_match_ms: [], reader_ms: [], first_answer_ms: [] };
for (let run = 0; run < runs; run++) {
  const browser = await harness.Browser.start();
  try {
    const page = await browser.open(pages.url("lighthouse.html"));
    const started = performance.now();
    const since = (name) => rows[name].push(Math.round(performance.now() - started));
    const panel = await browser.panelAsTab(page);
    const line = panel.getByLabel("Find or ask on this page");
    await line.waitFor();
    since("panel_ms");
    await line.fill('"granite"');
    await panel.getByText("2 matches", { exact: true }).waitFor();
    since("plain_match_ms");
    await line.fill("How tall is the tower?");
    await line.press("Enter");
    await panel
      .getByText(/reading… \d+ %|read all/i)
      .first()
      .waitFor({ timeout: 120_000 });
    since("reader_ms");
    await panel
      .getByRole("list", { name: "Answers", exact: true })
      .getByRole("listitem")
      .first()
      .waitFor({ timeout: 120_000 });
    since("first_answer_ms");
  } finally {
    await browser.close();
  }
}
await pages.close();
await harness.close();
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const size = (path) =>
  statSync(fileURLToPath(new URL(`../extension/dist/${path}`, import.meta.url))).size;
const { version } = JSON.parse(
  readFileSync(new URL("../extension/dist/chromium/manifest.json", import.meta.url), "utf8"),
);
console.log(
  JSON.stringify({
    about: "Medians over runs in new profiles, from the press; the packed size in bytes.",
    runs,
    packed_bytes: size(`wherein-${version}-chromium.zip`),
    ...Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, median(values)])),
    all: rows,
  }),
);
