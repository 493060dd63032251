// Draws docs/pictures/browser-speed.png from the measured speeds, as the paper drew its own: time against
// tokens. `node web/tools/speed-figure.mjs [RESULTS.json] [OUT.png]`. Measures nothing.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [
  results = at("../../benchmarks/results/browser-speed.json"),
  out = at("../../docs/pictures/browser-speed.png"),
] = process.argv.slice(2);
const { rows, processor, cores, load } = JSON.parse(readFileSync(results, "utf8"));

// Semantic Command-F: milliseconds a token, its small reader in the browser and its large one behind.
const PUBLISHED = [
  ["published: large reader, 8.79 ms a token", 8.79],
  ["published: small reader, 2.34 ms a token", 2.34],
];
const WIDTH = 860;
const HEIGHT = 520;
const LEFT = 70;
const RIGHT = 300;
const TOP = 48;
const BOTTOM = 56;

const line = (name, colour, wanted, value, dash = "") => ({
  name,
  colour,
  dash,
  points: rows.filter(wanted).map((row) => [row.tokens, row[value]]),
});
const likeliest = (threads) => (row) => row.order === "likeliest first" && row.threads === threads;
const inOrder = (threads) => (row) => row.order === "as it stands" && row.threads === threads;
const lines = [
  line("in order, first answer", "#8a5a00", inOrder(1), "first"),
  line("whole page, two threads", "#7b3294", likeliest(2), "all"),
  line("whole page, one thread", "#0b5fa5", likeliest(1), "all"),
  line("likeliest first, first answer", "#1a7f37", likeliest(1), "first"),
].filter(({ points }) => points.length > 0);
const tokens = [...new Set(rows.map((row) => row.tokens))].sort((a, b) => a - b);
for (const [name, each] of PUBLISHED) {
  lines.push({ name, colour: "#777", dash: "5 4", points: tokens.map((n) => [n, n * each]) });
}

const x0 = Math.log10(tokens[0]);
const x1 = Math.log10(tokens.at(-1));
const every = lines.flatMap(({ points }) => points.map(([, ms]) => ms));
const y0 = Math.floor(Math.log10(Math.min(...every)));
const y1 = Math.ceil(Math.log10(Math.max(...every)));
const x = (n) => LEFT + ((Math.log10(n) - x0) / (x1 - x0 || 1)) * (WIDTH - LEFT - RIGHT);
const y = (ms) => HEIGHT - BOTTOM - ((Math.log10(ms) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);

const parts = [];
const text = (px, py, words, more = "") =>
  parts.push(`<text x="${px}" y="${py}" ${more}>${words}</text>`);
for (let power = y0; power <= y1; power++) {
  const py = y(10 ** power);
  parts.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${py}" y2="${py}" stroke="#ddd"/>`);
  const name = power < 3 ? `${10 ** power} ms` : `${10 ** (power - 3)} s`;
  text(LEFT - 8, py + 4, name, 'text-anchor="end"');
}
for (const n of tokens) {
  parts.push(`<line x1="${x(n)}" x2="${x(n)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#eee"/>`);
  text(x(n), HEIGHT - BOTTOM + 20, n.toLocaleString("en"), 'text-anchor="middle"');
}
text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "tokens on the page", 'text-anchor="middle"');
text(LEFT, 24, "Time from the question, in the browser", 'font-weight="600" font-size="16"');
for (const { colour, dash, points } of lines) {
  const path = points.map(([n, ms]) => `${x(n)},${y(ms)}`).join(" ");
  parts.push(
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`,
  );
  for (const [n, ms] of dash ? [] : points) {
    parts.push(`<circle cx="${x(n)}" cy="${y(ms)}" r="3.5" fill="${colour}"/>`);
  }
}
// Names stand beside the ends of their lines, pushed apart where they would touch.
let lowest = Number.NEGATIVE_INFINITY;
for (const { name, colour, points } of [...lines].sort(
  (a, b) => y(a.points.at(-1)[1]) - y(b.points.at(-1)[1]),
)) {
  const [n, ms] = points.at(-1);
  const py = Math.max(y(ms), lowest + 18);
  lowest = py;
  if (n < tokens.at(-1) || py > y(ms) + 1) {
    parts.push(
      `<line x1="${x(n) + 5}" y1="${y(ms)}" x2="${WIDTH - RIGHT + 8}" y2="${py}" stroke="${colour}" stroke-width="0.7"/>`,
    );
  }
  text(WIDTH - RIGHT + 12, py + 4, name, `fill="${colour}"`);
}
const about = `${processor}, ${cores} cores${load ? `; ${load}` : ""}`;
text(WIDTH - 12, 24, about, 'text-anchor="end" fill="#777" font-size="11"');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">${parts.join("")}</svg>`;
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  chromiumSandbox: false,
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
await page.setContent(`<body style="margin:0;background:#fff">${svg}`);
await page.screenshot({ path: out });
await browser.close();
