// The walk through the app as a person takes it, against `wherein serve` itself.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const SAMPLES = fileURLToPath(new URL("../../../../src/wherein/samples/", import.meta.url));

function sample(name: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: "", buffer: readFileSync(`${SAMPLES}${name}`) };
}

describe.skipIf(!IS_INSTALLED)("the app", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start();
  });

  afterAll(() => app?.close());

  test("signs in by a link that works once, and leaves no secret in the address", async () => {
    const { page } = app;
    await page.goto(app.address);
    expect(await page.getByRole("heading").textContent()).toBe("Sign in");
    expect(await page.getByText("wherein serve").count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    app.errors.length = 0; // the browser reports the refusal
    await app.signIn();
    expect(page.url()).toBe(`${app.address}/`);
    const cookies = await app.context.cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: "Strict" },
    ]);
    const again = await page.request.get(app.link, { maxRedirects: 0 });
    expect(again.status()).toBe(401);
  });

  test("takes files, says what became of each, and shows an answer in its document", async () => {
    const { page } = app;
    await page.getByText("The library is empty.").waitFor();
    await picture(page, "app-empty");
    await page.getByRole("link", { name: "Library" }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add files…" }).click();
    await (await chooser).setFiles([
      sample("tides.pdf"),
      sample("bread.txt"),
      {
        name: "photo.png",
        mimeType: "image/png",
        buffer: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      },
    ]);
    await page.getByText("3 of 3 files · 1 failed").waitFor();
    expect(await page.locator('[data-state="failed"]').textContent()).toContain("picture");
    expect(await page.getByRole("list").last().getByRole("link").count()).toBe(2);
    expect(await violations(page)).toEqual([]);

    await page.getByRole("link", { name: "Ask" }).click();
    await ask(page, "Where are the largest tides in the world?");
    const first = page.getByRole("list", { name: "Answers" }).getByRole("button").first();
    await expect.poll(() => first.locator("strong").textContent()).toContain("Bay of Fundy");
    const box = page.locator('.pdf-mark[data-kind="current"]').first();
    await box.waitFor();
    expect(page.url()).toMatch(/\/d\/[0-9a-f]{16}#s=\d+-\d+$/);
    expect(await box.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
    expect(await violations(page)).toEqual([]);
  });
});

void marked;
