// A page and a reader for tests of the panel: they record their calls, and answer on request.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { findLiteral } from "@wherein/anchoring/places/find-literal.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import {
  type AskedBefore,
  type JudgedRow,
  type Judgement,
  LinkTrouble,
  type PageContent,
  type PageLink,
  type PageListener,
  type PageMarksWanted,
  type ReaderLink,
  type ReaderListener,
  type ReadingState,
  type ServerAnswers,
  type ServerLink,
  type Suggested,
  type Trouble,
  type VerdictStore,
} from "../src/links.ts";

export const TEXT = "The bridge was built by Ada Holm. Ada Holm died in 1901. The bridge stands.";

export class FakePage implements PageLink {
  readonly marks: PageMarksWanted[] = [];
  listener: PageListener | null = null;
  closed: Trouble | null = null;
  url = "https://example.org/";
  left = false;
  unreadFrames: readonly string[] = [];
  language = "en";
  blocks: readonly Block[] = [];
  #revision = 1;

  constructor(public text: string) {}

  async attach(listener: PageListener): Promise<PageContent> {
    this.listener = listener;
    if (this.closed) throw new LinkTrouble(this.closed);
    return this.read();
  }

  async read(): Promise<PageContent> {
    const { text } = this;
    return {
      revision: this.#revision,
      url: this.url,
      title: "Page",
      language: this.language,
      text,
      blocks: this.blocks,
      unreadFrames: this.unreadFrames,
    };
  }

  change(text: string): void {
    this.text = text;
    this.#revision++;
    this.listener?.changed();
  }

  async find(query: string, options: Parameters<PageLink["find"]>[1]) {
    const found = findLiteral(this.text, query, options);
    return found.kind === "found" ? { ...found, revision: this.#revision } : found;
  }

  async mark(wanted: PageMarksWanted): Promise<void> {
    this.marks.push(wanted);
  }

  selected: Span | null = null;

  async selection(): Promise<Span | null> {
    return this.selected;
  }

  async letSelectionGo(): Promise<void> {
    this.selected = null;
  }

  watching = false;

  async watchSelection(on: boolean): Promise<void> {
    this.watching = on;
  }

  readonly allowed: string[] = [];

  async allowFrames(hosts: readonly string[]): Promise<boolean> {
    this.allowed.push(...hosts);
    return true;
  }

  async leave(): Promise<void> {
    this.left = true;
  }

  destroy(): void {}

  /** The text of what is marked as the current one. */
  get current(): string | null {
    const span = this.marks.at(-1)?.current;
    return span ? this.text.slice(span.start, span.end) : null;
  }
}

export class FakeReader implements ReaderLink {
  readonly asked: { number: number; text: string }[] = [];
  readonly stopped: number[] = [];
  readonly prepared: string[] = [];
  #listener: ReaderListener | null = null;

  listen(listener: ReaderListener): void {
    this.#listener = listener;
  }

  prepare(page: PageContent): void {
    this.#page = page;
    this.prepared.push(page.text);
  }

  /** The places that the last question was asked without. */
  without: readonly Span[] = [];

  ask(number: number, text: string, without: readonly Span[] = []): void {
    this.asked.push({ number, text });
    this.without = without;
  }

  /** What the browser remembers of the page. */
  remembered: readonly Suggested[] = [];
  #page: PageContent | null = null;

  recall(): void {
    if (this.#page) this.#listener?.recalled(this.#page, this.remembered);
  }

  suggestions = 0;
  readonly forgotten: string[] = [];

  suggest(): void {
    this.suggestions++;
  }

  forget(text: string): void {
    this.forgotten.push(text);
  }

  readonly learned: { text: string; span: Span }[] = [];

  learn(text: string, span: Span): void {
    this.learned.push({ text, span });
  }

  offer(page: PageContent, suggested: readonly Suggested[]): void {
    this.#listener?.suggested(page, suggested);
  }

  stop(number: number): void {
    this.stopped.push(number);
  }

  destroy(): void {}

  ready(): void {
    this.#listener?.ready();
  }

  mean(question: string): void {
    this.#listener?.meant(this.asked.at(-1)?.number ?? 0, question);
  }

  tell(state: Partial<ReadingState>, number = this.asked.at(-1)?.number ?? 0): void {
    this.#listener?.reading(number, {
      answers: [],
      perhaps: [],
      nearest: [],
      wordsRead: 50,
      words: 100,
      done: false,
      milliseconds: 100,
      ...state,
    });
  }

  fail(trouble: Trouble, number: number | null = this.asked.at(-1)?.number ?? null): void {
    this.#listener?.failed(number, trouble);
  }
}

export class FakeServer implements ServerLink {
  on = true;
  answers: readonly FoundAnswer[] = [];
  trouble: Trouble | null = null;
  readonly asked: string[] = [];

  topQuestions: readonly AskedBefore[] = [];
  similarQuestions: readonly AskedBefore[] = [];

  async top(): Promise<readonly AskedBefore[]> {
    return this.topQuestions;
  }

  async similar(): Promise<readonly AskedBefore[]> {
    return this.similarQuestions;
  }

  markedThere: readonly JudgedRow[] = [];

  async marked(): Promise<readonly JudgedRow[]> {
    return this.markedThere;
  }

  readonly judged: Judgement[] = [];
  /** Whether it takes verdicts. */
  allowed = false;

  async judge(judgement: Judgement): Promise<boolean> {
    this.judged.push(judgement);
    return this.allowed;
  }

  async isOn(): Promise<boolean> {
    return this.on;
  }

  async ask(question: string): Promise<ServerAnswers> {
    this.asked.push(question);
    if (this.trouble) throw new LinkTrouble(this.trouble);
    return { answers: this.answers, milliseconds: 40 };
  }
}

export class FakeVerdicts implements VerdictStore {
  rows: readonly JudgedRow[] = [];
  allowed = true;

  async keeps(): Promise<boolean> {
    return this.allowed;
  }

  async load(): Promise<readonly JudgedRow[]> {
    return this.rows;
  }

  async save(rows: readonly JudgedRow[]): Promise<void> {
    this.rows = rows;
  }
}

/** The answer that the first place of `words` in `text` is. */
export function answerAt(text: string, words: string, confidence = 0.9): FoundAnswer {
  const start = text.indexOf(words);
  const span = { start, end: start + words.length };
  return {
    text: words,
    span,
    quote: words,
    quoteSpan: span,
    section: [],
    confidence,
    evidence: false,
  };
}
