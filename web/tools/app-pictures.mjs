// Takes a picture of each state of the web app in each look: `node web/tools/app-pictures.mjs FOLDER [STATE...]`. Needs
// the built app and `wherein` (WHEREIN_COMMAND, else the checkout's). For looking at; docs/pictures has few of them.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const [folder, ...only] = process.argv.slice(2);
if (!folder) {
  console.error("Name a folder: node web/tools/app-pictures.mjs FOLDER [STATE...]");
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const vite = await createServer({
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
});
const load = (path) => vite.ssrLoadModule(fileURLToPath(new URL(path, import.meta.url)));
const { App, ask } = await load("../app/tests/browser/app-harness.ts");

const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" },
  narrow: { width: 375, height: 720 },
  "narrow-dark": { width: 375, height: 720, colorScheme: "dark" },
  wide: { width: 2560, height: 1200 },
  forced: { forcedColors: "active" },
  rtl: { direction: "rtl" },
};
const SIZE = { width: 1180, height: 720 };
const samples = new URL("../../src/wherein/samples/", import.meta.url);
const sample = (name) => ({ name, mimeType: "", buffer: readFileSync(new URL(name, samples)) });
const made = (name, text) => ({ name, mimeType: "", buffer: Buffer.from(text) });

const app = await App.start();
const { page } = app;

/** One picture a look; the page is as it was afterwards. */
async function picture(state) {
  if (only.length > 0 && !only.includes(state)) return;
  for (const [look, { width, height, direction, ...media }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...media });
    await page.setViewportSize({ width: width ?? SIZE.width, height: height ?? SIZE.height });
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction ?? "");
    await page.waitForTimeout(500);
    await page.screenshot({
      path: join(folder, `${state}-${look}.png`),
      animations: "disabled",
      fullPage: look.startsWith("narrow"),
    });
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  await page.setViewportSize(SIZE);
  await page.evaluate(() => {
    document.documentElement.dir = "";
  });
}

const view = (name) => page.getByRole("link", { name, exact: true }).click();
const status = (text) => page.locator(".status-line", { hasText: text }).first().waitFor();
const read = () => status(/ · (?:read|answered before)/u);

try {
  await page.goto(app.address);
  await picture("signed-out");
  await app.signIn();
  await picture("empty-library");
  await view("Library");
  await picture("library-empty");
  await page
    .getByLabel("Files to add")
    .setInputFiles([
      sample("tides.pdf"),
      sample("lighthouses.html"),
      made("photo.png", "\x89PNG\r\n"),
      made(
        `${"a very long name ".repeat(20)}.md`,
        `# ${"A very long title ".repeat(20)}\n\nText.\n`,
      ),
      made("migdalor.md", "# המגדלור\n\nהמגדלור נבנה בשנת 1896 על ידי מרתה.\n\n1. אחד\n2. שניים\n"),
    ]);
  await page.getByText(/5 of 5 files/u).waitFor();
  await picture("library-added");
  await page.getByRole("button", { name: "Clear this list" }).click();
  await page.getByRole("button", { name: "Name and tags of Tides" }).click();
  await page.getByLabel("Tags, with commas between them").fill("sea, water");
  await picture("library-editing");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove Tides" }).click();
  await picture("library-removed");
  const undo = page.getByRole("button", { name: /^Undo/u });
  // The pictures take longer than there is time to undo.
  if ((await undo.count()) > 0) await undo.click();
  else {
    await page.getByLabel("Files to add").setInputFiles([sample("tides.pdf")]);
    await page.getByText(/1 of 1 file/u).waitFor();
  }
  await view("Ask");
  await picture("idle");
  await page.getByLabel("Ask or find").fill("light");
  await status(/with these words/u);
  await picture("words");
  await ask(page, "When was the first of Fresnel's lenses lit?");
  await read();
  await picture("answer");
  await page.getByRole("button", { name: "Wrong" }).first().click();
  await page.getByText("Select the right words").waitFor();
  await picture("correcting");
  await ask(page, "Where are the largest tides in the world?");
  await read();
  await page.locator('.pdf-mark[data-kind="current"]').first().waitFor();
  await picture("pdf");
  await ask(page, "What is the salary of the president of Peru?");
  await read();
  await picture("nothing");
  await ask(page, "Who designed the first lens?");
  await read();
  await ask(
    page,
    "When was it lit, and in which lighthouse did all those who lived on the coast of the country see it for the first time?",
  );
  await read();
  await picture("follow-up");
  await view("Library");
  await page.locator(".documents a", { hasText: "המגדלור" }).click();
  await page.locator(".reading h2").first().waitFor();
  await picture("right-to-left");
  await view("Library");
  await page.locator(".documents a", { hasText: "A very long title" }).click();
  await page.locator(".reading h2").first().waitFor();
  await picture("long-names");
  for (const name of ["Tables", "Settings", "Keys"]) {
    await view(name);
    await page.waitForTimeout(500);
    await picture(name.toLowerCase());
  }
  await page.goto(`${app.address}/d/0000000000000000`);
  await page.getByRole("alert").first().waitFor();
  await picture("no-document");
  await app.stopServer();
  await ask(page, "When was the first of Fresnel's lenses lit?");
  await page.getByText("The server is not running.").first().waitFor();
  await picture("server-gone");
} finally {
  await app.close();
  await vite.close();
}
