// Help in a real browser: the documentation site under the app's policy, its search without a network. Skipped where
// `make docs` was not run.

import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { App } from "./app-harness.ts";

const isBuilt = existsSync(
  new URL("../../../../src/wherein/server/help/index.html", import.meta.url),
);

describe.skipIf(!isBuilt)("Help", () => {
  let app: App;
  let help: Page;

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    const opened = app.page.context().waitForEvent("page");
    await app.page.getByRole("link", { name: "Help" }).click();
    help = await opened;
  });

  afterAll(() => app?.close());

  test("opens from the app, and breaks no rule of its policy", async () => {
    await help.getByRole("heading", { name: "wherein", level: 1 }).waitFor();
    expect(new URL(help.url()).pathname).toBe("/help/index.html");
    expect([app.errors, app.elsewhere]).toEqual([[], []]);
  });

  test("is searched, and leads to the guide that was found", async () => {
    await help.keyboard.press("Control+k");
    await help.keyboard.type("Zotero");
    await help
      .getByRole("link", { name: /My papers/ })
      .first()
      .click();
    await help.getByRole("heading", { name: "My papers", level: 1 }).waitFor();
    expect(new URL(help.url()).pathname).toBe("/help/guides/papers.html");
    expect([app.errors, app.elsewhere]).toEqual([[], []]);
  });
});
