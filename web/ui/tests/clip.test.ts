// Texts cut around their marks, and the words of a query found in them.

import { expect, test } from "vitest";
import { beginning, type Clip, clipped, densest, unclipped } from "../src/answers/clip.ts";
import { bodyOf } from "../src/answers/passage-body.ts";
import { wordMarks } from "../src/answers/word-marks.ts";

const shown = ({ parts }: Clip) =>
  parts.map(({ text, isMarked }) => (isMarked ? `<${text}>` : text)).join("");

function around(text: string, words: string, characters?: number): Clip {
  const start = text.indexOf(words);
  const marks = [{ start, end: start + words.length }];
  return clipped(text, marks, marks[0], characters);
}

const ROWS = Array.from({ length: 200 }, (_, i) => `Port ${i}\tquay\n${i * 3} metres`).join("\n");

test("a page of table lines is cut to the words beside the answer", () => {
  const clip = around(ROWS, "297 metres");
  expect(clip.isCut).toBe(true);
  const said = shown(clip);
  expect(said).toMatch(/^…\S.*Port 99 quay <297 metres> Port 100 quay.*\S…$/);
  expect(said.length).toBeLessThan(275);
  expect(shown(unclipped(ROWS, []))).toBe(ROWS.replace(/\s+/g, " "));
});

test("a sentence that has room is whole", () => {
  const text = "The first lens was lit in July 1823 at Cordouan.";
  expect(around(text, "July 1823")).toEqual({
    parts: [
      { text: "The first lens was lit in ", isMarked: false },
      { text: "July 1823", isMarked: true },
      { text: " at Cordouan.", isMarked: false },
    ],
    isCut: false,
  });
});

test("a mark that is too long itself keeps its beginning", () => {
  const text = `Before it. ${"words that answer ".repeat(60)}`;
  const clip = clipped(text, [{ start: 11, end: text.length }]);
  expect(clip.isCut).toBe(true);
  expect(shown(clip)).toMatch(/^Before it\. <words that answer .*>…$/);
  expect(shown(clip).length).toBeLessThan(280);
});

test.each(["😀", "ที่", "e\u0301", "👩‍🚀", "文"])("letters of %s are never cut apart", (letter) => {
  const text = `${letter.repeat(300)}!${letter.repeat(300)}`;
  for (const characters of [40, 41, 42, 43, 44]) {
    const said = shown(around(text, "!", characters));
    const [before = "", after = ""] = said.replaceAll("…", "").split("<!>");
    expect(letter.repeat(300).endsWith(before)).toBe(true);
    expect(letter.repeat(300).startsWith(after)).toBe(true);
    expect(/^[\p{M}\u200d]/u.test(before)).toBe(false);
    expect(/^[\p{M}\u200d]/u.test(said.split("<!>")[1]?.slice(after.length) ?? "")).toBe(false);
  }
});

test("a text without marks is cut at its end", () => {
  expect(
    shown(clipped("one two three four five six seven eight nine ten", [], undefined, 10)),
  ).toMatch(/^one two .*…$/);
  expect(beginning("  a\n b  ", 20)).toBe("a b");
  expect(beginning("word ".repeat(50), 22)).toBe("word word word word…");
});

const found = (text: string, query: string) =>
  wordMarks(text, query).map(({ start, end }) => text.slice(start, end));

test("words are found in any case, accent and ending; those that say nothing are not", () => {
  expect(found("The LENSES of the café; a lens, Lensmen", "the lens of cafe")).toEqual([
    "LENSES",
    "café",
    "lens",
    "Lensmen",
  ]);
  expect(found("He designs lighthouses.", "design of the lighthouse")).toEqual([
    "designs",
    "lighthouses",
  ]);
  expect(found("the of and", "the of")).toEqual([]);
  expect(found("灯台は1896年に建てられた", "建てられ")).toEqual(["建てられ"]);
});

test("a passage is cut where most of the words are", () => {
  const text = `tide ${"and so on ".repeat(40)} the spring tide of the moon ${"x ".repeat(200)}tide`;
  const marks = wordMarks(text, "spring tides of the moon");
  const focus = densest(marks, 120);
  expect(focus && text.slice(focus.start, focus.end)).toBe("spring");
  expect(shown(clipped(text, marks, focus, 40))).toContain("<spring> <tide> of the <moon>");
  expect(densest([], 120)).toBeUndefined();
});

test("the headings above a passage are not repeated in it", () => {
  expect(bodyOf("Town\n\nThe  lens\n\nIt was lit.\n\nTown", ["Town", "The lens"])).toEqual({
    text: "It was lit.\n\nTown",
    offset: 17,
  });
  expect(bodyOf("The lens", ["The lens"])).toEqual({ text: "The lens", offset: 0 });
});

test("a million characters are cut in one pass", () => {
  const text = `${"a ".repeat(500_000)}needle ${"b".repeat(1_000_000)}`;
  expect(shown(around(text, "needle")).length).toBeLessThan(300);
  expect(densest(wordMarks("tide ".repeat(20_000), "tide"), 120)?.start).toBe(0);
});
