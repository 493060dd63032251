// How fast the browser's reader is: time to the first right mark and to the whole page, likeliest passages
// first against reading as the page stands, one thread and two, on pages of several lengths.
// `npm --prefix web run measure -- [OUT.json]`, on a quiet machine; the extension must be built.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";
import { ANSWER, madeParagraphs, QUESTION } from "./made-page.mjs";

const EXTENSION = fileURLToPath(new URL("../extension/dist/chromium", import.meta.url));
const SIZES = (process.env.SIZES ?? "1000,10000,50000").split(",").map(Number);
const THREADS = (process.env.THREADS ?? "1,2").split(",").map(Number);

/** Runs in an extension page: a worker of its own, one page prepared, one question asked. */
async function inBrowser({ text, question, answer, order, threads }) {
  const worker = new Worker("/worker.js", { type: "module", name: `threads=${threads}` });
  const next = (wanted) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { reply } }) => {
        if (reply.type === "failed") reject(new Error(reply.what));
        else if (wanted(reply)) resolve(reply);
      };
    });
  const send = (request) => worker.postMessage({ type: "request", client: 1, request });
  const loading = performance.now();
  send({ type: "wake" });
  await next(({ type }) => type === "ready");
  const load = performance.now() - loading;
  send({ type: "prepare", key: "k", title: "Skarholm", text, blocks: [] });
  const prepared = await next(({ type }) => type === "prepared");
  // The tokens are made while the person types.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const started = performance.now();
  send({ type: "ask", id: 1, key: "k", question, order });
  let first = null;
  const last = await next((reply) => {
    if (reply.type === "reading" && first === null && reply.answers[0]?.text.includes(answer)) {
      first = performance.now() - started;
    }
    return reply.type === "reading" && reply.done;
  });
  const all = performance.now() - started;
  worker.terminate();
  return {
    load,
    prepare: prepared.milliseconds,
    passages: prepared.passages,
    words: last.words,
    first,
    all,
  };
}

const profile = mkdtempSync(join(tmpdir(), "wherein-measure-"));
const loadBefore = loadavg()[0].toFixed(1);
const context = await chromium.launchPersistentContext(profile, {
  executablePath: findBrowser() ?? undefined,
  headless: true,
  chromiumSandbox: false,
  args: [`--disable-extensions-except=${EXTENSION}`, `--load-extension=${EXTENSION}`],
});
try {
  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const page = await context.newPage();
  await page.goto(`chrome-extension://${new URL(background.url()).host}/settings.html`);
  const rows = [];
  for (const tokens of SIZES) {
    for (const threads of THREADS) {
      for (const order of ["likeliest first", "as it stands"]) {
        const text = madeParagraphs(tokens).join("\n\n");
        const measured = await page.evaluate(inBrowser, {
          text,
          question: QUESTION,
          answer: ANSWER,
          order,
          threads,
        });
        const rounded = Object.fromEntries(
          Object.entries(measured).map(([key, value]) => [
            key,
            value === null ? null : Math.round(value),
          ]),
        );
        rows.push({ tokens, threads, order, ...rounded });
        console.log(JSON.stringify(rows.at(-1)));
      }
    }
  }
  const out = process.argv[2];
  if (out) {
    const { model } = cpus()[0];
    const about =
      "Milliseconds from the question; `first` is the right answer on the panel, `all` the whole page read.";
    const result = {
      about,
      browser: context.browser()?.version(),
      processor: model,
      cores: cpus().length,
      date: new Date().toISOString().slice(0, 10),
      load: `load average ${loadBefore} before, ${loadavg()[0].toFixed(1)} after`,
      rows,
    };
    writeFileSync(out, `${JSON.stringify(result, null, 1)}\n`);
  }
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
