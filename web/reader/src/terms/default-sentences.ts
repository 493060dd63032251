// Finds the sentences and values of a text that speak of a default. The twin of Python's
// `wherein.reading.terms.default_sentences`; the cases are in contracts/named-terms.json. Compares no words.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { type Piece, sentencesOf } from "./pieces.ts";

const SAYS_DEFAULT = pattern(LEXICON, "says_default");
const DEFAULT_LABEL = pattern(LEXICON, "default_label");
const LONGEST_LABEL = 40;
// Characters of a block that are looked at.
const MOST_BODY = LEXICON.numbers.most_body;

/** A sentence, or a value whose label says that it is a default, with the heading and the row above it. */
export interface DefaultSentence {
  readonly span: Span;
  readonly above: string;
  readonly isValue: boolean;
}

/** Those of all blocks, in order. */
export function* defaultSentences(
  blocks: readonly Block[],
  text: string,
): Generator<DefaultSentence> {
  let heading = "";
  let before: Block | null = null;
  for (const block of blocks) {
    const { start, end } = block;
    if (block.kind === "heading") heading = text.slice(start, end);
    else {
      const above = `${heading} ${block.row ?? ""}`;
      if (isValue(before, block, text)) yield { span: { start, end }, above, isValue: true };
      else if (SAYS_DEFAULT.test(text.slice(start, end))) {
        const piece = { start, end: Math.min(end, start + MOST_BODY), kind: block.kind };
        for (const span of defaultsIn([{ ...piece, wraps: false }], text))
          yield { span, above, isValue: false };
      }
    }
    before = block;
  }
}

/** Whether a block is the cell of a label such as "Default:". */
function isValue(before: Block | null, block: Block, text: string): boolean {
  const labels = [block.row ?? "", block.column ?? ""];
  if (before?.kind === "cell" && block.kind === "cell")
    labels.push(text.slice(before.start, Math.min(before.end, before.start + LONGEST_LABEL)));
  return !isLabel(block, text) && labels.some((label) => DEFAULT_LABEL.test(label));
}

function isLabel({ start, end }: Span, text: string): boolean {
  return DEFAULT_LABEL.test(text.slice(start, Math.min(end, start + LONGEST_LABEL)));
}

/** The sentences under a name that speak of a default, and the values of labels that do. */
export function* defaultsIn(body: readonly Piece[], text: string): Generator<Span> {
  for (const [number, piece] of body.entries()) {
    const next = body[number + 1];
    if (isLabel(piece, text)) {
      if (next) yield { start: next.start, end: next.end };
    } else if (SAYS_DEFAULT.test(text.slice(piece.start, piece.end)))
      for (const { start, end } of sentencesOf(piece, text))
        if (SAYS_DEFAULT.test(text.slice(start, end))) yield { start, end };
  }
}
