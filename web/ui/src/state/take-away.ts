// Exports answers as text, Markdown or W3C annotations, and makes training data of a person's verdicts.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { CONTEXT } from "@wherein/anchoring/places/find-quote.ts";
import { linkTo } from "@wherein/anchoring/places/text-fragment.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import type { Feedback, PageContent } from "../links.ts";
import { t } from "../messages/messages.ts";

/** The answer, its sentence and a link to its place, one per line. */
export function asText(answer: FoundAnswer, page: PageContent): string {
  const { text, quote } = answer;
  const lines = [squeezed(text)];
  if (squeezed(quote) !== squeezed(text)) lines.push(`“${squeezed(quote)}”`);
  lines.push(placeOf(answer, page));
  return lines.join("\n");
}

export function asMarkdown(
  question: string,
  answers: readonly FoundAnswer[],
  page: PageContent,
): string {
  const list = answers.map((answer) => {
    const quote = squeezed(answer.quote);
    const text = squeezed(answer.text);
    return `- [${escaped(text)}](${placeOf(answer, page)})\n  > ${escaped(quote)}`;
  });
  return [`## ${escaped(question)}`, t.from(escaped(page.title), page.url), ...list].join("\n\n");
}

/** A W3C Web Annotation collection: each answer with its words, their context and their place. */
export function asAnnotations(
  question: string,
  answers: readonly FoundAnswer[],
  page: PageContent,
): string {
  const offsets = new CodePointOffsets(page.text);
  const items = answers.map(({ text, span }) => ({
    "@context": "http://www.w3.org/ns/anno.jsonld",
    id: `urn:uuid:${crypto.randomUUID()}`,
    type: "Annotation",
    motivation: "highlighting",
    body: { type: "TextualBody", value: question, purpose: "describing" },
    target: {
      source: page.url,
      selector: [
        {
          type: "TextQuoteSelector",
          exact: text,
          prefix: page.text.slice(Math.max(0, span.start - CONTEXT), span.start),
          suffix: page.text.slice(span.end, span.end + CONTEXT),
        },
        {
          type: "TextPositionSelector",
          start: offsets.toCodePoints(span.start),
          end: offsets.toCodePoints(span.end),
        },
      ],
    },
  }));
  return JSON.stringify(items, null, 2);
}

// As much as a reader sees at once; the whole page would be too much to store.
const AROUND = 1200;

/** The feedback on an answer; `right` is the place of the right words, null where the page does not have them. */
export function feedbackOn(
  question: string,
  page: PageContent,
  right: Span | null,
  shown: string | null,
): Feedback {
  const { url, title, text } = page;
  const middle = right ?? { start: Math.max(0, text.indexOf(shown ?? "")), end: 0 };
  const from = Math.max(0, text.lastIndexOf("\n\n", Math.max(0, middle.start - AROUND)) + 2);
  const start = from <= 2 ? 0 : Math.min(from, middle.start);
  const context = text.slice(start, Math.max(middle.start, middle.end) + AROUND);
  const offsets = new CodePointOffsets(context);
  return {
    question,
    url,
    title,
    context,
    right: right && {
      text: text.slice(right.start, right.end),
      start: offsets.toCodePoints(right.start - start),
    },
    shown,
  };
}

function placeOf({ span }: FoundAnswer, page: PageContent): string {
  return linkTo(page.url, page.text, span) ?? page.url;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
}
