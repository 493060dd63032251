// A table that is exported has every cell, in words that run nowhere.

import type { AppServer, TableRow } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { TableController } from "../src/table/table-controller.ts";

const QUESTION = "How much is the deposit?";

function row(title: string, cell: object, reason = ""): TableRow {
  return {
    title,
    document: title,
    source: `${title}.txt`,
    reason,
    cells: [{ answer: "", quote: "", start: null, end: null, ...cell }],
  } as unknown as TableRow;
}

const ROWS = [
  row("Flat", {
    status: "answered",
    answer: "$900",
    quote: "It is $900.",
    page: 2,
    confidence: 0.9,
    start: 6,
  }),
  row("Shop", { status: "perhaps", answer: "$2,200", quote: "$2,200", confidence: 0.2, start: 0 }),
  row("Recipe", { status: "refused" }),
  row("Scan | old", { status: "failed" }, "no text"),
  row("=1+1", { status: "answered", answer: '-2 "net"', quote: '-2 "net"', start: 0 }),
];

function exported(form: "csv" | "markdown" | "bibtex") {
  const sent: unknown[] = [];
  const server = {
    exported: async (_form: string, title: string, exchanges: unknown) => {
      sent.push(exchanges);
      return `# ${title}\n\n## Sentences\n`;
    },
  } as unknown as AppServer;
  const table = new TableController(server);
  table.store.set({ questions: [QUESTION], rows: ROWS });
  return { text: table.exported(form), sent };
}

test("CSV has a row for each document, whatever was found in it, and no formula", async () => {
  const lines = (await exported("csv").text).split("\r\n");
  expect(lines[0]).toMatch(
    /^"document","source","How much is the deposit\?","How much.* · status",/,
  );
  expect(lines.slice(1)).toEqual([
    '"Flat","Flat.txt","$900","answered","It is $900.",2,0.9',
    '"Shop","Shop.txt","perhaps: $2,200","perhaps","$2,200","",0.2',
    '"Recipe","Recipe.txt","not here","not here","","",""',
    '"Scan | old","Scan | old.txt","could not be read: no text","could not be read","","",""',
    `"'=1+1","'=1+1.txt","'-2 ""net""","answered","'-2 ""net""","",""`,
    "",
  ]);
});

test("Markdown has the table, then the sentences, with what is perhaps an answer apart", async () => {
  const { text, sent } = exported("markdown");
  expect((await text).split("\n")).toEqual([
    "# Answers",
    "",
    `| Document | ${QUESTION} |`,
    "| --- | --- |",
    "| Flat | $900 |",
    "| Shop | perhaps: $2,200 |",
    "| Recipe | not here |",
    "| Scan \\| old | could not be read: no text |",
    '| =1+1 | -2 "net" |',
    "",
    "## Sentences",
    "",
  ]);
  expect(sent).toMatchObject([
    [{ question: QUESTION, answers: [{ text: "$900" }, {}], perhaps: [{ text: "$2,200" }] }],
  ]);
});
