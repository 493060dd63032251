// Pages that are heavy or hostile: a text of 5 MB in one block, style sheets that hide marks, editors and fields.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asks, questionLine } from "./asking.ts";
import { Browser, marked, type Pages, servePages } from "./harness.ts";

const ANSWER = "The lighthouse of Skarholm was designed by the engineer Marta Lindqvist.";
const QUESTION = "Who designed the lighthouse of Skarholm?";
const KINDS = ["plain", "evidence", "perhaps", "answer", "passage", "current"];

let browser: Browser;
let pages: Pages;

beforeAll(async () => {
  const log = Array.from(
    { length: 90_000 },
    (_, i) => `Keeper ${i} wrote the wind into book ${i % 97}.`,
  );
  const hidden = KINDS.map(
    (kind) =>
      `*::highlight(wherein-${kind}) { all: initial !important; background: none !important; color: inherit !important; }`,
  ).join("\n");
  pages = await servePages({
    "log.html": `<!doctype html><title>Log</title><p>${log.join(" ")} ${ANSWER}</p>`,
    "deep.html": `<!doctype html><title>Deep</title><p>${ANSWER}</p><details><summary>More</summary></details><script>
      let outer = document.createElement("div"), at = outer;
      for (let i = 0; i < 10_000; i++) { const below = document.createElement("div"); at.append(below); at = below; }
      at.textContent = "The bottom.";
      document.querySelector("details").append(outer);</script>`,
    "hiding.html": `<!doctype html><title>Hiding</title><style>${hidden}
      p { -webkit-text-fill-color: #fff; font: 20px monospace }</style><p>${ANSWER}</p>`,
    "editor.html": `<!doctype html><title>Editor</title><body contenteditable><h1>Minutes</h1><p>${ANSWER}</p></body>`,
    "form.html": `<!doctype html><title>Form</title><form><textarea rows="9">Draft.\n${ANSWER}</textarea>
      <input name="user" value="Ada"><input type="password" value="hunter2"><input type="hidden" value="hunter3"></form>`,
  });
  browser = await Browser.start();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

async function withPanel(path: string): Promise<{ page: Page; panel: Page }> {
  const page = await browser.open(pages.url(path));
  const panel = await browser.panelAsTab(page);
  await expect.poll(() => questionLine(panel).isEditable()).toBe(true);
  return { page, panel };
}

/** Megabytes that the processes of pages and of the extension hold for themselves. */
async function held(): Promise<number> {
  const cdp = await browser.context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await cdp?.send("SystemInfo.getProcessInfo")) ?? {};
  let kilobytes = 0;
  for (const { id, type } of processInfo) {
    if (type !== "renderer") continue;
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    kilobytes += Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

test("a text of 5 MB in one block is answered, within 400 MB", async () => {
  // The reader is loaded by then, and is not the page's.
  const first = await withPanel("editor.html");
  await asks(first.panel, QUESTION);
  await first.panel.close();
  await first.page.close();
  const { page, panel } = await withPanel("log.html");
  const before = await held();
  await questionLine(panel).fill(QUESTION);
  await questionLine(panel).press("Control+Enter");
  await expect.poll(() => marked(page, "current")).toEqual(["Marta Lindqvist"]);
  expect((await held()) - before).toBeLessThan(400);
  await panel.close();
  await page.close();
});

test("what a closed details nests ten thousand deep does not keep the page from being read", async () => {
  const { page, panel } = await withPanel("deep.html");
  await asks(panel, QUESTION);
  await expect.poll(() => marked(page, "current")).toEqual(["Marta Lindqvist"]);
  await panel.getByText("nested more than 2,500 elements deep was not read").waitFor();
  await panel.close();
  await page.close();
});

test("marks are painted although the page hides those of every name it can know", async () => {
  const { page, panel } = await withPanel("hiding.html");
  await asks(panel, QUESTION);
  await expect.poll(() => marked(page, "current")).toEqual(["Marta Lindqvist"]);
  const names = () =>
    page.evaluate(() => [
      ...(CSS as unknown as { highlights: Map<string, unknown> }).highlights.keys(),
    ]);
  const before = await names();
  expect(before.filter((name) => name.startsWith("wherein"))).toEqual([]);
  await page.bringToFront();
  const styles = await page.evaluate(() => {
    const { highlights } = CSS as unknown as { highlights: Map<string, unknown> };
    const name = [...highlights.keys()].find((each) => each.endsWith("-current"));
    const style = getComputedStyle(document.querySelector("p") as Element, `::highlight(${name})`);
    return [style.backgroundColor, style.getPropertyValue("-webkit-text-fill-color")];
  });
  expect(styles).toEqual(["rgb(255, 182, 39)", "rgb(0, 0, 0)"]);
  await panel.close();
  // Opened again the names are others.
  const again = await browser.panelAsTab(page);
  await asks(again, QUESTION);
  await expect.poll(() => marked(page, "current")).toEqual(["Marta Lindqvist"]);
  expect((await names()).filter((name) => before.includes(name))).toEqual([]);
  await again.close();
  await page.close();
});

test("an editor's text is read and marked, and stays as it was", async () => {
  const { page, panel } = await withPanel("editor.html");
  const html = () => page.evaluate(() => document.documentElement.outerHTML);
  const before = await html();
  await asks(panel, QUESTION);
  await expect.poll(() => marked(page, "current")).toEqual(["Marta Lindqvist"]);
  expect(await html()).toBe(before);
  await panel.close();
  await page.close();
});

test("what stands in a field is read, and never a password", async () => {
  const { page, panel } = await withPanel("form.html");
  expect(await asks(panel, QUESTION)).toMatch(/read all/i);
  const answers = panel.getByRole("list", { name: "Answers", exact: true });
  await expect.poll(() => answers.locator("strong").first().textContent()).toBe("Marta Lindqvist");
  await questionLine(panel).fill('"hunter"');
  await panel
    .getByText(/No match/i)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.querySelector("textarea")?.value)).toContain(ANSWER);
  await panel.close();
  await page.close();
});
