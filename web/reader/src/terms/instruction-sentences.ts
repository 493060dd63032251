// Finds the sentences and steps of a text that say how something is done. The twin of Python's
// `wherein.reading.terms.instruction_sentences`; the cases are in contracts/named-terms.json. Weighs no words.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { sentencesOf } from "./pieces.ts";

const SAYS_HOW = pattern(LEXICON, "says_how");
// Characters of a block that are looked at, and of the code that a sentence announces.
const { most_body: MOST_BODY, longest_steps: LONGEST_STEPS } = LEXICON.numbers;

/** A sentence that says how something is done, with the heading and the row above it. */
export interface InstructionSentence {
  /** The sentence; where it ends with a colon, with the code behind it. */
  readonly span: Span;
  readonly above: string;
}

/** Those of the blocks of which they or the heading above have one of the stems, in order. */
export function* instructionSentences(
  blocks: readonly Block[],
  text: string,
  stems: readonly string[],
): Generator<InstructionSentence> {
  const hasOne = (written: string) => stems.some((stem) => written.includes(stem));
  let heading = "";
  let isNamed = false;
  for (const [number, block] of blocks.entries()) {
    const { start, kind } = block;
    if (kind === "heading") {
      heading = text.slice(start, block.end);
      isNamed = hasOne(folded(heading));
    }
    if (kind === "heading" || kind === "code") continue;
    const end = Math.min(block.end, start + MOST_BODY);
    if (!isNamed && !hasOne(folded(text.slice(start, end)))) continue;
    const above = `${heading} ${block.row ?? ""}`;
    for (const span of sentencesOf({ start, end, kind, wraps: false }, text))
      if (SAYS_HOW.test(text.slice(span.start, span.end)))
        yield { span: withCode(span, block, blocks[number + 1], text), above };
  }
}

/** A sentence that announces code, with that code where it is short. */
function withCode(span: Span, block: Block, next: Block | undefined, text: string): Span {
  const announces = text.slice(span.start, span.end).endsWith(":") && span.end === block.end;
  if (!announces || next?.kind !== "code" || next.end - next.start > LONGEST_STEPS) return span;
  return { start: span.start, end: next.end };
}
