// How soon marks stand in the page itself, the whole way through the extension: from the question put into
// the panel to the highlight a page can see; for an answer on pages of several lengths, and for 100 matches.
// `node web/tools/measure-highlights.mjs [OUT.json]`; the extension must be built. SIZES=1000,10000

import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { loadHarness, openSaved } from "./extension.mjs";
import { madeParagraphs, QUESTION } from "./made-page.mjs";

const SIZES = (process.env.SIZES ?? "1000,10000,50000").split(",").map(Number);
const MATCHES = 100;
const REPEAT = 5;

const page = (paragraphs) =>
  `<!doctype html><title>Skarholm</title><article>${paragraphs.map((p) => `<p>${p}</p>`).join("")}</article>`;

/** Runs in the page: when a highlight of that name first has that many ranges. The clock is the machine's. */
function whenMarked({ ending, ranges }) {
  return new Promise((resolve) => {
    const look = () => {
      const [, marks] = [...CSS.highlights].find(([name]) => name.endsWith(ending)) ?? [];
      if ((marks?.size ?? 0) >= ranges) resolve(Date.now());
      else setTimeout(look, 4);
    };
    look();
  });
}

/** Asks in the panel; gives the milliseconds from the question put in to the marks. */
async function timed(shown, panel, question, enter, ending, ranges) {
  const line = panel.getByLabel("Find or ask on this page");
  // A single word is not asked; meanwhile the page is prepared. No mark of it has that ending.
  await line.fill(enter ? "Who" : "");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const marked = shown.evaluate(whenMarked, { ending, ranges });
  await panel.evaluate(() =>
    document.addEventListener("input", () => Object.assign(window, { begun: Date.now() }), {
      capture: true,
      once: true,
    }),
  );
  await line.fill(question);
  if (enter) await line.press("Enter");
  const at = await marked;
  return at - (await panel.evaluate(() => window.begun));
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

const harness = await loadHarness();
const made = Object.fromEntries(
  SIZES.map((tokens) => [`${tokens}.html`, page(madeParagraphs(tokens))]),
);
// One word, on this page exactly as often as there are answers to mark.
const many = Array.from({ length: MATCHES }, (_, i) => `Boat ${i} brought granite to pier ${i}.`);
const pages = await harness.servePages({ ...made, "many.html": page(many) });
const browser = await harness.Browser.start();
const rows = [];
try {
  for (const tokens of SIZES) {
    const { page: shown, panel } = await openSaved(browser, pages.url(`${tokens}.html`));
    await panel.getByLabel("Find or ask on this page").waitFor();
    const first = await timed(shown, panel, QUESTION, true, "-answer", 1);
    rows.push({ tokens, first_highlight_ms: first });
    console.log(JSON.stringify(rows.at(-1)));
    await panel.close();
    await shown.close();
  }
  const { page: shown, panel } = await openSaved(browser, pages.url("many.html"));
  const times = [];
  for (let i = 0; i < REPEAT; i++) {
    times.push(await timed(shown, panel, "granite", false, "-plain", MATCHES));
  }
  rows.push({ marks: MATCHES, all_marked_ms: median(times), repeat: REPEAT });
  console.log(JSON.stringify(rows.at(-1)));
} finally {
  await browser.close();
  await pages.close();
  await harness.close();
}
const [out] = process.argv.slice(2);
if (out) {
  const about =
    "Milliseconds from the question put into the panel to marks that the page itself can see.";
  const result = {
    about,
    processor: cpus()[0].model,
    cores: cpus().length,
    load: loadavg()[0].toFixed(1),
    rows,
  };
  writeFileSync(out, `${JSON.stringify(result, null, 1)}\n`);
}
