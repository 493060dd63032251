// A conversation as a person has it in the app, against `wherein serve` itself.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const LIGHTHOUSES = fileURLToPath(
  new URL("../../../../src/wherein/samples/lighthouses.html", import.meta.url),
);

describe.skipIf(!IS_INSTALLED)("a conversation", () => {
  let app: App;

  const first = () =>
    app.page
      .getByRole("list", { name: "Answers" })
      .getByRole("button")
      .first()
      .locator("strong")
      .textContent();
  const line = () => app.page.getByRole("textbox", { name: "Ask or find" });
  /** Read to its end. */
  const answered = async (words: string) => {
    await expect.poll(first).toContain(words);
    await app.page
      .locator(".status-line", { hasText: /read .* words? in|answered before/ })
      .waitFor();
  };
  const earlier = () =>
    app.page.getByRole("region", { name: "Conversation" }).getByRole("heading", { level: 3 });

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([
        { name: "lighthouses.html", mimeType: "", buffer: readFileSync(LIGHTHOUSES) },
      ]);
    await page.getByText("1 of 1 file").waitFor();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
  });

  afterAll(() => app?.close());

  test("completes a follow-up, says how it is understood before and after, and marks the answer", async () => {
    const { page } = app;
    await ask(page, "Who designed the first lens?");
    await answered("Augustin-Jean Fresnel");
    await expect.poll(() => page.getByLabel("Understood as").count()).toBe(0);

    await line().fill("When was it lit?");
    const before = page.getByLabel("Will be asked as");
    await expect.poll(() => before.inputValue()).toBe("When was the first lens lit?");
    expect(await violations(page)).toEqual([]);
    await line().press("Enter");
    await answered("July 1823");
    await expect
      .poll(() => page.getByLabel("Understood as").inputValue())
      .toBe("When was the first lens lit?");
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("1823");
    await expect.poll(() => earlier().allTextContents()).toEqual(["Who designed the first lens?"]);
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-conversation");
  });

  test("is asked in a person's own words, before or after it was asked", async () => {
    const { page } = app;
    await page.getByLabel("Understood as").fill("Where was the first lens lit?");
    await page.getByRole("button", { name: "Ask this" }).click();
    await answered("Cordouan");
    // The same question in other words is the same turn.
    await expect.poll(() => earlier().count()).toBe(1);

    await line().fill("And when was it lit?");
    await page.getByLabel("Will be asked as").fill("When did Dalén get the Nobel Prize?");
    await page.getByLabel("Will be asked as").press("Enter");
    await answered("1912");
    await expect.poll(() => earlier().count()).toBe(2);
  });

  test("is asked as typed by one click, and completed again by another", async () => {
    const { page } = app;
    await ask(page, "Who invented the sun valve?");
    await answered("Dalén");
    await ask(page, "When did he receive the prize?");
    await page.getByLabel("Understood as").waitFor();
    const sent = page.waitForRequest((request) => request.url().endsWith("/v1/ask"));
    await page.getByRole("button", { name: "Ask as typed" }).click();
    const { question, as_typed } = (await sent).postDataJSON();
    expect([question, as_typed]).toEqual(["When did he receive the prize?", true]);
    await page.getByText("Asked as typed.").waitFor();
    await page.getByRole("button", { name: "Complete it" }).click();
    await expect.poll(() => page.getByLabel("Understood as").inputValue()).toContain("Dalén");
  });

  test("takes up what was found so far where the next question comes before the end", async () => {
    const { page } = app;
    await line().fill("Who invented the sun valve?");
    const sent = page.waitForRequest((request) => request.url().endsWith("/v1/ask"));
    await line().press("Enter");
    await sent;
    await line().fill("When did he receive the Nobel Prize?");
    await expect
      .poll(() => page.getByLabel(/asked as|Understood as/).inputValue())
      .toContain("Dalén");
    await line().press("Enter");
    await answered("1912");
  });

  test("asked in other words after all not, the question and its answers are there as before", async () => {
    const { page } = app;
    const question = await line().inputValue();
    const answers = () => page.locator(".answers .item").allTextContents();
    const before = await answers();
    expect(before).not.toEqual([]);
    for (const leave of [
      () => page.getByRole("button", { name: "Cancel" }).click(),
      () => line().press("Escape"),
    ]) {
      await page.getByRole("button", { name: "Rephrase: And when was it lit?" }).click();
      await page.getByText("Asking this forgets the questions after it.").waitFor();
      await leave();
      await expect.poll(() => line().inputValue()).toBe(question);
      await expect.poll(answers).toEqual(before);
    }
  });

  test("goes back to an earlier question, and forgets what followed it", async () => {
    const { page } = app;
    const count = await earlier().count();
    expect(count).toBeGreaterThan(2);
    await page.getByRole("button", { name: "Rephrase: And when was it lit?" }).click();
    await page.getByText("Asking this forgets the questions after it.").waitFor();
    await expect.poll(() => line().inputValue()).toBe("And when was it lit?");
    await line().fill("Where was the first lens lit?");
    await line().press("Enter");
    await answered("Cordouan");
    await expect
      .poll(() => earlier().allTextContents())
      .toEqual(["When was it lit?", "Who designed the first lens?"]);
  });

  test("is written as Markdown, with the sentence and the source of each answer", async () => {
    const { page } = app;
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("menuitem", { name: "Markdown" }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe("conversation.md");
    const text = readFileSync(await download.path(), "utf-8");
    expect(text).toContain("## Who designed the first lens?");
    expect(text).toContain("Understood as: Where was the first lens lit?");
    expect(text).toContain("**Augustin-Jean Fresnel**");
    expect(text).toMatch(/lighthouses\.html>/);
  });

  test("is kept or forgotten as the person says", async () => {
    const { page } = app;
    await page.goto(app.address);
    await line().waitFor();
    await expect.poll(() => earlier().count()).toBe(0);
    await ask(page, "Who designed the first lens?");
    await answered("Augustin-Jean Fresnel");
    await page.getByLabel("Keep it in this browser").check();
    // The question in the address is shown with its answer; without one, the conversation alone.
    await page.goto(app.address);
    await expect.poll(() => earlier().count()).toBe(1);
    await page.getByRole("button", { name: "Clear conversation" }).click();
    await page.getByText("The conversation is cleared.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => earlier().count()).toBe(1);
    await page.getByRole("button", { name: "Clear conversation" }).click();
    await page.getByText("The conversation is cleared.").waitFor();
    await page.reload();
    await line().waitFor();
    await expect.poll(() => earlier().count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("wherein-conversation"))).toBe("[]");
  });

  test("goes on after a document of it was removed, in another language, and after 200 turns", async () => {
    const { page } = app;
    await ask(page, "Who designed the first lens?");
    await answered("Augustin-Jean Fresnel");
    await expect.poll(() => page.url()).toMatch(/\/d\/[0-9a-f]{16}/);
    const id = /\/d\/([0-9a-f]{16})/.exec(page.url())?.[1];
    // A conversation that grew for weeks; what a browser keeps may also be something else.
    await page.evaluate(() => {
      const [turn] = JSON.parse(localStorage.getItem("wherein-conversation") ?? "[]");
      localStorage.setItem("wherein-conversation", JSON.stringify(Array(300).fill(turn)));
    });
    await page.goto(app.address);
    await expect.poll(() => page.getByRole("button", { name: "Show 195 more" }).count()).toBe(1);
    await ask(page, "Wann wurde sie gebaut?");
    await page.locator(".status-line", { hasText: /read .* words? in/ }).waitFor();
    await expect.poll(() => page.getByLabel("Understood as").count()).toBe(0);
    await ask(page, "When was the first lens lit?");
    await answered("July 1823");
    const removed = await page.evaluate(
      async (which) =>
        (await fetch(`/v1/documents?document=${which}`, { method: "DELETE" })).status,
      id,
    );
    expect(removed).toBe(200);
    await ask(page, "and where?");
    // The library is empty now.
    await page.getByText("Not here: no text was found to read.").waitFor();
    await page.evaluate(() => localStorage.setItem("wherein-conversation", '{"turns":'));
    await page.goto(app.address);
    await line().waitFor();
    await expect.poll(() => earlier().count()).toBe(0);
  });

  test("threw nothing", () => {
    expect(app.elsewhere).toEqual([]);
    expect(app.errors.filter((each) => !/Failed to load resource/.test(each))).toEqual([]);
  });
});
