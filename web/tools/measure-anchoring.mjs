// Anchoring on saved real pages in a real browser: of spans drawn at random, how many have ranges whose
// text is the span's text (white space and what the page has in no text node removed), and whether the page is as it was
// after marks and clearing.
// `node web/tools/measure-anchoring.mjs FOLDER`, FOLDER with *.html in UTF-8 below it; a JSON line a page, for `wherein eval
// anchoring`, with the text that was read, and the same with empty form fields (`without_fields`) and without the numbers of
// lists besides (`plain`), for `wherein eval canonical-text`.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { findBrowser } from "./browser.mjs";

const SPANS = 200;
const here = dirname(fileURLToPath(import.meta.url));
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder of saved pages: node web/tools/measure-anchoring.mjs FOLDER");
  process.exit(1);
}

const [{ output }] = await build({
  configFile: false,
  logLevel: "error",
  build: {
    write: false,
    minify: false,
    lib: { entry: join(here, "../anchoring/src/index.ts"), formats: ["iife"], name: "anchoring" },
  },
});
const bundle = output[0].code;

/** Runs in the page. A small generator of its own, so that every run draws the same spans. */
function inPage(count) {
  const { atOnce, PageText, PageMarks } = globalThis.anchoring;
  const before = document.documentElement.outerHTML;
  const started = performance.now();
  const reach = { shadowRoot: (element) => element.shadowRoot };
  const page = atOnce(PageText.reading(document, reach));
  const read = performance.now() - started;
  const bare = (text) => text.replace(/[\s\u0085]+/g, "").replace(/\0/g, "\ufffd");
  // What is put in (the number of a list's item), and what a field or an icon says, is in no text node.
  const inText = (span) =>
    (page.ranges(span) ?? []).filter(({ startContainer }) => startContainer.nodeType === 3);
  const own = (start, end) => {
    let text = "";
    for (let unit = start; unit < end; unit++) {
      if (inText({ start: unit, end: unit + 1 }).length > 0) text += page.text[unit];
    }
    return text;
  };
  const characters = bare(page.text).length;
  const inNodes = bare(inText({ start: 0, end: page.text.length }).join("")).length;
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  let right = 0;
  let drawn = 0;
  const all = [];
  const wrong = [];
  for (let i = 0; i < count && page.text.length > 0; i++) {
    const start = Math.floor(random() * page.text.length);
    const end = Math.min(page.text.length, start + 1 + Math.floor(random() ** 2 * 300));
    const wanted = bare(own(start, end));
    if (wanted === "") continue;
    drawn++;
    const ranges = inText({ start, end });
    const found = bare(ranges.join(""));
    if (found === wanted) right++;
    else wrong.push([wanted.slice(0, 60), found.slice(0, 60)]);
    if (all.length < 100) all.push(...ranges);
  }
  const marks = new PageMarks();
  const marking = performance.now();
  marks.set("answer", all);
  const mark = performance.now() - marking;
  marks.clear();
  return {
    drawn,
    right,
    characters,
    in_no_text: characters - inNodes,
    read,
    mark,
    text: page.text,
    unchanged: document.documentElement.outerHTML === before,
    wrong: wrong.slice(0, 3),
  };
}

/** Runs in the page: its text with its form fields emptied, and with no list numbered besides. */
function readPlain() {
  const { atOnce, PageText } = globalThis.anchoring;
  const reach = { shadowRoot: (element) => element.shadowRoot };
  const read = () => atOnce(PageText.reading(document, reach)).text;
  for (const field of document.querySelectorAll("input, textarea")) field.value = "";
  for (const choice of document.querySelectorAll("select")) choice.selectedIndex = -1;
  const without_fields = read();
  const style = document.createElement("style");
  style.textContent = "li { list-style: none !important }";
  document.documentElement.append(style);
  return { without_fields, plain: read() };
}

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  chromiumSandbox: false,
});
const context = await browser.newContext();
// The saved page alone: no scripts, nothing from elsewhere.
let current = "";
await context.route("**/*", (route) =>
  route.request().isNavigationRequest() && route.request().frame().parentFrame() === null
    ? route.fulfill({
        body: readFileSync(current),
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": "script-src 'none'; frame-src 'none'",
        },
      })
    : route.abort(),
);
for (const file of readdirSync(folder, { recursive: true }).sort()) {
  if (!file.endsWith(".html")) continue;
  if (/expected/.test(file)) continue;
  current = join(folder, file);
  const page = await context.newPage();
  await page.goto("http://page.example/", { waitUntil: "domcontentloaded" });
  await page.evaluate(bundle.replace(/^(?:var|const) anchoring\s*=/, "globalThis.anchoring ="));
  const row = { file, ...(await page.evaluate(inPage, SPANS)) };
  Object.assign(row, await page.evaluate(readPlain));
  console.log(JSON.stringify(row));
  if (row.right < row.drawn || !row.unchanged)
    console.error(file, row.right, row.drawn, row.unchanged, JSON.stringify(row.wrong));
  await page.close();
}
await browser.close();
