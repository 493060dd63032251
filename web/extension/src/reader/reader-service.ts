// Serves the panels' requests to the reader, one question at a time per panel. Knows no browser: the model, the clock
// and the reply channel are passed in.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { MainPlaces, moved, standsIn } from "@wherein/reader/answers/main-places.ts";
import { markedAnswer } from "@wherein/reader/answers/marked-answer.ts";
import { askWithCorrection } from "@wherein/reader/attempts.ts";
import type { PageReader } from "@wherein/reader/page-reader.ts";
import { PreparedPage } from "@wherein/reader/prepared/prepared-page.ts";
import { questionsOf } from "@wherein/reader/prepared/suggested-questions.ts";
import { textHash } from "@wherein/reader/prepared/text-hash.ts";
import type { FoundAnswer, Reading } from "@wherein/reader/reading.ts";
import { lacksAmendments, withAmendments } from "@wherein/reader/stages/amended.ts";
import type { ReaderReply, ReaderRequest } from "../messages.ts";
import type { AnswerStore, Kept, PageTexts } from "./answer-store.ts";
import type { VectorStore } from "./vector-store.ts";

/** A client: one panel. */
export type Client = number;

export interface Loaded {
  readonly reader: PageReader;
  /** A hash that identifies the model. */
  readonly model: string;
  /** A hash that identifies its encoder. */
  readonly encoder: string;
}

export interface Surroundings {
  /** Called once, when the first request comes. */
  load(): Promise<Loaded>;
  readonly answers: AnswerStore;
  readonly vectors: VectorStore;
  reply(client: Client, reply: ReaderReply): void;
  now(): number;
  /** Milliseconds since 1970. */
  today(): number;
  /** Lets waiting messages arrive; without it a question could not be stopped. */
  breathe(): Promise<void>;
}

// Pages kept ready; the least recently used one goes.
const KEPT_PAGES = 8;
// Of text, in UTF-16 units: some 30 bytes are kept for each. One page is kept whatever its size.
const MOST_KEPT_TEXT = 4_000_000;
// More suggestions would not be read.
const MOST_SUGGESTED = 3;
/** As many as the server is asked for. */
const MOST_RECALLED = 5;

const STOPPED = { type: "failed", why: "error" } as const;

interface KeptPage {
  readonly page: PreparedPage;
  readonly blocks: (ReaderRequest & { type: "prepare" })["blocks"];
  /** Generated questions with the reader's answers; null where the reader had none. */
  readonly tried: Map<string, FoundAnswer | null>;
  /** Whether its vectors are in the store. */
  hasStored: boolean;
  /** The hashes of its text, computed when first needed. */
  texts?: Promise<PageTexts>;
}

export class ReaderService {
  readonly #around: Surroundings;
  readonly #pages = new Map<string, KeptPage>();
  /** The question that each panel waits for. */
  readonly #asking = new Map<Client, number>();
  #reader: Promise<Loaded> | null = null;
  // A question that follows a verdict at once is not served what the verdict is about to change.
  #written: Promise<void> = Promise.resolve();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Never rejects: what goes wrong is reported to the panel. */
  async handle(client: Client, request: ReaderRequest): Promise<void> {
    try {
      await this.#serve(client, request);
    } catch (error) {
      const id = request.type === "ask" ? request.id : null;
      this.#around.reply(client, { ...STOPPED, id, details: messageOf(error) });
    }
  }

  async #serve(client: Client, request: ReaderRequest): Promise<void> {
    switch (request.type) {
      case "wake":
        return this.#wake(client);
      case "prepare":
        return this.#prepare(client, request);
      case "ask":
        return this.#ask(client, request);
      case "suggest":
        return this.#suggest(client, request.key);
      case "recall":
        return this.#recall(client, request.key);
      case "forget":
        return this.#writing(() => this.#forget(client, request.key, request.question));
      case "learn":
        return this.#writing(() => this.#learn(client, request));
      case "stop":
        if (this.#asking.get(client) === request.id) this.#asking.delete(client);
    }
  }

  /** The panel was closed: stop reading for its question. */
  leave(client: Client): void {
    this.#asking.delete(client);
  }

  async #wake(client: Client): Promise<void> {
    const started = this.#around.now();
    if (await this.#loaded(client, null)) {
      const milliseconds = this.#around.now() - started;
      this.#around.reply(client, { type: "ready", milliseconds });
    }
  }

  async #prepare(client: Client, request: ReaderRequest & { type: "prepare" }): Promise<void> {
    const started = this.#around.now();
    const before = this.#pages.get(request.key);
    // The same text may have a new layout.
    const known = before && same(before.blocks, request.blocks) ? before : undefined;
    const page = known?.page ?? new PreparedPage(request);
    const kept = known ?? { page, blocks: request.blocks, tried: new Map(), hasStored: false };
    this.#keep(request.key, kept);
    this.#around.reply(client, {
      type: "prepared",
      key: request.key,
      passages: page.passages.length,
      words: page.words,
      milliseconds: this.#around.now() - started,
    });
    // The rest is made while the person still types; questions go first.
    const loaded = await this.#loaded(client, null);
    if (!loaded) return;
    if (request.keep && !kept.hasStored) {
      const stored = await this.#around.vectors.find(loaded.encoder, request.key);
      loaded.reader.takeVectors(page, stored);
      kept.hasStored = stored !== null;
    }
    await this.#makeRest(loaded, request.key, kept, request.keep);
  }

  /** Makes tokens and vectors of all passages while nobody asks; with `keep` the vectors are stored. */
  async #makeRest(loaded: Loaded, key: string, kept: KeptPage, keep: boolean): Promise<void> {
    let since = this.#around.now();
    for (const _ of loaded.reader.tokenise(kept.page)) {
      if (this.#asking.size > 0) return;
      if (this.#around.now() - since > 20) {
        await this.#around.breathe();
        since = this.#around.now();
      }
    }
    if (keep) await this.#keepVectors(loaded, key, kept);
  }

  async #keepVectors({ encoder }: Loaded, key: string, kept: KeptPage): Promise<void> {
    const made = kept.hasStored ? null : kept.page.vectors;
    if (!made) return;
    kept.hasStored = true;
    await this.#around.vectors.keep(encoder, key, made);
  }

  async #ask(client: Client, request: ReaderRequest & { type: "ask" }): Promise<void> {
    const { id, key, question, order, without = [] } = request;
    // Another order may find other answers, for comparing the cost; what is read without some places answers no other
    // asking.
    const keep = request.keep && order !== "as it stands" && without.length === 0;
    const known = this.#pages.get(key);
    if (!known) {
      this.#around.reply(client, { type: "unknown", id, key });
      return;
    }
    const { page } = known;
    this.#keep(key, known);
    this.#asking.set(client, id);
    const started = this.#around.now();
    const loaded = await this.#loaded(client, id);
    if (!loaded) return;
    const { reader, model } = loaded;
    const { answers } = this.#around;
    const meant = reader.didYouMean(question, page);
    if (meant !== null) this.#around.reply(client, { type: "meant", id, question: meant });
    const asked = squeezed(question);
    const texts = await textsOf(known, key);
    await this.#written;
    const before = keep ? await answers.find(model, texts, asked) : null;
    const reading = before && placed(before, page);
    if (before && reading) {
      if (this.#asking.get(client) !== id) return;
      this.#asking.delete(client);
      const milliseconds = this.#around.now() - started;
      const { when, told } = before;
      const of = { when, ...(told && { told }) };
      this.#around.reply(client, { type: "reading", id, ...reading, milliseconds, ...of });
      return;
    }
    try {
      for await (const reading of askWithCorrection(
        reader,
        question,
        meant,
        page,
        order,
        without,
      )) {
        if (this.#asking.get(client) !== id) return;
        const milliseconds = this.#around.now() - started;
        this.#around.reply(client, { type: "reading", id, ...reading, milliseconds });
        if (reading.done && keep) {
          const kept = toKeep(reading, page, this.#around.today());
          if (!(await answers.keep(model, texts, asked, kept)))
            this.#around.reply(client, { type: "unkept", id });
        }
        await this.#around.breathe();
        if (this.#asking.get(client) !== id) return;
      }
    } catch (error) {
      this.#around.reply(client, { ...STOPPED, id, details: messageOf(error) });
    } finally {
      if (this.#asking.get(client) === id) this.#asking.delete(client);
    }
    // A question needs only the vectors of the main text.
    await this.#makeRest(loaded, key, known, request.keep);
  }

  /** Tries generated questions while nobody asks; a question interrupts it, and a new request resumes it. */
  async #suggest(client: Client, key: string): Promise<void> {
    const known = this.#pages.get(key);
    const loaded = await this.#loaded(client, null);
    if (!known || !loaded) return;
    const { page, blocks, tried } = known;
    const found: { question: string; answer: FoundAnswer }[] = [];
    for (const question of questionsOf(page.text, blocks, page.language)) {
      if (!tried.has(question)) {
        let answer: FoundAnswer | null = null;
        for await (const best of loaded.reader.try(question, page)) {
          answer = best;
          await this.#around.breathe();
          if (this.#asking.size > 0) return;
        }
        tried.set(question, answer);
      }
      const answer = tried.get(question);
      // Two questions with one answer are one suggestion.
      if (!answer || found.some((other) => other.answer.text === answer.text)) continue;
      found.push({ question, answer });
      this.#around.reply(client, { type: "suggested", key, questions: [...found] });
      if (found.length >= MOST_SUGGESTED) return;
    }
  }

  /** What was asked of this page before and still stands in it. */
  async #recall(client: Client, key: string): Promise<void> {
    const known = this.#pages.get(key);
    const loaded = await this.#loaded(client, null);
    if (!known || !loaded) return;
    const texts = await textsOf(known, key);
    await this.#written;
    const questions: { question: string; answer: FoundAnswer }[] = [];
    for (const { question, ...kept } of await this.#around.answers.asked(loaded.model, texts)) {
      const [answer] = placed(kept, known.page)?.answers ?? [];
      if (answer) questions.push({ question, answer });
      if (questions.length >= MOST_RECALLED) break;
    }
    this.#around.reply(client, { type: "recalled", key, questions });
  }

  /** Writes to the memory after all that was to be written before. */
  #writing(write: () => Promise<void>): Promise<void> {
    const written = this.#written.then(write);
    this.#written = written.catch(() => undefined);
    return written;
  }

  /** An answer was judged wrong: it is no longer served from memory. */
  async #forget(client: Client, key: string, question: string): Promise<void> {
    const loaded = await this.#loaded(client, null);
    const known = this.#pages.get(key);
    if (!loaded || !known) return;
    const texts = await textsOf(known, key);
    await this.#around.answers.forget(loaded.model, texts, squeezed(question));
  }

  /** The person marked the answer: it is served from memory from now on, also where another was judged wrong. */
  async #learn(client: Client, request: ReaderRequest & { type: "learn" }): Promise<void> {
    const loaded = await this.#loaded(client, null);
    const known = this.#pages.get(request.key);
    const page = known?.page;
    const answer = page && markedAnswer(page, request.span);
    if (!loaded || !known || !answer) return;
    const { words } = page;
    const of = { answers: [answer], perhaps: [], nearest: [], wordsRead: 0, words, done: true };
    const kept = { ...toKeep(of, page, this.#around.today()), told: true } as const;
    const texts = await textsOf(known, request.key);
    await this.#around.answers.keep(loaded.model, texts, squeezed(request.question), kept);
  }

  async #loaded(client: Client, id: number | null): Promise<Loaded | null> {
    this.#reader ??= this.#around.load();
    try {
      return await this.#reader;
    } catch (error) {
      // The next request may try again.
      this.#reader = null;
      this.#around.reply(client, {
        type: "failed",
        id,
        why: "not-loaded",
        details: messageOf(error),
      });
      return null;
    }
  }

  #keep(key: string, kept: KeptPage): void {
    this.#pages.delete(key);
    this.#pages.set(key, kept);
    let text = 0;
    for (const { page } of this.#pages.values()) text += page.text.length;
    for (const [oldest, { page }] of this.#pages) {
      const fits = this.#pages.size <= KEPT_PAGES && text <= MOST_KEPT_TEXT;
      if (fits || this.#pages.size === 1) break;
      this.#pages.delete(oldest);
      text -= page.text.length;
    }
  }
}

function textsOf(known: KeptPage, key: string): Promise<PageTexts> {
  const { page } = known;
  known.texts ??= Promise.all([textHash(page), textHash(page, true)]).then(([main, whole]) => ({
    main,
    whole,
    old: key,
  }));
  return known.texts;
}

/**
 * A reading to store: its spans count in the main text, unless one of them is beside it. Without an answer the whole page
 * was read, so that the reading depends on all of it.
 */
function toKeep(reading: Reading, page: PreparedPage, when: number): Kept {
  const places = new MainPlaces(page.blocks);
  const inMain = reading.answers.length > 0 ? moved(reading, (span) => places.counted(span)) : null;
  return inMain ? { reading: inMain, when } : { reading, when, whole: true };
}

/**
 * The stored reading with its spans in the page as it is; null where its words are not there, and where it is of a version
 * that knew no amendments and one strikes its answer. What a person marked stays, and is shown struck.
 */
function placed({ reading, whole, told }: Kept, page: PreparedPage): Reading | null {
  const places = new MainPlaces(page.blocks);
  const now = whole ? reading : moved(reading, (span) => places.placed(span));
  if (!now || !standsIn(now, page.text)) return null;
  if (told) return withAmendments(page, now);
  return lacksAmendments(page, now) ? null : now;
}

function same(before: KeptPage["blocks"], now: KeptPage["blocks"]): boolean {
  return before.length === now.length && JSON.stringify(before) === JSON.stringify(now);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
