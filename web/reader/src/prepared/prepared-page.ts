// A page cut into passages, with its index, tokens and vectors, each made once. Asks nothing.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { countWords } from "@wherein/anchoring/canonical/white-space.ts";
import { byLikeliness, isMainPassage } from "../page/beside-main.ts";
import { PassageIndex } from "../page/likeliest.ts";
import { type Passage, split } from "../page/passages.ts";
import { SentencesOf } from "../page/sentences.ts";
import { type TokenisedPassage, tokenise } from "../page/windows.ts";
import { vocabularyOf } from "../question/spelling.ts";
import type { ReaderSettings } from "../settings.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";

export interface PageInput {
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The page's own language tag ("en-GB"), if any. */
  readonly language?: string;
}

/** A page cut and indexed; its tokens are made passage by passage, when first needed. */
export class PreparedPage {
  readonly text: string;
  /** Of the main text. */
  readonly words: number;
  /** All of them, as they are numbered. */
  readonly passages: readonly Passage[];
  readonly blocks: readonly Block[];
  readonly main: readonly Passage[];
  /** The passages beside the main text, likeliest first: captions, comments, bylines, then menus. */
  readonly beside: readonly Passage[];
  readonly title: string;
  readonly language: string;
  /** The sentences around places of the text. */
  readonly sentences: SentencesOf;
  readonly #indexes = new Map<readonly Passage[], PassageIndex>();
  #vocabulary: ReadonlyMap<string, number> | null = null;
  readonly #tokenised = new Map<Passage, TokenisedPassage>();
  readonly #vectors: (Float32Array | undefined)[] = [];

  constructor(input: PageInput) {
    this.text = input.text;
    this.title = input.title;
    this.language = input.language ?? "";
    this.blocks = input.blocks;
    this.sentences = new SentencesOf(input.text);
    this.passages = split(input.text, input.blocks);
    this.main = this.passages.filter(isMainPassage);
    this.beside = byLikeliness(this.passages);
    this.words = this.main.reduce((words, { text }) => words + countWords(text), 0);
  }

  /** The index of the main passages or of those beside them, made when it is first needed. */
  index(passages: readonly Passage[]): PassageIndex {
    let made = this.#indexes.get(passages);
    if (!made) {
      made = new PassageIndex(passages);
      this.#indexes.set(passages, made);
    }
    return made;
  }

  get vocabulary(): ReadonlyMap<string, number> {
    this.#vocabulary ??= vocabularyOf(this.text);
    return this.#vocabulary;
  }

  tokenised(passage: Passage, tokenizer: WordPiece, settings: ReaderSettings): TokenisedPassage {
    let made = this.#tokenised.get(passage);
    if (!made) {
      made = tokenise(tokenizer, passage, this.title, settings.shape);
      this.#tokenised.set(passage, made);
    }
    return made;
  }

  vector(passage: Passage, make: () => Float32Array): Float32Array {
    this.#vectors[passage.index] ??= make();
    return this.#vectors[passage.index] as Float32Array;
  }

  /** The vectors of all passages, one after another; null while any is missing. */
  get vectors(): Float32Array | null {
    const size = this.#vectors[0]?.length ?? 0;
    const all = new Float32Array(size * this.passages.length);
    for (const { index } of this.passages) {
      const own = this.#vectors[index];
      if (!own) return null;
      all.set(own, index * size);
    }
    return all;
  }

  get hasVectors(): boolean {
    return this.passages.every(({ index }) => this.#vectors[index]);
  }

  /** Sets vectors that `vectors` returned for the same text; ignores those of another size. */
  takeVectors(all: Float32Array, dimensions: number): void {
    if (all.length !== this.passages.length * dimensions) return;
    for (const { index } of this.passages) {
      this.#vectors[index] = all.subarray(index * dimensions, (index + 1) * dimensions);
    }
  }
}

/** Also true where a page does not state it. */
export function isEnglish(language: string): boolean {
  return language === "" || /^en\b/i.test(language);
}
