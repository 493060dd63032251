import { expect, test } from "vitest";
import { type PdfPiece, pdfText } from "../src/pdf/pdf-text.ts";

let source = 0;

/** Lines as pieces: each a text, a height and a place down the page. */
function page(number: number, ...lines: (readonly [text: string, y: number, height?: number])[]) {
  const pieces = lines.map(([text, y, height = 11]): PdfPiece => {
    const piece = { text, source, x: 72, y, width: 0, height, endsLine: true };
    source += text.length;
    return piece;
  });
  return { number, pieces };
}

const read = (...pages: Parameters<typeof pdfText>[0]) => {
  const made = pdfText(pages);
  return { ...made, text: made.canonical.traced().text };
};

test("lines of a paragraph are joined, paragraphs part where the gap is wide", () => {
  const { text } = read(
    page(1, ["The mill was built", 700], ["in 1702.", 687], ["It burnt.", 660]),
  );
  expect(text).toBe("The mill was built in 1702.\n\nIt burnt.");
});

test("a word cut at the end of a line is one word, a hyphen of its own stays", () => {
  const { text } = read(
    page(
      1,
      ["A cut in the de-", 700],
      ["velopment of mid-", 687],
      ["Atlantic up-to-", 674],
      ["2019 plans.", 661],
    ),
  );
  expect(text).toBe("A cut in the development of mid- Atlantic up-to- 2019 plans.");
});

test("a taller line is a heading, and the text below it another block", () => {
  const { canonical, text } = read(
    page(
      1,
      ["Mills", 740, 20],
      ["A first mill stood on the river for long.", 700],
      ["Use", 660, 14],
      ["Flour.", 640],
    ),
  );
  const kinds = canonical.blocks.map(({ kind, level, start, end }) => [
    kind,
    level,
    text.slice(start, end),
  ]);
  expect(kinds).toEqual([
    ["heading", 1, "Mills"],
    ["paragraph", undefined, "A first mill stood on the river for long."],
    ["heading", 2, "Use"],
    ["paragraph", undefined, "Flour."],
  ]);
});

test("columns do not run into each other, and each page knows its place", () => {
  const { text, pages, withoutText } = read(
    page(1, ["left one", 700], ["left two", 687], ["right one", 700]),
    page(2),
    page(3, ["third page", 700]),
  );
  expect(text).toBe("left one left two\n\nright one\n\nthird page");
  expect(withoutText).toEqual([2]);
  expect(pages.map(({ number, start, end }) => [number, text.slice(start, end)])).toEqual([
    [1, "left one left two\n\nright one"],
    [3, "third page"],
  ]);
});

test("no pages, no text", () => {
  expect(read().text).toBe("");
});

test("pages with rows of a table are named, those with prose are not", () => {
  const row = (y: number, ...cells: readonly string[]): PdfPiece[] =>
    cells.map((text, i) => {
      const piece = { text, source, x: 72 + 120 * i, y, width: 6 * text.length, height: 11 };
      source += text.length;
      return { ...piece, endsLine: i === cells.length - 1 };
    });
  const table = [
    ...row(700, "Port", "Spring"),
    ...row(684, "Brest", "6.1 m"),
    ...row(668, "Dover", "6.0 m"),
  ];
  const made = read(page(1, ["The mill was built", 700], ["in 1702.", 687]), {
    number: 2,
    pieces: table,
  });
  expect(made.withTables).toEqual([2]);
});
