// Finds where running text says what a term is: "X means …", "the tenant (“X”)", "long form (LF)", "X A block that …". The
// twin of Python's `wherein.reading.terms.defining_phrases`; the cases are in contracts/named-terms.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { SPACE_CLASS, words as splitWords } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { isWrapped, sentenceSpans } from "../page/sentences.ts";

const ARTICLE = pattern(LEXICON, "article");
const ACRONYM = pattern(LEXICON, "acronym");
const MEANS = pattern(LEXICON, "means");
const LEAD = pattern(LEXICON, "lead");
const OPENING = pattern(LEXICON, "opening");
const LONG_FORM_AFTER = pattern(LEXICON, "long_form_after");
const CLOSES_LONG_FORM = pattern(LEXICON, "closes_long_form");
const NAMED_BEFORE = pattern(LEXICON, "named_before");
const AFTER_NAME = pattern(LEXICON, "after_name");
const BULLET = pattern(LEXICON, "bullet");
const NUMBER = pattern(LEXICON, "number");
const { most_occurrences: MOST_OCCURRENCES, most_term_words: MOST_WORDS } = LEXICON.numbers;
const BEFORE = 120;
const AFTER = 160;
// Characters around a term in which its sentence is looked for.
const NEAR = 2000;
const LONGEST_OPENING = 40;
// Words behind a term that begin an explanation of it.
const LEAST_LEAD = 4;
const WORD = /[\p{L}\p{N}]+/gu;
const JOINED = /[\p{L}\p{N}]+(?:[-\u2010\u2011][\p{L}\p{N}]+)*/gu;

/** How a text says what a term is. */
export type PhraseKind = "means" | "named" | "quoted" | "acronym" | "lead";

/** A place that says what the term is. */
export interface Phrase {
  readonly kind: PhraseKind;
  /** The answer. */
  readonly span: Span;
  /** The place of the term. */
  readonly term: Span;
}

/** The phrases about a term, in the order of the text; of the first occurrences only. */
export function* phrases(name: string, blocks: readonly Block[], text: string): Generator<Phrase> {
  const written = splitWords(name.replace(ARTICLE, ""));
  const hasWord = written.some((word) => /[\p{L}\p{N}]/u.test(word));
  if (written.length > MOST_WORDS || !hasWord) return;
  const isAcronym = ACRONYM.test(written.join(" "));
  const source = written.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const term = new RegExp(
    `(?<![\\p{L}\\p{N}])${source.join(`[${SPACE_CLASS}]+`)}(?:s|es)?(?![\\p{L}\\p{N}])`,
    isAcronym ? "gu" : "giu",
  );
  let left = MOST_OCCURRENCES;
  for (const block of blocks) {
    if (block.kind === "heading" || block.kind === "code") continue;
    for (const found of text.slice(block.start, block.end).matchAll(term)) {
      if (left-- === 0) return;
      const start = block.start + found.index;
      yield* around({ start, end: start + found[0].length }, block, text, isAcronym);
    }
  }
}

function* around(term: Span, block: Block, text: string, isAcronym: boolean): Generator<Phrase> {
  const before = text.slice(Math.max(block.start, term.start - BEFORE), term.start);
  const after = text.slice(term.end, Math.min(block.end, term.end + AFTER));
  const longForm = isAcronym ? longFormOf(before, after, term, text) : null;
  if (longForm) yield { kind: "acronym", span: longForm, term };
  if (NAMED_BEFORE.test(before) && AFTER_NAME.test(after))
    yield { kind: "named", span: sentenceOf(term, block, text), term };
  const isFirst =
    term.start - block.start <= LONGEST_OPENING && isOpening(text.slice(block.start, term.start));
  const lead = isFirst ? LEAD.exec(after) : null;
  if (MEANS.test(after)) {
    const span = sentenceOf(term, block, text);
    if (isFirst || OPENING.test(text.slice(span.start, term.start)))
      yield { kind: "means", span, term };
  } else if (lead) {
    const { end } = sentenceOf(term, block, text);
    const start = term.end + lead[0].length;
    if (splitWords(text.slice(start, end)).length >= LEAST_LEAD)
      yield { kind: "lead", span: { start, end }, term };
  } else if (/["“‘]$/.test(before) && /^["”’]/.test(after))
    yield { kind: "quoted", span: sentenceOf(term, block, text), term };
}

function isOpening(before: string): boolean {
  return OPENING.test(before.replace(BULLET.test(before) ? BULLET : NUMBER, ""));
}

/** The sentence of the term in its block; a long block is looked at near the term only. */
function sentenceOf(term: Span, block: Block, text: string): Span {
  const low = Math.max(block.start, term.start - NEAR);
  const written = text.slice(low, Math.min(block.end, term.end + NEAR));
  const sentence = sentenceSpans(written, isWrapped(written)).find(
    ({ end }) => low + end >= term.end,
  );
  return sentence ? { start: low + sentence.start, end: low + sentence.end } : term;
}

/** The words whose initials are the acronym: before it in brackets, or in brackets behind it. */
function longFormOf(before: string, after: string, term: Span, text: string): Span | null {
  const written = text.slice(term.start, term.end);
  const letters = [...written].filter((sign) => /\p{Uppercase}/u.test(sign)).map(folded);
  const opened = before.replace(/["“‘']+$/, "");
  if (opened.endsWith("(") && CLOSES_LONG_FORM.test(after)) {
    const offset = term.start - before.length;
    for (const each of [WORD, JOINED]) {
      const words = [...opened.slice(0, -1).matchAll(each)];
      const first =
        words[
          firstOf(
            letters,
            words.map(([word]) => word),
          ) ?? -1
        ];
      const last = words.at(-1);
      if (first && last)
        return { start: offset + first.index, end: offset + last.index + last[0].length };
    }
  }
  const [whole, spelled] = LONG_FORM_AFTER.exec(after) ?? [];
  if (whole === undefined || spelled === undefined) return null;
  const isSpelled = [WORD, JOINED].some(
    (each) => firstOf(letters, spelled.match(each) ?? []) === 0,
  );
  const start = term.end + whole.lastIndexOf(spelled);
  return isSpelled ? { start, end: start + spelled.length } : null;
}

/** The first of the last words whose initials are these letters, small words passed over; null where they are not. */
function firstOf(letters: readonly string[], words: readonly string[]): number | null {
  let at = words.length;
  const begins = (letter: string) => folded([...(words[at] as string)][0] as string) === letter;
  for (const letter of [...letters].reverse()) {
    at--;
    while (at >= 0 && !begins(letter) && (words[at] as string).length <= 3) at--;
    if (at < 0 || !begins(letter)) return null;
  }
  return letters.length > 0 ? at : null;
}
