// Where the app draws its marks on the pages of PDFs: opens places in a running server's app and prints the boxes that
// stand there. `node web/tools/measure-pdf-marks.mjs LINK [FOLDER]`; LINK is the one that signs in, the places come on
// standard input as a JSON line each ({document, start, end, turns, zooms}), grouped by document. A JSON line each is
// printed: the boxes of the current mark, as page, left, top, right and bottom in shares of the page as it is shown.
// FOLDER takes a picture of each mark.

import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const [link, folder] = process.argv.slice(2);
if (!link) {
  console.error("Name the link: node web/tools/measure-pdf-marks.mjs LINK [FOLDER]");
  process.exit(1);
}

/** Runs in the page: the boxes once they stand for this place, or null. */
function boxes([place, wanted]) {
  if (location.hash !== place) return null;
  const marks = [...document.querySelectorAll('.pdf-mark[data-kind="current"]')];
  const pages = new Set(marks.map((mark) => mark.closest(".sheet").dataset.page));
  if (marks.length === 0 || wanted.some((page) => !pages.has(String(page)))) return null;
  return marks.map((mark) => {
    const sheet = mark.closest(".sheet");
    const at = mark.getBoundingClientRect();
    const of = sheet.getBoundingClientRect();
    return [
      Number(sheet.dataset.page),
      (at.left - of.left) / of.width,
      (at.top - of.top) / of.height,
      (at.right - of.left) / of.width,
      (at.bottom - of.top) / of.height,
    ];
  });
}

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  chromiumSandbox: false,
});
try {
  const context = await browser.newContext({ viewport: { width: 1180, height: 900 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Ask or find").waitFor();
  const { origin } = new URL(page.url());
  let opened = "";
  let drawn = true;
  let number = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const { document: id, start, end, turns = 0, zooms = 0, pages = [] } = JSON.parse(line);
    const place = `#s=${start}-${end}`;
    const key = `${id} ${turns} ${zooms}`;
    if (key !== opened) {
      await page.goto("about:blank");
      await page.goto(`${origin}/d/${encodeURIComponent(id)}${place}`);
      const larger = page.getByRole("button", { name: "Larger" });
      // A PDF that pdf.js cannot open is shown as its text.
      drawn = await larger.waitFor().then(
        () => true,
        () => false,
      );
      for (let i = 0; drawn && i < turns; i++)
        await page.getByRole("button", { name: "Turn" }).click();
      for (let i = 0; drawn && i < zooms; i++) await larger.click();
      opened = key;
    } else {
      // The boxes of the place before would be taken for those of this one.
      await page.evaluate((hash) => {
        for (const mark of document.querySelectorAll(".pdf-mark")) mark.remove();
        location.assign(hash);
      }, place);
    }
    if (!drawn) {
      console.log(JSON.stringify({ boxes: null, drawn }));
      continue;
    }
    const found = await page
      .waitForFunction(boxes, [place, pages], { timeout: 20_000 })
      .then((handle) => handle.jsonValue())
      .catch(() => null);
    if (folder && found) {
      // The page itself is drawn after its marks.
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${String(number).padStart(3, "0")}.png`) });
    }
    number++;
    console.log(JSON.stringify({ boxes: found, drawn }));
  }
} finally {
  await browser.close();
}
