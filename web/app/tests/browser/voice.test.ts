// A spoken question in the app, recognised by `wherein serve`, and its answer read aloud by it.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  marked,
  microphone,
  picture,
  violations,
} from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const QUESTION = root("tests/speech/clips/when-did-ada-lovelace.wav");
const hasModel = existsSync(root("models/moonshine-tiny/encoder_model.onnx"));
const hasVoice = spawnSync("espeak-ng", ["--version"]).status === 0;
const FRIENDS = `<!doctype html><html lang="en"><title>Two friends</title><h1>Two friends</h1>
<p>They wrote to each other for years, and few of the letters are lost.</p><h2>How they met</h2>
<p>Ada Lovelace met Charles Babbage at a party on 5 June 1833. Her mother was there too.</p>`;

describe.skipIf(!IS_INSTALLED || !hasModel)("a microphone in the app", () => {
  let app: App;
  const line = () => app.page.getByRole("textbox", { name: "Ask or find" });
  const first = () =>
    app.page.getByRole("list", { name: "Answers" }).getByRole("button").first().locator("strong");

  beforeAll(async () => {
    app = await App.start([], { models: ["moonshine-tiny"], switches: microphone(QUESTION) });
    await app.context.grantPermissions(["microphone"], { origin: app.address });
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([{ name: "friends.html", mimeType: "", buffer: Buffer.from(FRIENDS) }]);
    await page.getByText("1 of 1 file").waitFor();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
  });

  afterAll(() => app?.close());

  test("hears a question, lets it be edited, and shows its answer", async () => {
    const { page } = app;
    await page.getByRole("button", { name: "Ask by voice" }).click();
    await page.getByRole("meter", { name: "Loudness" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => line().inputValue()).toMatch(/^When did Ada Lovelace meet Charles/);
    await expect.poll(() => line().evaluate((each) => each === document.activeElement)).toBe(true);
    await expect.poll(() => page.getByRole("list", { name: "Answers" }).count()).toBe(0);
    await ask(page, "When did Ada Lovelace first meet Charles Babbage?");
    await expect.poll(() => first().textContent()).toContain("5 June 1833");
    await expect.poll(() => marked(page, "current")).toHaveLength(1);
  });

  test("is let go by its key, and by Esc without clearing the line", async () => {
    const { page } = app;
    const meter = page.getByRole("meter", { name: "Loudness" });
    await page.keyboard.press("Alt+m");
    await meter.waitFor();
    await page.keyboard.press("Escape");
    await meter.waitFor({ state: "detached" });
    await expect.poll(() => line().inputValue()).toMatch(/first meet/);
  });

  test.skipIf(!hasVoice)("reads the answer aloud, marks what it reads, and stops", async () => {
    const { page } = app;
    const spoken = page.waitForRequest((request) => request.url().endsWith("/v1/audio/speech"));
    await page.getByRole("button", { name: "Read aloud" }).first().click();
    expect((await spoken).postDataJSON()).toMatchObject({
      input:
        "Ada Lovelace met Charles Babbage at a party on the fifth of June eighteen thirty-three.",
    });
    await expect
      .poll(() => marked(page, "passage"))
      .toEqual(["Ada Lovelace met Charles Babbage at a party on 5 June 1833."]);
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-aloud");
    await page.keyboard.press("Alt+r");
    await expect.poll(() => marked(page, "passage")).toEqual([]);
    expect(app.errors).toEqual([]);
    expect(app.elsewhere).toEqual([]);
  });

  test("voice can be switched off, and what was chosen is kept", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Ask by voice").uncheck();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => page.getByLabel("Ask by voice").isChecked()).toBe(false);
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await line().waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Ask by voice" }).count()).toBe(0);
  });
});

describe.skipIf(!IS_INSTALLED)("a microphone in an app whose server has no recogniser", () => {
  test("says how to get one, and lets go of the microphone", async () => {
    const app = await App.start([], { switches: microphone(QUESTION) });
    try {
      await app.context.grantPermissions(["microphone"], { origin: app.address });
      await app.signIn();
      await app.page.getByRole("button", { name: "Ask by voice" }).click();
      await app.page.getByRole("alert").getByText("models get moonshine-tiny").waitFor();
      await app.page.getByRole("meter", { name: "Loudness" }).waitFor({ state: "detached" });
    } finally {
      await app.close();
    }
  });
});
