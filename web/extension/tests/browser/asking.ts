// What the tests do with a panel again and again: find words, ask a question, each until it has settled.

import type { Frame, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { marked } from "./harness.ts";

export function questionLine(panel: Page): Locator {
  return panel.getByLabel("Find or ask on this page");
}

/** The one line that is always true; what was done last ("Copied.") stands beside it. */
export function statusLine(panel: Page): Promise<string | null> {
  return panel.locator(".status-line:not(.done)").textContent();
}

/**
 * Looks for `words`, forced to be literal, until what is marked for them in `page` is what is `wanted`. Nothing
 * is marked any more when the panel says that there is nothing, so that the marks of before are not taken for it.
 */
export async function finds(
  panel: Page,
  page: Page | Frame,
  words: string,
  wanted: readonly string[],
): Promise<void> {
  await questionLine(panel).fill(`"${words}"`);
  const said = wanted.length > 0 ? /^(?:More than )?[\d,]+ match(?:es)?$/ : /^No matches$/;
  await expect.poll(() => statusLine(panel)).toMatch(said);
  await expect.poll(() => marked(page, "plain")).toEqual(wanted);
}

/** Types a question of two words or more and waits until all was read: the pause after it asks. */
export async function asks(panel: Page, question: string): Promise<string> {
  const line = questionLine(panel);
  // Asked again, it has to be typed again.
  await line.fill("");
  await line.fill(question);
  await expect
    .poll(() => statusLine(panel))
    .toMatch(/read all [\d,]+ words? in [\d.]+\ss|answered before/i);
  return (await statusLine(panel)) ?? "";
}
