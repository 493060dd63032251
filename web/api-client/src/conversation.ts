// The turns of a conversation, in the form stored in a browser and in the server's form. Asks nothing.

import * as v from "valibot";
import { WireAnswer as wireAnswer } from "./api-schemas.ts";
import type { components } from "./api-types.ts";
import type { AskResponse } from "./server.ts";

type Schemas = components["schemas"];
export type WireTurn = Schemas["WireTurn"];
export type WireExchange = Schemas["WireExchange"];

/** The most turns that the server accepts with one question. */
export const MOST_TURNS = 200;

const keptTurn = v.object({
  typed: v.string(),
  understood: v.string(),
  answers: v.array(wireAnswer),
});
/** A question as typed and as understood, with its answers, best first; none where it was refused. */
export type Turn = v.InferOutput<typeof keptTurn>;

export function turnOf(typed: string, { question, answers }: AskResponse): Turn {
  return { typed, understood: question, answers };
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
export function wireExchange({ typed, understood, answers }: Turn): WireExchange {
  return {
    question: understood,
    ...(typed !== understood && { typed }),
    answers: answers.map((each) => ({
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
      source: each.source ?? null,
      date: each.date ?? null,
    })),
  };
}

/** Parses stored turns; returns the newest ones that the server accepts, and none for any other value. */
export function turnsFrom(value: unknown): readonly Turn[] {
  const { success, output } = v.safeParse(v.array(keptTurn), value);
  return success ? output.slice(-MOST_TURNS) : [];
}
