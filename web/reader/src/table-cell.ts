// Finds the table cell of an answer. The twin of Python's `wherein.documents.cells`; the cases are in
// contracts/table-cells.json. Knows blocks and words, no readers.

import type { Block } from "@wherein/anchoring/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";

const WORD = /[\p{L}\p{N}]+/gu;

/** The last block that begins at or before a place; none before the first. */
export function blockAt(blocks: readonly Block[], position: number): Block | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] as Block).start <= position) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}

/**
 * The span cut down to one table cell where it runs over several; any other span is returned unchanged. The cell whose
 * row and column headers share most words with the question is chosen; ties go to the first.
 */
export function withinOneCell(blocks: readonly Block[], span: Span, question: string): Span {
  const touched = blocks.filter((block) => block.start < span.end && block.end > span.start);
  if (touched.length < 2 || !touched.some((block) => block.kind === "cell")) return span;
  const asked = new Set(wordsOf(question));
  let best = touched[0] as Block;
  for (const block of touched) if (shared(block, asked) > shared(best, asked)) best = block;
  return { start: Math.max(span.start, best.start), end: Math.min(span.end, best.end) };
}

/** The sum, over both headers, of the share of their words that the question has. */
function shared(block: Block, asked: ReadonlySet<string>): number {
  let sum = 0;
  for (const header of [block.row, block.column]) {
    const words = new Set(wordsOf(header ?? ""));
    if (words.size > 0) sum += [...words].filter((word) => asked.has(word)).length / words.size;
  }
  return sum;
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}
