// How quick the app of a running server is: `node web/tools/measure-app.mjs LINK`. What to measure comes on standard
// input as one JSON object: {list: number of documents} scrolls and filters the library's list, {open: [{name, address,
// scrolls}]} opens places and scrolls from there, {words: [word]} types, {questions: [question]} asks. One JSON line is
// printed. Times are milliseconds in the page; a stall is the longest time between two frames while it scrolls.

import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const RUNS = 3;
const SCROLL_MS = 4000;

const [link] = process.argv.slice(2);
if (!link) {
  console.error("Name the link: node web/tools/measure-app.mjs LINK");
  process.exit(1);
}
let given = "";
for await (const part of process.stdin) given += part;
const wanted = JSON.parse(given);

/** Runs in the page: scrolls a box by the wheel's steps, and reports the frames. */
async function scrolled([selector, forMs]) {
  const box = document.querySelector(selector);
  const frames = [];
  const long = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) long.push(entry.duration);
  });
  observer.observe({ type: "long-animation-frame" });
  const from = box.scrollTop;
  const until = performance.now() + forMs;
  let last = performance.now();
  let way = 1;
  await new Promise((resolve) => {
    const step = (now) => {
      frames.push(now - last);
      last = now;
      if (box.scrollTop + box.clientHeight >= box.scrollHeight - 2) way = -1;
      else if (box.scrollTop <= 0) way = 1;
      box.scrollTop += way * 120;
      if (now < until) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  observer.disconnect();
  // The first frame's time began before the scrolling.
  const counted = frames.slice(1);
  return {
    frames: counted.length,
    pixels: Math.abs(box.scrollTop - from),
    longest_ms: Math.round(Math.max(...counted)),
    long_frames_ms: long.map(Math.round),
  };
}

/** Runs in the page: resolves with the time since it began to load, once the current mark is in sight. */
function atMark() {
  return new Promise((resolve) => {
    const look = () => {
      const [range] = CSS.highlights.get("wherein-current") ?? [];
      const box = document.querySelector("#content")?.getBoundingClientRect();
      const boxed = document.querySelector('.pdf-mark[data-kind="current"]');
      const canvas = boxed?.closest(".sheet")?.querySelector("canvas");
      const at = (range ?? (canvas ? boxed : null))?.getBoundingClientRect();
      // What is out of sight is not laid out, and has a place all the same.
      const holder = range ? range.startContainer.parentElement : boxed;
      const isSeen =
        at &&
        holder.checkVisibility({ contentVisibilityAuto: true }) &&
        box &&
        at.height > 0 &&
        at.top >= box.top &&
        at.bottom <= box.bottom;
      if (isSeen) resolve(Math.round(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs in the page: types one letter more, and resolves when what it finds is shown. */
function typed(text) {
  return new Promise((resolve) => {
    const line = document.querySelector(".question-line");
    const status = document.querySelector(".status-line");
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
    const began = performance.now();
    set.call(line, text);
    line.dispatchEvent(new Event("input", { bubbles: true }));
    const look = () => {
      if (/with these words|in this document|stand nowhere/u.test(status.textContent)) {
        resolve(Math.round(performance.now() - began));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page: asks, and resolves with the times of the first answer and of the end. */
function asked(question) {
  return new Promise((resolve) => {
    const line = document.querySelector(".question-line");
    const status = document.querySelector(".status-line");
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
    set.call(line, question);
    line.dispatchEvent(new Event("input", { bubbles: true }));
    setTimeout(() => {
      const began = performance.now();
      line.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      let first = null;
      const look = () => {
        const here = document.querySelector('.answers[aria-label="Answers"] .answer');
        if (first === null && here) first = Math.round(performance.now() - began);
        if (/ · (?:read|answered before)/u.test(status.textContent)) {
          resolve({ first_ms: first, done_ms: Math.round(performance.now() - began) });
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, 500);
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  chromiumSandbox: false,
});
const report = {};
try {
  const context = await browser.newContext({ viewport: { width: 1180, height: 900 } });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Ask or find").waitFor();
  const { origin } = new URL(page.url());
  if (wanted.list) {
    const listed = new Intl.NumberFormat("en").format(wanted.list);
    const told = page.getByText(new RegExp(`^(?:${listed}|${wanted.list}) documents$`, "u"));
    await page.goto("about:blank");
    await page.goto(`${origin}/library`);
    await told.waitFor();
    const shown_ms = await page.evaluate(() => Math.round(performance.now()));
    const first = await page.evaluate(scrolled, [".page", SCROLL_MS]);
    // All of them at once: the button adds a part of the list each time.
    const more = page.getByRole("button", { name: /^Show \d+ more/u });
    const began = performance.now();
    while ((await more.count()) > 0) await more.evaluate((button) => button.click());
    const all_ms = Math.round(performance.now() - began);
    const all = await page.evaluate(scrolled, [".page", SCROLL_MS]);
    const filter = page.getByLabel("Title, source or tag");
    const filtered = await filter.evaluate(
      (line) =>
        new Promise((resolve) => {
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
          const from = performance.now();
          set.call(line, "li");
          line.dispatchEvent(new Event("input", { bubbles: true }));
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
        }),
    );
    report.list = { shown_ms, first, all_ms, all, filtered_ms: Math.round(filtered) };
  }
  report.opened = [];
  for (const { name, address, scrolls } of wanted.open ?? []) {
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      await page.goto("about:blank");
      await page.goto(origin + address, { waitUntil: "commit" });
      times.push(await page.evaluate(atMark));
    }
    const row = { name, at_mark_ms: median(times), all_ms: times };
    if (scrolls) row.scrolling = await page.evaluate(scrolled, ["#content", SCROLL_MS]);
    report.opened.push(row);
  }
  if (wanted.words) {
    await page.goto(origin);
    await page.getByLabel("Ask or find").waitFor();
    const times = [];
    for (const word of wanted.words) {
      for (let end = 3; end <= word.length; end++) {
        times.push(await page.evaluate(typed, word.slice(0, end)));
      }
    }
    report.words = { keys: times.length, median_ms: median(times), longest_ms: Math.max(...times) };
  }
  if (wanted.questions) {
    await page.goto(origin);
    await page.getByLabel("Ask or find").waitFor();
    const rows = [];
    for (const question of wanted.questions) rows.push(await page.evaluate(asked, question));
    // The first question loads the models.
    const warm = rows.slice(1);
    const firsts = warm.flatMap(({ first_ms }) => first_ms ?? []);
    report.asked = {
      questions: warm.length,
      answered: firsts.length,
      cold_ms: rows[0]?.done_ms ?? null,
      first_median_ms: median(firsts),
      first_longest_ms: firsts.length > 0 ? Math.max(...firsts) : null,
      done_median_ms: median(warm.map(({ done_ms }) => done_ms)),
    };
  }
  console.log(JSON.stringify(report));
} finally {
  await browser.close();
}
