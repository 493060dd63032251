// One page asked one question after another: likeliest passages first, then all the rest. Knows a model by
// its interface alone, so that it runs as well in a test as in a worker.

import { isMain } from "@wherein/anchoring/canonical-text.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import { countWords, squeezed } from "@wherein/anchoring/white-space.ts";
import { hasWhatIsAsked } from "./asked-for.ts";
import { isMainPassage, lessLikelyThere, PASSAGES_READ } from "./beside-main.ts";
import { type Calibration, probabilities } from "./calibration.ts";
import type { Candidate } from "./candidate.ts";
import { folded } from "./heading-prefix.ts";
import type { Ranked } from "./likeliest.ts";
import { extent, widened } from "./marking.ts";
import type { Passage } from "./passages.ts";
import { isEnglish, type PreparedPage } from "./prepared-page.ts";
import { SENTENCE_CALIBRATION, SentenceReader } from "./sentence-reader.ts";
import { sentenceAround } from "./sentences.ts";
import type { ReaderSettings } from "./settings.ts";
import { bestSpans } from "./spans.ts";
import { didYouMean } from "./spelling.ts";
import { closeness, type StaticEncoder } from "./static-encoder.ts";
import { blockAt, withinOneCell } from "./table-cell.ts";
import { topicAskedFor } from "./topic-asked-for.ts";
import { type Selected, TopicSentences } from "./topic-sentences.ts";
import { askTokens, tokenise, type Window, windowsOf } from "./windows.ts";
import type { WordPiece } from "./wordpiece.ts";
import { isYesNo } from "./yes-no.ts";

/** Start and end logits of every token of a window. */
export interface Logits {
  readonly start: Float32Array;
  readonly end: Float32Array;
}

export interface SpanModel {
  run(window: Window): Promise<Logits>;
}

export interface FoundAnswer {
  readonly text: string;
  readonly span: Span;
  readonly quote: string;
  readonly quoteSpan: Span;
  readonly section: readonly string[];
  /** The probability that it is right. */
  readonly confidence: number;
  /** A sentence that bears on a yes/no question without deciding it. */
  readonly evidence: boolean;
  /** False where it stands beside the main text: in a menu, box, comment or footer. */
  readonly main?: boolean;
}

export interface NearPassage {
  readonly span: Span;
  readonly text: string;
  readonly section: readonly string[];
}

/** "as it stands" is for comparison: what reading from the top would cost. */
export type ReadingOrder = "likeliest first" | "as it stands";

/** The state of a question after another passage was read. */
export interface Reading {
  readonly answers: readonly FoundAnswer[];
  readonly lessLikely: readonly FoundAnswer[];
  readonly nearest: readonly NearPassage[];
  readonly wordsRead: number;
  readonly words: number;
  readonly done: boolean;
  /**
   * The confidence of the model's best answer, where it has none above its bound and the answers are
   * whole sentences, found by their words and meaning.
   */
  readonly unsure?: number;
  /** The other spelling that the answers are for, where the question as it was written has none. */
  readonly meant?: string;
  /** The question asked for several things: the answers are whole sentences, in reading order. */
  readonly several?: boolean;
}

const SPANS_A_WINDOW = 3;
// Those further down never reach the answers.
const KEPT_CANDIDATES = 50;
const MOST_ANSWERS = 9;
const NEAREST = 3;
// Sentences, to a question that asks for several things.
const MOST_SENTENCES = 8;
// Passages, some ten milliseconds.
const SENTENCES_AT_ONCE = 16;
// Enough to see whether a question made from a sentence is answered near it.
const TRIED_PASSAGES = 2;
// Some 50,000 words, half a second.
const TOKENISED_AT_ONCE = 300;
// Some 2 kB each.
const KEPT_READINGS = 4_000;

type Found = Pick<Reading, "answers" | "lessLikely" | "unsure">;

export class PageReader {
  readonly #model: SpanModel;
  readonly #tokenizer: WordPiece;
  readonly #settings: ReaderSettings;
  readonly #encoder: StaticEncoder | null;
  readonly #sentences: SentenceReader | null;
  readonly #topics: TopicSentences | null;
  /** What passages gave, their places counted from their own starts. */
  readonly #memory = new Map<string, readonly Omit<Candidate, "passage">[]>();

  /**
   * Without `encoder` words alone say which passages are likeliest, and no sentence stands in where the
   * model refuses.
   */
  constructor(
    model: SpanModel,
    tokenizer: WordPiece,
    settings: ReaderSettings,
    encoder: StaticEncoder | null = null,
  ) {
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.#settings = settings;
    this.#encoder = encoder;
    this.#sentences = encoder && new SentenceReader(encoder, tokenizer);
    this.#topics = encoder && new TopicSentences(encoder, tokenizer);
  }

  /** Takes vectors that were kept of the page, if there are any. */
  takeVectors(page: PreparedPage, kept: Float32Array | null): void {
    if (kept && this.#encoder) page.takeVectors(kept, this.#encoder.dimensions);
  }

  /** Runs the model once: the first run takes several times as long as a later one. */
  async warmUp(): Promise<void> {
    const passage = { index: 0, span: { start: 0, end: 2 }, text: "ok", section: [] };
    const { shape } = this.#settings;
    const tokenised = tokenise(this.#tokenizer, passage, "", shape);
    const ask = askTokens(this.#tokenizer, "ok", shape);
    for (const window of windowsOf(this.#tokenizer, ask, tokenised, shape)) {
      await this.#model.run(window);
    }
  }

  /** Makes the tokens of a page's passages, a few at a time, so that other work can come between. */
  *tokenise(page: PreparedPage): Generator<void> {
    for (const passage of page.passages) {
      page.tokenised(passage, this.#tokenizer, this.#settings);
      if (this.#encoder) this.#vector(this.#encoder, page, passage);
      yield;
    }
  }

  /**
   * Reads the whole main text, and what stands beside it where that gives no answer, yielding after every
   * passage. The last reading has `done`; a page without passages gives that one alone. The caller stops
   * by leaving the loop.
   */
  async *ask(
    question: string,
    page: PreparedPage,
    order: ReadingOrder = "likeliest first",
  ): AsyncGenerator<Reading> {
    const asked = squeezed(question);
    const several = this.#several(asked, page);
    if (several.length > 0) {
      const { words } = page;
      yield {
        answers: several,
        lessLikely: [],
        nearest: [],
        wordsRead: words,
        words,
        done: true,
        several: true,
      };
      return;
    }
    let main: Reading | null = null;
    for await (const reading of this.#readAll(asked, page, page.main, order)) {
      main = reading;
      if (!reading.done) yield reading;
    }
    if (!main) return;
    if (main.answers.length > 0 || page.beside.length === 0 || topicAskedFor(asked) !== null) {
      yield main;
      return;
    }
    for await (const reading of this.#readAll(asked, page, page.beside, order)) {
      yield afterMain(main, reading);
    }
  }

  /** What `passages` answer, read to their end. */
  async *#readAll(
    asked: string,
    page: PreparedPage,
    passages: readonly Passage[],
    order: ReadingOrder,
  ): AsyncGenerator<Reading> {
    const ranked =
      passages === page.beside ? rankBeside(asked, page) : this.#rank(asked, page, passages);
    const nearest = ranked
      .filter(({ score }) => score > 0)
      .slice(0, NEAREST)
      .map(({ passage: { span, text, section } }) => ({ span, text, section }));
    const ask = askTokens(this.#tokenizer, asked, this.#settings.shape);
    const evidence = isYesNo(asked);
    let candidates: Candidate[] = [];
    let passagesRead = 0;
    const inTurn = ranked.map(({ passage }) => passage);
    if (order === "as it stands") inTurn.sort((a, b) => a.index - b.index);
    const state = { nearest, wordsRead: 0, words: page.words, done: false };
    let found: Found = { answers: [], lessLikely: [] };
    for (const passage of inTurn) {
      candidates = best([...candidates, ...(await this.#readOnce(asked, ask, page, passage))]);
      state.wordsRead = Math.min(state.wordsRead + countWords(passage.text), page.words);
      passagesRead++;
      found = this.#answers(asked, page, candidates, passagesRead, evidence);
      if (passagesRead < inTurn.length) yield { ...state, ...found };
    }
    if (found.answers.length === 0 && this.#sentences) {
      for (const said of this.#bySentence(asked, page, inTurn, evidence)) {
        if (said === null) yield { ...state, ...found };
        else found = instead(found, said);
      }
    }
    yield { ...state, ...found, wordsRead: page.words, done: true };
  }

  /** The sentences that tell what is asked for, in reading order; none to any other question. */
  #several(question: string, page: PreparedPage): FoundAnswer[] {
    const topic = isEnglish(page.language) ? topicAskedFor(question) : null;
    if (topic === null || !this.#topics) return [];
    return this.#topics
      .select(topic, page.main, MOST_SENTENCES)
      .map((chosen) => asAnswer(page, chosen));
  }

  /** What whole sentences answer; null now and then before that, so that other work can come between. */
  *#bySentence(
    question: string,
    page: PreparedPage,
    passages: readonly Passage[],
    evidence: boolean,
  ): Generator<Found | null> {
    let candidates: Candidate[] = [];
    let looked = 0;
    for (const some of this.#sentences?.read(question, passages) ?? []) {
      candidates = best([...candidates, ...some]);
      if (++looked % SENTENCES_AT_ONCE === 0) yield null;
    }
    // A sentence that shares no more with the question than the name is like it, and answers nothing.
    const admits = ({ text, passage: { section } }: Candidate) =>
      hasWhatIsAsked(question, text, [page.title, ...section]);
    yield this.#answers(question, page, candidates, looked, evidence, SENTENCE_CALIBRATION, admits);
  }

  /**
   * The best answer of the likeliest few passages, after each; null while none is above the bound. It is
   * judged as one of the whole page, so that what passes here would pass there unless bettered.
   */
  async *try(question: string, page: PreparedPage): AsyncGenerator<FoundAnswer | null> {
    const asked = squeezed(question);
    const ask = askTokens(this.#tokenizer, asked, this.#settings.shape);
    let candidates: Candidate[] = [];
    for (const { passage } of this.#rank(asked, page, page.main).slice(0, TRIED_PASSAGES)) {
      candidates = best([...candidates, ...(await this.#readOnce(asked, ask, page, passage))]);
      const { answers } = this.#answers(asked, page, candidates, page.main.length, isYesNo(asked));
      yield answers[0] ?? null;
    }
  }

  /** What the question may mean, spelt with the page's own words; null when nothing is to be offered. */
  didYouMean(question: string, page: PreparedPage): string | null {
    return didYouMean(
      squeezed(question),
      page.vocabulary,
      (word) => this.#tokenizer.knows(word),
      this.#tokenizer.words,
    );
  }

  #rank(question: string, page: PreparedPage, passages: readonly Passage[]): Ranked[] {
    const encoder = this.#encoder;
    // The tokens of a huge page are made in the pauses; a question does not wait for them.
    if (!encoder || !(page.hasVectors || page.passages.length <= TOKENISED_AT_ONCE)) {
      return page.index(passages).rank(question);
    }
    const asked = encoder.encode(this.#tokenizer.encode(question).ids);
    return page.index(passages).rank(
      question,
      passages.map((passage) => closeness(asked, this.#vector(encoder, page, passage))),
    );
  }

  #vector(encoder: StaticEncoder, page: PreparedPage, passage: Passage): Float32Array {
    return page.vector(passage, () =>
      encoder.encode(page.tokenised(passage, this.#tokenizer, this.#settings).body.ids),
    );
  }

  /** What one passage alone offers, best margin first, as `Reader.read` gives it in Python. */
  async candidates(
    question: string,
    page: PreparedPage,
    passage: Passage,
  ): Promise<readonly Candidate[]> {
    const ask = askTokens(this.#tokenizer, question, this.#settings.shape);
    return this.#read(question, ask, page, passage);
  }

  /** From memory where the same words were read for the same question: most of a page that changed. */
  async #readOnce(
    question: string,
    ask: Int32Array,
    page: PreparedPage,
    passage: Passage,
  ): Promise<Candidate[]> {
    const key = [question, page.title, ...passage.section, passage.text].join("\0");
    const known = this.#memory.get(key);
    const base = passage.span.start;
    if (known) {
      return known.map(({ text, margin, span }) => ({
        passage,
        text,
        margin,
        span: { start: span.start + base, end: span.end + base },
      }));
    }
    const found = await this.#read(question, ask, page, passage);
    if (this.#memory.size >= KEPT_READINGS) this.#memory.clear();
    this.#memory.set(
      key,
      found.map(({ text, margin, span }) => ({
        text,
        margin,
        span: { start: span.start - base, end: span.end - base },
      })),
    );
    return found;
  }

  async #read(
    question: string,
    ask: Int32Array,
    page: PreparedPage,
    passage: Passage,
  ): Promise<Candidate[]> {
    const wanted = extent(question);
    const tokenised = page.tokenised(passage, this.#tokenizer, this.#settings);
    const found: Candidate[] = [];
    for (const window of windowsOf(this.#tokenizer, ask, tokenised, this.#settings.shape)) {
      const { start, end } = await this.#model.run(window);
      const tokens = [window.first, window.first + window.starts.length] as const;
      const none = (start[0] as number) + (end[0] as number);
      for (const { first, last, score } of bestSpans(
        start.subarray(...tokens),
        end.subarray(...tokens),
        this.#settings.longestAnswer,
        SPANS_A_WINDOW,
        paragraphsOf(passage.text, window.starts),
      )) {
        const own = { start: window.starts[first] as number, end: window.ends[last] as number };
        if (squeezed(passage.text.slice(own.start, own.end)) === "") continue;
        const marked = widened(passage.text, own, wanted, score - none);
        const base = passage.span.start;
        found.push({
          passage,
          text: passage.text.slice(marked.start, marked.end),
          span: { start: base + marked.start, end: base + marked.end },
          margin: score - none,
        });
      }
    }
    return withoutOverlap(found);
  }

  /** Answers by falling probability; of equal words only the likeliest place is kept. */
  #answers(
    question: string,
    page: PreparedPage,
    candidates: readonly Candidate[],
    passagesRead: number,
    evidence: boolean,
    calibration: Calibration = this.#settings.calibration,
    admits: (candidate: Candidate) => boolean = () => true,
  ): Found {
    const sure = probabilities(calibration, question, candidates, passagesRead);
    const ranked = candidates
      .map((candidate, i) => ({
        candidate,
        confidence: isMainPassage(candidate.passage)
          ? (sure[i] as number)
          : lessLikelyThere(sure[i] as number),
      }))
      .filter(
        ({ candidate, confidence }) => confidence >= calibration.weakBound && admits(candidate),
      )
      .sort((a, b) => b.confidence - a.confidence);
    const seen = new Set<string>();
    const answers: FoundAnswer[] = [];
    const lessLikely: FoundAnswer[] = [];
    for (const { candidate, confidence } of ranked) {
      const marked = evidence
        ? candidate.span
        : withinOneCell(page.blocks, candidate.span, question);
      const block = blockAt(page.blocks, marked.start);
      const quoteSpan = sentenceAround(page.text, marked, block);
      const span = evidence ? quoteSpan : marked;
      const text = page.text.slice(span.start, span.end);
      const words = squeezed(folded(text));
      if (seen.has(words)) continue;
      seen.add(words);
      (confidence >= calibration.bound ? answers : lessLikely).push({
        text,
        span,
        quote: page.text.slice(quoteSpan.start, quoteSpan.end),
        quoteSpan,
        section: candidate.passage.section,
        confidence,
        evidence,
        ...(block && !isMain(block) && { main: false }),
      });
    }
    return {
      answers: answers.slice(0, MOST_ANSWERS),
      lessLikely: lessLikely.slice(0, MOST_ANSWERS),
    };
  }
}

/** What is told while what stands beside the main text is read: of the main text all was. */
function afterMain(main: Reading, beside: Reading): Reading {
  const { answers, lessLikely, nearest, done, unsure } = beside;
  const doubtful = [...main.lessLikely, ...lessLikely].sort((a, b) => b.confidence - a.confidence);
  return {
    ...main,
    answers,
    lessLikely: answers.length > 0 ? lessLikely : doubtful.slice(0, MOST_ANSWERS),
    nearest: [...main.nearest, ...nearest].slice(0, NEAREST),
    done,
    ...(unsure !== undefined && { unsure }),
  };
}

/** The passages beside the main text that are read: those that share words with the question first. */
function rankBeside(question: string, page: PreparedPage): Ranked[] {
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

function asAnswer(page: PreparedPage, { sentence, probability }: Selected): FoundAnswer {
  const { span, passage } = sentence;
  const text = page.text.slice(span.start, span.end);
  return {
    text,
    span,
    quote: text,
    quoteSpan: span,
    section: passage.section,
    confidence: probability,
    evidence: false,
  };
}

/** For each token how many blank lines stand before it; null when there is none at all. */
function paragraphsOf(text: string, starts: Int32Array): number[] | null {
  const breaks = Array.from(text.matchAll(/\n\n/g), ({ index }) => index);
  if (breaks.length === 0) return null;
  let number = 0;
  return Array.from(starts, (start) => {
    while (number < breaks.length && (breaks[number] as number) <= start) number++;
    return number;
  });
}

/** What to tell where the model refused and sentences were looked at: the likelier of both. */
function instead(refused: Found, { answers, lessLikely }: Found): Found {
  if (answers.length === 0)
    return refused.lessLikely.length > 0 ? refused : { answers, lessLikely };
  return { answers, lessLikely, unsure: refused.lessLikely[0]?.confidence ?? 0 };
}

function best(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(byMargin).slice(0, KEPT_CANDIDATES);
}

function byMargin(a: Candidate, b: Candidate): number {
  return b.margin - a.margin || a.span.start - b.span.start || a.span.end - b.span.end;
}

/** Best first; of overlapping spans (windows overlap) only the better is kept. */
function withoutOverlap(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort(byMargin)) {
    if (!kept.some((other) => overlaps(candidate.span, other.span))) kept.push(candidate);
  }
  return kept;
}
