// Escalation: pairing in the settings, the server asked when the small reader is unsure, stopped, started.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { questionLine, statusLine } from "./asking.ts";
import { Browser, marked, type Pages, picture, servePages, violations } from "./harness.ts";

const TOKEN = "a-token-long-enough-for-a-test";
const ANSWER = "snowy owl";

// What `wherein.memory` would keep of it: the block's identity is that of its text.
const BLOCK = "Terns, eiders and a pair of ravens nest on the cliffs.";
const TOP = {
  question: "Which birds nest on the cliffs?",
  title: "Skarholm Lighthouse",
  answers: [
    {
      text: "Terns, eiders and a pair of ravens",
      quote: BLOCK,
      start: 0,
      quote_start: 0,
      block: createHash("sha256").update(`${BLOCK.length}:${BLOCK}`).digest("hex").slice(0, 32),
      confidence: 0.9,
    },
  ],
};

/** What somebody may have asked of a server that is shared. */
const HOSTILE = `<img src="x" onerror="document.title = 'hurt'"><script>document.title = 'hurt'</script>`;

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;
let server: Server;
let port = 0;
let lastAsked: { question: string; text: string } | null = null;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** Speaks as `wherein serve` does; finds one answer, by code points. */
async function startServer(at = 0): Promise<void> {
  server = createServer(async (request, response) => {
    const origin = request.headers.origin;
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(origin && { "access-control-allow-origin": origin }),
        "access-control-allow-headers": "Authorization, Content-Type, Accept, Wherein-Asker",
      });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    };
    if (request.method === "OPTIONS") return reply(204, null);
    if (request.url === "/v1/health") return reply(200, { status: "ok", version: "0.1.0" });
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return reply(401, { error: { code: "token", what: "wrong", next_step: "pair" } });
    }
    const hash = createHash("sha256").update(pages.url("lighthouse.html")).digest("hex");
    if (request.url === `/v1/pages/top?hash=${hash.slice(0, 5)}&limit=5`)
      return reply(200, { questions: [{ ...TOP, page: hash }] });
    if (request.url?.startsWith("/v1/questions/similar")) {
      return reply(200, {
        questions: [
          { ...TOP, page: "0".repeat(64), title: "Another page", url: "https://other.example/" },
          {
            ...TOP,
            page: "1".repeat(64),
            question: HOSTILE,
            title: HOSTILE,
            url: "javascript:hurt()",
          },
        ],
      });
    }
    if (request.url === "/v1/documents") return reply(200, { documents: [] });
    const asked = JSON.parse(await bodyOf(request));
    lastAsked = asked;
    const start = [...asked.text.slice(0, asked.text.indexOf(ANSWER))].length;
    const answer = {
      text: ANSWER,
      document: "d",
      title: asked.title,
      start,
      end: start + ANSWER.length,
      quote: ANSWER,
      quote_start: start,
      section: ["Visiting"],
      confidence: 0.82,
      found_by: "large",
    };
    reply(200, {
      question: asked.question,
      answers: [answer],
      less_likely: [],
      answered: true,
      nearest: [],
      read: { fraction: 1, words: 500 },
      steps: [],
      milliseconds: 12,
    });
  });
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
}

function stopServer(): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function ask(question: string): Promise<void> {
  await questionLine(panel).fill("");
  // The pause after it asks.
  await questionLine(panel).fill(question);
}

const status = () => statusLine(panel);
const UNSURE = "What is the strangest animal anybody noted?";

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  await startServer();
  page = await browser.open(pages.url("lighthouse.html"));
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
  if (server?.listening) await stopServer();
});

test("the settings refuse a wrong code in words and take the right one", async () => {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  const code = settings.getByLabel("Code");
  await code.fill("no");
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText("This is not a code of").waitFor();
  await code.fill(`${port}:${TOKEN.replace("long", "wrong")}`);
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText("The server does not take this code.").waitFor();
  await code.fill(`${port}:${TOKEN}`);
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText("Paired with version 0.1.0.").waitFor();
  expect(await violations(settings)).toEqual([]);
  await picture(settings, "settings");
  await settings.close();
});

test("the page's top questions are there before a question, one click marks the answer", async () => {
  panel = await browser.panelAsTab(page);
  const top = panel.getByRole("list", { name: "Asked on this page" }).getByRole("button");
  await top.click();
  await expect.poll(() => marked(page, "current")).toEqual(["Terns, eiders and a pair of ravens"]);
  expect(await panel.getByText("The reader stopped unexpectedly.").count()).toBe(0);
  await picture(panel, "panel-asked-before");
  expect(await violations(panel)).toEqual([]);
});

test("unsure, the panel asks the server, says so and why, and marks its answer", async () => {
  await ask(UNSURE);
  await expect
    .poll(status)
    .toMatch(
      /^1 answer · read all .* · asked the server: the small reader was unsure \(0\.\d\d\)$/,
    );
  await expect.poll(() => marked(page, "current")).toEqual([ANSWER]);
  expect(lastAsked?.question).toBe(UNSURE);
  await picture(panel, "panel-server");
});

test("what others asked is shown as text, whatever it says, and links to web pages alone", async () => {
  const elsewhere = panel.getByRole("list", { name: "Asked elsewhere" });
  await elsewhere.waitFor();
  expect(await elsewhere.locator("li").last().textContent()).toContain(HOSTILE);
  expect(await elsewhere.locator("img, script").count()).toBe(0);
  expect(await elsewhere.getByRole("link").count()).toBe(1);
  expect(await panel.title()).not.toBe("hurt");
});

test("with the server stopped everything else works, and what to do is said", async () => {
  await stopServer();
  await ask(UNSURE);
  await panel.getByText("The server is not running.").waitFor();
  expect(await status()).toMatch(/^Not found · answered before \(\d+ \w+\), text unchanged/);
  await picture(panel, "panel-server-stopped");
  expect(await violations(panel)).toEqual([]);
});

test("started again, it is asked again", async () => {
  await startServer(port);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => marked(page, "current")).toEqual([ANSWER]);
});

test("a site on the list is not read", async () => {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await settings.getByLabel(/One a line/).fill("127.0.0.1");
  await settings.close();
  await panel.reload();
  await panel.getByText("This site is on your list of sites never to read.").waitFor();
});
