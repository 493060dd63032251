// Asks people's questions through the extension's panel on saved pages in a real browser and prints what it
// marks, a JSON line each; `wherein eval satisfaction` judges them. `node web/tools/satisfaction.mjs
// QUESTIONS.json [SERVE COMMAND …]`: [{"file", "questions": […]}, …]; with a command, paired with its server.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { ask, loadHarness, openSaved, pair, serveSaved, startServer } from "./extension.mjs";

const [questions, ...command] = process.argv.slice(2);
if (!questions) {
  console.error("Name the questions: node web/tools/satisfaction.mjs QUESTIONS.json");
  process.exit(1);
}
const asked = JSON.parse(readFileSync(questions, "utf8"));
const harness = await loadHarness();
const pages = await serveSaved(
  harness,
  asked.map(({ file }) => file),
);
const server = command.length > 0 ? await startServer(command) : null;
const browser = await harness.Browser.start();
try {
  if (server) await pair(browser, server.code);
  for (const [number, { file, questions }] of asked.entries()) {
    const { page, panel } = await openSaved(browser, pages.url(basename(file)));
    for (const question of questions) {
      const row = { page: number, question, ...(await ask(panel, question)) };
      console.log(JSON.stringify(row));
      console.error(`${file} ${question}: ${row.marks.length} marks, ${row.status}`);
    }
    await panel.close();
    await page.close();
  }
} finally {
  await browser.close();
  await server?.stop();
  await pages.close();
  await harness.close();
}
