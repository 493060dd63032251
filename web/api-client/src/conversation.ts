// The turns of a conversation: as they are kept in a browser, and as the server takes them. Asks nothing.

import * as v from "valibot";
import { WireAnswer as wireAnswer } from "./api-schemas.ts";
import type { components } from "./api-types.ts";
import type { AskResponse, ServerAnswer } from "./server.ts";
import { shownSource } from "./source.ts";

type Schemas = components["schemas"];
export type WireTurn = Schemas["WireTurn"];
export type WireExchange = Schemas["WireExchange"];

/** The server takes no more of them with one question. */
export const MOST_TURNS = 200;
/** More would be no help to whoever reads them. */
const MOST_NEAREST = 3;

const keptTurn = v.object({
  typed: v.string(),
  understood: v.string(),
  answers: v.array(wireAnswer),
  // Turns that were kept before there was more have none.
  perhaps: v.optional(v.array(wireAnswer), []),
  nearest: v.optional(
    v.array(
      v.object({
        text: v.string(),
        title: v.string(),
        section: v.array(v.string()),
        source: v.nullish(v.string()),
      }),
    ),
    [],
  ),
});
/**
 * A question as it was typed and as it was understood, and its answers, best first; none where it was refused. What is
 * perhaps one stands apart, and of a question without either, the nearest passages.
 */
export type Turn = v.InferOutput<typeof keptTurn>;

export function turnOf(typed: string, { question, answers, perhaps, nearest }: AskResponse): Turn {
  const isRefused = answers.length === 0 && perhaps.length === 0;
  const near = nearest.slice(0, MOST_NEAREST).map(({ text, title, section, source }) => ({
    text,
    title,
    section,
    source,
  }));
  return { typed, understood: question, answers, perhaps, nearest: isRefused ? near : [] };
}

/** What a later question may refer to. */
export function wireTurn({ understood, answers }: Turn): WireTurn {
  const [best] = answers;
  if (!best) return { question: understood, answer: "", title: "", section: "", document: "" };
  return {
    question: understood,
    answer: best.written ?? best.text,
    title: best.title,
    section: best.section.at(-1) ?? "",
    document: best.document,
    start: best.start,
    end: best.end,
    confidence: best.confidence,
  };
}

/** A turn to be exported. */
export function wireExchange({ typed, understood, answers, perhaps, nearest }: Turn): WireExchange {
  return {
    question: understood,
    ...(typed !== understood && { typed }),
    answers: answers.map(quotedAnswer),
    perhaps: perhaps.map(quotedAnswer),
    nearest: nearest.map(({ text, title, section, source }) => ({
      text,
      title,
      section,
      source: source == null ? null : shownSource(source),
    })),
  };
}

function quotedAnswer(each: ServerAnswer): NonNullable<WireExchange["answers"]>[number] {
  return {
    text: each.text,
    title: each.title,
    document: each.document,
    start: each.start,
    end: each.end,
    quote: each.quote,
    quote_start: each.quote_start,
    section: each.section,
    confidence: each.confidence,
    page: each.page ?? null,
    source: each.source == null ? null : shownSource(each.source),
    date: each.date ?? null,
  };
}

/** Turns that were kept, the newest that the server takes; none of a value that is something else. */
export function turnsFrom(value: unknown): readonly Turn[] {
  const { success, output } = v.safeParse(v.array(keptTurn), value);
  return success ? output.slice(-MOST_TURNS) : [];
}
