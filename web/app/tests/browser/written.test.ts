// An answer in a language model's words, against `wherein serve` itself and an endpoint on this machine.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marked, picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const PAGE =
  "<html><head><title>Terms of North</title></head><body><h1>Returns</h1>" +
  "<p>Goods may be returned within 30 days of delivery.</p>" +
  "<p>The money is paid back within 14 days after the goods are returned.</p></body></html>";

describe.skipIf(!IS_INSTALLED)("an answer in a language model’s words", () => {
  let app: App;
  let endpoint: Server;
  let says = "";
  const asked: string[] = [];

  const written = () => app.page.getByRole("region", { name: "In a language model’s words" });
  const write = () => written().getByRole("button", { name: "Write an answer" }).click();

  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.on("end", () => {
        const prompt: string = JSON.parse(body).messages[0].content;
        const isWriting = prompt.startsWith("Answer the question in at most three sentences");
        if (isWriting) asked.push(prompt);
        const content = isWriting ? says : "I don't know";
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`;
    app = await App.start([], {
      settings: `[generative]\nmodel = "made-up"\nurl = "${url}"\nretries = 0\n`,
    });
    await app.signIn();
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await page
      .getByLabel("Files to add")
      .setInputFiles([{ name: "north.html", mimeType: "", buffer: Buffer.from(PAGE) }]);
    await page.getByText("1 of 1 file").waitFor();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
  });

  afterAll(async () => {
    await app?.close();
    endpoint?.closeAllConnections();
    endpoint?.close();
  });

  test("is written only when asked for, each sentence with the sources that lead to their places", async () => {
    const { page } = app;
    says =
      "Goods may be returned within 30 days of delivery [1]. They may be eaten on Sundays [1].";
    await ask(page, "Within how many days may goods be returned?");
    await written().getByRole("button", { name: "Write an answer" }).waitFor();
    expect(asked).toEqual([]);
    await written().getByText("are sent to http://127.0.0.1").waitFor();
    await write();
    await written().getByRole("heading", { name: "Written by made-up" }).waitFor();
    expect(asked[0]).toContain("[1] Goods may be returned within 30 days of delivery.");
    const sentences = written().locator(".sentence");
    await expect.poll(() => sentences.count()).toBe(2);
    await expect.poll(() => sentences.nth(0).textContent()).not.toContain("not in its sources");
    await expect.poll(() => sentences.nth(1).textContent()).toContain("(not in its sources)");
    // The quotes stand where they stood.
    await expect
      .poll(() => page.getByRole("list", { name: "Answers" }).getByRole("listitem").count())
      .toBe(1);
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-written");
    await sentences.nth(0).getByRole("button", { name: "Source 1: Terms of North" }).click();
    await expect.poll(async () => (await marked(page, "current"))[0]).toContain("30");
  });

  test("that it does not know is said plainly, and another question has no answer of its own yet", async () => {
    const { page } = app;
    says = "I don't know.";
    await ask(page, "When is the money paid back?");
    await write();
    await written().getByText("made-up says that it doesn’t know.").waitFor();
    await ask(page, "Within how many days may goods be returned?");
    await written().getByRole("button", { name: "Write an answer" }).waitFor();
    await expect.poll(() => written().getByRole("heading").count()).toBe(0);
  });

  test("a model that is gone is told with what to do; the quotes are there", async () => {
    const { page } = app;
    endpoint.closeAllConnections();
    await new Promise((resolve) => endpoint.close(resolve));
    await write();
    await written().getByRole("alert").waitFor();
    await expect
      .poll(() => page.getByRole("list", { name: "Answers" }).getByRole("listitem").count())
      .toBe(1);
    expect(app.elsewhere).toEqual([]);
    expect(app.errors.filter((each) => !/Failed to load resource/.test(each))).toEqual([]);
  });
});
