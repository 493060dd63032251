import { describe, expect, test } from "vitest";
import type { PageSnapshot } from "../src/messages.ts";
import { joinPage, type Part, spansInWhole, spansWithin } from "../src/panel/joined-page.ts";

function snapshot(url: string, text: string, unreadFrames: string[] = []): PageSnapshot {
  return {
    revision: 1,
    url,
    title: url,
    language: "en",
    contentType: "text/html",
    text,
    blocks: text === "" ? [] : [{ kind: "paragraph", start: 0, end: text.length }],
    unreadFrames,
    selection: "",
  };
}

const top = snapshot("https://a.example/", "Outside.", ["b.example", "c.example:81"]);
const frame = snapshot("https://b.example/x", "Inside it.", ["d.example"]);

describe("frames joined to one page", () => {
  const { content, parts } = joinPage(3, [top, frame]);

  test("blocks cover their own words, each frame begins a block", () => {
    expect(content.text).toBe("Outside.\n\nInside it.");
    expect(content.blocks.map(({ start, end }) => content.text.slice(start, end))).toEqual([
      "Outside.",
      "Inside it.",
    ]);
  });

  test("a frame that was read is not reported, those within it and others are", () => {
    expect(content.unreadFrames).toEqual(["c.example:81", "d.example"]);
  });

  test("places go to their part and come back", () => {
    const at = content.text.indexOf("it");
    const span = { start: at, end: at + 2 };
    const [first, second] = parts as [Part, Part];
    expect(spansWithin(first, [span])).toEqual([]);
    const own = spansWithin(second, [span]);
    expect(frame.text.slice(own[0]?.start, own[0]?.end)).toBe("it");
    expect(spansInWhole(second, own)).toEqual([span]);
    // What goes over the border belongs to neither.
    const over = { start: 3, end: at };
    expect(parts.flatMap((part) => spansWithin(part, [over]))).toEqual([]);
  });

  test("a page without text leaves no gap before its frames", () => {
    const { content } = joinPage(1, [snapshot("https://a.example/", ""), frame]);
    expect(content.text).toBe(frame.text);
  });
});
