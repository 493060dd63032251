// The messages between the extension's parts. Each has a version and is parsed on arrival, since a page may still run
// scripts from before an update.

import { Malformed, parse } from "@wherein/api-client/parsing.ts";
import { foundAnswer, type Immutable, reading, readingOrder } from "@wherein/reader/reading.ts";
import * as v from "valibot";

export const VERSION = 1;

export const PAGE_PORT = "wherein-page";
export const READER_PORT = "wherein-reader";

/** An object whose field `type` distinguishes it from others. */
function message<const T extends string, const E extends v.ObjectEntries>(type: T, fields: E) {
  return v.object({ type: v.literal(type), ...fields });
}

const span = v.object({ start: v.number(), end: v.number() });
const block = v.object({
  kind: v.picklist(["heading", "paragraph", "list_item", "cell", "caption", "code"]),
  start: v.number(),
  end: v.number(),
  level: v.exactOptional(v.number()),
  row: v.exactOptional(v.string()),
  column: v.exactOptional(v.string()),
  main: v.exactOptional(v.boolean()),
});

// -- panel → page ---------------------------------------------------------------------------------

const findOptions = v.object({
  matchCase: v.boolean(),
  wholeWords: v.boolean(),
  regularExpression: v.boolean(),
});

const pageRequest = v.variant("type", [
  message("read", {}),
  message("find", { query: v.string(), options: findOptions }),
  message("mark", {
    /** The revision of the text in which the spans are places. */
    revision: v.number(),
    /** What the marks' names begin with; the rules that paint them are in the page already. */
    names: v.string(),
    answers: v.array(span),
    perhaps: v.array(span),
    /** What belongs to the answers. */
    evidence: v.exactOptional(v.array(span)),
    plain: v.array(span),
    current: v.nullable(span),
    outlined: v.boolean(),
    spoken: v.exactOptional(v.nullable(span)),
    scroll: v.boolean(),
  }),
  /** The person's selection in the page. */
  message("selection", {}),
  /** Clear the selection in the page. */
  message("deselect", {}),
  /** Start or stop reporting the next selected or copied words. */
  message("watch", { on: v.boolean() }),
  /** The panel closes: remove the marks and select the last one, as a find bar does. */
  message("leave", { select: v.nullable(span) }),
]);

export type PageRequest = Immutable<v.InferOutput<typeof pageRequest>>;

// -- page → panel ---------------------------------------------------------------------------------

const snapshot = v.object({
  revision: v.number(),
  url: v.string(),
  title: v.string(),
  language: v.string(),
  contentType: v.string(),
  text: v.string(),
  blocks: v.array(block),
  unreadFrames: v.array(v.string()),
  tooDeep: v.optional(v.boolean()),
  selection: v.string(),
});

const pageReply = v.variant("type", [
  message("snapshot", { page: snapshot }),
  message("found", { revision: v.number(), spans: v.array(span), more: v.boolean() }),
  message("invalid", { reason: v.string() }),
  message("marked", { lost: v.number() }),
  message("selected", { span: v.nullable(span) }),
  message("watching", {}),
  message("left", {}),
  message("failed", { what: v.string() }),
]);

export type PageSnapshot = Immutable<v.InferOutput<typeof snapshot>>;
export type PageReply = Immutable<v.InferOutput<typeof pageReply>>;

const pageEvent = v.variant("type", [
  /** The page's text has changed; read it again. */
  message("changed", { revision: v.number() }),
  /** A key pressed in the page that the panel handles. */
  message("key", { key: v.picklist(["next", "previous", "close"]) }),
  /** The watched selection. */
  message("selected", { span }),
]);

export type PageEvent = Immutable<v.InferOutput<typeof pageEvent>>;

// -- panel → reader -------------------------------------------------------------------------------

const readerRequest = v.variant("type", [
  /** Load the model now, since a question is expected. */
  message("wake", {}),
  /** `keep`: tokens and vectors may be read from and stored in memory. */
  message("prepare", {
    key: v.string(),
    title: v.string(),
    text: v.string(),
    blocks: v.array(block),
    keep: v.boolean(),
    language: v.exactOptional(v.string()),
  }),
  /** `keep`: answers may be read from and stored in memory. */
  message("ask", {
    id: v.number(),
    key: v.string(),
    question: v.string(),
    keep: v.boolean(),
    order: v.exactOptional(readingOrder),
    /** Places that the person judged wrong for the question. */
    without: v.exactOptional(v.array(span)),
  }),
  /** Look for questions that the page answers, while nobody asks. */
  message("suggest", { key: v.string() }),
  /** What was asked of the page before, from memory. */
  message("recall", { key: v.string() }),
  /** The stored answer to this question is wrong. */
  message("forget", { key: v.string(), question: v.string() }),
  /** The person marked the answer to this question. */
  message("learn", { key: v.string(), question: v.string(), span }),
  message("stop", { id: v.number() }),
]);

export type ReaderRequest = Immutable<v.InferOutput<typeof readerRequest>>;

// -- reader → panel -------------------------------------------------------------------------------

const readerReply = v.variant("type", [
  message("ready", { milliseconds: v.number() }),
  message("prepared", {
    key: v.string(),
    passages: v.number(),
    words: v.number(),
    milliseconds: v.number(),
  }),
  /** The question corrected with the page's words. */
  message("meant", { id: v.number(), question: v.string() }),
  /** `when` it was read, for answers from memory only. */
  message("reading", {
    id: v.number(),
    ...reading.entries,
    milliseconds: v.number(),
    when: v.exactOptional(v.number()),
    /** True where the person marked the answer. */
    told: v.exactOptional(v.literal(true)),
  }),
  /** The answers to that question could not be remembered: the browser's storage is full. */
  message("unkept", { id: v.number() }),
  /** All found so far. */
  message("suggested", {
    key: v.string(),
    questions: v.array(v.object({ question: v.string(), answer: foundAnswer })),
  }),
  /** What was asked of the page before, the latest first; none where nothing was. */
  message("recalled", {
    key: v.string(),
    questions: v.array(v.object({ question: v.string(), answer: foundAnswer })),
  }),
  /** The page of that question is not (or no longer) known: prepare it again. */
  message("unknown", { id: v.number(), key: v.string() }),
  message("failed", {
    id: v.nullable(v.number()),
    why: v.picklist(["stopped", "error", "not-loaded"]),
    details: v.exactOptional(v.string()),
  }),
]);

export type ReaderReply = Immutable<v.InferOutput<typeof readerReply>>;

/** Sent to the offscreen document until it answers `true`, since it may exist before it listens. */
export const ARE_YOU_THERE = { v: VERSION, type: "reader there?" } as const;

export function asksWhetherThere(message: unknown): boolean {
  const given = (message ?? {}) as { readonly v?: unknown; readonly type?: unknown };
  return given.v === ARE_YOU_THERE.v && given.type === ARE_YOU_THERE.type;
}

// -- on the wire ----------------------------------------------------------------------------------

/** A request with its number, the reply with the same number, or an unrequested event (0). */
export interface Envelope<T> {
  readonly v: typeof VERSION;
  readonly id: number;
  readonly body: T;
}

export function envelope<T>(id: number, body: T): Envelope<T> {
  return { v: VERSION, id, body };
}

function open<const S extends v.GenericSchema>(
  body: S,
): (value: unknown) => Envelope<Immutable<v.InferOutput<S>>> {
  const whole = v.object({ v: v.literal(VERSION), id: v.number(), body });
  return (value) => parse(whole, value) as Envelope<Immutable<v.InferOutput<S>>>;
}

export const openPageRequest = open(pageRequest);
export const openPageReply = open(pageReply);
export const openPageEvent = open(pageEvent);
export const openReaderRequest = open(readerRequest);
export const openReaderReply = open(readerReply);
export { Malformed };
