// What is shown where there is no answer, and what finding it out costs.

import { expect, test, vi } from "vitest";
import type { PageContent } from "../src/links.ts";
import { isProse } from "../src/state/worth-showing.ts";

function page(texts: readonly string[]): PageContent {
  let text = "";
  const blocks = texts.map((each) => {
    const start = text.length;
    text += `${each}\n\n`;
    return { kind: "paragraph" as const, start, end: start + each.length };
  });
  return { revision: 1, url: "", title: "", text, blocks, unreadFrames: [] };
}

const passage = (start: number, end: number) => ({ span: { start, end }, text: "", section: [] });

test("a label is no prose; a sentence is", () => {
  const made = page(["Main menu", "The ferry leaves at nine."]);
  expect(isProse(passage(0, 5), made)).toBe(false);
  expect(isProse(passage(13, 20), made)).toBe(true);
});

test("a passage of a huge block is prose without a look at the block's words", () => {
  const made = page(["The ferry leaves at nine. ".repeat(10_000)]);
  const splits = vi.spyOn(String.prototype, "split");
  expect(isProse(passage(0, 300), made)).toBe(true);
  expect(splits).not.toHaveBeenCalled();
  splits.mockRestore();
});
