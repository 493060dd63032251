// A folder that the library follows, switched on and off in the app, against `wherein serve` itself.

import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

describe.skipIf(!IS_INSTALLED)("a watched folder", () => {
  let app: App;
  let root: string;
  let folder: string;

  const watched = () => app.page.getByRole("region", { name: "Watched folders" });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "wherein-watched-"));
    folder = join(root, "papers");
    mkdirSync(folder);
    write("ferry.md", "# Ferry\n\nThe ferry costs 240 kroner.\n");
    app = await App.start([], { settings: `add_folders = ["${root}"]\n` });
    await app.signIn();
    await app.page.getByRole("link", { name: "Library" }).click();
  });

  afterAll(async () => {
    await app?.close();
    rmSync(root, { recursive: true, force: true });
  });

  test("what must not be read is refused with what to do", async () => {
    await watched().getByLabel("Folder to watch, by its whole path").fill("/etc");
    await watched().getByRole("button", { name: "Watch it" }).click();
    await watched().getByText("is not below a folder that requests may add").waitFor();
    expect(await violations(app.page)).toEqual([]);
  });

  test("switched on, the library has its files, and follows what is added, changed and removed", async () => {
    const { page } = app;
    await watched().getByLabel("Folder to watch, by its whole path").fill(folder);
    await watched().getByRole("button", { name: "Watch it" }).click();
    await watched().getByText("1 document").waitFor();
    await page.getByRole("link", { name: "Ferry", exact: true }).waitFor();
    write("captain.md", "# Captain\n\nThe captain is Ingrid Haugen.\n");
    write("broken.pdf", "%PDF-1.4 no pdf");
    await watched().getByText("2 documents").waitFor();
    await watched().getByText("1 file could not be added").waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, "app-watched");
    unlinkSync(join(folder, "ferry.md"));
    await watched().getByText("1 document", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Ferry", exact: true }).count()).toBe(0);
  });

  test("not there, that is said; a server that is started again goes on", async () => {
    const { page } = app;
    renameSync(folder, join(root, "away"));
    await watched().getByText("not there now").waitFor();
    renameSync(join(root, "away"), folder);
    await watched().getByText("watched", { exact: true }).waitFor();
    await app.stopServer();
    write("captain.md", "# Captain\n\nThe captain is Nils Berg.\n");
    await page.goto(await app.startServer());
    await page.getByRole("textbox", { name: "Ask or find" }).waitFor();
    await expect
      .poll(async () => {
        await ask(page, "Who is the captain?");
        return page.getByRole("list", { name: "Answers" }).locator("strong").first().textContent();
      })
      .toContain("Nils Berg");
  });

  test("switched off, its documents stay", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Library" }).click();
    await watched()
      .getByRole("button", { name: `Stop watching ${folder}` })
      .click();
    await expect.poll(() => watched().getByRole("listitem").count()).toBe(0);
    await page.getByRole("link", { name: "Captain", exact: true }).waitFor();
    expect(app.elsewhere).toEqual([]);
  });
});
