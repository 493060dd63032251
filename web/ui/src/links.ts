// The interfaces that the panel needs from outside: a page and a reader. Only types.

import type { Block } from "@wherein/anchoring/canonical-text.ts";
import type { FindOptions } from "@wherein/anchoring/find-literal.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { FoundAnswer, Reading } from "@wherein/reader/reading.ts";

/** A sentence that says what happened, and one that says what to do. */
export interface Trouble {
  readonly what: string;
  readonly next: string;
  /** The software's own message, for a report; folded away. */
  readonly details?: string;
  /** Trying again cannot help, so it is not offered. */
  readonly final?: true;
  /** A remedy of one click, instead of trying again. */
  readonly offer?: { readonly label: string; readonly take: () => void };
}

export interface PageContent {
  readonly revision: number;
  readonly url: string;
  readonly title: string;
  /** The page's own language tag ("en-GB"), if any. */
  readonly language?: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly unreadFrames: readonly string[];
  /** Where the pages of a paged document are in its text, and which of them have none. */
  readonly pages?: readonly (Span & { readonly number: number })[];
  readonly pagesWithoutText?: readonly number[];
}

export interface PageMarksWanted {
  readonly revision: number;
  readonly answers: readonly Span[];
  readonly perhaps: readonly Span[];
  readonly plain: readonly Span[];
  readonly current: Span | null;
  /** The current one is a passage, not an answer: its lines are ruled, not painted. */
  readonly outlined: boolean;
  /** What is read aloud now; it is brought into sight. */
  readonly spoken: Span | null;
  readonly scroll: boolean;
}

export type PlainFound =
  | {
      readonly kind: "found";
      readonly revision: number;
      readonly spans: readonly Span[];
      readonly more: boolean;
    }
  | { readonly kind: "invalid"; readonly reason: string };

export interface PageListener {
  changed(): void;
  key(key: "next" | "previous" | "close"): void;
  /** Words selected or copied while selections are watched. */
  selected(span: Span): void;
  /** The page was left or replaced. */
  gone(): void;
}

/** The open page. Methods reject with `LinkTrouble` when it cannot be reached. */
export interface PageLink {
  attach(listener: PageListener): Promise<PageContent>;
  read(): Promise<PageContent>;
  find(query: string, options: FindOptions): Promise<PlainFound>;
  mark(wanted: PageMarksWanted): Promise<void>;
  /** The person's selection in the page, or null. */
  selection(): Promise<Span | null>;
  /** Starts or stops reporting the next selected or copied words to the listener, once. */
  watchSelection(on: boolean): Promise<void>;
  /** Asks the person for permission to read frames of these hosts; true when it was given. */
  allowFrames(hosts: readonly string[]): Promise<boolean>;
  leave(select: Span | null): Promise<void>;
  destroy(): void;
}

/** A reader's results and progress so far, and when they were read. */
export interface ReadingState extends Reading {
  readonly milliseconds: number;
  /** When it was read, in milliseconds since 1970; only of what comes from memory. */
  readonly when?: number;
}

/** A suggested question that the page answers. */
export interface Suggested {
  readonly question: string;
  readonly answer: FoundAnswer;
}

export interface ReaderListener {
  ready(): void;
  /** Questions that the page of this text answers: all found so far. */
  suggested(page: PageContent, questions: readonly Suggested[]): void;
  /** A question corrected with the page's words. */
  meant(question: number, meant: string): void;
  reading(question: number, state: ReadingState): void;
  /** The answers to a question could not be remembered: the browser's storage is full. */
  unkept(question: number): void;
  /** `question` is null when the trouble concerns no single question. */
  failed(question: number | null, trouble: Trouble): void;
}

/** A reader of pages. Sending is enough: the listener gets the outcome. */
export interface ReaderLink {
  listen(listener: ReaderListener): void;
  prepare(page: PageContent): void;
  ask(question: number, text: string): void;
  stop(question: number): void;
  /** Look for questions that the prepared page answers, while nobody asks. */
  suggest(): void;
  /** The answer kept for this question on the prepared page is wrong. */
  forget(text: string): void;
  destroy(): void;
}

export interface ServerAnswers {
  readonly answers: readonly FoundAnswer[];
  readonly milliseconds: number;
}

/** A question asked before, with its best answer; of this page, only if that still stands here. */
export interface AskedBefore {
  readonly question: string;
  readonly answer: string;
  /** Where it stands here; null when it was asked of another page. */
  readonly span: Span | null;
  readonly title: string;
  readonly url: string | null;
}

/** The local server, if one is paired. `ask` rejects with `LinkTrouble`. */
export interface ServerLink {
  /** False when no server is paired, or the person switched it off. */
  isOn(): Promise<boolean>;
  ask(question: string, page: PageContent, signal: AbortSignal): Promise<ServerAnswers>;
  /** The page's top questions whose answers still stand in it; none when no server is on. */
  top(page: PageContent): Promise<readonly AskedBefore[]>;
  /** Similar questions asked of other pages; none when no server is on. */
  similar(question: string, page: PageContent): Promise<readonly AskedBefore[]>;
  /** Sends a verdict to the server, if the person allows that; true when the server stored it. */
  judge(judgement: Judgement): Promise<boolean>;
}

/** A person's verdict on an answer, or the place of the right one. */
export interface Judgement {
  readonly question: string;
  readonly page: PageContent;
  readonly verdict: "right" | "wrong" | "span" | "not_here";
  /** The answer that is right or wrong, or the right words; null with "not_here". */
  readonly span: Span | null;
}

export type Verdict = "right" | "wrong";

/** What a person thought of an answer, kept for training, locally. Places count code points. */
export interface Feedback {
  readonly question: string;
  readonly url: string;
  readonly title: string;
  /** The passage around the place, as it stood. */
  readonly context: string;
  /** The right words and where they are in `context`; null: the page does not have them. */
  readonly right: { readonly text: string; readonly start: number } | null;
  /** The shown answer; null when nothing was shown. */
  readonly shown: string | null;
  /** Selected or copied after an answer was judged wrong, without being confirmed: a weak label. */
  readonly weak?: boolean;
}

/** The store of feedback. */
export interface Notebook {
  /** False when nothing may be stored, as in a private window. */
  readonly keeps: boolean;
  /** Whether the person agreed that weak labels are kept. */
  keepsWeak(): Promise<boolean>;
  keep(feedback: Feedback): Promise<void>;
}

/** The clipboard. */
export interface Clipboard {
  write(text: string): Promise<void>;
}

export class LinkTrouble extends Error {
  override readonly name = "LinkTrouble";
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.what);
    this.trouble = trouble;
  }
}
