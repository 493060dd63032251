// The retrieval stage: orders the passages of a page by words and, where there is an encoder, by vectors. The twin of
// Python's `wherein.answering.stages.retrieve`; the cases are in contracts/retrieve.json. Reads nothing.

import { PASSAGES_READ } from "../page/beside-main.ts";
import type { Ranked } from "../page/likeliest.ts";
import type { Passage } from "../page/passages.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import type { NearPassage } from "../reading.ts";
import type { ReaderSettings } from "../settings.ts";
import { closeness, type StaticEncoder } from "../tokens/static-encoder.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";

export const NEAREST = 3;
// Some 50,000 words, half a second.
const TOKENISED_AT_ONCE = 300;

export class Retriever {
  readonly #tokenizer: WordPiece;
  readonly #settings: ReaderSettings;
  readonly #encoder: StaticEncoder | null;

  /** Without `encoder`, passages are ranked by words alone. */
  constructor(tokenizer: WordPiece, settings: ReaderSettings, encoder: StaticEncoder | null) {
    this.#tokenizer = tokenizer;
    this.#settings = settings;
    this.#encoder = encoder;
  }

  /** Uses stored vectors of the page, if there are any. */
  takeVectors(page: PreparedPage, kept: Float32Array | null): void {
    if (kept && this.#encoder) page.takeVectors(kept, this.#encoder.dimensions);
  }

  /** Makes the tokens of a page's passages, a few at a time, so that other work can come between. */
  *tokenise(page: PreparedPage): Generator<void> {
    for (const passage of page.passages) {
      page.tokenised(passage, this.#tokenizer, this.#settings);
      if (this.#encoder) this.#vector(this.#encoder, page, passage);
      yield;
    }
  }

  /** The passages of the main text, the likeliest first; for a request for a topic, by the words of the topic alone. */
  rank(question: string, page: PreparedPage): Ranked[] {
    const { main } = page;
    const words = requestedTopic(question) || question;
    const index = page.index(main);
    const encoder = this.#encoder;
    // The tokens of a huge page are made in the pauses; a question does not wait for them.
    if (!encoder || !(page.hasVectors || main.length <= TOKENISED_AT_ONCE)) {
      return index.rank(words);
    }
    const asked = encoder.encode(this.#tokenizer.encode(words).ids);
    return index.rank(
      words,
      main.map((passage) => closeness(asked, this.#vector(encoder, page, passage))),
    );
  }

  #vector(encoder: StaticEncoder, page: PreparedPage, passage: Passage): Float32Array {
    return page.vector(passage, () =>
      encoder.encode(page.tokenised(passage, this.#tokenizer, this.#settings).body.ids),
    );
  }
}

/** The passages to read beside the main text; those that share words with the question come first. */
export function rankBeside(question: string, page: PreparedPage): Ranked[] {
  const found = page
    .index(page.beside)
    .rank(question)
    .filter(({ score }) => score > 0);
  const seen = new Set(found.map(({ passage }) => passage));
  const others = page.beside
    .filter((passage) => !seen.has(passage))
    .map((passage) => ({ passage, score: 0 }));
  return [...found, ...others].slice(0, PASSAGES_READ);
}

/** The passages to show where there is no answer: the first ones that share anything with the question. */
export function nearestOf(ranked: readonly Ranked[]): NearPassage[] {
  return ranked
    .filter(({ score }) => score > 0)
    .slice(0, NEAREST)
    .map(({ passage: { span, text, section } }) => ({ span, text, section }));
}
