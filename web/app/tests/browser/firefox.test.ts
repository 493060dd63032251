// The app in Firefox: signing in, an answer marked in a web page and on the page of a PDF, reload and back, where a
// Firefox is installed.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Firefox, findFirefox } from "../../../extension/tests/browser/firefox.ts";
import { endServer, IS_INSTALLED, serve } from "./app-harness.ts";

const path = findFirefox();
if (!path) {
  console.warn("The app is not run in Firefox: there is no Firefox; install one, or set FIREFOX.");
}
const ENTER = "\uE007";
const LENS = "When was the first of Fresnel's lenses lit?";
const TIDES = "Where are the largest tides in the world?";

type Drawn = { readonly colours: number; readonly words: boolean } | null;

describe.skipIf(!path || !IS_INSTALLED)("the app in Firefox", () => {
  let home: string;
  let firefox: Firefox;
  let server: Awaited<ReturnType<typeof serve>>["server"];

  const line = () =>
    firefox.run("return document.querySelector('.question-line')?.value ?? null").catch(() => null);
  const marked = () =>
    firefox.run(
      `return Array.from(CSS.highlights.get("wherein-current") ?? [], String).join("|").replace(/\\s+/g, " ")`,
    ) as Promise<string>;
  /** Whether the mark of a PDF is in sight on a page that is drawn. */
  const isOnPage = () =>
    firefox.run(
      `const mark = document.querySelector('.pdf-mark[data-kind="current"]');
       const at = mark?.getBoundingClientRect();
       const box = document.querySelector("#content")?.getBoundingClientRect();
       const isDrawn = mark?.closest(".sheet").querySelector("canvas") !== null;
       return Boolean(at && isDrawn && at.height > 0 && at.top >= box.top && at.bottom <= box.bottom);`,
    );
  /** How many different colours stand on the drawn page of the mark, and whether its words can be selected. */
  const drawn = () =>
    firefox.run(
      `const sheet = document.querySelector('.pdf-mark[data-kind="current"]')?.closest(".sheet");
       const canvas = sheet?.querySelector("canvas");
       if (!canvas) return null;
       const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
       const words = sheet.querySelector(".textLayer")?.textContent ?? "";
       return { colours: new Set(new Uint32Array(data.buffer)).size, words: words.includes("the Bay of Fundy in Canada") };`,
    );
  const isInSight = () =>
    firefox.run(
      `const [range] = CSS.highlights.get("wherein-current") ?? [];
       const at = range?.getBoundingClientRect();
       const box = document.querySelector("#content")?.getBoundingClientRect();
       const isLaidOut = range?.startContainer.parentElement.checkVisibility({ contentVisibilityAuto: true });
       return Boolean(isLaidOut && at.height > 0 && at.top >= box.top && at.bottom <= box.bottom);`,
    );
  const ask = async (question: string) => {
    await firefox.run("document.querySelector('.question-line').select()");
    await firefox.type(".question-line", question + ENTER);
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "wherein-app-"));
    const served = await serve(home, ["--port", "0", "--sample"]);
    server = served.server;
    firefox = await Firefox.start(path as string);
    await firefox.open(served.link);
  });

  afterAll(async () => {
    await firefox?.close();
    if (server) await endServer(server);
    if (home) rmSync(home, { recursive: true, force: true });
  });

  test("an answer is marked in its web page, and is there again after a reload", async () => {
    await expect.poll(line).toBe("");
    await ask(LENS);
    await expect.poll(marked).toContain("1823");
    await expect.poll(isInSight).toBe(true);
    await firefox.run("window.isBefore = true; location.reload()");
    // While a page is left it runs nothing.
    const isReloaded = () => firefox.run("return !window.isBefore").catch(() => false);
    await expect.poll(isReloaded).toBe(true);
    await expect.poll(line).toBe(LENS);
    await expect.poll(marked).toContain("1823");
    await expect.poll(isInSight).toBe(true);
  });

  test("an answer is marked on its PDF's page, and back leads to the question before", async () => {
    await ask(TIDES);
    await expect.poll(isOnPage).toBe(true);
    await expect.poll(async () => ((await drawn()) as Drawn)?.words).toBe(true);
    expect(((await drawn()) as Drawn)?.colours).toBeGreaterThan(10);
    await firefox.run("history.back()");
    await expect.poll(line).toBe(LENS);
    await expect.poll(marked).toContain("1823");
  });
});
