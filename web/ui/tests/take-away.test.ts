import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { findQuote, type Quote } from "@wherein/anchoring/places/find-quote.ts";
import { resolveLink } from "@wherein/anchoring/places/text-fragment.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageContent } from "../src/links.ts";
import { asAnnotations, asMarkdown } from "../src/state/take-away.ts";

const bare = (text: string) => text.replace(/\s+/gu, "");

function pageOf(text: string): PageContent {
  const url = "https://example.org/a?b=1";
  return { revision: 1, url, title: "A [page]", text, blocks: [], unreadFrames: [] };
}

/** Any stretch of words of a text of words, some of them hard ones. */
const places = fc
  .array(
    fc.constantFrom("mill", "the", "Mill", "\u{1F600}", "cafe\u0301", "10,5", "a-b", "שלום", "x"),
    {
      minLength: 3,
      maxLength: 40,
    },
  )
  .chain((words) =>
    fc.record({
      text: fc.constant(
        words
          .map((word, i) => word + (i % 9 === 8 ? "\n\n" : " "))
          .join("")
          .trim(),
      ),
      from: fc.nat(words.length - 1),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  )
  .map(({ text, from, count }) => {
    const found = [...text.matchAll(/\S+/gu)].slice(from, from + count);
    const first = found[0] as RegExpExecArray;
    const last = found.at(-1) as RegExpExecArray;
    return { text, span: { start: first.index, end: last.index + last[0].length } };
  });

function answer(text: string, span: FoundAnswer["span"]): FoundAnswer {
  const words = text.slice(span.start, span.end);
  return {
    text: words,
    span,
    quote: words,
    quoteSpan: span,
    section: [],
    confidence: 0.9,
    evidence: false,
  };
}

interface Annotation {
  readonly id: string;
  readonly target: {
    readonly source: string;
    readonly selector: readonly [Quote & { type: string }, { start: number; end: number }];
  };
}

describe("answers taken away", () => {
  test("every annotation finds its words again, by its quote and its position", () => {
    fc.assert(
      fc.property(places, ({ text, span }) => {
        const json = asAnnotations("who?", [answer(text, span)], pageOf(text));
        const [annotation] = JSON.parse(json) as [Annotation];
        const [quote, position] = annotation.target.selector;
        expect(annotation.id).toMatch(/^urn:uuid:/);
        const offsets = new CodePointOffsets(text);
        // Equal words with equal surroundings are distinguished by position.
        const start = offsets.toUnits(position.start);
        expect(findQuote(text, { ...quote, start })).toEqual(span);
        expect(offsets.toUnits(position.start)).toBe(span.start);
        expect(offsets.toUnits(position.end)).toBe(span.end);
      }),
    );
  });

  test("every link in the Markdown finds the words it stands on, or is the page's own address", () => {
    fc.assert(
      fc.property(places, ({ text, span }) => {
        const markdown = asMarkdown("who?", [answer(text, span)], pageOf(text));
        const link = /^- \[.*\]\((\S+)\)$/mu.exec(markdown)?.[1] as string;
        if (link === pageOf(text).url) return;
        const found = resolveLink(link, text);
        const words = found && text.slice(found.start, found.end);
        expect(words && bare(words)).toBe(bare(text.slice(span.start, span.end)));
      }),
    );
  });

  test("signs of Markdown in words and titles are words", () => {
    const text = "Use *stars* and [brackets](here) _now_.";
    const markdown = asMarkdown("a # b?", [answer(text, { start: 4, end: 32 })], pageOf(text));
    expect(markdown).toContain("## a \\# b?");
    expect(markdown).toContain("From [A \\[page\\]](https://example.org/a?b=1):");
    expect(markdown).toContain("> \\*stars\\* and \\[brackets\\](here)");
    expect(squeezed(markdown)).not.toContain(" *stars*");
  });
});
