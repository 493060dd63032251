// How the app bears much: does in a running server's app what comes on standard input, a JSON line each, and prints
// what each took as a JSON line. `node web/tools/measure-app.mjs LINK`; LINK is the one that signs in. Known tasks:
//   {"task": "list", "filter": "words"}     the library's list is opened, scrolled, paged through to its end, filtered
//   {"task": "scroll", "document": "ID"}    a document is scrolled from its start, its middle and its end, and leapt about in
//   {"task": "open", "document": "ID", "start": 0, "end": 9}   it is opened by its mark's address in a page of its own
//   {"task": "type", "words": "tidal range"}    words are typed; the last key is timed
//   {"task": "keys", "document": "ID", "words": "tidal range"}   words are typed over an open document; each key is timed to its paint
//   {"task": "ask", "question": "..."}      a question is asked; its first answer is timed
// A stall is the longest task of the page's own thread, in milliseconds: `busy` of processor time, which other work on
// the machine lengthens little, `lasted` on the clock.

import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const [link] = process.argv.slice(2);
if (!link) {
  console.error("Name the link: node web/tools/measure-app.mjs LINK");
  process.exit(1);
}

// How long it is scrolled; a task may say less.
const TURNS = 60;

/** Runs before every page's own scripts. */
function watch() {
  /** Resolves with the time when `isThere` first holds after a frame. */
  window.when = (isThere) =>
    new Promise((resolve) => {
      const look = (now) => (isThere() ? resolve(now) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  window.isMarkSeen = () => {
    const box = document.querySelector("#content")?.getBoundingClientRect();
    if (!box) return false;
    const drawn = document.querySelector('.pdf-mark[data-kind="current"]');
    const [range] = CSS.highlights.get("wherein-current") ?? [];
    const at = (drawn ?? range)?.getBoundingClientRect();
    return Boolean(at && at.height > 0 && at.top >= box.top && at.bottom <= box.bottom);
  };
  /** The text layer is made after the page is drawn. */
  window.isPageDrawn = () => {
    const mark = document.querySelector('.pdf-mark[data-kind="current"]');
    return !mark || mark.closest(".sheet").querySelector(".textLayer")?.firstChild !== null;
  };
}

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  chromiumSandbox: false,
});
const context = await browser.newContext({ viewport: { width: 1180, height: 900 } });
context.setDefaultTimeout(120_000);
await context.addInitScript(watch);
let page = await context.newPage();
await page.goto(link);
const line = () => page.getByRole("textbox", { name: "Ask or find" });
await line().waitFor();
const { origin } = new URL(page.url());

/** The longest task of the page while `work` is done, and what that gives. */
async function stalls(work) {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const given = await work();
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  // A tab that was left may still be ending: the one that did most is the page's.
  const threads = new Map();
  for (const { name, ph, pid, tid, args } of traceEvents) {
    if (ph === "M" && name === "thread_name" && args.name === "CrRendererMain") {
      threads.set(`${pid} ${tid}`, []);
    }
  }
  for (const { ph, pid, tid, dur, tdur = 0 } of traceEvents) {
    if (ph === "X") threads.get(`${pid} ${tid}`)?.push([tdur / 1000, dur / 1000]);
  }
  const tasks = [...threads.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const longest = (i) => Math.round(tasks.reduce((most, task) => Math.max(most, task[i]), 0));
  return [
    {
      busy_ms: longest(0),
      lasted_ms: longest(1),
      busy_over_100_ms: tasks.filter(([busy]) => busy > 100).length,
      tasks: tasks.length,
    },
    given,
  ];
}

async function wheel(turns, by) {
  for (let i = 0; i < turns; i++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(40);
  }
}

const tasks = {
  async list({ filter, turns = TURNS }) {
    await page.goto("about:blank");
    const rows = page.locator(".documents li");
    const [opened, shown] = await stalls(async () => {
      await page.goto(`${origin}/library`);
      return page.evaluate(() =>
        window.when(() => document.querySelector(".documents li") !== null),
      );
    });
    await page.mouse.move(500, 600);
    const [scrolled] = await stalls(() => wheel(turns, 600).then(() => wheel(turns, -600)));
    const next = page.getByRole("button", { name: /^Next \d+/ });
    let all = await rows.count();
    const [paged] = await stalls(async () => {
      while ((await next.count()) > 0 && (await next.isEnabled())) {
        await next.click();
        all += await rows.count();
        await wheel(turns / 20, 2000);
      }
    });
    const [again] = await stalls(() =>
      page.evaluate(() => {
        window.dispatchEvent(new Event("focus"));
        return new Promise((resolve) => setTimeout(resolve, 3000));
      }),
    );
    await page.goto(`${origin}/library`);
    await rows.first().waitFor();
    await page.waitForTimeout(1000);
    await page.getByLabel("Title, source or tag").focus();
    const [filtered] = await stalls(() => page.keyboard.type(filter, { delay: 120 }));
    const left = await rows.count();
    await page.getByLabel("Title, source or tag").fill("");
    const [ordered] = await stalls(() => page.getByLabel("Order").selectOption("title"));
    return {
      shown_ms: Math.round(shown),
      rows: all,
      left_after_filter: left,
      ordered,
      opened,
      scrolled,
      paged,
      seen_again: again,
      filtered,
    };
  },

  async scroll({ document, turns = TURNS }) {
    await page.goto("about:blank");
    const [opened] = await stalls(async () => {
      await page.goto(`${origin}/d/${encodeURIComponent(document)}`);
      await page.locator("#content > *").first().waitFor();
      await page.waitForTimeout(80 * turns);
    });
    const content = page.locator("#content");
    const box = await content.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const leap = (share) =>
      content.evaluate((element, to) => {
        element.scrollTop = to * element.scrollHeight;
      }, share);
    const [scrolled] = await stalls(async () => {
      for (const share of [0, 0.5, 0.97]) {
        await leap(share);
        await wheel(turns, 300);
        await wheel(turns / 2, -1500);
      }
    });
    const [leapt] = await stalls(async () => {
      for (let i = 1; i <= turns / 3; i++) {
        await leap((i * 0.37) % 1);
        await page.waitForTimeout(250);
      }
    });
    const height = await content.evaluate((element) => element.scrollHeight);
    return { opened, height, scrolled, leapt };
  },

  async open({ document, start, end }) {
    await page.close();
    page = await context.newPage();
    await page.goto(`${origin}/d/${encodeURIComponent(document)}#s=${start}-${end}`);
    const [marked, drawn] = await page.evaluate(async () => {
      const seen = await window.when(window.isMarkSeen);
      return [seen, await window.when(window.isPageDrawn)];
    });
    return { marked_ms: Math.round(marked), drawn_ms: Math.round(drawn) };
  },

  async type({ words }) {
    await toAsking();
    await page.keyboard.type(words.slice(0, -1), { delay: 30 });
    await page.waitForTimeout(1500);
    const shown = await timed("Passages with these words", "input");
    await page.keyboard.press(words.at(-1));
    const { ms, found } = await shown();
    return { words_ms: ms, found };
  },

  async keys({ document, words }) {
    await page.goto(`${origin}/d/${encodeURIComponent(document)}`);
    await page.locator("#content > *").first().waitFor();
    await page.waitForTimeout(3000);
    await line().fill("");
    await line().focus();
    // From the key to the frame that shows it, by the browser's own clock, in steps of 8 ms.
    await page.evaluate(() => {
      window.painted = [];
      const take = (list) => {
        for (const { name, duration } of list.getEntries()) {
          if (name === "keydown") window.painted.push(duration);
        }
      };
      new PerformanceObserver(take).observe({ type: "event", durationThreshold: 0 });
    });
    const [typed] = await stalls(async () => {
      await page.keyboard.type(words, { delay: 150 });
      await page.waitForTimeout(1500);
    });
    const painted = (await page.evaluate(() => window.painted)).sort((a, b) => a - b);
    // What is painted within 16 ms is not reported.
    const all = [...Array(Math.max(0, words.length - painted.length)).fill(16), ...painted];
    return {
      keys: all.length,
      typed,
      median_ms: all[Math.floor(all.length / 2)],
      p95_ms: all[Math.min(all.length - 1, Math.ceil(all.length * 0.95) - 1)],
    };
  },

  async ask({ question }) {
    await toAsking();
    await line().fill(question);
    await page.waitForTimeout(1500);
    const shown = await timed("Answers", "keydown");
    await page.keyboard.press("Enter");
    const { ms, found } = await shown();
    return { first_answer_ms: ms, found };
  },
};

async function toAsking() {
  if (new URL(page.url()).origin !== origin) await page.goto(origin);
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await line().fill("");
  await line().focus();
  await page.waitForTimeout(300);
}

/**
 * Resolves when the page waits for the event; what it gives resolves to the milliseconds from there to the frame that
 * shows a new list of this name with something in it, or that there is none.
 */
async function timed(name, event) {
  await page.evaluate(
    ([label, kind]) => {
      const list = () => document.querySelector(`[aria-label="${label}"] li`);
      const before = list();
      // A list of words found stays until the next is there, and is busy meanwhile.
      const isBusy = () => list()?.parentElement.ariaBusy === "true";
      const isNew = () => list() !== null && (kind === "input" ? !isBusy() : list() !== before);
      const isNothing = () =>
        /no matches|not in the library/i.test(document.querySelector(".ask")?.textContent ?? "");
      window.shown = new Promise((resolve) => {
        const begin = ({ timeStamp }) =>
          window
            .when(() => isNew() || isNothing())
            .then((now) => resolve({ ms: Math.round(now - timeStamp), found: isNew() }));
        window.addEventListener(kind, begin, { capture: true, once: true });
      });
    },
    [name, event],
  );
  return () => page.evaluate(() => window.shown);
}

try {
  for await (const given of createInterface({ input: process.stdin })) {
    const { task, ...rest } = JSON.parse(given);
    console.log(JSON.stringify({ task, ...(await tasks[task](rest)) }));
  }
} finally {
  await browser.close();
}
