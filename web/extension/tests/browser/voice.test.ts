// A spoken question, from Chromium's microphone to the answer that is read aloud: the recogniser in the extension, the voice
// of `wherein serve`. Without the recogniser's files it hears nothing (make speech-model).

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AudioServer } from "@wherein/api-client/audio.ts";
import { pairingOf } from "@wherein/api-client/server.ts";
import { asSaid } from "@wherein/speech/saying/said.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { questionLine, statusLine } from "./asking.ts";
import {
  Browser,
  BUILT,
  marked,
  microphone,
  type Pages,
  picture,
  servePages,
  violations,
} from "./harness.ts";
import { COMMAND, enterCode, inSettings, type Served, serve } from "./serve.ts";

const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const hasModel = existsSync(join(BUILT, "models/moonshine-tiny/encoder_model.onnx"));
const hasServer = existsSync(COMMAND);
const QUESTION = root("tests/speech/clips/when-did-ada-lovelace.wav");

const filler = Array.from(
  { length: 120 },
  (
    _,
    n,
  ) => `<p>Letter ${n} of the collection was written from the harbour and describes the weather, the
    ${["tide", "ferry", "market", "quarry"][n % 4]} and a visit that lasted ${n % 9} days.</p>`,
).join("");
const PAGE = `<!doctype html><html lang="en"><title>Two friends</title><h1>Two friends</h1>
  <p>They wrote to each other for years, and few of the letters are lost.</p>${filler}
  <h2>How they met</h2>
  <p>Ada Lovelace and Charles Babbage were friends. They met at a dinner in London on 5 June 1833.</p>
  <p>He showed her his machine.</p>
  <h2>Later</h2><p>The letters were sold.</p>`;

if (!hasModel) {
  console.warn(
    "Nothing is heard here: the extension was built without a recogniser (make speech-model).",
  );
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

async function hears(panel: Page): Promise<void> {
  await panel.getByRole("button", { name: "Ask by voice" }).click();
  await expect.poll(() => questionLine(panel).inputValue()).not.toBe("");
}

describe.skipIf(!hasModel)("a microphone", () => {
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    pages = await servePages({ "friends.html": PAGE });
    browser = await Browser.start({ switches: microphone(QUESTION) });
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
  });

  test("takes a spoken question to the answer's place in the page", async () => {
    const page = await browser.open(pages.url("friends.html"));
    const panel = await browser.panelAsTab(page);
    await panel.getByRole("button", { name: "Ask by voice" }).click();
    await expect
      .poll(() => questionLine(panel).inputValue())
      .toBe("When did Ada Lovelace meet Charles Babbage?");
    expect(await violations(panel)).toEqual([]);
    // The line is not asked by itself.
    await panel.waitForTimeout(1000);
    await expect
      .poll(() => panel.getByRole("list", { name: "Answers", exact: true }).count())
      .toBe(0);
    await expect
      .poll(() => questionLine(panel).evaluate((line) => line === document.activeElement))
      .toBe(true);

    await questionLine(panel).fill("When did Ada Lovelace first meet Charles Babbage?");
    await questionLine(panel).press("Enter");
    await expect.poll(() => statusLine(panel)).toMatch(/read all/i);
    await expect
      .poll(() => marked(page, "current"))
      .toEqual([expect.stringContaining("5 June 1833")]);
    await panel.close();
    await page.close();
  });

  test("is let go by Esc, by the key, and shows how loud it is", async () => {
    const page = await browser.open(pages.url("friends.html"));
    const panel = await browser.panelAsTab(page);
    await questionLine(panel).press("Alt+m");
    const meter = panel.getByRole("meter", { name: "Loudness" });
    await expect.poll(() => meter.getAttribute("value").then(Number)).toBeGreaterThan(0.3);
    expect(await violations(panel)).toEqual([]);
    await panel.keyboard.press("Escape");
    await meter.waitFor({ state: "detached" });
    await expect.poll(() => questionLine(panel).inputValue()).toBe("");

    // Held, it goes on listening, and shows the words so far.
    const settings = await browser.context.newPage();
    await settings.goto(`chrome-extension://${browser.id}/settings.html`);
    const holds = settings.getByLabel("Listen only while the microphone");
    await holds.check();
    await panel.bringToFront();
    await questionLine(panel).focus();
    await panel.keyboard.down("Alt");
    await panel.keyboard.down("m");
    await panel.locator(".voice-words", { hasText: "When did Ada Lovelace meet" }).waitFor();
    await expect.poll(() => questionLine(panel).inputValue()).toBe("");
    expect(await violations(panel)).toEqual([]);
    await picture(panel, "panel-listening", { colorScheme: "dark" });
    await panel.keyboard.up("m");
    await panel.keyboard.up("Alt");
    await expect.poll(() => questionLine(panel).inputValue()).toMatch(/^When did Ada Lovelace/);
    await holds.uncheck();
    await settings.close();
    await panel.bringToFront();

    await questionLine(panel).press("Alt+m");
    await expect.poll(() => meter.getAttribute("value").then(Number)).toBeGreaterThan(0.3);
    await questionLine(panel).press("Alt+m");
    await meter.waitFor({ state: "detached" });
    await panel.close();
    await page.close();
  });

  test("asks at once where that is set", async () => {
    const settings = await browser.context.newPage();
    await settings.goto(`chrome-extension://${browser.id}/settings.html`);
    await settings.getByLabel("Ask at once, without showing me the words first").check();
    expect(await violations(settings)).toEqual([]);
    const page = await browser.open(pages.url("friends.html"));
    const panel = await browser.panelAsTab(page);
    await hears(panel);
    await expect
      .poll(() => marked(page, "current"))
      .toEqual([expect.stringContaining("5 June 1833")]);
    await panel.bringToFront();
    await settings.getByLabel("Ask by voice").uncheck();
    await panel.getByRole("button", { name: "Ask by voice" }).waitFor({ state: "detached" });
    await settings.close();
    await panel.close();
    await page.close();
  });
});

const hasVoice = spawnSync("espeak-ng", ["--version"]).status === 0;

describe.skipIf(!hasModel || !hasServer || !hasVoice)("an answer read aloud", () => {
  let server: Served;
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    server = await serve("", ["moonshine-tiny"]);
    pages = await servePages({ "friends.html": PAGE });
    browser = await Browser.start({ switches: microphone(QUESTION) });
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await server?.stop();
  });

  test("is the answer's words, and its section on wish, and stops at once", async () => {
    await inSettings(browser, async (settings) => {
      await enterCode(settings, server);
      await settings.getByLabel("Ask at once, without showing me the words first").check();
    });
    const page = await browser.open(pages.url("friends.html"));
    const panel = await browser.panelAsTab(page);
    await hears(panel);
    await expect
      .poll(() => marked(page, "current"))
      .toEqual([expect.stringContaining("5 June 1833")]);

    const spoken = panel.waitForResponse((response) => response.url().endsWith("/v1/audio/speech"));
    await panel.keyboard.press("Alt+r");
    const response = await spoken;
    expect(response.status()).toBe(200);
    const asked = response.request().postDataJSON() as { input: string };
    expect(asked.input).toBe(
      "They met at a dinner in London on the fifth of June eighteen thirty-three.",
    );
    await panel.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await expect
      .poll(() => marked(page, "passage"))
      .toEqual(["They met at a dinner in London on 5 June 1833."]);
    expect(await violations(panel)).toEqual([]);
    await picture(panel, "panel-aloud");

    // What is heard of it, by the server's recogniser, is what was said.
    const pairing = pairingOf(server.code);
    if (!pairing) throw new Error("The server printed no code.");
    const audio = AudioServer.paired(pairing);
    const wav = await fetch(`${pairing.address}/v1/audio/speech`, {
      method: "POST",
      headers: { Authorization: `Bearer ${pairing.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ ...asked, response_format: "wav" }),
    });
    const { text } = await audio.transcribe(await wav.arrayBuffer(), null);
    expect(words(asSaid(text).text)).toEqual(words(asked.input));

    await panel.getByRole("button", { name: "Read the section" }).click();
    await expect.poll(() => marked(page, "passage")).toEqual(["How they met"]);
    await panel.keyboard.press("Escape");
    await expect.poll(() => marked(page, "passage")).toEqual([]);
    await expect.poll(() => questionLine(panel).inputValue()).not.toBe("");
  });
});
