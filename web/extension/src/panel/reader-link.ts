// The connection to the reader, which is reopened when it breaks. Does not know where the reader runs.

import type { Span } from "@wherein/anchoring/span.ts";
import type { PageContent, ReaderLink, ReaderListener, Trouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { envelope, openReaderReply, type ReaderReply, type ReaderRequest } from "../messages.ts";
import type { ReaderPort } from "./reader-port.ts";

const LOST: Trouble = { what: t.theReaderStoppedUnexpectedly, next: t.askAgainSentence };

/** What the reader says went wrong there, in words. */
const FAILURES = {
  stopped: LOST,
  error: { what: t.theReaderStoppedAtAnError, next: t.askAgainIfItStopsAgain },
  "not-loaded": { what: t.theReaderCannotBeLoadedAFile, next: t.installTheExtensionAgain },
} as const;

const UNPREPARED: Trouble = {
  what: t.theReaderCannotPrepareThisPage,
  next: t.reloadThePageThenAskAgain,
};

interface PreparedPage {
  readonly key: string;
  readonly content: PageContent;
}

export class PortReaderLink implements ReaderLink {
  readonly #open: () => Promise<ReaderPort>;
  readonly #keeps: () => Promise<boolean>;
  #listener: ReaderListener | null = null;
  #port: Promise<ReaderPort> | null = null;
  /** The page to ask, kept so that a restarted reader can be given it again. */
  #page: PreparedPage | null = null;
  /** The question for which the page was sent again. */
  #sentAgain: number | null = null;
  readonly #asked = new Map<number, { text: string; without: readonly Span[] }>();
  /** Requests are sent in order. */
  #queue: Promise<unknown> = Promise.resolve();
  #destroyed = false;

  /** `keeps`: whether answers may currently be stored and served again. */
  constructor(open: () => Promise<ReaderPort>, keeps: () => Promise<boolean>) {
    this.#open = open;
    this.#keeps = keeps;
  }

  listen(listener: ReaderListener): void {
    this.#listener = listener;
    this.#send({ type: "wake" });
  }

  prepare(content: PageContent): void {
    this.#inOrder(async () => {
      this.#page = { key: await keyOf(content), content };
      await this.#post(await this.#preparation(this.#page));
    });
  }

  ask(question: number, text: string, without: readonly Span[]): void {
    this.#asked.clear();
    this.#asked.set(question, { text, without });
    this.#inOrder(async () => {
      if (!this.#page) throw new Error("asked before a page was prepared");
      const { key } = this.#page;
      await this.#post({
        type: "ask",
        id: question,
        key,
        question: text,
        keep: await this.#keeps(),
        ...(without.length > 0 && { without: [...without] }),
      });
    });
  }

  stop(question: number): void {
    this.#asked.delete(question);
    this.#send({ type: "stop", id: question });
  }

  suggest(): void {
    this.#inOrder(async () => {
      if (this.#page) await this.#post({ type: "suggest", key: this.#page.key });
    });
  }

  recall(): void {
    this.#inOrder(async () => {
      const page = this.#page;
      if (!page) return;
      if (await this.#keeps()) await this.#post({ type: "recall", key: page.key });
      else this.#listener?.recalled(page.content, []);
    });
  }

  forget(text: string): void {
    this.#inOrder(async () => {
      if (this.#page) await this.#post({ type: "forget", key: this.#page.key, question: text });
    });
  }

  learn(text: string, span: Span): void {
    this.#inOrder(async () => {
      if (!this.#page || !(await this.#keeps())) return;
      await this.#post({ type: "learn", key: this.#page.key, question: text, span });
    });
  }

  destroy(): void {
    this.#destroyed = true;
    this.#listener = null;
    void this.#port?.then((port) => port.close());
  }

  #send(request: ReaderRequest): void {
    this.#inOrder(() => this.#post(request));
  }

  async #preparation({ key, content }: PreparedPage): Promise<ReaderRequest> {
    const { title, text, blocks, language } = content;
    const said = language === undefined ? {} : { language };
    return { type: "prepare", key, title, text, blocks, ...said, keep: await this.#keeps() };
  }

  #inOrder(step: () => Promise<void>): void {
    this.#queue = this.#queue.then(step).catch((error: unknown) => {
      const details = error instanceof Error ? error.message : String(error);
      this.#failed({ what: t.theReaderCannotBeReached, next: t.tryAgainSentence, details });
    });
  }

  async #post(request: ReaderRequest): Promise<void> {
    if (this.#destroyed) return;
    this.#port ??= this.#connect();
    const port = await this.#port;
    port.post(envelope(0, request));
  }

  async #connect(): Promise<ReaderPort> {
    const port = await this.#open();
    port.listen(
      (message) => this.#received(openReaderReply(message).body),
      () => {
        this.#port = null;
        this.#failed(LOST);
      },
    );
    return port;
  }

  #received(reply: ReaderReply): void {
    switch (reply.type) {
      case "ready":
        this.#listener?.ready();
        break;
      case "prepared":
        break;
      case "meant":
        this.#listener?.meant(reply.id, reply.question);
        break;
      case "reading":
        this.#listener?.reading(reply.id, reply);
        if (reply.done) this.#asked.delete(reply.id);
        break;
      case "unkept":
        this.#listener?.unkept(reply.id);
        break;
      case "suggested":
        if (reply.key === this.#page?.key) {
          this.#listener?.suggested(this.#page.content, reply.questions);
        }
        break;
      case "recalled":
        if (reply.key === this.#page?.key) {
          this.#listener?.recalled(this.#page.content, reply.questions);
        }
        break;
      case "unknown": {
        // The worker was restarted: send it the page, and ask again.
        const asked = this.#asked.get(reply.id);
        if (asked === undefined || !this.#page) break;
        // Once: a page that the reader cannot prepare would be sent for ever.
        if (this.#sentAgain === reply.id) {
          this.#failed(UNPREPARED);
          break;
        }
        this.#sentAgain = reply.id;
        this.prepare(this.#page.content);
        this.ask(reply.id, asked.text, asked.without);
        break;
      }
      case "failed":
        this.#onFailure(reply);
    }
  }

  #onFailure({ id, why, details }: ReaderReply & { readonly type: "failed" }): void {
    const trouble = { ...FAILURES[why], ...(details !== undefined && { details }) };
    if (id === null) this.#failed(trouble);
    else this.#listener?.failed(id, trouble);
  }

  /** Reports it to the waiting question, if there is one. */
  #failed(trouble: Trouble): void {
    const waiting = [...this.#asked.keys()].at(-1) ?? null;
    this.#asked.clear();
    this.#listener?.failed(waiting, trouble);
  }
}

async function keyOf({ title, text, language = "" }: PageContent): Promise<string> {
  const bytes = new TextEncoder().encode(`${language}\0${title}\0${text}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
