import { describe, expect, test } from "vitest";
import { numberedItem } from "../src/terms/numbered-items.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly pages: Readonly<Record<string, readonly [string, string][]>>;
  readonly asked: readonly [string, string, string | null][];
}

describe("numbered-items.json", () => {
  const { pages, asked } = contract<Cases>("numbered-items.json");
  test.each(asked)("%s: %s", (name, question, answer) => {
    let text = "";
    const blocks = (pages[name] ?? []).map(([kind, written]) => {
      text += text ? "\n\n" : "";
      const start = text.length;
      text += written;
      return { kind: kind as "paragraph", start, end: text.length };
    });
    const found = numberedItem(question, text, blocks);
    expect(found && text.slice(found.start, found.end)).toBe(answer);
  });
});
