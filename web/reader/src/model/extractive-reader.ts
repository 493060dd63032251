// The span reader: marks spans in one passage with a trained model. The twin of Python's
// `wherein.reading.extractive`; the cases are in contracts/reader.json. Knows no ranking of passages and no bound.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { type SentenceScore, SentenceScores } from "../evidence/sentence-scores.ts";
import { type Candidate, withoutOverlap } from "../grading/candidate.ts";
import { extended, extent } from "../page/marking.ts";
import type { Passage } from "../page/passages.ts";
import {
  askTokens,
  type TokenisedPassage,
  tokenise,
  type Window,
  windowsOf,
} from "../page/windows.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import type { ReaderSettings } from "../settings.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";
import type { SpanModel } from "./span-model.ts";
import { bestSpans } from "./spans.ts";

const SPANS_A_WINDOW = 3;
// Some 2 kB each.
const KEPT_READINGS = 4_000;

/** What a passage gave, without the passage itself. */
interface Kept {
  readonly candidates: readonly Omit<Candidate, "passage">[];
  readonly sentences: readonly Omit<SentenceScore, "passage">[];
}

export class ExtractiveReader {
  readonly #model: SpanModel;
  readonly #tokenizer: WordPiece;
  readonly #settings: ReaderSettings;
  /** The candidates of passages and the scores of their sentences, with places relative to the passage. */
  readonly #memory = new Map<string, Kept>();

  constructor(model: SpanModel, tokenizer: WordPiece, settings: ReaderSettings) {
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.#settings = settings;
  }

  /** Runs the model once, since the first run takes several times as long as later ones. */
  async warmUp(): Promise<void> {
    await this.#run("ok", this.#alone("ok"));
  }

  /**
   * The candidates of one passage, best margin first. Cached for the same words and question, so that a changed page is
   * read again only where it changed.
   */
  async read(question: string, page: PreparedPage, passage: Passage): Promise<Candidate[]> {
    return this.#read(keyOf(question, page.title, passage), question, passage, () =>
      page.tokenised(passage, this.#tokenizer, this.#settings),
    );
  }

  /** As `read`, for a text that stands by itself, below no title. */
  async readAlone(question: string, text: string): Promise<Candidate[]> {
    const tokenised = this.#alone(text);
    const { passage } = tokenised;
    return this.#read(keyOf(question, "", passage), question, passage, () => tokenised);
  }

  #alone(text: string): TokenisedPassage {
    const passage = { index: 0, span: { start: 0, end: text.length }, text, section: [] };
    return tokenise(this.#tokenizer, passage, "", this.#settings.shape);
  }

  async #read(
    key: string,
    question: string,
    passage: Passage,
    tokens: () => TokenisedPassage,
  ): Promise<Candidate[]> {
    const base = passage.span.start;
    let kept = this.#memory.get(key);
    if (!kept) {
      const { candidates, sentences } = await this.#run(question, tokens());
      kept = {
        candidates: candidates.map(({ passage: _, ...one }) => movedBy(-base, one)),
        sentences: sentences.map(({ passage: _, ...one }) => movedBy(-base, one)),
      };
      if (this.#memory.size >= KEPT_READINGS) this.#memory.clear();
      this.#memory.set(key, kept);
    }
    return kept.candidates.map((one) => ({ ...movedBy(base, one), passage }));
  }

  /** The scores of the sentences of a passage that was read; none of one that was not read lately. */
  scoresOf(question: string, page: PreparedPage, passage: Passage): SentenceScore[] {
    const kept = this.#memory.get(keyOf(question, page.title, passage));
    return (kept?.sentences ?? []).map((one) => ({
      ...movedBy(passage.span.start, one),
      passage,
    }));
  }

  /** As `read`, always by the model. */
  async candidates(question: string, page: PreparedPage, passage: Passage): Promise<Candidate[]> {
    const tokenised = page.tokenised(passage, this.#tokenizer, this.#settings);
    return (await this.#run(question, tokenised)).candidates;
  }

  async #run(
    question: string,
    tokenised: TokenisedPassage,
  ): Promise<{ candidates: Candidate[]; sentences: SentenceScore[] }> {
    const { passage } = tokenised;
    const wanted = extent(question);
    const ask = askTokens(this.#tokenizer, question, this.#settings.shape);
    const found: Candidate[] = [];
    const sentences = new SentenceScores(passage);
    for (const window of windowsOf(this.#tokenizer, ask, tokenised, this.#settings.shape)) {
      const { start, end } = await this.#model.run(window);
      const tokens = [window.first, window.first + window.starts.length] as const;
      const none = (start[0] as number) + (end[0] as number);
      const own = { start: start.subarray(...tokens), end: end.subarray(...tokens) };
      sentences.add(window, own, none);
      for (const { first, last, score } of bestSpans(
        own.start,
        own.end,
        this.#settings.longestAnswer,
        SPANS_A_WINDOW,
        paragraphsOf(window),
      )) {
        const place = { start: window.starts[first] as number, end: window.ends[last] as number };
        if (squeezed(passage.text.slice(place.start, place.end)) === "") continue;
        const marked = extended(passage.text, place, wanted, score - none);
        const base = passage.span.start;
        found.push({
          passage,
          text: passage.text.slice(marked.start, marked.end),
          span: { start: base + marked.start, end: base + marked.end },
          margin: score - none,
        });
      }
    }
    return { candidates: withoutOverlap(found), sentences: sentences.scored() };
  }
}

function keyOf(question: string, title: string, { section, text }: Passage): string {
  return [question, title, ...section, text].join("\0");
}

function movedBy<T extends { readonly span: Span }>(by: number, one: T): T {
  return { ...one, span: { start: one.span.start + by, end: one.span.end + by } };
}

/** For each token the number of breaks before it; null when there is none. */
function paragraphsOf({ breaks, starts }: Window): number[] | null {
  if (breaks.length === 0) return null;
  let number = 0;
  return Array.from(starts, (start) => {
    while (number < breaks.length && (breaks[number] as number) <= start) number++;
    return number;
  });
}
