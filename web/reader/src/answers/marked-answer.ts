// Makes an answer of words that a person marked on a page. No twin: Python's memory keeps such answers on the server.

import { isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { sentenceAround } from "../page/sentences.ts";
import { blockAt } from "../page/table-cell.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import type { FoundAnswer } from "../reading.ts";

/** The marked words as a sure answer with their sentence and headings; null where the place is in no passage. */
export function markedAnswer(page: PreparedPage, span: Span): FoundAnswer | null {
  const passage = page.passages.find(
    (one) => one.span.start <= span.start && span.start < one.span.end,
  );
  if (!passage || span.end <= span.start || span.end > page.text.length) return null;
  const block = blockAt(page.blocks, span.start);
  const around = sentenceAround(page.text, span, block);
  const quoteSpan = {
    start: Math.min(around.start, span.start),
    end: Math.max(around.end, span.end),
  };
  return {
    text: page.text.slice(span.start, span.end),
    span,
    quote: page.text.slice(quoteSpan.start, quoteSpan.end),
    quoteSpan,
    section: passage.section,
    confidence: 1,
    evidence: false,
    ...(block && !isMain(block) && { main: false }),
  };
}
