import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Panel } from "../src/panel.tsx";
import { spokenStatus } from "../src/state/words.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();

/** The panel as it is drawn. */
function shown(): string {
  const settings = () => undefined;
  return renderToStaticMarkup(
    createElement(Panel, { controller: given.panel, settings, focus: 0 }),
  );
}

/** What is read of it, without the marks of its markup. */
const read = () => shown().replace(/<[^>]*>/g, "");
/** The facts of the first answer; the points between them are drawn by the style sheet. */
const parts = () => {
  const place = shown().split('<span class="meta place">')[1] ?? "";
  const each = place.split('<span class="part">').slice(1);
  return each.map((part) => part.split("</span></span>")[0]?.replace(/<[^>]*>/g, ""));
};

async function asks(question: string): Promise<void> {
  given.panel.type(question);
  given.panel.enter(1);
  await settled();
}

describe("a cell", () => {
  const TABLE = "9 m\n\n9 m\n\n1871";
  const BLOCKS = [
    { kind: "cell", start: 0, end: 3, row: "Hest beacon", column: "Height" },
    { kind: "cell", start: 5, end: 8, row: "Skar beacon", column: "Height" },
    { kind: "cell", start: 10, end: 14, row: "Hest beacon" },
  ] as const;

  test("is shown and read with its row and column, so that two equal ones differ", async () => {
    const { page, panel, reader } = given;
    page.text = TABLE;
    page.blocks = BLOCKS;
    await panel.open();
    await asks("How high are they?");
    const second = { ...answerAt(TEXT, "9 m"), text: "9 m", quote: "9 m" };
    reader.tell({
      answers: [
        answerAt(TABLE, "9 m"),
        { ...second, span: { start: 5, end: 8 }, quoteSpan: { start: 5, end: 8 } },
        answerAt(TABLE, "1871", 0.6),
      ],
      done: true,
    });
    expect(read()).toContain("Hest beacon · Height: 9 m");
    expect(read()).toContain("Skar beacon · Height: 9 m");
    expect(read()).toContain("Hest beacon: 1871");
    expect(spokenStatus(panel.snapshot())).toContain(
      "answer 1 of 3: Hest beacon · Height: 9 m, sure",
    );
  });
});

describe("the facts of an answer", () => {
  test("are all those that the app and the terminal show, in their order", async () => {
    const { page, panel, reader } = given;
    page.text = TEXT;
    await panel.open();
    await asks("Who built it?");
    const documentFacts = {
      document_kind: "pdf",
      recognised: true,
      date: "2024-05-31",
      date_kind: "published",
      file_change: "gone",
    } as const;
    const found = { ...answerAt(TEXT, "Ada Holm"), section: ["Town", "The bridge"], documentFacts };
    reader.tell({ answers: [{ ...found, main: false }], done: true });
    expect(parts()).toEqual([
      "Town",
      "The bridge",
      "PDF",
      "recognised from a picture",
      "beside the main text",
      "published 31 May 2024",
      "sure (90 %)",
      "the file is no longer where it was added",
    ]);
  });
});

describe("what nobody would call an answer", () => {
  test("labels of a menu are no nearest passage; prose, cells and code are", async () => {
    const { page, panel, reader } = given;
    page.text = "Jump to content\n\nMain menu\n\nThe bridge was built by Ada Holm.\n\n9 m";
    const at = (kind: "paragraph" | "list_item" | "cell", words: string) => {
      const start = page.text.indexOf(words);
      return { kind, start, end: start + words.length };
    };
    page.blocks = [
      at("paragraph", "Jump to content"),
      at("list_item", "Main menu"),
      at("paragraph", "The bridge was built by Ada Holm."),
      at("cell", "9 m"),
    ];
    await panel.open();
    await asks("Who is the mayor?");
    const passage = (from: number, to: number) => {
      const [first, last] = [page.blocks[from], page.blocks[to]];
      const span = { start: first?.start ?? 0, end: last?.end ?? 0 };
      return { span, text: page.text.slice(span.start, span.end), section: [] };
    };
    reader.tell({ nearest: [passage(0, 1), passage(1, 2), passage(3, 3)], done: true });
    expect(panel.snapshot().asked?.reading?.nearest.map(({ text }) => text)).toEqual([
      "Main menu\n\nThe bridge was built by Ada Holm.",
      "9 m",
    ]);
  });
});

test("a nearest passage pressed is ruled, not painted, and its row is marked", async () => {
  const { page, panel, reader } = given;
  await asks("Who is the mayor?");
  const span = { start: 0, end: 33 };
  reader.tell({ nearest: [{ span, text: TEXT.slice(0, 33), section: [] }], done: true });
  expect(shown()).not.toContain('aria-current="true"');
  panel.go({ kind: "nearest", span });
  expect(page.marks.at(-1)).toMatchObject({ current: span, outlined: true, scroll: true });
  expect(shown()).toMatch(/aria-current="true"[^>]*><span class="quote"[^>]*>The bridge was built/);
});

describe("the row that asks", () => {
  test("is there at once for words and for questions, with the key that takes it", async () => {
    const { panel } = given;
    panel.type("bridge");
    await settled();
    expect(read()).toContain("Ask: bridge Ctrl+Enter");
    panel.type("who built it");
    expect(read()).toContain("Ask: who built it Enter");
    panel.enter(1);
    expect(read()).not.toContain("Ask:");
    panel.type('"bridge"');
    expect(read()).not.toContain("Ask:");
  });
});

describe("the options of plain find", () => {
  const there = () => shown().includes("Match case");

  test("stand on the status row with words, not with a question or an answer", async () => {
    const { panel, reader } = given;
    expect(there()).toBe(false);
    panel.type("bridge");
    expect(there()).toBe(true);
    panel.type("who built it");
    expect(there()).toBe(false);
    panel.type('"who built it"');
    expect(there()).toBe(true);
    await asks("who built it");
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
    expect(there()).toBe(false);
  });

  test("stay while one of them is on, so that it can be switched off", () => {
    const { panel } = given;
    panel.setOptions({ matchCase: true, wholeWords: false, regularExpression: false });
    panel.type("who built it");
    expect(there()).toBe(true);
  });
});

test("“Copied” stands at the button pressed, and nowhere else to the eye", async () => {
  const { panel, reader } = given;
  const [first, second] = [answerAt(TEXT, "Ada Holm"), answerAt(TEXT, "1901", 0.6)];
  await asks("who built it");
  reader.tell({ answers: [first, second], done: true });
  await panel.copy(second);
  const buttons = () => shown().match(/<\/svg> (?:Cop|Link)[^<]*/g);
  expect(buttons()).toEqual(["</svg> Copy", "</svg> Link", "</svg> Copied", "</svg> Link"]);
  expect(shown()).not.toContain("status-line done");
  await panel.copyLink(first);
  expect(buttons()).toEqual(["</svg> Copy", "</svg> Copied", "</svg> Copy", "</svg> Link"]);
  await panel.copyAll("Markdown");
  expect(read()).toContain("All copied as Markdown");
});

test("where it stands is one line whose parts run each in its own direction", async () => {
  const { reader } = given;
  await asks("who built it");
  reader.tell({
    answers: [{ ...answerAt(TEXT, "Ada Holm"), section: ["المنارة", "تاريخ"] }],
    done: true,
  });
  expect(shown()).toContain(
    '<span class="part"><bdi class="heading" title="المنارة › تاريخ">تاريخ</bdi></span>',
  );
  expect(parts().slice(0, 2)).toEqual(["المنارة", "تاريخ"]);
  expect(shown()).toMatch(/<textarea[^>]* dir="auto"/);
});

test("an outer heading without room is left out, and not cut to its first letter", async () => {
  const { reader } = given;
  await asks("who built it");
  const section = ["The Concise Encyclopedia of Bridges", "Builders and their works"];
  reader.tell({ answers: [{ ...answerAt(TEXT, "Ada Holm"), section }], done: true });
  expect(parts()[0]).toBe("Builders and their works");
  expect(read()).not.toContain("Concise");
  expect(shown()).toContain(
    'title="The Concise Encyclopedia of Bridges › Builders and their works"',
  );
});

test("a strip shows where in the page the matches are, and the one that the person is at", async () => {
  const { panel } = given;
  const ticks = () => [
    ...shown().matchAll(/data-kind="(\w+)" style="inset-inline-start:([\d.]+)%"/g),
  ];
  expect(ticks()).toEqual([]);
  panel.type("bridge");
  await settled();
  expect(ticks().map(([, kind]) => kind)).toEqual(["current", "plain"]);
  const [, , at] = ticks()[1] ?? [];
  expect(Number(at)).toBeCloseTo((100 * TEXT.lastIndexOf("bridge")) / TEXT.length, 0);
});
