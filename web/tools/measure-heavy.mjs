// What the extension does on heavy and hostile pages: `node web/tools/measure-heavy.mjs [NAME ...]`, names of
// `heavy-pages.mjs`. For each page: seconds until its text is read, until the first answer, and until a question
// without an answer is read to the end, and what the page's and the extension's processes worked for each; the most
// megabytes that both held. The reader is loaded by then: a small page was asked before, and how long that took stands
// beside, as does the machine's load. On Linux, where /proc tells; the extension must be built.

import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { loadHarness } from "./extension.mjs";
import { ABSENT, HEAVY } from "./heavy-pages.mjs";
import { QUESTION } from "./made-page.mjs";

const PATIENCE_MS = Number(process.env.PATIENCE_S ?? "90") * 1000;
const SAMPLE_MS = 100;
const names = process.argv.slice(2);
const wanted = names.length > 0 ? names : Object.keys(HEAVY);

/** The processes below `root`, each with its command. */
function processesBelow(root) {
  const parents = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "utf8");
      parents.set(Number(id), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // Gone.
    }
  }
  return [...parents.keys()].filter((id) => {
    for (let at = id; at; at = parents.get(at)) if (at === root) return true;
    return false;
  });
}

const TICKS_A_SECOND = 100;

/**
 * What the processes of pages and of the extension hold for themselves, in megabytes, and what they have worked, in
 * seconds of a processor: these do not depend on what else the machine does.
 */
function used() {
  const sums = { page: { mb: 0, s: 0 }, extension: { mb: 0, s: 0 } };
  for (const id of processesBelow(process.pid)) {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, "utf8");
      if (!command.includes("--type=renderer")) continue;
      const own = sums[command.includes("--extension-process") ? "extension" : "page"];
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      own.mb += Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
      const stat = readFileSync(`/proc/${id}/stat`, "utf8");
      const [user, system] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13);
      own.s += (Number(user) + Number(system)) / TICKS_A_SECOND;
    } catch {
      // Gone.
    }
  }
  return sums;
}

/** Waits until the page is laid out and painted: until its processes work less than a tenth of a second in one. */
async function atRest() {
  for (let last = used().page.s, waited = 0; waited < PATIENCE_MS; waited += 1000) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { s } = used().page;
    if (s - last < 0.1) return;
    last = s;
  }
}

/** Asks a page of one sentence, so that the reader is loaded; returns the seconds from opening the panel. */
async function load(browser, address) {
  const page = await browser.open(address);
  const started = performance.now();
  const panel = await browser.panelAsTab(page);
  const line = panel.getByLabel("Find or ask on this page");
  await line.waitFor();
  await line.fill(QUESTION);
  await line.press("Control+Enter");
  await panel.locator('ol[aria-label="Answers"] > li').first().waitFor({ timeout: PATIENCE_MS });
  const seconds = (performance.now() - started) / 1000;
  await panel.close();
  await page.close();
  return Number(seconds.toFixed(2));
}

async function measure(harness, name) {
  const pages = await harness.servePages({
    "small.html": HEAVY.small(),
    "heavy.html": HEAVY[name](),
  });
  const browser = await harness.Browser.start();
  const row = { load: Number(loadavg()[0].toFixed(1)) };
  const most = { page: 0, extension: 0 };
  const look = () => {
    const now = used();
    for (const kind of Object.keys(most)) most[kind] = Math.max(most[kind], now[kind].mb);
  };
  let timer;
  try {
    row.loading_s = await load(browser, pages.url("small.html"));
    const page = await browser.open(pages.url("heavy.html"));
    page.on("crash", () => {
      row.crashed = "page";
    });
    await atRest();
    const before = used();
    row.page_before_mb = Math.round(before.page.mb);
    row.extension_before_mb = Math.round(before.extension.mb);
    const worked = (since) => {
      const now = used();
      return ["page", "extension"].map((kind) => Number((now[kind].s - since[kind].s).toFixed(2)));
    };
    timer = setInterval(look, SAMPLE_MS);
    const panel = await browser.panelAsTab(page);
    panel.on("crash", () => {
      row.crashed = "panel";
    });
    const line = panel.getByLabel("Find or ask on this page");
    await line.waitFor();
    const ask = async (question) => {
      await line.fill(question);
      await line.press("Control+Enter");
      return performance.now();
    };
    const since = (started) => Number(((performance.now() - started) / 1000).toFixed(2));
    const until = async (started, done) => {
      while (performance.now() - started < PATIENCE_MS && !row.crashed) {
        if (await done()) return since(started);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return null;
    };
    const status = async () => (await panel.locator(".status-line").first().textContent()) ?? "";
    const answers = panel.locator('ol[aria-label="Answers"] > li, ol[aria-label="Perhaps"] > li');
    const first = await ask(QUESTION);
    row.read_s = await until(first, async () => /reading…|read all/i.test(await status()));
    row.first_answer_s = await until(first, async () => (await answers.count()) > 0);
    row.first_answer_worked_s = worked(before);
    const asked = used();
    const second = await ask(ABSENT);
    row.to_the_end_s = await until(second, async () => /read all/i.test(await status()));
    row.to_the_end_worked_s = worked(asked);
    row.status = await status();
  } catch (error) {
    row.failed = String(error).split("\n")[0];
  } finally {
    look();
    clearInterval(timer);
    await browser.close().catch(() => undefined);
    await pages.close();
  }
  row.page_most_mb = Math.round(most.page);
  row.extension_most_mb = Math.round(most.extension);
  return row;
}

const harness = await loadHarness();
const rows = {};
for (const name of wanted) {
  rows[name] = await measure(harness, name);
  console.error(name, JSON.stringify(rows[name]));
}
await harness.close();
console.log(JSON.stringify(rows, null, 1));
