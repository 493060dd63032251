// Weighs the words of a question's term by how rare they are in a page, and says how much of it a text has. The twin of
// Python's `wherein.reading.terms.weighed_term`; the cases are in contracts/named-terms.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { folded } from "../page/heading-prefix.ts";
import type { AskedTerm } from "./asked-term.ts";
import { match, type Word, type Words, wordsOf } from "./name-words.ts";

const { least_weight: LEAST_WEIGHT, least_fresh: LEAST_FRESH } = LEXICON.numbers;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A term with the weight of each of its words in a page. */
export class WeighedTerm {
  readonly term: AskedTerm;
  /** The share of the term's words that the page lacks. */
  readonly missed: number;
  /** All words of what the question says of the term. */
  readonly words: Words;
  readonly #weights: readonly number[];
  readonly #total: number;

  constructor(term: AskedTerm, text: string, blocks: readonly Block[]) {
    const counts = term.words.map(() => 0);
    const asked = term.words.map((word) => ({ ...word, whole: folded(word.whole) }));
    for (const { start, end } of blocks) {
      const written = folded(text.slice(start, end));
      asked.forEach((word, at) => {
        if (has(word, written)) counts[at] = (counts[at] as number) + 1;
      });
    }
    const every = Math.log(blocks.length + 2);
    this.term = term;
    this.words = wordsOf(term.name);
    this.missed = counts.filter((count) => count === 0).length / counts.length;
    this.#weights = counts.map((count) => Math.max(LEAST_WEIGHT, 1 - Math.log(count + 1) / every));
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** What a text needs one of in small letters to have a word of the term. */
  get stems(): readonly string[] {
    const stems = this.term.words.flatMap(({ parts, whole }) =>
      parts.length > 0 ? parts : [whole],
    );
    return [...new Set(stems.map(folded))];
  }

  /** The weighted share of the term's words that one of the texts has, 0 to 1. */
  share(...several: readonly Words[]): number {
    const found = this.term.words.reduce((sum, word, at) => {
      const best = Math.max(...several.map((words) => match(word, words)));
      return sum + (this.#weights[at] as number) * best;
    }, 0);
    return found / this.#total;
  }

  /** Whether a sentence is a question, or says nothing but the question's words again. */
  isRepeated(sentence: string): boolean {
    return sentence.endsWith("?") || this.fresh(wordsOf(sentence)) < LEAST_FRESH;
  }

  /** The share of an answer's words that the question has not; 0 without words. */
  fresh({ every }: Words): number {
    if (every.length === 0) return 0;
    return every.filter((word) => match(word, this.words) === 0).length / every.length;
  }
}

/** Whether a text in small letters has a word that begins like this one, or all parts of it. */
function has({ whole, parts }: Word, written: string): boolean {
  if (begins(whole, written)) return true;
  return parts.length > 1 && parts.every((part) => written.includes(part));
}

function begins(stem: string, written: string): boolean {
  let at = written.indexOf(stem);
  while (at > 0 && LETTER_OR_DIGIT.test(written[at - 1] as string))
    at = written.indexOf(stem, at + 1);
  return at >= 0;
}
