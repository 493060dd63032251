// The reader as the panels see it: requests in, replies out, one question at a time per panel. Knows no
// browser: the model, the clock and the way back are given.

import { type PageReader, PreparedPage } from "@wherein/reader/page-reader.ts";
import type { ReaderReply, ReaderRequest } from "../messages.ts";

/** Whoever asks: one panel. */
export type Client = number;

export interface Surroundings {
  /** Called once, when the first request comes. */
  load(): Promise<PageReader>;
  reply(client: Client, reply: ReaderReply): void;
  now(): number;
  /** Lets waiting messages in: without it a question could not be stopped. */
  breathe(): Promise<void>;
}

// Pages kept ready; the least recently used one goes. A page of 50,000 words takes some 5 MB.
const KEPT_PAGES = 8;

export class ReaderService {
  readonly #around: Surroundings;
  readonly #pages = new Map<string, PreparedPage>();
  /** The question each panel is waiting for. */
  readonly #asking = new Map<Client, number>();
  #reader: Promise<PageReader> | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async handle(client: Client, request: ReaderRequest): Promise<void> {
    switch (request.type) {
      case "wake":
        return this.#wake(client);
      case "prepare":
        return this.#prepare(client, request);
      case "ask":
        return this.#ask(client, request);
      case "stop":
        if (this.#asking.get(client) === request.id) this.#asking.delete(client);
    }
  }

  /** The panel has gone: its question is not read on. */
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
    const page = this.#pages.get(request.key) ?? new PreparedPage(request);
    this.#keep(request.key, page);
    this.#around.reply(client, {
      type: "prepared",
      key: request.key,
      passages: page.passages.length,
      words: page.words,
      milliseconds: this.#around.now() - started,
    });
    // The rest is made while the person still types, and waits for whoever asks.
    const reader = await this.#loaded(client, null);
    if (!reader) return;
    let since = this.#around.now();
    for (const _ of reader.tokenise(page)) {
      if (this.#asking.size > 0) return;
      if (this.#around.now() - since > 20) {
        await this.#around.breathe();
        since = this.#around.now();
      }
    }
  }

  async #ask(client: Client, request: ReaderRequest & { type: "ask" }): Promise<void> {
    const { id, key, question, order } = request;
    const page = this.#pages.get(key);
    if (!page) {
      this.#around.reply(client, { type: "unknown", id, key });
      return;
    }
    this.#keep(key, page);
    this.#asking.set(client, id);
    const started = this.#around.now();
    const reader = await this.#loaded(client, id);
    if (!reader) return;
    const meant = reader.didYouMean(question, page);
    if (meant !== null) this.#around.reply(client, { type: "meant", id, question: meant });
    try {
      for await (const reading of reader.ask(question, page, order)) {
        if (this.#asking.get(client) !== id) return;
        const milliseconds = this.#around.now() - started;
        this.#around.reply(client, { type: "reading", id, ...reading, milliseconds });
        await this.#around.breathe();
        if (this.#asking.get(client) !== id) return;
      }
    } catch (error) {
      this.#around.reply(client, {
        type: "failed",
        id,
        what: `The reader stopped (${messageOf(error)}).`,
        next: "Ask again.",
      });
    } finally {
      if (this.#asking.get(client) === id) this.#asking.delete(client);
    }
  }

  async #loaded(client: Client, id: number | null): Promise<PageReader | null> {
    this.#reader ??= this.#around.load();
    try {
      return await this.#reader;
    } catch (error) {
      // The next request may try again.
      this.#reader = null;
      this.#around.reply(client, {
        type: "failed",
        id,
        what: `The reader cannot be loaded (${messageOf(error)}).`,
        next: "Install the extension anew.",
      });
      return null;
    }
  }

  #keep(key: string, page: PreparedPage): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) break;
      this.#pages.delete(oldest);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
