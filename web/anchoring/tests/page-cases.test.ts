// The cases of contracts/canonical-text.json and odd-text.json, which Python keeps as well.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type BlockKind, CanonicalText, clean, isMain } from "../src/canonical/canonical-text.ts";
import { CodePointOffsets } from "../src/canonical/code-points.ts";
import { NOWHERE, TracedText } from "../src/canonical/traced-text.ts";
import { addBlocks } from "../src/page/blocks.ts";
import { mainElements } from "../src/page/main-text.ts";
import { pageTitle } from "../src/page/page-title.ts";
import { elements, type PageElement, textBelow } from "../src/tree/page-tree.ts";
import { SourceMap } from "../src/tree/source-map.ts";
import { bodyOf, treeOf } from "./tree.ts";

function contract<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../contracts/${name}`, import.meta.url), "utf8"));
}

interface PageCase {
  readonly name: string;
  readonly html: string;
  readonly title: string | null;
  readonly text: string;
  readonly blocks: readonly {
    kind: BlockKind;
    start: number;
    end: number;
    level?: number;
    row?: string;
    column?: string;
    main?: boolean;
  }[];
}

/** All that a page shows, from its body, with the main text marked. */
function readPage(html: PageElement): CanonicalText {
  const out = new CanonicalText();
  const body = [...elements(html)].find(({ tag }) => tag === "body") ?? html;
  addBlocks(out, [body], mainElements(html));
  return out;
}

function titleOf(html: PageElement): string {
  const all = [...elements(html)];
  const texts = (tag: string) => all.filter((each) => each.tag === tag).map(textBelow);
  const shared = all.find(
    (each) => each.tag === "meta" && each.attribute("property") === "og:title",
  );
  return pageTitle({
    title: texts("title")[0] ?? "",
    shared: shared?.attribute("content") ?? "",
    headings: texts("h1"),
  });
}

describe("canonical-text.json, pages", () => {
  test.each(contract<CanonicalCases>("canonical-text.json").pages)("$name", (page) => {
    const html = treeOf(page.html);
    const out = readPage(html);
    const { text } = out.traced();
    expect(text).toBe(page.text);
    const offsets = new CodePointOffsets(text);
    const blocks = out.blocks.map((block) => ({
      ...block,
      start: offsets.toCodePoints(block.start),
      end: offsets.toCodePoints(block.end),
    }));
    expect(blocks).toEqual(page.blocks);
    const heading = out.blocks.find((block) => block.kind === "heading" && isMain(block));
    const title = titleOf(html) || (heading ? text.slice(heading.start, heading.end) : null);
    expect(title).toBe(page.title);
  });
});

interface CanonicalCases {
  readonly pages: readonly PageCase[];
  readonly clean: readonly { name: string; raw: string; text: string }[];
  readonly join: readonly {
    name: string;
    blocks: {
      kind: BlockKind;
      text: string;
      level?: number;
      cell?: [number, number, number, (string | null)?, (string | null)?];
    }[];
    text: string;
    spans: [number, number][];
  }[];
}

describe("canonical-text.json", () => {
  const cases = contract<CanonicalCases>("canonical-text.json");
  test.each(cases.clean)("clean: $name", ({ raw, text }) => {
    expect(clean(raw)).toBe(text);
  });
  test.each(cases.join)("join: $name", ({ blocks, text, spans }) => {
    const out = new CanonicalText();
    for (const { kind, text: content, level = null, cell } of blocks) {
      const [table, rowIndex, columnIndex, row = null, column = null] = cell ?? [];
      out.add(kind, TracedText.join([{ text: content, source: NOWHERE }]), {
        level,
        cell: cell
          ? {
              table: table as number,
              rowIndex: rowIndex as number,
              columnIndex: columnIndex as number,
              row,
              column,
            }
          : null,
        trim: kind !== "code",
      });
    }
    const joined = out.traced().text;
    const offsets = new CodePointOffsets(joined);
    expect(joined).toBe(text);
    expect(
      out.blocks.map(({ start, end }) => [offsets.toCodePoints(start), offsets.toCodePoints(end)]),
    ).toEqual(spans);
  });
});

describe("anchors/odd-text.json", () => {
  interface Case {
    readonly name: string;
    readonly html: string;
    readonly text: string;
    readonly answers: readonly (readonly [number, number, string])[];
  }
  const { cases } = contract<{ cases: readonly Case[] }>("anchors/odd-text.json");
  test.each(cases)("$name", (page) => {
    const html = treeOf(page.html);
    const source = textBelow(html);
    const out = readPage(html);
    const traced = out.traced();
    expect(traced.text).toBe(page.text);
    const offsets = new CodePointOffsets(traced.text);
    const map = new SourceMap(traced);
    const bare = (text: string) => text.replace(/\s+/g, "");
    for (const [from, to, text] of page.answers) {
      const span = { start: offsets.toUnits(from), end: offsets.toUnits(to) };
      expect(traced.text.slice(span.start, span.end)).toBe(text);
      const ranges = map.sources(span).map(({ start, end }) => source.slice(start, end));
      expect(bare(ranges.join(""))).toBe(bare(text));
    }
  });
});

/** The characters of a span that the page has; the others were put in. */
function fromThePage(traced: TracedText, { start, end }: { start: number; end: number }): string {
  return Array.from({ length: end - start }, (_, i) => start + i)
    .filter((unit) => traced.sourceAt(unit) !== NOWHERE)
    .map((unit) => traced.text[unit])
    .join("");
}

describe("every place of the text is a place of the page", () => {
  const { pages } = contract<CanonicalCases>("canonical-text.json");
  test.each(pages)("$name", ({ html }) => {
    const body = bodyOf(html);
    const source = textBelow(treeOf(html));
    const out = new CanonicalText();
    addBlocks(out, [body]);
    const traced = out.traced();
    const map = new SourceMap(traced);
    const bare = (text: string) =>
      text.replace(/\s+/g, "").replace(/[\0\p{Surrogate}]/gu, "\ufffd");
    for (const { start, end } of out.blocks) {
      for (const span of [
        { start, end },
        { start, end: start + Math.ceil((end - start) / 2) },
        { start: start + Math.floor((end - start) / 3), end },
      ]) {
        const found = map.sources(span).map((each) => source.slice(each.start, each.end));
        expect(bare(found.join(""))).toBe(bare(fromThePage(traced, span)));
      }
    }
  });
});
