// The Firefox build in Firefox: the panel, plain find and an answer, where a Firefox is installed.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "../make-pdf.ts";
import { Firefox, findFirefox } from "./firefox.ts";
import { type Pages, servePages } from "./harness.ts";

const path = findFirefox();
if (!path) {
  console.warn("The Firefox build is not run: there is no Firefox; install one, or set FIREFOX.");
}
const BUILT = fileURLToPath(new URL("../../dist/firefox", import.meta.url));

describe.skipIf(!path)("in Firefox", () => {
  let folder: string;
  let firefox: Firefox;
  let pages: Pages;
  let page: string;
  let panel: string;

  const inPage = (script: string) =>
    firefox.switchTo(page).then(() => firefox.run(script)) as Promise<string>;
  const inPanel = (script: string) =>
    firefox.switchTo(panel).then(() => firefox.run(script)) as Promise<string>;
  // The names begin with something that no page can know.
  const marks = (kind: string) =>
    inPage(
      `const [, ranges] = [...CSS.highlights].find(([name]) => name.endsWith("-${kind}")) ?? [];
      return Array.from(ranges ?? [], String).join("|").replace(/\\s+/g, " ")`,
    );
  const status = () => inPanel("return document.querySelector('.status-line')?.textContent ?? ''");

  beforeAll(async () => {
    // No toolbar can be pressed here: the page is allowed by the manifest instead.
    folder = mkdtempSync(join(tmpdir(), "wherein-built-"));
    cpSync(BUILT, folder, { recursive: true });
    const manifest = join(folder, "manifest.json");
    writeFileSync(
      manifest,
      JSON.stringify({
        ...JSON.parse(readFileSync(manifest, "utf8")),
        host_permissions: ["http://127.0.0.1/*"],
      }),
    );
    pages = await servePages();
    firefox = await Firefox.start(path as string, folder);
    page = await firefox.tab();
    await firefox.open(pages.url("lighthouse.html"));
    panel = await firefox.newTab();
    await firefox.switchTo(panel);
    await firefox.openOwn("settings.html");
    const id = await firefox.runAsync(
      `return (await browser.tabs.query({ url: "http://127.0.0.1/*" }))[0].id`,
    );
    await firefox.openOwn(`panel.html?tab=${id}`);
  });

  afterAll(async () => {
    await firefox?.close();
    await pages?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test("words are found and marked, closed shadow roots read, the page unchanged", async () => {
    const before = await inPage("return document.documentElement.outerHTML");
    await firefox.switchTo(panel);
    await firefox.type(".question-line", "granite");
    await expect.poll(() => marks("plain")).toBe("granite|granite");
    await firefox.switchTo(panel);
    await firefox.type(".question-line", "\uE00C");
    await firefox.type(".question-line", '"copper box"');
    await expect.poll(status).toBe("1 match");
    expect(await inPage("return document.documentElement.outerHTML")).toBe(before);
  });

  test("a question is answered by the reader in the panel’s own worker", async () => {
    await firefox.switchTo(panel);
    await firefox.type(".question-line", "\uE00C");
    await firefox.type(".question-line", "Who designed the tower?");
    await expect.poll(status).toMatch(/read all [\d,]+ words/);
    await expect.poll(() => marks("current")).toContain("Marta Lindqvist");
  });
});

describe.skipIf(!path)("in Firefox’s sidebar, with no leave but the shortcut’s", () => {
  let firefox: Firefox;
  let pages: Pages;

  const marks = () =>
    firefox.run(
      `const [, ranges] = [...CSS.highlights].find(([name]) => name.endsWith("-plain")) ?? [];
      return Array.from(ranges ?? [], String).join("|").replace(/\\s+/g, " ")`,
    );
  const sidebar = `document.getElementById("sidebar")?.contentDocument?.getElementById("webext-panels-browser")`;
  /** The shortcut, then the words typed into the sidebar that it opens: what is marked for them. */
  async function find(words: string, wanted: string): Promise<void> {
    await firefox.press(["F"], ["Control", "Shift"]);
    await expect
      .poll(() => firefox.inWindow(`return ${sidebar}?.currentURI.spec ?? ""`))
      .toBe(`${firefox.root}panel.html`);
    // Keys typed before the panel exists are lost.
    await expect
      .poll(
        async () => {
          await firefox.inWindow(`${sidebar}.focus()`);
          await firefox.press(["a"], ["Control"]);
          await firefox.press([...words]);
          // On a busy machine it takes its time; typing again starts again.
          for (let waited = 0; waited < 5_000; waited += 250) {
            await new Promise((resolve) => setTimeout(resolve, 250));
            if ((await marks()) === wanted) break;
          }
          return marks();
        },
        { interval: 500 },
      )
      .toBe(wanted);
  }

  beforeAll(async () => {
    pages = await servePages({
      "other.html": "<!doctype html><title>Other</title><p>Another page keeps a heron.</p>",
      "locks.pdf": makePdf([[{ text: "The locks lift boats by eleven metres.", y: 720 }]], "Locks"),
    });
    firefox = await Firefox.start(path as string, BUILT);
  });

  afterAll(async () => {
    await firefox?.close();
    await pages?.close();
  });

  test("the shortcut opens it on the page, and on another tab it is that tab's", async () => {
    await firefox.open(pages.url("lighthouse.html"));
    await find("granite", "granite|granite");
    await firefox.switchTo(await firefox.newTab());
    await firefox.open(pages.url("other.html"));
    await find("heron", "heron");
  });

  test("on a PDF it says why nothing can be read, and shows nothing of the page before", async () => {
    await firefox.open(pages.url("locks.pdf"));
    // A shortcut pressed before the viewer exists gives permission for the page before it.
    await expect
      .poll(() =>
        firefox.inWindow(
          `const tab = gBrowser.selectedBrowser;
           return [tab.currentURI.spec, tab.contentTitle, tab.webProgress.isLoadingDocument].join(" ")`,
        ),
      )
      .toMatch(/locks\.pdf .*Locks.* false$/);
    await firefox.press(["F"], ["Control", "Shift"]);
    // Keys are handled when the browser comes to them: by then another tab might be in front.
    await expect
      .poll(() =>
        firefox.inWindow(
          `const own = WebExtensionPolicy.getActiveExtensions().find(({ name }) => name === "wherein");
           return own.extension.tabManager.getWrapper(gBrowser.selectedTab).hasActiveTabPermission`,
        ),
      )
      .toBe(true);
    await firefox.switchTo(await firefox.newTab());
    await firefox.openOwn("settings.html");
    const shown = () =>
      firefox.runAsync(
        `return browser.extension.getViews({ type: "sidebar" })[0].document.body.innerText`,
      );
    await expect.poll(shown).toContain("own viewer, which keeps extensions out");
    expect(await shown()).not.toContain("heron.");
  });
});
