// The stage of whole values: marks a value with its limit and what belongs to it, and of a form's boxes the ticked one.
// Changes no confidence. The twin of Python's `wherein.answering.attempts.whole_values`; the cases are in
// contracts/value-extents.json and ticked-choices.json.

import type { Span } from "@wherein/anchoring/span.ts";
import { blockAt } from "../page/table-cell.ts";
import { tickedChoice } from "../page/ticked-choice.ts";
import { wholeValue } from "../page/value-extent.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

/** What was found on a page in English, each value whole and each place once. */
export function wholeValues<T extends ReaderAnswers>(page: PreparedPage, found: T): T {
  if (!isEnglish(page.language)) return found;
  return {
    ...found,
    answers: eachOnce(found.answers.map((one) => whole(page, one))),
    perhaps: eachOnce(found.perhaps.map((one) => whole(page, one))),
  };
}

/** The answers without those at the place of one before: two parts of one value. */
function eachOnce(answers: readonly FoundAnswer[]): FoundAnswer[] {
  const places = new Set<string>();
  return answers.filter(({ span }) => {
    const place = `${span.start}-${span.end}`;
    return !places.has(place) && places.add(place);
  });
}

function whole(page: PreparedPage, answer: FoundAnswer): FoundAnswer {
  const { span, quote, quoteSpan } = answer;
  if (answer.evidence) return answer;
  const chosen = tickedChoice(page.text, span);
  if (chosen) return within(page, answer, chosen);
  if (span.start < quoteSpan.start || span.end > quoteSpan.end) return answer;
  if (blockAt(page.blocks, span.start)?.kind === "cell") return answer;
  const inside = { start: span.start - quoteSpan.start, end: span.end - quoteSpan.start };
  const wide = wholeValue(quote, inside);
  if (wide.start === inside.start && wide.end === inside.end) return answer;
  return {
    ...answer,
    text: quote.slice(wide.start, wide.end),
    span: { start: quoteSpan.start + wide.start, end: quoteSpan.start + wide.end },
  };
}

/** The answer at another place, in a quote that has it too. */
function within(page: PreparedPage, answer: FoundAnswer, span: Span): FoundAnswer {
  const start = Math.min(answer.quoteSpan.start, span.start);
  const end = Math.max(answer.quoteSpan.end, span.end);
  return {
    ...answer,
    text: page.text.slice(span.start, span.end),
    span,
    quote: page.text.slice(start, end),
    quoteSpan: { start, end },
  };
}
