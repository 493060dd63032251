// A contract with an amendment, as a page and as a PDF: what holds now comes first, and what it strikes is shown struck.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePdf } from "../make-pdf.ts";
import { asks } from "./asking.ts";
import { Browser, type Pages, servePages } from "./harness.ts";

const CLAUSES = [
  ["1. Term", "The lease begins on 1 March 2025 and ends on 28 February 2027."],
  ["2. Rent", "The rent is 900 euros a month."],
  ["3. Notice", "The Tenant must give 30 days notice in writing before leaving."],
  [
    "Amendment No. 1 of 1 June 2026",
    'Clause 2 is deleted and replaced with: "The rent is 950 euros a month."',
  ],
] as const;
const PAGE = CLAUSES.map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`).join("");
const LINES = CLAUSES.flatMap(([heading, text], at) => [
  { text: heading, size: 15, y: 700 - 60 * at },
  { text, y: 676 - 60 * at },
]);

let browser: Browser;
let pages: Pages;

beforeAll(async () => {
  pages = await servePages({
    "lease.html": `<!doctype html><html lang=en><title>Lease</title><h1>Lease of a flat</h1>${PAGE}`,
    "lease.pdf": makePdf([[{ text: "Lease of a flat", size: 22, y: 760 }, ...LINES]], "Lease"),
  });
  browser = await Browser.start();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

async function expectAmended(panel: Page): Promise<void> {
  await asks(panel, "How much is the rent?");
  const first = panel.locator("li.answer").first();
  await expect.poll(() => first.textContent()).toContain("950 euros");
  await expect.poll(() => first.locator("s").count()).toBe(0);
  const old = panel.locator("li.answer", { has: panel.locator("s", { hasText: "900 euros" }) });
  await expect.poll(() => old.count()).toBe(1);
  await expect
    .poll(() => old.first().textContent())
    .toMatch(/no longer holds: “Clause 2 is deleted and replaced with/);
}

test("a page", async () => {
  const page = await browser.open(pages.url("lease.html"));
  await expectAmended(await browser.panelAsTab(page));
});

test("a PDF in the extension's own viewer", async () => {
  const page = await browser.open(pages.url("lease.pdf"));
  const panel = await browser.panelAsTab(page);
  await panel.getByText("This is a PDF in the browser").waitFor();
  const opening = browser.context.waitForEvent("page");
  await panel.getByRole("button", { name: "Open the PDF here" }).click();
  await expectAmended(await opening);
});
