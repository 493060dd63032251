// Asks a question and its correction, and keeps the surer outcome. The rule is Python's (`wherein.answering.pipeline`);
// the cases are in contracts/corrections.json. Reads nothing itself.

import type { PageReader } from "./page-reader.ts";
import { isEnglish, type PreparedPage } from "./prepared-page.ts";
import type { ReaderAnswers, Reading, ReadingOrder } from "./reading.ts";

/** Whether a later attempt's best answer is at least as confident as the best so far. */
export function isSurer(
  { answers: [best] }: ReaderAnswers,
  { answers: [other] }: ReaderAnswers,
): boolean {
  if (!best || !other) return best !== undefined;
  return best.confidence >= other.confidence;
}

/**
 * What `reader` tells of a question and then, where a word seems misspelt, of `correction`. Of pages in
 * other languages than English nothing is corrected: the dictionary has no words of theirs.
 */
export async function* askWithCorrection(
  reader: PageReader,
  question: string,
  correction: string | null,
  page: PreparedPage,
  order?: ReadingOrder,
): AsyncGenerator<Reading> {
  const other = isEnglish(page.language) ? correction : null;
  let first: Reading | null = null;
  for await (const reading of reader.ask(question, page, order)) {
    first = reading;
    yield other === null ? reading : { ...reading, done: false };
  }
  if (other === null || first === null) return;
  for await (const second of reader.ask(other, page, order)) yield surerOf(first, second, other);
}

/** Of two attempts the surer one, which is the second where both are as sure. */
export function surerOf(first: Reading, second: Reading, correction: string): Reading {
  if (isSurer(second, first)) return { ...second, meant: correction };
  const { wordsRead, done } = second;
  const either = done && first.answers.length === 0 ? { meant: correction } : {};
  return { ...first, wordsRead, done, ...either };
}
