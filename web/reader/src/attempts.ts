// Asks a question and, where it has no answer, its repair; then reads beside the main text where neither has an answer.
// The twin of Python's `wherein.answering.attempts.pipeline`; the cases are in contracts/corrections.json and grading.json. Reads
// nothing itself.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { MOST_ANSWERS } from "./answers/localize.ts";
import { MOST_EXTENTS } from "./evidence/extents.ts";
import { HIGHEST_LIKELY, MOST_PERHAPS } from "./grading/grades.ts";
import { eachSentenceOnce } from "./grading/sentence-once.ts";
import { asksOfPage } from "./page/beside-main.ts";
import type { PageReader } from "./page-reader.ts";
import { isEnglish, type PreparedPage } from "./prepared/prepared-page.ts";
import { requestedTopic } from "./question/topic-request.ts";
import type { ReaderAnswers, Reading, ReadingOrder } from "./reading.ts";
import { ranked } from "./stages/joining.ts";
import { NEAREST } from "./stages/retrieve.ts";

/** Whether a later attempt's best answer is at least as confident as the best so far. */
export function isSurer(
  { answers: [best] }: ReaderAnswers,
  { answers: [other] }: ReaderAnswers,
): boolean {
  if (!best || !other) return best !== undefined;
  return best.confidence >= other.confidence;
}

/**
 * The progress of `reader` on a question; then on its `correction`, where a word looks misspelt and nothing was found;
 * then beside the main text, where neither has an answer, or where a question asks what the page says of itself and the
 * answer is not sure: a name in the story is taken for its author's too easily. Questions about pages in other languages than English are not
 * corrected, since the dictionary is English. `without` are places of the page that were judged wrong for the question.
 */
export async function* askWithCorrection(
  reader: PageReader,
  question: string,
  correction: string | null,
  page: PreparedPage,
  order?: ReadingOrder,
  without: readonly Span[] = [],
): AsyncGenerator<Reading> {
  let main: Reading | null = null;
  for await (const reading of inMainText(reader, question, correction, page, order, without)) {
    main = reading;
    if (!reading.done) yield reading;
  }
  if (main === null) return;
  const isTopic = requestedTopic(squeezed(question)) !== null;
  if (isSettled(main, question) || page.beside.length === 0 || isTopic) {
    yield main;
    return;
  }
  for await (const reading of reader.askBeside(main.meant ?? question, page, order, without)) {
    yield afterMain(main, reading);
  }
}

function isSettled({ answers: [best] }: Reading, question: string): boolean {
  return best !== undefined && !(asksOfPage(question) && best.confidence <= HIGHEST_LIKELY);
}

async function* inMainText(
  reader: PageReader,
  question: string,
  correction: string | null,
  page: PreparedPage,
  order?: ReadingOrder,
  without: readonly Span[] = [],
): AsyncGenerator<Reading> {
  const other = isEnglish(page.language) ? correction : null;
  let first: Reading | null = null;
  for await (const reading of reader.ask(question, page, order, without)) {
    first = reading;
    const isLast = other === null || reading.answers.length > 0;
    yield isLast ? reading : { ...reading, done: false };
  }
  if (other === null || first === null || first.answers.length > 0) return;
  for await (const second of reader.ask(other, page, order, without))
    yield surerOf(first, second, other);
}

/**
 * The surer of two attempts; the second where both are equally sure. The second one's answers are at most likely: what
 * was typed may be right though nothing was found for it.
 */
export function surerOf(first: Reading, second: Reading, correction: string): Reading {
  const answers = second.answers.map((answer) => ({
    ...answer,
    confidence: Math.min(answer.confidence, HIGHEST_LIKELY),
  }));
  const repaired = { ...second, answers };
  if (isSurer(repaired, first)) return { ...repaired, meant: correction };
  return { ...first, wordsRead: second.wordsRead, done: second.done };
}

/**
 * The progress while text beside the main text is read; the main text counts as fully read. What is perhaps an answer is
 * shown only where neither place has one.
 */
export function afterMain(main: Reading, beside: Reading): Reading {
  const { perhaps, nearest, done, unsure } = beside;
  const answers = ranked([...main.answers, ...beside.answers]).slice(0, MOST_ANSWERS);
  const evidence = [...(main.evidence ?? []), ...(beside.evidence ?? [])].slice(0, MOST_EXTENTS);
  const doubtful = [...main.perhaps, ...perhaps].sort((a, b) => b.confidence - a.confidence);
  return {
    ...main,
    answers,
    perhaps: answers.length > 0 ? [] : eachSentenceOnce([], doubtful).slice(0, MOST_PERHAPS),
    nearest: [...main.nearest, ...nearest].slice(0, NEAREST),
    done,
    ...(evidence.length > 0 && { evidence }),
    ...(unsure !== undefined && { unsure }),
  };
}
