// The turns of a conversation, in the form stored in a browser and in the server's form. Asks nothing.

import * as v from "valibot";
import { WireAnswer as wireAnswer } from "./api-schemas.ts";
import type { components } from "./api-types.ts";
import type { AskResponse, ServerAnswer } from "./server.ts";
import { shownSource } from "./source.ts";

type Schemas = components["schemas"];
export type WireTurn = Schemas["WireTurn"];
export type WireExchange = Schemas["WireExchange"];

/** The most turns that the server accepts with one question. */
export const MOST_TURNS = 200;
/** The most passages that are kept of a question without answers. */
const MOST_NEAREST = 3;

const keptTurn = v.object({
  typed: v.string(),
  understood: v.string(),
  answers: v.array(wireAnswer),
  // Turns kept by an older version have none.
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
  takenBack: v.optional(v.boolean()),
});
/**
 * A question as typed and as understood, with its answers, best first; none where it was refused. `perhaps` are the less
 * sure answers; `nearest` are the nearest passages of a question without any answer. `takenBack` is true where
 * a person marked its answer and took that back since.
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

/** The turn in the server's form: what a later question may refer to. */
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

/** The turn in the server's form for an export. */
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
