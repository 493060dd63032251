// The interfaces that the panel needs from outside: a page and a reader. Only types.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { FindOptions } from "@wherein/anchoring/places/find-literal.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { FoundAnswer, Reading } from "@wherein/reader/reading.ts";

/** A failure: one sentence on what happened, and one on the next step. */
export interface Trouble {
  readonly what: string;
  readonly next: string;
  /** The software's own message, for a report; folded away. */
  readonly details?: string;
  /** True where trying again cannot help, so that it is not offered. */
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
  /** Whether elements are nested too deeply to be read. */
  readonly tooDeep?: boolean;
  /** The places of a paged document's pages in its text, and the pages without text. */
  readonly pages?: readonly (Span & { readonly number: number })[];
  readonly pagesWithoutText?: readonly number[];
  /** The pages of a paged document whose tables are read as lines. */
  readonly pagesWithTables?: readonly number[];
}

export interface PageMarksWanted {
  readonly revision: number;
  readonly answers: readonly Span[];
  readonly perhaps: readonly Span[];
  /** What belongs to the answers; marked paler than they are. */
  readonly evidence?: readonly Span[];
  readonly plain: readonly Span[];
  readonly current: Span | null;
  /** True where the current one is a passage and not an answer: it is underlined, not highlighted. */
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
  /** Clears the selection in the page, which would cover the mark made from it. */
  letSelectionGo(): Promise<void>;
  /** Starts or stops reporting the next selected or copied words to the listener, once. */
  watchSelection(on: boolean): Promise<void>;
  /** Asks the person for permission to read frames of these hosts; true when it was given. */
  allowFrames(hosts: readonly string[]): Promise<boolean>;
  leave(select: Span | null): Promise<void>;
  destroy(): void;
}

/** A reader's results and progress so far, and the time of reading. */
export interface ReadingState extends Reading {
  readonly milliseconds: number;
  /** The time of reading in milliseconds since 1970; only for answers from memory. */
  readonly when?: number;
  /** True where the person marked the answer; only for answers from memory. */
  readonly told?: true;
}

/** A suggested question that the page answers. */
export interface Suggested {
  readonly question: string;
  readonly answer: FoundAnswer;
}

export interface ReaderListener {
  ready(): void;
  /** All questions found so far that this page answers. */
  suggested(page: PageContent, questions: readonly Suggested[]): void;
  /** What was asked of this page before, from this browser's own memory, the latest first. */
  recalled(page: PageContent, questions: readonly Suggested[]): void;
  /** A question with its spelling corrected by the page's words. */
  meant(question: number, meant: string): void;
  reading(question: number, state: ReadingState): void;
  /** The answers to a question could not be remembered: the browser's storage is full. */
  unkept(question: number): void;
  /** `question` is null when the trouble concerns no single question. */
  failed(question: number | null, trouble: Trouble): void;
}

/** A reader of pages. The methods only send requests; the listener gets the outcomes. */
export interface ReaderLink {
  listen(listener: ReaderListener): void;
  prepare(page: PageContent): void;
  /** `without` are places of the prepared page that the person judged wrong for the question. */
  ask(question: number, text: string, without: readonly Span[]): void;
  stop(question: number): void;
  /** Look for questions that the prepared page answers, while nobody asks. */
  suggest(): void;
  /** Look for what was asked of the prepared page before, in this browser's own memory. */
  recall(): void;
  /** The answer kept for this question on the prepared page is wrong. */
  forget(text: string): void;
  /** The person marked the place of the answer to this question on the prepared page: from now on it is the answer. */
  learn(text: string, span: Span): void;
  destroy(): void;
}

export interface ServerAnswers {
  readonly answers: readonly FoundAnswer[];
  readonly milliseconds: number;
}

/** A question asked before, with its best answer; for this page, only if it still has that answer. */
export interface AskedBefore {
  readonly question: string;
  readonly answer: string;
  /** The answer's place on this page; null when it was asked of another page. */
  readonly span: Span | null;
  readonly title: string;
  readonly url: string | null;
}

/** The local server, if one is paired. `ask` rejects with `LinkTrouble`. */
export interface ServerLink {
  /** False when no server is paired, or the person switched it off. */
  isOn(): Promise<boolean>;
  ask(question: string, page: PageContent, signal: AbortSignal): Promise<ServerAnswers>;
  /** The page's top questions whose answers are still in it; none when no server is on. */
  top(page: PageContent): Promise<readonly AskedBefore[]>;
  /** Similar questions asked of other pages; none when no server is on. */
  similar(question: string, page: PageContent): Promise<readonly AskedBefore[]>;
  /** The places that the person marked on this page elsewhere (in the app, at the terminal); none when no server is on. */
  marked(page: PageContent): Promise<readonly JudgedRow[]>;
  /** Sends a verdict to the server, if the person allows that; true when the server stored it. */
  judge(judgement: Judgement): Promise<boolean>;
}

/** A person's verdict on an answer, or the place of the right answer; "withdrawn" takes all on the question back. */
export interface Judgement {
  /** As it was understood, with its spelling corrected. */
  readonly question: string;
  readonly typed: string;
  readonly page: PageContent;
  readonly verdict: "right" | "wrong" | "span" | "not_here" | "withdrawn";
  /** The answer that is right or wrong, or the right words; null with "not_here" and "withdrawn". */
  readonly span: Span | null;
  /** True where a verdict that the server keeps is taken back: it is told, whatever else it may be sent. */
  readonly isOfServer?: boolean;
}

/** A verdict as it is stored: its place is known by its sentence and the identity of the block around it. */
export interface JudgedRow {
  readonly url: string;
  readonly question: string;
  readonly typed: string;
  readonly verdict: "right" | "wrong" | "span" | "not_here";
  /** The block's identity; with "not_here" a hash of the whole text. */
  readonly block: string;
  /** The sentence, its place in the block in code points, and the place of the words in it in UTF-16 units. */
  readonly quote: string;
  readonly quoteStart: number;
  readonly start: number;
  readonly length: number;
  /** Milliseconds since 1970. */
  readonly when: number;
  /** True where the server keeps it, and this browser does not. */
  readonly isOfServer?: true;
}

/** The store of verdicts. */
export interface VerdictStore {
  /** False where nothing may be stored now: in a private window, or with the memory switched off. */
  keeps(): Promise<boolean>;
  load(): Promise<readonly JudgedRow[]>;
  /** Rejects where the browser's storage is full. */
  save(rows: readonly JudgedRow[]): Promise<void>;
}

export type Verdict = "right" | "wrong";

/** A person's verdict on an answer, stored locally for training. Places count code points. */
export interface Feedback {
  readonly question: string;
  readonly url: string;
  readonly title: string;
  /** The passage around the place, at the time. */
  readonly context: string;
  /** The right words and their place in `context`; null where the page does not have them. */
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
