// The twin of tests/contract/test_text_cases.py: the same cases, the other language.

import type { Block, BlockKind } from "@wherein/anchoring/canonical/canonical-text.ts";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { countWords } from "@wherein/anchoring/canonical/white-space.ts";
import { describe, expect, test } from "vitest";
import { bestSpans } from "../src/model/spans.ts";
import { headingPrefix, headingsAbove } from "../src/page/heading-prefix.ts";
import { type Extent, extended, extent, isFragment } from "../src/page/marking.ts";
import { namesOf } from "../src/page/page-names.ts";
import { split } from "../src/page/passages.ts";
import { sentenceSpans } from "../src/page/sentences.ts";
import { withinAskedCell } from "../src/page/table-cell.ts";
import { askTokens, tokenise, type WindowShape, windowsOf } from "../src/page/windows.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { contract, inCodePoints, tokenizerFile } from "./contract.ts";

type Named<T> = T & { readonly name: string };
type Cases<T, More = object> = More & { readonly cases: readonly Named<T>[] };
type Pair = readonly [number, number];

describe("sentences.json", () => {
  const { cases } =
    contract<Cases<{ text: string; wrapped?: boolean; sentences: Pair[] }>>("sentences.json");
  test.each(cases)("$name", ({ text, wrapped, sentences }) => {
    const places = inCodePoints(text);
    const found = sentenceSpans(text, wrapped ?? false);
    expect(found.map(({ start, end }) => places(start, end))).toEqual(sentences);
  });
});

describe("page-names.json", () => {
  const cases = contract<{ text: string; names: string[] }[]>("page-names.json");
  test.each(cases)("$text", ({ text, names }) => expect(namesOf(text, []).entities).toEqual(names));
});

describe("word-counts.json", () => {
  const { cases } = contract<{ cases: { text: string; words: number }[] }>("word-counts.json");
  test.each(cases)("$text", ({ text, words }) => expect(countWords(text)).toBe(words));
});

describe("table-cells.json", () => {
  interface Case {
    question: string;
    start: number;
    end: number;
    cut: Pair;
  }
  const { cases, ...page } =
    contract<Cases<Case, { text: string; blocks: Block[] }>>("table-cells.json");
  test.each(cases)("$name", ({ question, start, end, cut }) => {
    const found = withinAskedCell(page, { start, end }, question);
    expect([found.start, found.end]).toEqual(cut);
  });
});

describe("passages.json", () => {
  interface Case {
    text: string;
    blocks: { kind: BlockKind; start: number; end: number; level?: number; main?: boolean }[];
    passages: { start: number; end: number; section: string[]; main?: boolean; prefix: string }[];
  }
  const { cases, title } = contract<Cases<Case, { title: string }>>("passages.json");
  test.each(cases)("$name", ({ text, blocks, passages }) => {
    const offsets = new CodePointOffsets(text);
    const here = blocks.map(
      (block): Block => ({
        ...block,
        start: offsets.toUnits(block.start),
        end: offsets.toUnits(block.end),
      }),
    );
    const found = split(text, here).map((passage) => ({
      start: offsets.toCodePoints(passage.span.start),
      end: offsets.toCodePoints(passage.span.end),
      section: passage.section,
      ...(passage.main === false && { main: false }),
      prefix: headingPrefix(title, headingsAbove(passage)),
    }));
    expect(found).toEqual(passages);
  });
});

describe("spans.json", () => {
  interface Case {
    start: number[];
    end: number[];
    longest: number;
    limit: number;
    paragraphs?: number[];
    spans: [number, number, number][];
  }
  test.each(contract<Cases<Case>>("spans.json").cases)("$name", (each) => {
    const found = bestSpans(
      Float32Array.from(each.start),
      Float32Array.from(each.end),
      each.longest,
      each.limit,
      each.paragraphs ?? null,
    );
    expect(found.map(({ first, last, score }) => [first, last, score])).toEqual(each.spans);
  });
});

describe("fragments.json", () => {
  interface Case {
    text: string;
    fragment: boolean;
  }
  test.each(contract<Cases<Case>>("fragments.json").cases)("$name", (each) => {
    expect(isFragment(each.text)).toBe(each.fragment);
  });
});

describe("marking.json", () => {
  interface Case {
    text: string;
    question: string;
    span: Pair;
    margin: number;
    extent: Extent;
    marked: Pair;
  }
  test.each(contract<Cases<Case>>("marking.json").cases)("$name", (each) => {
    const offsets = new CodePointOffsets(each.text);
    const [start, end] = each.span;
    const span = { start: offsets.toUnits(start), end: offsets.toUnits(end) };
    const wanted = extent(each.question);
    const marked = extended(each.text, span, wanted, each.margin);
    expect(wanted).toBe(each.extent);
    expect([offsets.toCodePoints(marked.start), offsets.toCodePoints(marked.end)]).toEqual(
      each.marked,
    );
  });
});

describe("with the tokenizer", () => {
  const wordPiece = new WordPiece(tokenizerFile());
  const encoded = (text: string) => {
    const { ids, starts, ends } = wordPiece.encode(text);
    const places = inCodePoints(text);
    return {
      ids: [...ids],
      offsets: Array.from(starts, (start, i) => places(start, ends[i] as number)),
    };
  };

  describe("wordpiece.json", () => {
    const { cases } =
      contract<Cases<{ text: string; ids: number[]; offsets: Pair[] }>>("wordpiece.json");
    test.each(cases)("$name", ({ text, ids, offsets }) => {
      expect(encoded(text)).toEqual({ ids, offsets });
    });
  });

  test("wordpiece-random.json: 1,000 strings drawn at random", () => {
    const { cases } = contract<{ cases: [string, number[], number[]][] }>("wordpiece-random.json");
    expect(cases).toHaveLength(1000);
    for (const [text, ids, offsets] of cases) {
      const found = encoded(text);
      expect({ text, ids: found.ids, offsets: found.offsets.flat() }).toEqual({
        text,
        ids,
        offsets,
      });
    }
  });

  describe("windows.json", () => {
    interface Case {
      question: string;
      title: string;
      text: string;
      section: string[];
      windows: { ids: number[]; context: number; first: number; offsets: Pair[] }[];
      breaks?: number[];
    }
    const { cases, shape } = contract<Cases<Case, { shape: WindowShape }>>("windows.json");
    test.each(cases)("$name", ({ question, title, text, section, windows, breaks }) => {
      const passage = { index: 0, span: { start: 0, end: text.length }, text, section };
      const places = inCodePoints(text);
      const made = windowsOf(
        wordPiece,
        askTokens(wordPiece, question, shape),
        tokenise(wordPiece, passage, title, shape),
        shape,
      );
      const found = made.map(({ ids, context, first, starts, ends }) => ({
        ids: [...ids],
        context,
        first,
        offsets: Array.from(starts, (start, i) => places(start, ends[i] as number)),
      }));
      expect(found).toEqual(windows);
      for (const window of breaks ? made : [])
        expect(window.breaks.map((at) => places(at, at)[0])).toEqual(breaks);
    });
  });
});
