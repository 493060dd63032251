import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkTo, resolveLink } from "../src/places/text-fragment.ts";

const URL_OF = "https://example.org/page?x=1#old";
const bare = (text: string) => text.replace(/\s+/gu, "");

function round(text: string, words: string, from = 0): string | null {
  const start = text.indexOf(words, from);
  const link = linkTo(URL_OF, text, { start, end: start + words.length });
  if (!link) return null;
  const found = resolveLink(link, text);
  expect(found).not.toBeNull();
  return found && text.slice(found.start, found.end);
}

describe("a link to a place", () => {
  test("keeps the address and replaces its fragment", () => {
    const text = "One green bottle.";
    expect(linkTo(URL_OF, text, { start: 4, end: 9 })).toBe(
      "https://example.org/page?x=1#:~:text=green",
    );
  });

  test("takes words around it when the same stand elsewhere first", () => {
    const text = "A red door. A green door. A blue door.";
    const start = text.lastIndexOf("door");
    const link = linkTo(URL_OF, text, { start, end: start + 4 }) as string;
    expect(link).toContain("-");
    expect(resolveLink(link, text)).toEqual({ start, end: start + 4 });
  });

  test("is widened to whole words and codes its own signs", () => {
    expect(round("It costs 3,50-4,00 & more & more.", "osts 3,50-4,0")).toBe("costs 3,50-4,00");
    expect(round("naïve cafés, étagère", "cafés")).toBe("cafés");
    expect(round("a\u{1D400}b c\u{1D400}", "\u{1D400}b")).toBe("a\u{1D400}b");
  });

  test("goes over blocks by its first and last words", () => {
    const text = "The first line ends.\n\nThe second line ends.\n\nThe third.";
    expect(round(text, "first line ends.\n\nThe second")).toBe("first line ends.\n\nThe second");
  });

  test("is not given when nothing distinguishes the place from an earlier one", () => {
    const text = "same words\n\nsame words";
    const start = text.lastIndexOf("same");
    expect(linkTo(URL_OF, text, { start, end: start + 4 })).toBeNull();
  });

  test("every link given finds its place", () => {
    const words = fc.constantFrom(
      "the",
      "Mill",
      "mill",
      "was",
      "\u{1F600}",
      "é",
      "x-y",
      "10,5",
      "\u05d0",
    );
    const gaps = fc.constantFrom(" ", "  ", "\u00a0", ". ", "\n\n", ", ", "-");
    const text = fc
      .array(fc.tuple(words, gaps), { minLength: 1, maxLength: 30 })
      .map((pairs) => pairs.flat().join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (page, a, b) => {
        const start = a % page.length;
        const end = start + 1 + (b % (page.length - start));
        const link = linkTo(URL_OF, page, { start, end });
        if (!link) return;
        const found = resolveLink(link, page);
        expect(found).not.toBeNull();
        if (!found) return;
        const asked = bare(page.slice(start, end));
        expect(bare(page.slice(found.start, found.end))).toContain(asked);
        expect(found.start).toBeLessThanOrEqual(
          start + (page.slice(start).length - page.slice(start).trimStart().length),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test("most sentences of a real-looking page can be linked to", () => {
  const file = new URL("../../extension/tests/pages/lighthouse.html", import.meta.url);
  const text = readFileSync(file, "utf8").replace(/<[^>]*>/g, "");
  const sentences = [...text.matchAll(/[A-Z][^.]{20,}\./g)];
  expect(sentences.length).toBeGreaterThan(20);
  for (const { 0: sentence, index } of sentences) {
    expect(
      linkTo("https://a/", text, { start: index, end: index + sentence.length }),
    ).not.toBeNull();
  }
});
