// Nothing found, and a word seems misspelt: the page is read once more for what was probably meant. Reads
// nothing itself.

import type { PageReader, Reading, ReadingOrder } from "./page-reader.ts";
import type { PreparedPage } from "./prepared-page.ts";

/**
 * What `reader` tells of a question and, where that has no answer, of `meant`, its likeliest other
 * spelling. Answers to that one say so; what neither finds is told as the question itself found it.
 */
export async function* askAsMeant(
  reader: PageReader,
  question: string,
  meant: string | null,
  page: PreparedPage,
  order?: ReadingOrder,
): AsyncGenerator<Reading> {
  let asked: Reading | null = null;
  for await (const reading of reader.ask(question, page, order)) {
    asked = reading;
    yield meant === null || reading.answers.length > 0 ? reading : { ...reading, done: false };
  }
  if (meant === null || asked === null || asked.answers.length > 0) return;
  for await (const reading of reader.ask(meant, page, order)) {
    if (reading.answers.length > 0) yield { ...reading, meant };
    else yield { ...asked, wordsRead: reading.wordsRead, done: reading.done };
  }
}
