// Pictures of the web app in each of its states, to be looked at: `node web/tools/app-pictures.mjs FOLDER [STATE...]`.
// Each state is taken light and dark, both also wide and as wide as a phone, and in forced colours; LOOKS=dark,narrow takes these
// looks alone. Starts `wherein serve` over a home of its
// own; the app must be built. Judges nothing.

import { mkdirSync, readFileSync } from "node:fs";
import { createServer as serveHttp } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder: node web/tools/app-pictures.mjs FOLDER [STATE...]");
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" },
  wide: { width: 1400, height: 900 },
  "wide-dark": { width: 1400, height: 900, colorScheme: "dark" },
  narrow: { width: 360, height: 720 },
  "narrow-dark": { width: 360, height: 720, colorScheme: "dark" },
  forced: { forcedColors: "active" },
};
const looks = process.env.LOOKS?.split(",") ?? Object.keys(LOOKS);
const LENS = "When was the first of Fresnel's lenses lit?";
const TIDES = "Where are the largest tides in the world?";
const SAMPLES = fileURLToPath(new URL("../../src/wherein/samples/", import.meta.url));
const HEBREW = "# המגדלור\n\nהמגדלור נבנה בשנת 1896 על ידי מרתה. גובהו 41 מטר.\n\n- אחד\n- שניים\n";

const PEOPLE = ["anna", "bob", "cid.the-third-of-the-northern-branch"];

const vite = await createServer({
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
});
const path = new URL("../app/tests/browser/app-harness.ts", import.meta.url);
const { App, ask } = await vite.ssrLoadModule(fileURLToPath(path));
const pdf = new URL("../extension/tests/make-pdf.ts", import.meta.url);
const { makePdf } = await vite.ssrLoadModule(fileURLToPath(pdf));

async function take(page, name) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const size = page.viewportSize();
  for (const look of looks) {
    const { width, height, ...media } = LOOKS[look];
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...media });
    if (width) await page.setViewportSize({ width, height });
    // Scrolling and repainting come to rest first.
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: "disabled" });
    if (width) await page.setViewportSize(size);
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  console.log(name);
}

/** A file as it is dropped. */
const file = (name, text) => ({ name, mimeType: "", buffer: Buffer.from(text) });
const sample = (name) => file(name, readFileSync(`${SAMPLES}${name}`));

/** A page of a table whose lines end in no full stop, so that all of it is one sentence. */
const islands = "Aust Brenn Crane Dusk Eider Farne Gull Holm Inner Jarl Kelp Lund Moss Noss Otter";
const fares = islands
  .split(" ")
  .flatMap((name, i) => [
    `${name} ferry leaves from quay ${i + 1}`,
    `${name} fare ${40 + i} kroner and ${12 + i} for a child`,
  ])
  .map((text, i) => ({ text, y: 790 - 22 * i }));

const model = serveHttp((request, response) => {
  request.resume().on("end", () => {
    const content = "The first of Fresnel's lenses was lit in 1823 [1]. It was red [1].";
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
  });
});
await new Promise((resolve) => model.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${model.address().port}/v1`;
const app = await App.start([], {
  settings: `[generative]\nmodel = "made-up"\nurl = "${url}"\nretries = 0\n`,
});
try {
  const { page } = app;
  const view = (name) => page.getByRole("link", { name, exact: true }).click();
  const add = async (files, said) => {
    await view("Library");
    await page.getByLabel("Files to add").setInputFiles(files);
    await page.getByText(said).first().waitFor();
  };
  const answers = page.getByRole("list", { name: "Answers" }).getByRole("button");

  const read = () =>
    page
      .getByText(/ · read /)
      .first()
      .waitFor();

  /** Its people, groups, shares and tokens, and what one of them sees. */
  const takeTeam = async () => {
    const part = async (name) => {
      const parts = page.getByRole("group", { name: "Parts of this page" });
      await parts.getByRole("button", { name }).click();
    };
    const done = (said) => page.getByRole("status").filter({ hasText: said }).waitFor();
    await page.goto(`${app.address}/team`);
    for (const name of PEOPLE) {
      await page.getByRole("textbox", { name: "Name of a new person" }).fill(name);
      await page.getByRole("button", { name: "Add the person" }).click();
      await done(`${name} is added.`);
    }
    await part("Groups");
    for (const name of PEOPLE) {
      await page.getByRole("combobox", { name: "Name of the group" }).fill("sales");
      await page.getByRole("combobox", { name: "Name of the person" }).fill(name);
      await page.getByRole("button", { name: "Add to the group" }).click();
      await done(`${name} is in sales.`);
    }
    await take(page, "team-groups");
    await part("Shares");
    await page.getByLabel("What to share").selectOption("main");
    await page.getByRole("combobox", { name: "Name of the person" }).fill("anna");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await done("main is shared with anna.");
    await take(page, "team-shares");
    await part("Tokens");
    await page.getByRole("combobox", { name: "Name of the person" }).fill("anna");
    await page.getByLabel("What it is for").fill("notebook");
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByRole("region", { name: "New token." }).waitFor();
    await take(page, "team-tokens");
    await part("Activity");
    await page.getByText("main, anna, reader").waitFor();
    await take(page, "team-activity");
    await part("Health");
    await page.getByText("All is well.").waitFor();
    await take(page, "team-health");
    await part("People");
    await page.getByRole("button", { name: "Manage anna" }).click();
    await page.getByRole("button", { name: "Take out of sales" }).waitFor();
    await take(page, "team-people");
    await page.getByRole("button", { name: "Make a sign-in link for anna" }).click();
    const link = page.getByRole("region", { name: "Sign-in link for anna." }).locator("code");
    const theirs = await app.browser.newContext({ viewport: page.viewportSize() });
    const anna = await theirs.newPage();
    await anna.goto(await link.textContent());
    await anna.getByRole("link", { name: "Sharing" }).click();
    await anna.getByText("shared with you", { exact: true }).waitFor();
    await anna.getByRole("button", { name: "Share anna" }).click();
    await take(anna, "sharing");
    await theirs.close();
  };

  await page.goto(app.address);
  await take(page, "sign-in");
  await app.signIn();
  await page.getByText("The library is empty.").waitFor();
  await take(page, "empty");
  await view("Library");
  await take(page, "empty-library");

  await add(
    [
      sample("tides.pdf"),
      sample("lighthouses.html"),
      file("photo.png", "\x89PNG\r\n\x1a\n"),
      file(`${"a very long name ".repeat(14)}.md`, HEBREW),
    ],
    /4 of 4 files/,
  );
  await page.locator(".documents a").nth(2).waitFor();
  await take(page, "library");

  await view("Ask");
  await take(page, "idle");
  // The answers are held back, as a slow machine does.
  let go;
  const held = new Promise((resolve) => {
    go = resolve;
  });
  await page.route("**/v1/ask*", async (route) => {
    await held;
    await route.continue();
  });
  await ask(page, LENS);
  await page.waitForTimeout(500);
  await take(page, "reading");
  go();
  await answers.first().waitFor();
  await page.unroute("**/v1/ask*");
  await read();
  await page.waitForTimeout(1000);
  await take(page, "answer");
  await page.getByRole("button", { name: "Write an answer" }).click();
  await page.getByText("not in its sources").first().waitFor();
  await take(page, "written");
  await page.getByRole("button", { name: "is wrong" }).first().click();
  await page.getByText("Select the right words").waitFor();
  await take(page, "correcting");

  await page.goto(app.address);
  await page.getByRole("textbox", { name: "Ask or find" }).fill("lens");
  await page
    .getByText(/passages? with these words|matches in this document/)
    .first()
    .waitFor();
  await take(page, "words");
  await ask(page, TIDES);
  await page.locator('.pdf-mark[data-kind="current"]').first().waitFor();
  await read();
  await page.locator(".textLayer > *").first().waitFor();
  await take(page, "pdf");
  await ask(page, "Why are they so high there?");
  await read();
  await take(page, "conversation");
  await page.goto(app.address);
  await ask(page, "What is the salary of the president of Peru?");
  await page.getByText(/^(No clear answer\. Closest|Not in the library)/).waitFor();
  await take(page, "not-here");
  await ask(page, "How many people work at the lighthouse?");
  await read();
  await take(page, "perhaps");

  await view("Library");
  await page.locator(".documents a", { hasText: "המגדלור" }).click();
  await page.locator(".reading h2").first().waitFor();
  await ask(page, "מתי נבנה המגדלור?");
  await read();
  await take(page, "right-to-left");

  await add(
    [file("fares.pdf", makePdf([fares, fares], "Fares of the ferries"))],
    /1 of 1 file|5 of 5 files/,
  );
  await page.locator(".documents a", { hasText: "Fares" }).click();
  await page.locator(".sheet canvas").first().waitFor();
  await page.getByRole("textbox", { name: "Ask or find" }).fill("child");
  await page.locator(".ticks span").first().waitFor();
  await take(page, "document-words");
  await ask(page, "What is the fare of the Lund ferry?");
  await read();
  await take(page, "pdf-table");
  await page.getByRole("button", { name: "Export" }).click();
  await take(page, "export");
  await page.keyboard.press("Escape");

  await view("Library");
  await page.getByRole("button", { name: "Name and tags of Tides" }).click();
  await take(page, "edit");
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByRole("button", { name: "Remove Tides" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  await take(page, "removed");
  await view("Tables");
  await page.getByLabel("Questions, one a line").fill(`${LENS}\n${TIDES}`);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText(/\d documents, 2 questions/).waitFor();
  await take(page, "table");
  for (const name of ["Settings", "Keys"]) {
    await view(name);
    await page.waitForTimeout(500);
    await take(page, name.toLowerCase());
  }
  await takeTeam();
  await page.goto(`${app.address}/d/0000000000000000`);
  await page.getByRole("alert").first().waitFor();
  await take(page, "no-document");
  await app.stopServer();
  await ask(page, "Who built the tower?");
  await page.getByText("The server is not running.").first().waitFor();
  await take(page, "server-gone");
  await app.startServer();
  await app.context.clearCookies();
  await ask(page, "Who designed the first of them?");
  await page.getByText("not signed in any more").first().waitFor();
  await take(page, "signed-out");
} finally {
  await app.close();
  model.close();
  model.closeAllConnections();
  await vite.close();
}
