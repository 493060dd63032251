// What the extension's parts say to each other. Every message carries the version and is parsed on arrival:
// a page kept from before an update must not be misunderstood.

import {
  array,
  boolean,
  literal,
  Malformed,
  nullable,
  number,
  type Of,
  object,
  oneOf,
  parse,
  type Shape,
  string,
  union,
} from "@wherein/api-client/shape.ts";

export const VERSION = 1;

export const PAGE_PORT = "wherein-page";
export const READER_PORT = "wherein-reader";

const span = object({ start: number, end: number });
const block = object(
  {
    kind: oneOf("heading", "paragraph", "list_item", "cell", "caption", "code"),
    start: number,
    end: number,
  },
  { level: number, row: string, column: string, main: boolean },
);

// -- panel → page ---------------------------------------------------------------------------------

const findOptions = object({ matchCase: boolean, wholeWords: boolean, regularExpression: boolean });

const pageRequest = union({
  read: object({}),
  find: object({ query: string, options: findOptions }),
  mark: object({
    /** The spans are places in the text of this revision. */
    revision: number,
    answers: array(span),
    weak: array(span),
    plain: array(span),
    current: nullable(span),
    scroll: boolean,
  }),
  /** What the person has selected in the page. */
  selection: object({}),
  /** Tell of the next words selected or copied; or no longer. */
  watch: object({ on: boolean }),
  /** The panel closes: take the marks off, and select the last one, as a find bar does. */
  leave: object({ select: nullable(span) }),
});

export type PageRequest = Of<typeof pageRequest>;

// -- page → panel ---------------------------------------------------------------------------------

const snapshot = object({
  revision: number,
  url: string,
  title: string,
  language: string,
  contentType: string,
  text: string,
  blocks: array(block),
  unreadFrames: array(string),
  drafts: number,
  selection: string,
});

const pageReply = union({
  snapshot: object({ page: snapshot }),
  found: object({ revision: number, spans: array(span), more: boolean }),
  invalid: object({ reason: string }),
  marked: object({ lost: number }),
  selected: object({ span: nullable(span) }),
  watching: object({}),
  left: object({}),
  failed: object({ what: string }),
});

export type PageSnapshot = Of<typeof snapshot>;
export type PageReply = Of<typeof pageReply>;

const pageEvent = union({
  /** The page's text is another now; read it again. */
  changed: object({ revision: number }),
  /** A key pressed in the page that belongs to the panel. */
  key: object({ key: oneOf("next", "previous", "close") }),
  /** What was watched for. */
  selected: object({ span }),
});

export type PageEvent = Of<typeof pageEvent>;

// -- panel → reader -------------------------------------------------------------------------------

const readerRequest = union({
  /** Load the model now: a question will come. */
  wake: object({}),
  /** `keep`: what is made of it may be taken from memory, and kept there. */
  prepare: object(
    { key: string, title: string, text: string, blocks: array(block), keep: boolean },
    { language: string },
  ),
  ask: object(
    /** `keep`: may be answered from memory, and kept there. */
    { id: number, key: string, question: string, keep: boolean },
    { order: oneOf("likeliest first", "as it stands") },
  ),
  /** Look for questions that the page answers, while nobody asks. */
  suggest: object({ key: string }),
  /** What was kept for this question is wrong. */
  forget: object({ key: string, question: string }),
  stop: object({ id: number }),
});

export type ReaderRequest = Of<typeof readerRequest>;

// -- reader → panel -------------------------------------------------------------------------------

const answer = object(
  {
    text: string,
    span,
    quote: string,
    quoteSpan: span,
    section: array(string),
    confidence: number,
    evidence: boolean,
  },
  { main: boolean },
);
const near = object({ span, text: string, section: array(string) });

const readerReply = union({
  ready: object({ milliseconds: number }),
  prepared: object({ key: string, passages: number, words: number, milliseconds: number }),
  /** What the question may mean, spelt with the page's words. */
  meant: object({ id: number, question: string }),
  reading: object(
    {
      id: number,
      answers: array(answer),
      lessLikely: array(answer),
      nearest: array(near),
      wordsRead: number,
      words: number,
      done: boolean,
      milliseconds: number,
    },
    /** See `Reading`; `when` it was read: only of what comes from memory. */
    { when: number, unsure: number, meant: string, several: boolean },
  ),
  /** The answers to that question could not be remembered: the browser's storage is full. */
  unkept: object({ id: number }),
  /** All found so far. */
  suggested: object({ key: string, questions: array(object({ question: string, answer })) }),
  /** The page of that question is not known (any more): prepare it again. */
  unknown: object({ id: number, key: string }),
  failed: object({ id: nullable(number), what: string, next: string }),
});

export type ReaderReply = Of<typeof readerReply>;

/** Asked of the offscreen document until it answers `true`: it may exist and not listen yet. */
export const ARE_YOU_THERE = { v: VERSION, type: "reader there?" } as const;

export function asksWhetherThere(message: unknown): boolean {
  const { v, type } = (message ?? {}) as { readonly v?: unknown; readonly type?: unknown };
  return v === ARE_YOU_THERE.v && type === ARE_YOU_THERE.type;
}

// -- on the wire ----------------------------------------------------------------------------------

/** A request with its number, or the reply to it, or (0) an event nobody asked for. */
export interface Envelope<T> {
  readonly v: typeof VERSION;
  readonly id: number;
  readonly body: T;
}

export function envelope<T>(id: number, body: T): Envelope<T> {
  return { v: VERSION, id, body };
}

function open<T>(shape: Shape<T>): (value: unknown) => Envelope<T> {
  const whole = object({ v: literal(VERSION), id: number, body: shape });
  return (value) => parse(whole, value);
}

export const openPageRequest = open(pageRequest);
export const openPageReply = open(pageReply);
export const openPageEvent = open(pageEvent);
export const openReaderRequest = open(readerRequest);
export const openReaderReply = open(readerReply);
export { Malformed };
