// Tells a page of running text from one that things are looked up in: a manual, a contract, a table. The twin of Python's
// `wherein.reading.source_kind`; the cases are in contracts/source-kinds.json. No model.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import LEXICON from "../../../../contracts/lexicon/source-kinds.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { sourceOfText } from "./candidate-traits.ts";

const {
  most_blocks: MOST_BLOCKS,
  most_letters: MOST_LETTERS,
  technical: TECHNICAL,
  legal: LEGAL,
  cells: CELLS,
  // The confidence from which the form of a page may add to it.
  least_agreeing: LEAST_AGREEING,
} = LEXICON.numbers;
const { odds: ODDS, intercept: INTERCEPT, by: BY } = LEXICON.fitted.documents;
const SAYS_YES_OR_NO = pattern(LEXICON, "says_yes_or_no");
const LEAVES_OPEN = pattern(LEXICON, "leaves_open");
const LEAST = 1e-4;

/** Who may have found an answer; "small" is the model that the extension has. */
export type FoundBy = "small" | "large" | "cells" | "terms" | "sentence" | "clause";

/** Whether a page has hardly any options, code, words of contracts and table cells; told by its beginning. */
export function isRunningText(text: string, blocks: readonly Block[]): boolean {
  let letters = 0;
  let inCells = 0;
  let count = 0;
  const head: string[] = [];
  for (const block of blocks) {
    if (!isMain(block)) continue;
    if (letters < MOST_LETTERS) head.push(text.slice(block.start, block.end));
    letters += block.end - block.start;
    if (block.kind === "cell") inCells += block.end - block.start;
    if (++count === MOST_BLOCKS) break;
  }
  if (inCells > 0 && inCells >= CELLS * letters) return false;
  const beginning = head.length > 0 ? head.join("\n") : text;
  const { technical, legal } = sourceOfText(beginning.slice(0, MOST_LETTERS));
  return technical < TECHNICAL && legal < LEGAL;
}

/**
 * The probability that an answer is right on a page that things are looked up in. `confidence` is its probability on a page
 * of running text. An answer that neither a model nor the likeness of a sentence found keeps its confidence.
 */
export function inDocument(confidence: number, foundBy: FoundBy): number {
  const added = (BY as Readonly<Record<string, number>>)[foundBy];
  if (added === undefined) return confidence;
  const kept = Math.min(Math.max(confidence, LEAST), 1 - LEAST);
  const odds = Math.log(kept / (1 - kept));
  return 1 / (1 + Math.exp(-(ODDS * odds + INTERCEPT + added)));
}

/** Whether a sentence has a sign of yes or no: "not", "may", "is included". "Specifies whether…" has none. */
export function saysYesOrNo(sentence: string): boolean {
  return SAYS_YES_OR_NO.test(sentence) && !LEAVES_OPEN.test(sentence);
}

/**
 * A confidence of `inDocument` with what the form of the page says for the answer. What the structure itself gave keeps its
 * confidence, which has that already.
 */
export function agreeing(confidence: number, foundBy: FoundBy, added: number): number {
  if (added === 0 || confidence < LEAST_AGREEING || !(foundBy in BY)) return confidence;
  const kept = Math.min(Math.max(confidence, LEAST), 1 - LEAST);
  return 1 / (1 + Math.exp(-(Math.log(kept / (1 - kept)) + added)));
}
