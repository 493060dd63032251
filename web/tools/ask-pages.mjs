// The extension's reader as a program: `node ask-pages.mjs FILE` asks each page of a JSON list
// ([{title, text, blocks, language, questions}]) its questions in Chromium, each page read to its end, and prints
// {page, question, answers, perhaps} as a line; places count code points. The extension must be built.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const EXTENSION = fileURLToPath(new URL("../extension/dist/chromium", import.meta.url));
const pages = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** Runs in an extension page: its worker, one page prepared, each question asked. */
async function inBrowser({ title, text, blocks, language, questions }) {
  const worker = new Worker("/worker.js", { type: "module" });
  const next = (wanted) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { reply } }) => {
        if (reply.type === "failed") reject(new Error(`${reply.what} ${reply.details ?? ""}`));
        else if (wanted(reply)) resolve(reply);
      };
    });
  const send = (request) => worker.postMessage({ type: "request", client: 1, request });
  try {
    const prepared = next(({ type }) => type === "prepared");
    send({ type: "prepare", key: "k", title, text, blocks, keep: false, language });
    await prepared;
    const said = [];
    for (const [id, question] of questions.entries()) {
      const done = next((reply) => reply.type === "reading" && reply.id === id && reply.done);
      send({ type: "ask", id, key: "k", question, keep: false });
      const { answers, perhaps } = await done;
      said.push({ question, answers, perhaps });
    }
    return said;
  } finally {
    worker.terminate();
  }
}

const profile = mkdtempSync(join(tmpdir(), "wherein-pages-"));
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
  for (const [number, one] of pages.entries()) {
    for (const said of await page.evaluate(inBrowser, one)) {
      console.log(JSON.stringify({ page: number, ...said }));
    }
  }
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
