// Answers questions about a page: runs the stages in order over the passages of the main text or beside it, likeliest
// first. Knows a model only by its interface, so that it also runs in tests. The twin of one attempt of Python's
// `wherein.answering.attempts.pipeline`; the cases are in contracts/grading.json, retrieve.json and select-sentences.json.

import { countWords, squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import { likeness, neverAlike } from "./cells/likeness.ts";
import type { SentenceScore } from "./evidence/sentence-scores.ts";
import { ExtractiveReader } from "./model/extractive-reader.ts";
import { SentenceReader } from "./model/sentence-reader.ts";
import type { SpanModel } from "./model/span-model.ts";
import type { Ranked } from "./page/likeliest.ts";
import type { PreparedPage } from "./prepared/prepared-page.ts";
import { didYouMean } from "./question/spelling.ts";
import type { FoundAnswer, ReaderAnswers, Reading, ReadingOrder } from "./reading.ts";
import type { ReaderSettings } from "./settings.ts";
import { amended, lacksAmendments, withAmendments } from "./stages/amended.ts";
import { gather } from "./stages/gathering.ts";
import { holdingBack } from "./stages/hold-back.ts";
import { markEvidence } from "./stages/mark-evidence.ts";
import { nameCells } from "./stages/name-cells.ts";
import { nameTerms } from "./stages/name-terms.ts";
import { numberedClause } from "./stages/numbered-clause.ts";
import { readPassages } from "./stages/read-passages.ts";
import { insteadOf, readSentences, SENTENCES_AT_ONCE } from "./stages/read-sentences.ts";
import { nearestOf, Retriever, rankBeside } from "./stages/retrieve.ts";
import { selectSentences } from "./stages/select-sentences.ts";
import { TopicSentences } from "./stages/topic-sentences.ts";
import { weighSource } from "./stages/weigh-source.ts";
import { wholeValues } from "./stages/whole-values.ts";
import type { StaticEncoder } from "./tokens/static-encoder.ts";
import type { WordPiece } from "./tokens/wordpiece.ts";

// Enough to check whether a generated question is answered near its sentence.
const TRIED_PASSAGES = 2;
/** The share of the work that is done when the model has read all; without an answer, sentences are compared after that. */
const SHARE_OF_MODEL = 0.9;

export class PageReader {
  readonly extractive: ExtractiveReader;
  readonly #tokenizer: WordPiece;
  readonly #settings: ReaderSettings;
  readonly #retriever: Retriever;
  readonly #sentences: SentenceReader | null;
  readonly #topics: TopicSentences | null;
  readonly #encoder: StaticEncoder | null;

  /**
   * Without `encoder`, passages are ranked by words alone, and no sentence replaces a refusal of the model.
   */
  constructor(
    model: SpanModel,
    tokenizer: WordPiece,
    settings: ReaderSettings,
    encoder: StaticEncoder | null = null,
  ) {
    this.#tokenizer = tokenizer;
    this.#settings = settings;
    this.extractive = new ExtractiveReader(model, tokenizer, settings);
    this.#retriever = new Retriever(tokenizer, settings, encoder);
    this.#sentences = encoder && new SentenceReader(encoder, tokenizer);
    this.#encoder = encoder;
    this.#topics = encoder && new TopicSentences(encoder, tokenizer);
  }

  /** Uses stored vectors of the page, if there are any. */
  takeVectors(page: PreparedPage, kept: Float32Array | null): void {
    this.#retriever.takeVectors(page, kept);
  }

  /** Makes the tokens of a page's passages, a few at a time, so that other work can come between. */
  tokenise(page: PreparedPage): Generator<void> {
    return this.#retriever.tokenise(page);
  }

  warmUp(): Promise<void> {
    return this.extractive.warmUp();
  }

  /**
   * Reads the whole main text and yields after every passage. The last reading has `done`; for a page without passages
   * it is the only one. Leaving the loop stops the reading. `without` are places that were judged wrong.
   */
  async *ask(
    question: string,
    page: PreparedPage,
    order: ReadingOrder = "likeliest first",
    without: readonly Span[] = [],
  ): AsyncGenerator<Reading> {
    const asked = squeezed(question);
    const { words } = page;
    const clause = numberedClause(asked, page, without);
    if (clause) {
      yield await ofClause(asked, page, clause);
      return;
    }
    const chosen = this.#topics ? selectSentences(asked, page, this.#topics) : [];
    const heldBack = this.#holdingBack(asked, page);
    const right = chosen.filter((one) => !isAmong(without, one));
    const several = heldBack({ answers: right, perhaps: [] }).answers;
    if (several.length > 0) {
      const read = { nearest: [], wordsRead: words, words, done: true };
      const chosenNow = { answers: several, perhaps: [], ...read, several: true };
      const holding = await amended(asked, page, chosenNow, { reader: null, several: true });
      yield withAmendments(page, holding);
      return;
    }
    yield* this.#readAll(asked, page, this.#retriever.rank(asked, page), order, without);
  }

  /** As `ask`, for the likeliest few passages beside the main text. */
  async *askBeside(
    question: string,
    page: PreparedPage,
    order: ReadingOrder = "likeliest first",
    without: readonly Span[] = [],
  ): AsyncGenerator<Reading> {
    const asked = squeezed(question);
    yield* this.#readAll(asked, page, rankBeside(asked, page), order, without);
  }

  /** The reading of these passages, read to their end. */
  async *#readAll(
    asked: string,
    page: PreparedPage,
    ranked: readonly Ranked[],
    order: ReadingOrder,
    without: readonly Span[],
  ): AsyncGenerator<Reading> {
    const { words } = page;
    const state = { nearest: nearestOf(ranked), wordsRead: 0, words, done: false };
    const inTurn = ranked.map(({ passage }) => passage);
    if (order === "as it stands") inTurn.sort((a, b) => a.index - b.index);
    const heldBack = this.#holdingBack(asked, page);
    let found: ReaderAnswers = { answers: [], perhaps: [] };
    let read = 0;
    let wordsSeen = 0;
    const shareOfModel = this.#sentences ? SHARE_OF_MODEL : 1;
    const sentences: SentenceScore[] = [];
    for await (found of readPassages(asked, page, inTurn, this.extractive, this.#settings, {
      without,
      sentences,
    })) {
      const text = inTurn[read++]?.text ?? "";
      wordsSeen = Math.min(wordsSeen + countWords(text), words);
      state.wordsRead = Math.floor(wordsSeen * shareOfModel);
      if (read < inTurn.length) yield { ...state, ...withAmendments(page, heldBack(found)) };
    }
    if (found.answers.length === 0 && this.#sentences) {
      let compared = 0;
      for (const said of readSentences(asked, page, inTurn, this.#sentences, without)) {
        if (said === null) {
          compared = Math.min(compared + SENTENCES_AT_ONCE, inTurn.length);
          const share = shareOfModel + (1 - shareOfModel) * (compared / (inTurn.length + 1));
          const shown = withAmendments(page, heldBack(found));
          state.wordsRead = Math.floor(wordsSeen * share);
          yield { ...state, ...shown };
        } else found = insteadOf(found, said);
      }
    }
    const { calibration, documentBounds, readsCells } = this.#settings;
    const alike = this.#encoder ? likeness(this.#encoder, this.#tokenizer) : neverAlike;
    const by = { without, alike, reader: readsCells ? this.extractive : null };
    for await (const named of nameCells(asked, page, inTurn, found, calibration, by)) {
      if (named === null) yield { ...state, ...withAmendments(page, heldBack(found)) };
      else found = named;
    }
    const named = nameTerms(asked, page, inTurn, found, calibration, without, alike);
    const weighed = documentBounds ? weighSource(asked, page, named, documentBounds, alike) : named;
    const together = gather(asked, page, heldBack(weighed), without);
    const bySentence = together.answers.some(({ foundBy }) => foundBy === "sentence");
    const reader = bySentence ? null : this.extractive;
    const holding = await amended(asked, page, together, { bounds: documentBounds, reader });
    const gathered = withAmendments(page, wholeValues(page, holding));
    const evidence = markEvidence(asked, page, gathered, sentences, without);
    yield {
      ...state,
      ...gathered,
      ...(evidence.length > 0 && { evidence }),
      wordsRead: words,
      done: true,
    };
  }

  /**
   * Yields after each of the likeliest few passages the best answer so far; null while none is above the bound. Its
   * confidence is that of an answer from the whole page, so that it would also pass there unless a better one is found.
   */
  async *try(question: string, page: PreparedPage): AsyncGenerator<FoundAnswer | null> {
    const asked = squeezed(question);
    const some = this.#retriever
      .rank(asked, page)
      .slice(0, TRIED_PASSAGES)
      .map(({ passage }) => passage);
    const all = page.main.length;
    const heldBack = this.#holdingBack(asked, page);
    for await (const found of readPassages(asked, page, some, this.extractive, this.#settings, {
      passagesRead: all,
    })) {
      const [best] = heldBack(found).answers;
      // A suggestion shows no amendment.
      yield best && !lacksAmendments(page, { answers: [best], perhaps: [] }) ? best : null;
    }
  }

  #holdingBack(asked: string, page: PreparedPage): ReturnType<typeof holdingBack> {
    const { perhapsBound } = this.#settings.calibration;
    return holdingBack(asked, page, perhapsBound, (word) => this.#tokenizer.knows(word));
  }

  /** The question with its spelling corrected by the page's own words; null without a correction. */
  didYouMean(question: string, page: PreparedPage): string | null {
    return didYouMean(squeezed(question), page.vocabulary, (word) => this.#tokenizer.knows(word));
  }
}

/** The reading of a question that names a clause by its number: no model reads. */
async function ofClause(asked: string, page: PreparedPage, clause: FoundAnswer): Promise<Reading> {
  const { words } = page;
  const read = { nearest: [], wordsRead: words, words, done: true };
  const found = { answers: [clause], perhaps: [], ...read };
  const holding = await amended(asked, page, found, { reader: null });
  return withAmendments(page, wholeValues(page, holding));
}

function isAmong(wrong: readonly Span[], { span }: FoundAnswer): boolean {
  return wrong.some((one) => overlaps(one, span));
}
