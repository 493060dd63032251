import { describe, expect, test } from "vitest";
import { numberedItems } from "../src/terms/numbered-items.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly pages: Readonly<Record<string, readonly [string, string][]>>;
  readonly asked: readonly [string, string, string[]][];
}

describe("numbered-items.json", () => {
  const { pages, asked } = contract<Cases>("numbered-items.json");
  test.each(asked)("%s: %s", (name, question, items) => {
    let text = "";
    const blocks = (pages[name] ?? []).map(([kind, written]) => {
      text += text ? "\n\n" : "";
      const start = text.length;
      text += written;
      return { kind: kind as "paragraph", start, end: text.length };
    });
    const found = numberedItems(question, text, blocks);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(items);
  });
});
