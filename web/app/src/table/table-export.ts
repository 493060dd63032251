// A table of answers as texts: CSV and a Markdown table with every cell, and what the server writes sources of. Pure functions.

import type { TableCell, TableRow } from "@wherein/api-client/app-server.ts";
import type { WireExchange } from "@wherein/api-client/conversation.ts";
import { shownSource } from "@wherein/api-client/source.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import type { TableState } from "./table-state.ts";

type Asked = Pick<TableState, "questions" | "rows">;

const FACTS = ["status", "quote", "page", "confidence"] as const;
const STATUSES: Readonly<Record<TableCell["status"], string>> = {
  answered: t.cellAnswered,
  perhaps: t.cellPerhaps,
  refused: t.cellNotHere,
  failed: t.cellNotRead,
};
/** What begins a formula, also after what some programs take for the end of a cell. As for the command line's CSV. */
const FORMULA = /(^|[;\t\n])([ "']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Control characters, but for tabs and line ends. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * One row per document, in the form of the command line: for each question the cell as it is shown, then its status,
 * quote, page and confidence. No spreadsheet runs a text of it as a formula.
 */
export function csvOf({ questions, rows }: Asked): string {
  const heads = questions.flatMap((each) => [each, ...FACTS.map((fact) => `${each} · ${fact}`)]);
  const lines = [
    ["document", "source", ...heads],
    ...rows.map((row) => [
      row.title,
      shownSource(row.source),
      ...row.cells.flatMap((cell) => [
        shown(cell, row),
        ...FACTS.map((fact) => factOf(cell, fact)),
      ]),
    ]),
  ];
  return lines.map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

/** The status in the word that the cell shows. */
function factOf(cell: TableCell, fact: (typeof FACTS)[number]): string | number {
  return fact === "status" ? STATUSES[cell.status] : (cell[fact] ?? "");
}

function quoted(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = value.replace(CONTROL, "").replace(FORMULA, "$1$2'");
  const harmless = text.startsWith("\t") ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The table with every cell; the answers' sentences are no part of it. */
export function markdownTable({ questions, rows }: Asked): string {
  const lines = [
    [t.document, ...questions],
    [t.document, ...questions].map(() => "---"),
    ...rows.map((row) => [
      plain(row.title || shownSource(row.source)),
      ...row.cells.map((cell) => plain(shown(cell, row))),
    ]),
  ];
  const [head, ...others] = lines;
  return [head?.map(plain), ...others].map((line) => `| ${line?.join(" | ")} |\n`).join("");
}

/** The text on one line with Markdown's special characters escaped. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
}

function shown({ status, answer }: TableCell, { reason }: TableRow): string {
  if (status === "answered") return answer;
  if (status === "perhaps") return `${t.perhapsBefore} ${answer}`;
  if (status === "refused") return t.cellNotHere;
  return reason ? `${t.cellNotRead}: ${reason}` : t.cellNotRead;
}

/** The answers of the cells by question, and apart from them those that are *perhaps* one. */
export function exchangesOf({ questions, rows }: Asked): WireExchange[] {
  const cells = (column: number, status: TableCell["status"]) =>
    rows.flatMap((row) => {
      const cell = row.cells[column];
      return cell?.status === status && cell.start != null ? [answerOf(row, cell, cell.start)] : [];
    });
  return questions.map((question, column) => ({
    question,
    answers: cells(column, "answered"),
    perhaps: cells(column, "perhaps"),
  }));
}

function answerOf(row: TableRow, cell: TableCell, at: number) {
  const place = cell.quote.indexOf(cell.answer);
  // The words of a cell may have been squeezed; without their place the answer stands for its sentence.
  const quote = place < 0 ? cell.answer : cell.quote;
  const before = Array.from(quote.slice(0, Math.max(0, place))).length;
  const start = Math.max(at, before);
  return {
    text: cell.answer,
    title: row.title,
    document: row.document,
    start,
    end: start + Array.from(cell.answer).length,
    quote,
    quote_start: start - before,
    section: [],
    confidence: cell.confidence ?? 0,
    page: cell.page ?? null,
    source: shownSource(row.source),
    date: cell.date ?? null,
  };
}
