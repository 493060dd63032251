// The span reader: marks spans in one passage with a trained model. The twin of Python's
// `wherein.reading.extractive`; the cases are in contracts/reader.json. Knows no ranking of passages and no bound.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { type Candidate, withoutOverlap } from "../grading/candidate.ts";
import { extended, extent } from "../page/marking.ts";
import type { Passage } from "../page/passages.ts";
import { askTokens, tokenise, type Window, windowsOf } from "../page/windows.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import type { ReaderSettings } from "../settings.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";
import type { SpanModel } from "./span-model.ts";
import { bestSpans } from "./spans.ts";

const SPANS_A_WINDOW = 3;
// Some 2 kB each.
const KEPT_READINGS = 4_000;

export class ExtractiveReader {
  readonly #model: SpanModel;
  readonly #tokenizer: WordPiece;
  readonly #settings: ReaderSettings;
  /** The candidates of passages, with places relative to the passage. */
  readonly #memory = new Map<string, readonly Omit<Candidate, "passage">[]>();

  constructor(model: SpanModel, tokenizer: WordPiece, settings: ReaderSettings) {
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.#settings = settings;
  }

  /** Runs the model once, since the first run takes several times as long as later ones. */
  async warmUp(): Promise<void> {
    const passage = { index: 0, span: { start: 0, end: 2 }, text: "ok", section: [] };
    const { shape } = this.#settings;
    const tokenised = tokenise(this.#tokenizer, passage, "", shape);
    const ask = askTokens(this.#tokenizer, "ok", shape);
    for (const window of windowsOf(this.#tokenizer, ask, tokenised, shape)) {
      await this.#model.run(window);
    }
  }

  /**
   * The candidates of one passage, best margin first. Cached for the same words and question, so that a changed page is
   * read again only where it changed.
   */
  async read(question: string, page: PreparedPage, passage: Passage): Promise<Candidate[]> {
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
    const found = await this.candidates(question, page, passage);
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

  /** As `read`, always by the model. */
  async candidates(question: string, page: PreparedPage, passage: Passage): Promise<Candidate[]> {
    const wanted = extent(question);
    const ask = askTokens(this.#tokenizer, question, this.#settings.shape);
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
        paragraphsOf(window),
      )) {
        const own = { start: window.starts[first] as number, end: window.ends[last] as number };
        if (squeezed(passage.text.slice(own.start, own.end)) === "") continue;
        const marked = extended(passage.text, own, wanted, score - none);
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
