// Pictures of the extension's panel and settings in their states, to be looked at: `node web/tools/panel-pictures.mjs
// FOLDER`. Each state is taken light and dark, as wide as a side panel. The extension must be built. Judges nothing.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder: node web/tools/panel-pictures.mjs FOLDER");
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const LOOKS = { light: {}, dark: { colorScheme: "dark" }, forced: { forcedColors: "active" } };
const LAMP = "When was the lamp lit for the first time?";

const vite = await createServer({
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
});
const load = (path) => vite.ssrLoadModule(fileURLToPath(new URL(path, import.meta.url)));
const { Browser, servePages } = await load("../extension/tests/browser/harness.ts");

const questionLine = (panel) => panel.getByLabel("Find or ask on this page");

/** The pause after it asks. */
async function asks(panel, question) {
  await questionLine(panel).fill("");
  await questionLine(panel).fill(question);
  const said = panel.locator(".status-line:not(.done)");
  await said.filter({ hasText: /read all [\d,]+ words? in|answered before/i }).waitFor();
}

async function take(page, name) {
  for (const [look, media] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...media });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: "disabled" });
  }
  console.log(name);
}

const pages = await servePages();
const browser = await Browser.start();
try {
  const page = await browser.open(pages.url("lighthouse.html"));
  const panel = await browser.panelAsTab(page);
  await panel.setViewportSize({ width: 360, height: 720 });
  await take(panel, "panel-idle");
  await questionLine(panel).fill("granite");
  await panel.locator(".strip").waitFor();
  await take(panel, "panel-words");
  await asks(panel, LAMP);
  await panel.getByRole("list", { name: "Answers", exact: true }).waitFor();
  await take(panel, "panel-answer");
  await panel.getByRole("button", { name: "is wrong" }).first().click();
  await take(panel, "panel-correcting");
  await panel.getByRole("button", { name: "Cancel" }).click();
  await asks(panel, "How many steps are there to the gallery?");
  await questionLine(panel).fill("");
  await panel.getByRole("list", { name: "Asked on this page" }).waitFor();
  await take(panel, "panel-asked");
  await asks(panel, "What is the salary of the president of Peru?");
  await take(panel, "panel-not-here");
  const settings = await browser.context.newPage();
  await settings.goto(`chrome-extension://${browser.id}/settings.html`);
  await settings.getByRole("heading", { level: 1 }).waitFor();
  await take(settings, "panel-settings");
} finally {
  await browser.close();
  await pages.close();
  await vite.close();
}
