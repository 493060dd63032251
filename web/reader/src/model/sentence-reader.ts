// The sentence reader: marks the sentences most like the question, without a trained head. The twin of Python's
// `wherein.reading.sentence`; the cases are in contracts/sentence-reader.json. Knows no model.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/calibration.json" with { type: "json" };
import GRADES from "../../../../contracts/lexicon/grades.json" with { type: "json" };
import type { Calibration } from "../grading/calibration.ts";
import type { Candidate } from "../grading/candidate.ts";
import { folded, headingPrefix } from "../page/heading-prefix.ts";
import type { Passage } from "../page/passages.ts";
import { sentenceSpans } from "../page/sentences.ts";
import { closeness, type StaticEncoder } from "../tokens/static-encoder.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";

// The weight of the share of the question's words relative to the cosine.
const OVERLAP_WEIGHT = 1;
const WORD = /[\p{L}\p{N}]+/gu;

const { answer: answerBound, perhaps: perhapsBound } = GRADES.own_bounds.sentence;
export const SENTENCE_CALIBRATION: Calibration = {
  ...LEXICON.fitted.sentence,
  answerBound,
  perhapsBound,
};

export class SentenceReader {
  readonly #encoder: StaticEncoder;
  readonly #tokenizer: WordPiece;

  constructor(encoder: StaticEncoder, tokenizer: WordPiece) {
    this.#encoder = encoder;
    this.#tokenizer = tokenizer;
  }

  /** The sentences of the passages in order, without headings and without sentences that a section repeats. */
  *read(question: string, passages: readonly Passage[]): Generator<readonly Candidate[]> {
    const asked = this.#vector(question);
    const weights = rarity(question, passages);
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
    const seen = new Set<string>();
    for (const passage of passages) {
      const { section, span: place } = passage;
      const above = wordsOf(headingPrefix("", section));
      yield sentenceSpans(passage.text).flatMap(({ start, end }): Candidate[] => {
        const text = passage.text.slice(start, end);
        const said = squeezed(text);
        const key = JSON.stringify([...section, said]);
        if (section.includes(said) || seen.has(key)) return [];
        seen.add(key);
        const words = new Set([...above, ...wordsOf(text)]);
        let shared = 0;
        for (const [word, weight] of weights) if (words.has(word)) shared += weight;
        return [
          {
            passage,
            text,
            span: { start: place.start + start, end: place.start + end },
            margin: closeness(asked, this.#vector(text)) + (OVERLAP_WEIGHT * shared) / total,
          },
        ];
      });
    }
  }

  #vector(text: string): Float32Array {
    return this.#encoder.encode(this.#tokenizer.encode(text).ids);
  }
}

/** Inverse document frequency of the question's words over the passages. */
function rarity(question: string, passages: readonly Passage[]): Map<string, number> {
  const held = new Map(wordsOf(question).map((word) => [word, 0]));
  for (const { text } of passages) {
    const there = new Set(wordsOf(text));
    for (const [word, count] of held) if (there.has(word)) held.set(word, count + 1);
  }
  for (const [word, count] of held) held.set(word, Math.log(1 + passages.length / (0.5 + count)));
  return held;
}

function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}
