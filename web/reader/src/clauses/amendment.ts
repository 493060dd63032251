// An amendment, and the sentence of a page that makes it. The twin of Python's `wherein.documents.clauses.amendment`; the
// cases are in contracts/amendments.json. Finds none.

import { SPACE_CLASS } from "@wherein/anchoring/canonical/white-space.ts";
import { contains, type Span, shifted } from "@wherein/anchoring/span.ts";
import { searchFrom } from "../lexicon/matching.ts";
import { AMENDING_WORD, DEFINITION_OF, NUMBERED_PART, TARGET, WHOLE_OF } from "./amending-words.ts";
import type { Reference } from "./labels.ts";
import type { Clause } from "./outline.ts";
import { type Masked, masked } from "./quoting.ts";

const CUT = new RegExp(
  `;[${SPACE_CLASS}]|,[${SPACE_CLASS}](?=and\\s(?:in\\s)?the\\s(?:words?|figures?|number|amount|phrase)\\s["“‘'«„])`,
  "gu",
);

/**
 * What an amendment does to the places that it strikes. "limited": "Section 5 does not apply to children", the clause holds
 * otherwise; "overridden": "Notwithstanding Section 5, …", the sentence comes first, and the clause holds otherwise.
 */
export type Effect = "replaced" | "deleted" | "limited" | "overridden";

/** What one amending sentence does. */
export interface Amendment {
  readonly effect: Effect;
  /** The sentence, with the replacing text where that is in it. */
  readonly quote: Span;
  /** The places that no longer hold, in reading order; of a limited clause, the places that it limits. */
  readonly struck: readonly Span[];
  /** What holds instead; null where nothing does. */
  readonly new: Span | null;
  /** A clause is deleted or replaced, not words in it. */
  readonly whole: boolean;
}

/** A reference with the clauses that it means. */
export interface Named {
  readonly reference: Reference;
  readonly clauses: readonly Clause[];
}

/** A sentence that may amend. */
export interface AmendingSentence {
  /** Its place in the page, and its words. */
  readonly span: Span;
  readonly text: string;
  /** The words with their quotations hidden. */
  readonly shown: Masked;
  readonly named: readonly Named[];
  /** The clause that it stands in; null outside of any. */
  readonly clause: Clause | null;
  /** The number of the amending part that it stands in, from 1; 0 in the text that may be amended. */
  readonly part: number;
  /** The number of its block in the page. */
  readonly block: number;
}

/** The place in the page of a stretch of the sentence. */
export function placeIn({ span }: AmendingSentence, stretch: Span): Span {
  return shifted(stretch, span.start);
}

/** The places in reading order, each once. */
export function inOrder(places: readonly Span[]): Span[] {
  const each = new Map(places.map((place) => [`${place.start} ${place.end}`, place]));
  return [...each.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The parts of a sentence, cut at semicolons and before "and the words “…”", if more than one part amends something; otherwise the
 * sentence alone. */
export function partsOf(sentence: AmendingSentence): readonly AmendingSentence[] {
  const shown = sentence.shown.text;
  const cuts = Array.from(shown.matchAll(CUT), ({ index }) => index + 2);
  const edges = [0, ...cuts, shown.length];
  const pieces = edges
    .slice(1)
    .map((end, at) => ({ start: edges[at] as number, end }))
    .filter(({ start, end }) => AMENDING_WORD.test(shown.slice(start, end)));
  if (cuts.length === 0 || pieces.length < 2) return [sentence];
  return pieces.map((piece) => {
    const text = sentence.text.slice(piece.start, piece.end);
    const named = sentence.named
      .filter(({ reference }) => contains(piece, reference.span))
      .map(({ reference, clauses }) => ({
        reference: { ...reference, span: shifted(reference.span, -piece.start) },
        clauses,
      }));
    const span = shifted(piece, sentence.span.start);
    return { ...sentence, span, text, shown: masked(text), named };
  });
}

/**
 * Whether it speaks of a part of a clause ("the second sentence of", "the definition of “Rent”") or of "the whole of" it.
 */
export function isPartNamed({ shown: { text } }: AmendingSentence): boolean {
  return (
    NUMBERED_PART.test(text) || searchFrom(DEFINITION_OF, text) !== null || WHOLE_OF.test(text)
  );
}

/** Whether a sentence without quoted words may amend: in an amending part, or with "hereby". */
export function mayAmend({ part, text }: AmendingSentence): boolean {
  return part > 0 || text.includes("hereby");
}

/**
 * The masked text with a mark in place of each clause that it names, in the same length; of "The second sentence" at the
 * beginning of a sentence that goes on about a clause, too.
 */
export function withTargets({ shown, named, part: inPart }: AmendingSentence): string {
  let out = shown.text;
  const part = inPart > 0 && named.length === 0 ? NUMBERED_PART.exec(out) : null;
  if (part?.index === 0) {
    const end = part[0].length;
    out = `${"_".repeat(end - 1)}${TARGET}${out.slice(end)}`;
  }
  for (const { reference } of named) {
    const { start, end } = reference.span;
    out = `${out.slice(0, start)}${"_".repeat(end - start - 1)}${TARGET}${out.slice(end)}`;
  }
  return out.replaceAll("\n", " ");
}
