// How soon the extension understands a spoken question, and how soon the answer is marked in the page:
// `node web/tools/measure-voice.mjs FOLDER [RUNS]`, on a quiet machine; the extension must be built with its recogniser.
// FOLDER has clips.json, [{file, seconds, names}] of recordings at 16 kHz, and question.wav, which asks QUESTION. One
// JSON line.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadHarness } from "./extension.mjs";
import { madeParagraphs } from "./made-page.mjs";

const TOKENS = 10_000;
const ANSWERED = "Marta Lindqvist";
const WAV_HEAD_BYTES = 44;
const LOUD = 0.01;

const [folder, wanted = "5"] = process.argv.slice(2);
const built = fileURLToPath(new URL("../extension/dist/chromium", import.meta.url));
if (!folder || !existsSync(join(built, "models/moonshine-tiny"))) {
  console.error(
    folder
      ? "The extension was built without its recogniser: make speech-model web-build"
      : "Name the folder of recordings: node web/tools/measure-voice.mjs FOLDER",
  );
  process.exit(1);
}
const runs = Number(wanted);

const harness = await loadHarness();
const clips = JSON.parse(readFileSync(join(folder, "clips.json"), "utf8"));
const recognising = await recognised();
const loop = await loops();
await harness.close();
console.log(
  JSON.stringify({
    processor: cpus()[0].model,
    cores: cpus().length,
    runs,
    recognising: recognising.rows,
    memory_mb: recognising.memory,
    added_mb: added(),
    loop,
  }),
);

/** Recognises each clip with one and with two threads, in a worker of an extension page. */
async function recognised() {
  const browser = await harness.Browser.start();
  try {
    const page = await browser.open(`chrome-extension://${browser.id}/settings.html`);
    const cdp = await browser.context.browser().newBrowserCDPSession();
    const before = await resident(cdp);
    let memory = 0;
    const rows = [];
    for (const threads of [1, 2]) {
      for (const { file, seconds, names } of clips) {
        const wav = readFileSync(join(folder, file)).subarray(WAV_HEAD_BYTES);
        const given = { samples: wav.toString("base64"), names, threads, runs };
        const { load, text, took } = await page.evaluate(hearInWorker, given);
        rows.push({
          file,
          seconds_of_speech: seconds,
          names: names.length,
          threads,
          load_seconds: round(load),
          seconds: round(median(took)),
          text,
        });
        console.error(JSON.stringify(rows.at(-1)));
        // With one recogniser, before another is loaded.
        memory ||= (await resident(cdp)) - before;
      }
    }
    return { rows, memory };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. The first hearing, which warms up, does not count. */
async function hearInWorker({ samples, names, threads, runs: count }) {
  const bytes = Uint8Array.from(atob(samples), (one) => one.charCodeAt(0));
  const sound = Float32Array.from(new Int16Array(bytes.buffer), (one) => one / 32768);
  const worker = new Worker("/speech-worker.js", { type: "module", name: `threads=${threads}` });
  const ask = (message) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) =>
        data.type === "failed" ? reject(new Error(data.details)) : resolve(data);
      worker.onerror = ({ message: what }) => reject(new Error(what));
      worker.postMessage(message);
    });
  const began = performance.now();
  const place = {
    model: new URL("/models/moonshine-tiny/", location.href).href,
    runtime: new URL("/ort/", location.href).href,
  };
  await ask({ type: "load", number: 0, place });
  const load = (performance.now() - began) / 1000;
  const took = [];
  let text = "";
  for (let run = 0; run <= count; run++) {
    const start = performance.now();
    const { hearing } = await ask({ type: "hear", number: run, samples: sound, names });
    if (run > 0) took.push((performance.now() - start) / 1000);
    text = hearing.text;
  }
  // Its memory is looked at before the next is loaded.
  globalThis.last?.terminate();
  globalThis.last = worker;
  return { load, text, took };
}

/** The spoken question by the browser's microphone, asked at once, until a mark is in the page. Each page differs by a word. */
async function loops() {
  const page = (run) =>
    `<!doctype html><html lang="en"><title>Skarholm ${run}</title><h1>Skarholm, volume ${run}</h1>${madeParagraphs(
      TOKENS,
    )
      .map((text) => `<p>${text}</p>`)
      .join("")}`;
  const files = Array.from({ length: runs + 1 }, (_, run) => [`${run}.html`, page(run)]);
  const pages = await harness.servePages(Object.fromEntries(files));
  const browser = await harness.Browser.start({
    switches: harness.microphone(join(folder, "question.wav")),
  });
  const rounds = [];
  try {
    const settings = await browser.open(`chrome-extension://${browser.id}/settings.html`);
    await settings.getByLabel("Ask what was heard at once").check();
    await settings.close();
    await browser.context.addInitScript(watchMicrophone, LOUD);
    for (const [name] of files) {
      const page = await browser.open(pages.url(name));
      const panel = await browser.panelAsTab(page);
      await panel.getByRole("button", { name: "Ask by voice" }).waitFor();
      // The page is read while the person looks at it.
      await panel.waitForTimeout(3000);
      const marked = page.evaluate(firstMark);
      const heard = panel.evaluate(firstWords);
      await panel.getByRole("button", { name: "Ask by voice" }).click();
      const [mark, words] = await Promise.all([marked, heard]);
      const end = await panel.evaluate(() => globalThis.lastLoud);
      rounds.push({
        heard: words.text,
        right: mark.text.includes(ANSWERED),
        until_words: round((words.at - end) / 1000),
        until_mark: round((mark.at - end) / 1000),
      });
      console.error(JSON.stringify(rounds.at(-1)));
      await panel.close();
      await page.close();
    }
  } finally {
    await browser.close();
    await pages.close();
  }
  // In the first the recogniser and the reader are loaded.
  const [first, ...later] = rounds;
  return {
    tokens: TOKENS,
    first,
    until_words: median(later.map((one) => one.until_words)),
    until_mark: median(later.map((one) => one.until_mark)),
    slowest_mark: Math.max(...later.map((one) => one.until_mark)),
    right: later.filter((one) => one.right).length,
    rounds: later,
  };
}

/** Runs in every page: notes when the last loud sample came from a microphone. */
function watchMicrophone(loud) {
  const media = navigator.mediaDevices;
  if (!media) return;
  const open = media.getUserMedia.bind(media);
  media.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    const context = new AudioContext();
    const watcher = context.createScriptProcessor(512, 1, 1);
    watcher.onaudioprocess = ({ inputBuffer }) => {
      const samples = inputBuffer.getChannelData(0);
      const last = samples.findLastIndex((sample) => Math.abs(sample) > loud);
      if (last < 0) return;
      globalThis.lastLoud = Date.now() - ((samples.length - last) / inputBuffer.sampleRate) * 1000;
    };
    context.createMediaStreamSource(stream).connect(watcher);
    watcher.connect(context.destination);
    return stream;
  };
}

/** Runs in the page: when an answer is marked, and which. */
function firstMark() {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const [range] = CSS.highlights.get("wherein-current") ?? [];
      if (!range) return;
      clearInterval(timer);
      resolve({ at: Date.now(), text: range.toString() });
    }, 5);
  });
}

/** Runs in the panel: when the question stands in its line. */
function firstWords() {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const text = document.querySelector("textarea")?.value;
      if (!text) return;
      clearInterval(timer);
      resolve({ at: Date.now(), text });
    }, 5);
  });
}

/** Megabytes resident in the processes that run extension pages. */
async function resident(cdp) {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  let kilobytes = 0;
  for (const { id } of processInfo) {
    if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--extension-process")) continue;
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return Math.round(kilobytes / 1024);
}

/** Megabytes of the files that are in the extension for speech alone. */
function added() {
  const model = readdirSync(join(built, "models/moonshine-tiny")).map(
    (name) => `models/moonshine-tiny/${name}`,
  );
  const bytes = [
    ...model,
    "speech-worker.js",
    "capture-worklet.js",
    "microphone.html",
    "microphone.js",
  ]
    .map((name) => statSync(join(built, name)).size)
    .reduce((sum, size) => sum + size, 0);
  return Math.round(bytes / 1e5) / 10;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function round(seconds) {
  return Math.round(seconds * 1000) / 1000;
}
