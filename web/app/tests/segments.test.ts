import { describe, expect, test } from "vitest";
import { type Segment, segmentsOf } from "../src/document/segments.ts";

type Blocks = Parameters<typeof segmentsOf>[0]["blocks"];

/** What the segments show, as nested texts. */
function shown(text: string, blocks: Blocks): unknown[] {
  const of = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  return segmentsOf({ text, blocks }).map((segment: Segment) => {
    switch (segment.kind) {
      case "list":
        return { list: segment.items.map(of) };
      case "table":
        return {
          table: segment.rows.map((row) => row.map((c) => (c.heading ? `*${of(c)}` : of(c)))),
        };
      case "heading":
        return { [`h${segment.level}`]: of(segment.piece) };
      default:
        return { [segment.kind]: of(segment.piece) };
    }
  });
}

describe("segments", () => {
  test("a table of plain text is one, with bars and rules between its cells", () => {
    const text = "Name | Ext\n-----+----\nAda  | 123\n\nCall early.";
    const at = (part: string) => ({
      start: text.indexOf(part),
      end: text.indexOf(part) + part.length,
    });
    expect(
      shown(text, [
        { kind: "cell", ...at("Name") },
        { kind: "cell", ...at("Ext") },
        { kind: "cell", column: "Name", ...at("Ada") },
        { kind: "cell", column: "Ext", row: "Ada", ...at("123") },
        { kind: "paragraph", ...at("Call early.") },
      ]),
    ).toEqual([
      {
        table: [
          ["*Name", "*Ext"],
          ["Ada", "123"],
        ],
      },
      { paragraph: "Call early." },
    ]);
  });

  test("lists and tables are grouped, and places count code points", () => {
    const text = "👩‍🔬 Trip\n\none\ntwo\n\nPort\tPrice\nBergen\t240";
    const points = Array.from(text);
    const at = (part: string) => {
      const start = Array.from(text.slice(0, text.indexOf(part))).length;
      return { start, end: start + Array.from(part).length };
    };
    expect(points.length).toBeLessThan(text.length);
    expect(
      shown(text, [
        { kind: "heading", level: 1, ...at("👩‍🔬 Trip") },
        { kind: "list_item", ...at("one") },
        { kind: "list_item", ...at("two") },
        { kind: "cell", ...at("Port") },
        { kind: "cell", ...at("Price") },
        { kind: "cell", ...at("Bergen"), column: "Port" },
        { kind: "cell", ...at("240"), column: "Price", row: "Bergen" },
      ]),
    ).toEqual([
      { h2: "👩‍🔬 Trip" },
      { list: ["one", "two"] },
      {
        table: [
          ["*Port", "*Price"],
          ["Bergen", "240"],
        ],
      },
    ]);
  });

  test("what belongs to no block is shown all the same", () => {
    expect(
      shown("before\n\nmiddle\n\nafter one\nafter two\n\nlast", [
        { kind: "code", start: 8, end: 14 },
      ]),
    ).toEqual([
      { paragraph: "before" },
      { code: "middle" },
      { paragraph: "after one\nafter two" },
      { paragraph: "last" },
    ]);
  });

  test("no heading level is left out on the way down", () => {
    const text = "a\n\nb\n\nc";
    expect(
      shown(text, [
        { kind: "heading", level: 1, start: 0, end: 1 },
        { kind: "heading", level: 5, start: 3, end: 4 },
        { kind: "heading", level: 2, start: 6, end: 7 },
      ]),
    ).toEqual([{ h2: "a" }, { h3: "b" }, { h3: "c" }]);
  });

  test("two tables, and a long one, are apart", () => {
    const cells = Array.from({ length: 450 }, (_, i) => String(i));
    const text = `${cells.join("\n")}\n\nx`;
    let start = 0;
    const blocks: Blocks[number][] = cells.map((cell) => {
      const block = { kind: "cell" as const, start, end: start + cell.length };
      start += cell.length + 1;
      return block;
    });
    blocks.push({ kind: "cell", start: text.length - 1, end: text.length });
    const rows = segmentsOf({ text, blocks }).map((s) => (s.kind === "table" ? s.rows.length : 0));
    expect(rows).toEqual([200, 200, 50, 1]);
  });
});
