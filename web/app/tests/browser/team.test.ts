// A team in the app: people added and let in by a link, a share given and taken back, tokens, groups and the server's health,
// against `wherein serve` itself, each person in a browser of their own.

import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { misfits, untranslated } from "../../../extension/tests/browser/fitting.ts";
import { picture, violations } from "../../../extension/tests/browser/harness.ts";
import { App, ask, IS_INSTALLED } from "./app-harness.ts";

const QUESTION = "Who wove the blue sail?";
const TEXT = "# Sails of the north\n\nThe blue sail was woven by Runa Eskil in 1702.\n";
/** Where pictures of all states are written, if anywhere. */
const LOOKS = process.env.WHEREIN_LOOKS;

describe.skipIf(!IS_INSTALLED)("a team", () => {
  let app: App;
  let theirs: BrowserContext;
  let bob: Page;

  const part = (name: string) =>
    app.page.getByRole("group", { name: "Parts of this page" }).getByRole("button", { name });
  const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const row = (page: Page, of: string, title: string) =>
    section(page, of)
      .getByRole("listitem")
      .filter({ has: page.locator(".title", { hasText: new RegExp(`^${title}$`) }) });
  const done = (page: Page, said: string | RegExp) =>
    page.getByRole("status").filter({ hasText: said }).waitFor();

  /** Colours on their way from one look to the other are no faults. */
  const stands = (page: Page) =>
    page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));

  /** The picture of a page in light and dark, wide and narrow; and what is wrong with it, cut off or not accessible. */
  async function looked(page: Page, name: string): Promise<void> {
    const size = page.viewportSize() ?? { width: 1180, height: 720 };
    const faults: string[] = [];
    for (const [width, height] of [
      [1280, 1000],
      [360, 1800],
    ] as const) {
      // High enough to need no scrolling: what is scrolled away lies below the menu.
      await page.setViewportSize({ width, height });
      await page.locator(".page").evaluate((element) => element.scrollTo(0, 0));
      faults.push(...(await misfits(page)).map((fault) => `${name} at ${width}: ${fault}`));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await stands(page);
        if (colorScheme === "dark" && width === 1280) faults.push(...(await violations(page)));
        if (!LOOKS) continue;
        await page.waitForTimeout(200);
        const path = `${LOOKS}/${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path, animations: "disabled" });
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(size);
    await stands(page);
    faults.push(...(await violations(page)));
    expect(faults).toEqual([]);
  }

  /** The sign-in link that an admin makes for a person. */
  async function linkFor(name: string): Promise<string> {
    await app.page.getByRole("button", { name: `Make a sign-in link for ${name}` }).click();
    const once = section(app.page, `Sign-in link for ${name}.`);
    const link = (await once.locator("code").textContent()) ?? "";
    await once.getByRole("button", { name: "Copy" }).click();
    await once.getByRole("button", { name: "Copied" }).waitFor();
    await expect.poll(() => app.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    return link;
  }

  /** Whether the answer is found by whoever uses this page. */
  async function finds(page: Page): Promise<boolean> {
    await page.goto(`${app.address}/`);
    await ask(page, QUESTION);
    const found = page.locator(".ask").getByText("Runa Eskil");
    const none = page.locator(".ask").getByText(/^(?:Not |The library is empty)/);
    await found.first().or(none.first()).first().waitFor();
    return (await found.count()) > 0;
  }

  beforeAll(async () => {
    app = await App.start();
    await app.signIn();
    await app.page.getByRole("link", { name: "Library", exact: true }).click();
    await app.page
      .getByLabel("Files to add")
      .setInputFiles([{ name: "sails.md", mimeType: "", buffer: Buffer.from(TEXT) }]);
    await app.page.getByText("1 of 1 file").waitFor();
    theirs = await app.browser.newContext({ viewport: { width: 1180, height: 720 } });
    theirs.setDefaultTimeout(300_000);
    bob = await theirs.newPage();
  });

  afterAll(() => app?.close());

  test("whoever is alone is not shown a team, and can begin one in the settings", async () => {
    const { page } = app;
    const views = page.getByRole("navigation", { name: "Views" });
    await expect.poll(() => views.getByRole("link", { name: /^(Team|Sharing)$/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Add people" }).click();
    await done(page, "There is nobody yet.");
    await looked(page, "people-empty");
  });

  test("a person is added by keyboard alone, and a name that can't be one is refused in words", async () => {
    const { page } = app;
    const name = page.getByRole("textbox", { name: "Name of a new person" });
    await name.fill("Bob Smith");
    await name.press("Enter");
    await page.getByRole("alert").getByText("can't be a name").waitFor();
    await name.fill("bob");
    await name.press("Enter");
    await done(page, "bob is added.");
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await expect.poll(() => name.inputValue()).toBe("");
    await row(page, "People", "bob").getByText("no way in").waitFor();
  });

  test("the link signs them in once, and they see nothing", async () => {
    const link = await linkFor("bob");
    expect(new URL(link).origin).toBe(app.address);
    await looked(app.page, "people-link");
    await bob.goto(link);
    await bob.getByRole("textbox", { name: "Ask or find" }).waitFor();
    await bob.getByRole("link", { name: "Library", exact: true }).click();
    await bob.getByText("The library is empty").waitFor();
    await expect.poll(() => bob.getByRole("region", { name: "Watched folders" }).count()).toBe(0);
    await expect.poll(() => bob.getByRole("region", { name: "Knowledge bases" }).count()).toBe(0);
    expect(await finds(bob)).toBe(false);
    await bob.getByRole("link", { name: "Sharing" }).click();
    await bob.getByText("Nothing is shared with you yet.").waitFor();
    await row(bob, "What you may read", "bob").getByText("yours").waitFor();
    await expect.poll(() => bob.getByRole("link", { name: "Team" }).count()).toBe(0);
    await looked(bob, "sharing-alone");
    const another = await app.browser.newContext();
    const late = await another.newPage();
    await late.goto(link);
    await late.getByText("This link was used before").waitFor();
    await another.close();
  });

  test("what they may not see is refused by its address too", async () => {
    await bob.goto(`${app.address}/team`);
    await bob.getByText("Only admins of this server can use this page.").waitFor();
    expect(await violations(bob)).toEqual([]);
    const told = await bob.evaluate(async () => {
      const paths = ["/v1/people", "/v1/state", "/v1/audit"];
      const replies = await Promise.all(paths.map((path) => fetch(path)));
      return replies.map(({ status }) => status);
    });
    expect(told).toEqual([403, 403, 403]);
    await bob.goto(`${app.address}/settings`);
    await bob.getByRole("heading", { name: "About this server" }).waitFor();
    // Never, not even for a moment.
    expect(await bob.getByRole("heading", { name: "Server settings" }).count()).toBe(0);
    // Never, not even for a moment.
    expect(await bob.getByText(app.home).count()).toBe(0);
  });

  test("given a share, they see it and from where", async () => {
    const { page } = app;
    await part("Shares").click();
    await page.getByLabel("What to share").selectOption("main");
    await page.getByRole("combobox", { name: "Name of the person" }).fill("bob");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await done(page, "main is shared with bob.");
    await looked(page, "shares");
    // Until the documents that are new to them are indexed, the app says that some may be missing.
    await expect.poll(() => finds(bob)).toBe(true);
    await bob.getByRole("link", { name: "Sharing" }).click();
    await row(bob, "What you may read", "main").getByText("shared with you").waitFor();
    await row(bob, "What you may read", "main").getByText("reader").waitFor();
  });

  test("taken back, they see nothing again", async () => {
    const { page } = app;
    await page.getByRole("button", { name: "Take main back from bob" }).click();
    await done(page, "main is no longer shared with bob.");
    expect(await finds(bob)).toBe(false);
    await bob.goto(`${app.address}/sharing`);
    await bob.getByText("Nothing is shared with you yet.").waitFor();
    await expect.poll(() => row(bob, "What you may read", "main").count()).toBe(0);
  });

  test("they share what is theirs, see who has it, and take it back", async () => {
    await app.page.goto(`${app.address}/team`);
    for (const name of ["anna", "cid"]) {
      await app.page.getByRole("textbox", { name: "Name of a new person" }).fill(name);
      await app.page.getByRole("button", { name: "Add the person" }).click();
      await done(app.page, `${name} is added.`);
    }
    await bob.getByRole("button", { name: "Share bob" }).click();
    await bob.getByText("Nobody else.").waitFor();
    const name = bob.getByRole("combobox", { name: "Name of the person" });
    await name.fill("anne");
    await name.press("Enter");
    await bob.getByRole("alert").getByText("There is no person").waitFor();
    await name.fill("anna");
    await bob.getByRole("combobox", { name: "Role" }).selectOption("editor");
    await bob.getByRole("button", { name: "Share", exact: true }).click();
    await done(bob, "bob is shared with anna.");
    await bob.getByLabel("Share with").selectOption("everyone");
    await bob.getByRole("combobox", { name: "Role" }).selectOption("reader");
    await bob.getByRole("button", { name: "Share", exact: true }).click();
    await done(bob, "bob is shared with everyone");
    await looked(bob, "sharing-shared");
    await picture(bob, "app-sharing");
    const back = bob.getByRole("button", { name: "Take bob back from everyone on this server" });
    await back.focus();
    await back.press("Enter");
    await done(bob, "bob is no longer shared with everyone");
    // Where the row was there is nothing to have the focus.
    await expect
      .poll(() => bob.evaluate(() => document.activeElement?.textContent))
      .toBe("Who else has bob");
    await expect.poll(() => bob.getByRole("button", { name: /^Take bob back/ }).count()).toBe(1);
  });

  test("their tokens are shown once, listed without themselves, and revoked", async () => {
    const tokens = section(bob, "Your tokens");
    await tokens.getByText("this browser", { exact: true }).waitFor();
    await tokens.getByLabel("What it is for").fill("laptop");
    await tokens.getByRole("checkbox", { name: "change and add" }).check();
    await tokens.getByLabel("Ends after").selectOption("7");
    await tokens.getByRole("button", { name: "Make a token" }).click();
    const once = section(bob, "New token.");
    const token = (await once.locator("code").textContent()) ?? "";
    expect(token).toMatch(/^wherein_/);
    const me = () =>
      fetch(`${app.address}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect(((await (await me()).json()) as { name: string }).name).toBe("bob");
    await looked(bob, "sharing-token");
    await once.getByRole("button", { name: "Done" }).click();
    await bob.reload();
    await row(bob, "Your tokens", "laptop").getByText("ask and read, change and add").waitFor();
    expect(await bob.content()).not.toContain(token);
    await bob.getByRole("button", { name: "Revoke the token laptop of bob" }).click();
    await done(bob, "The token laptop is revoked.");
    expect((await me()).status).toBe(401);
  });

  test("people are put in groups, made admins, and shut out", async () => {
    const { page } = app;
    await page.goto(`${app.address}/team#groups`);
    await page.getByRole("combobox", { name: "Name of the group" }).fill("sales");
    for (const name of ["anna", "cid"]) {
      await page.getByRole("combobox", { name: "Name of the person" }).fill(name);
      await page.getByRole("button", { name: "Add to the group" }).click();
      await done(page, `${name} is in sales.`);
    }
    await looked(page, "groups");
    await page.getByRole("button", { name: "Take cid out of sales" }).click();
    await done(page, "cid is no longer in sales.");
    await part("People").click();
    await row(page, "People", "anna").getByText("sales").waitFor();
    await page.getByRole("button", { name: "Manage anna" }).click();
    await page.getByRole("button", { name: "Take out of sales" }).waitFor();
    await row(page, "People", "anna").getByLabel("Role").selectOption("admin");
    await done(page, "anna is an admin");
    await looked(page, "people-managed");
    await picture(page, "app-people");
    await page.getByRole("button", { name: "Manage bob" }).click();
    await page.getByRole("button", { name: "End access" }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Cancel");
    await page.getByRole("button", { name: "End access" }).press("Enter");
    await done(page, "bob is signed out everywhere.");
    await bob.reload();
    await bob.getByText("This browser is not signed in any more.").first().waitFor();
  });

  test("removed, a person is gone with what was shared with them", async () => {
    const { page } = app;
    await page.getByRole("button", { name: "Manage cid" }).click();
    await row(page, "People", "cid").getByRole("button", { name: "Remove" }).click();
    await looked(page, "people-removing");
    await row(page, "People", "cid").getByRole("button", { name: "Remove" }).click();
    await done(page, "cid is removed.");
    await expect.poll(() => row(page, "People", "cid").count()).toBe(0);
  });

  test("an admin's own browser is not locked out, and health, tokens and activity are told", async () => {
    const { page } = app;
    await bob.goto(await linkFor("anna"));
    await bob.getByRole("textbox", { name: "Ask or find" }).waitFor();
    await bob.getByRole("link", { name: "Team" }).click();
    await bob.getByRole("button", { name: "Manage anna" }).click();
    await bob.getByText("Another admin changes your role").waitFor();
    await bob.goto(`${app.address}/team#health`);
    await bob.getByText("All is well.").waitFor();
    await expect
      .poll(() => bob.locator(".team dl").textContent())
      .toMatch(/SQLite, .*library \d+/su);
    await looked(bob, "health");
    await page.goto(`${app.address}/team#tokens`);
    await row(page, "Tokens", "web app").first().getByText("anna").waitFor();
    await page.getByRole("combobox", { name: "Name of the person" }).fill("anna");
    await page.getByLabel("What it is for").fill("notebook");
    await page.getByLabel("Ends after").selectOption("never");
    await page.getByRole("button", { name: "Make a token" }).click();
    await section(page, "New token.").waitFor();
    await row(page, "Tokens", "notebook").getByText("no end date").waitFor();
    await looked(page, "tokens");
    await section(page, "New token.").getByRole("button", { name: "Done" }).click();
    await part("Activity").click();
    await section(page, "Activity").getByText("main, bob, reader").waitFor();
    await section(page, "Activity").getByText("the server’s own token").first().waitFor();
    await looked(page, "activity");
    expect(app.elsewhere).toEqual([]);
  });

  test.each(["en-XA", "ar-XB"])("every word is a message: %s", async (language) => {
    const known = `wherein anna bob cid sales main web app notebook sails md everyone SQLite kB MB GB hybrid
      home bob papers Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec ${app.home} ${await names(app.page)}`;
    const faults: string[] = [];
    const views = ["people", "groups", "shares", "tokens", "activity", "health"];
    const pages = views.map((view) => [app.page, `team#${view}`] as const);
    for (const [page, view] of [...pages, [bob, "sharing"] as const]) {
      await page.evaluate((tag) => localStorage.setItem("wherein.language", tag), language);
      for (const width of [1180, 360]) {
        await page.setViewportSize({ width, height: 1800 });
        await page.goto(`${app.address}/${view}`);
        await page.reload();
        await page.locator(".team section :is(p, li):visible").first().waitFor();
        await page.waitForTimeout(150);
        const found = [...(await misfits(page)), ...(await untranslated(page, known))];
        faults.push(...found.map((fault) => `${view} at ${width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    expect(await violations(bob)).toEqual([]);
  });

  /** The models and formats of the server, and the ids of documents: nobody translates them. */
  async function names(page: Page): Promise<string> {
    const told = await page.evaluate(async () => {
      const state = await (await fetch("/v1/state")).text();
      const { entries } = await (await fetch("/v1/audit")).json();
      return [state, ...entries.map(({ about }: { about: string }) => about)].join(" ");
    });
    return told.replaceAll(/[^\p{L}]+/gu, " ");
  }
});
