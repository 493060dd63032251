// Escalation: pairing in the settings, the server asked when the small reader is unsure, stopped, started.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { questionLine, statusLine } from "./asking.ts";
import { ANSWER, FakeServer, HOSTILE } from "./fake-server.ts";
import { Browser, marked, type Pages, picture, servePages, violations } from "./harness.ts";

let browser: Browser;
let pages: Pages;
let page: Page;
let panel: Page;
let server: FakeServer;

async function ask(question: string): Promise<void> {
  await questionLine(panel).fill("");
  await questionLine(panel).fill(question);
  // A pause reads ahead, and tells no server of what may be a fragment.
  await questionLine(panel).press("Enter");
}

const status = () => statusLine(panel);
const UNSURE = "Who is the president of the tower museum fund?";

beforeAll(async () => {
  pages = await servePages();
  browser = await Browser.start();
  server = new FakeServer(pages.url("lighthouse.html"));
  await server.start();
  page = await browser.open(pages.url("lighthouse.html"));
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
  await server?.stop();
});

test("the settings refuse a wrong code in words and take the right one", async () => {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  const code = settings.getByLabel("Code");
  await code.fill("no");
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText("This is not a code of").waitFor();
  // A command is set as one, without the signs that mark it in the sentence.
  await expect.poll(() => settings.locator(".trouble-what").textContent()).not.toContain("`");
  await settings.getByText("enter the code it prints").waitFor();
  await code.fill(server.code.replace("long", "wrong"));
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText("The server does not take this code.").waitFor();
  await code.fill(server.code);
  await settings.getByRole("button", { name: "Pair" }).click();
  await settings.getByText("Paired with version 0.1.0.").waitFor();
  await settings.getByText("You are anna there").waitFor();
  await settings.getByText("once several people have asked it").waitFor();
  await expect.poll(() => settings.getByText("enter the code it prints").count()).toBe(0);
  expect(await violations(settings)).toEqual([]);
  await picture(settings, "settings");
  await settings.close();
});

test("the page's top questions are there before a question, one click marks the answer", async () => {
  panel = await browser.panelAsTab(page);
  const top = panel.getByRole("list", { name: "Asked on this page" }).getByRole("button");
  await top.click();
  await expect.poll(() => marked(page, "current")).toEqual(["Terns, eiders and a pair of ravens"]);
  // Never, not even for a moment.
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
  expect(server.lastAsked?.question).toBe(UNSURE);
  await picture(panel, "panel-server");
});

test("corrected, the marked words come before the server's answer, at once, again, and in other words", async () => {
  const answers = panel.getByRole("list", { name: "Answers", exact: true }).locator(".item strong");
  await panel.getByRole("button", { name: "Answer 1 is wrong" }).click();
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const start = text.data.indexOf("snowy");
      if (start >= 0) getSelection()?.setBaseAndExtent(text, start, text, start + 5);
    }
  });
  await panel.getByRole("button", { name: "The right one is selected" }).click();
  await expect.poll(() => answers.allTextContents()).toEqual(["snowy"]);
  expect(await status()).toMatch(/marked by you/);
  await panel.reload();
  await ask(UNSURE.replace("Who is the", "Who is"));
  // Asked before the verdicts are loaded, others may come below it.
  const first = () => answers.first().textContent();
  await expect.poll(first).toBe("snowy");
  await questionLine(panel).press("Control+Enter");
  await expect.poll(status).toMatch(/marked by you .* asked the server/);
  expect(await first()).toBe("snowy");
  await ask("Who presides over the fund of the tower's museum?");
  const alike = panel.getByRole("list", { name: "Marked by you" }).getByRole("button");
  await alike.waitFor();
  await expect.poll(() => alike.textContent()).toContain(UNSURE);
  await picture(panel, "panel-marked");
  // What follows asks of the server again.
  await ask(UNSURE);
  await panel.getByRole("button", { name: "Take it back" }).click();
  await expect.poll(() => marked(page, "current")).toEqual([ANSWER]);
});

test("what others asked is shown as text, whatever it says, and links to web pages alone", async () => {
  const elsewhere = panel.getByRole("list", { name: "Asked elsewhere" });
  await elsewhere.waitFor();
  await expect.poll(() => elsewhere.locator("li").last().textContent()).toContain(HOSTILE);
  // Never, not even for a moment.
  expect(await elsewhere.locator("img, script").count()).toBe(0);
  await expect.poll(() => elsewhere.getByRole("link").count()).toBe(1);
  expect(await panel.title()).not.toBe("hurt");
});

test("with the server stopped everything else works, and what to do is said", async () => {
  await server.stop();
  await ask(UNSURE);
  await panel.getByText("The server is not running.").waitFor();
  expect(await status()).toMatch(
    /^(Not found|No clear answer) · (answered before \(\d+ \w+\), text unchanged|read all)/,
  );
  await picture(panel, "panel-server-stopped");
  expect(await violations(panel)).toEqual([]);
});

test("started again, it is asked again", async () => {
  await server.start();
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => marked(page, "current")).toEqual([ANSWER]);
});

test("a site on the list is not read", async () => {
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await settings.getByLabel(/One per line/).fill("127.0.0.1");
  await settings.close();
  await panel.reload();
  await panel.getByText("This site is on your list of sites never to read.").waitFor();
});
