// Cuts the number of a clause off what is marked. The twin of the functions at the end of Python's
// `wherein.answering.grading.localize`; the cases are in contracts/grading.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { afterClauseNumber, LONGEST_NUMBER } from "./marking.ts";
import { blockAt } from "./table-cell.ts";

interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The span without the number of its clause, and without a heading that runs into it. */
export function withoutNumber(page: Page, span: Span): Span {
  const begins = wordsBegin(page, span);
  return span.start < begins && begins < span.end ? { start: begins, end: span.end } : span;
}

/** Where the words of a span's line begin, if the span begins before; else 0. Rows and headings keep their numbers. */
export function wordsBegin({ text, blocks }: Page, { start }: Span): number {
  const block = blockAt(blocks, start);
  if (block?.kind === "cell" || block?.kind === "heading") return 0;
  const first = block?.start ?? 0;
  const low = Math.max(first, start - LONGEST_NUMBER);
  const line = text.slice(low, start).lastIndexOf("\n");
  if (line < 0 && low > first) return 0;
  return afterClauseNumber(text, low + line + 1);
}
