// Sends files and addresses to the library, a few at a time, and follows their state; the server continues when this
// tab is closed. Also lists those of other tabs. Draws nothing.

import type { AddingJob, AppServer } from "@wherein/api-client/app-server.ts";
import { Store } from "../store.ts";
import { isStopped, troubleOf } from "../troubles.ts";

// A browser keeps six connections to a server; questions need some of them.
const SENT_AT_ONCE = 3;
const ASK_AGAIN_MS = 400;
// The list of documents is fetched again at most so often while files are added.
const LIST_AGAIN_MS = 2000;

export type JobState = AddingJob["state"] | "unsent" | "sending";

/** One file or address. */
export interface Job {
  readonly key: number;
  readonly name: string;
  /** The file or address, for sending it again; null where another tab sent it. */
  readonly source: File | string | null;
  readonly state: JobState;
  readonly reason: string;
  /** The server's number of the job, once the server has it. */
  readonly number: number | null;
}

const PENDING: ReadonlySet<JobState> = new Set(["unsent", "sending", "waiting", "reading"]);
const AGAIN: ReadonlySet<JobState> = new Set(["failed", "cancelled"]);

export function isPending({ state }: Job): boolean {
  return PENDING.has(state);
}

/** The server's words for an address that it fetches at no time. */
export const NEVER_FETCHED = /is an address inside this network, which the server does not fetch/;

/** False for what another tab sent, and for what is refused for good. */
export function canBeRetried({ state, source, reason }: Job): boolean {
  return source !== null && AGAIN.has(state) && !NEVER_FETCHED.test(reason);
}

export class Adding {
  readonly store = new Store<{ readonly jobs: readonly Job[] }>({ jobs: [] });
  readonly #server: AppServer;
  readonly #added: () => void;
  readonly #lost: () => void;
  #isLost = false;
  #keys = 0;
  #sending = 0;
  #stopping = new AbortController();
  #began = 0;
  #change = 0;
  readonly #reported = new Map<number, AddingJob>();
  #following = false;
  #listed = 0;
  // Whether a document was added of which nobody has been told yet.
  #isUntold = false;

  /**
   * `added` is called when documents were added, more than once while many are; `lost` when the server does not answer,
   * and when it answers again.
   */
  constructor(server: AppServer, added: () => void, lost: () => void) {
    this.#server = server;
    this.#added = added;
    this.#lost = lost;
  }

  get #jobs(): readonly Job[] {
    return this.store.snapshot().jobs;
  }

  /** True while the server does not have all files of this tab yet, which leaving the page would lose. */
  get isSending(): boolean {
    return this.#jobs.some(({ state }) => state === "unsent" || state === "sending");
  }

  add(sources: readonly (File | string)[]): void {
    const jobs = sources.map((source) => ({
      key: ++this.#keys,
      name: typeof source === "string" ? source : source.webkitRelativePath || source.name,
      source,
      state: "unsent" as const,
      reason: "",
      number: null,
    }));
    this.store.set({ jobs: [...this.#jobs, ...jobs] });
    this.#sendMore();
  }

  async cancel(): Promise<void> {
    this.#stopping.abort();
    this.#stopping = new AbortController();
    this.#setAll(({ state }) =>
      state === "unsent" || state === "sending" ? { state: "cancelled" } : null,
    );
    await this.#ask(() => this.#server.cancelAdding());
  }

  retry(): void {
    this.#setAll((job) =>
      canBeRetried(job) ? { state: "unsent", reason: "", number: null } : null,
    );
    this.#sendMore();
  }

  async clear(): Promise<void> {
    this.store.set({ jobs: this.#jobs.filter(isPending) });
    await this.#ask(() => this.#server.clearAdding());
  }

  /** Follows the state of the server's jobs until none is pending. */
  async follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    try {
      for (;;) {
        await this.#ask(() => this.#server.adding(this.#change));
        if (!this.#jobs.some((job) => job.number !== null && isPending(job))) return;
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
    } finally {
      this.#following = false;
    }
  }

  async #ask(what: () => ReturnType<AppServer["adding"]>): Promise<void> {
    try {
      let { began, change, jobs } = await what();
      if (this.#began !== began && this.#began !== 0) {
        this.#beginAgain();
        ({ change, jobs } = await this.#server.adding(0));
      }
      this.#began = began;
      this.#change = change;
      if (this.#take(jobs) || this.#isUntold) this.#tell();
      if (this.#isLost) this.#lost();
      this.#isLost = false;
    } catch {
      // The server is gone for now; the list of documents says so, and this goes on when it is back.
      this.#isLost = true;
      this.#lost();
      await new Promise((resolve) => setTimeout(resolve, LIST_AGAIN_MS));
    }
  }

  /**
   * Starts over with a restarted server, which numbers jobs from the beginning and continues unfinished ones itself.
   */
  #beginAgain(): void {
    this.#reported.clear();
    this.store.set({
      jobs: this.#jobs
        .filter((job) => job.number === null || !isPending(job))
        .map((job) => ({ ...job, number: null })),
    });
  }

  /** Takes the server's jobs; true where one of them has become a document. */
  #take(told: readonly AddingJob[]): boolean {
    for (const each of told) this.#reported.set(each.number, each);
    const byNumber = new Map(told.map((each) => [each.number, each]));
    let added = false;
    const known = this.#jobs.map((job) => {
      const now = job.number === null ? undefined : byNumber.get(job.number);
      if (!now) return job;
      byNumber.delete(now.number);
      added ||= now.state === "added" && job.state !== "added";
      return { ...job, state: now.state, reason: now.reason ?? "" };
    });
    // What is being sent now gets its number when the reply comes.
    const sending = new Set(
      known.flatMap(({ state, source }) => (state === "sending" ? [sentAs(source)] : [])),
    );
    const others = [...byNumber.values()].filter(({ name }) => !sending.has(name));
    const more = others.map(({ number, name, state, reason = "" }) => ({
      key: ++this.#keys,
      name,
      source: null,
      state,
      reason: reason ?? "",
      number,
    }));
    if (told.length > 0) this.store.set({ jobs: [...known, ...more] });
    return added || more.some(({ state }) => state === "added");
  }

  #tell(): void {
    const wait = this.#listed + LIST_AGAIN_MS - Date.now();
    // The last file may fail, so that nothing more is added by which to tell it.
    this.#isUntold = wait > 0 && this.#jobs.some(isPending);
    if (this.#isUntold) return;
    this.#listed = Date.now();
    this.#added();
  }

  #sendMore(): void {
    while (this.#sending < SENT_AT_ONCE) {
      const job = this.#jobs.find(({ state }) => state === "unsent");
      if (!job) return;
      this.#set(job.key, { state: "sending" });
      this.#sending++;
      void this.#send(job, this.#stopping.signal).finally(() => {
        this.#sending--;
        this.#sendMore();
      });
    }
  }

  async #send({ key, source }: Job, signal: AbortSignal): Promise<void> {
    try {
      const reply =
        source instanceof File
          ? await this.#server.upload(source, sentAs(source), signal)
          : await this.#server.addPage(sentAs(source), signal);
      // Another look at the server may have come before this reply.
      const { number, state, reason } = this.#reported.get(reply.number) ?? reply;
      this.#set(key, { number, state, reason: reason ?? "" });
      if (state === "added") this.#tell();
      void this.follow();
    } catch (error) {
      if (isStopped(error) || signal.aborted) return;
      const { what, next } = troubleOf(error);
      this.#set(key, { state: "failed", reason: `${what} ${next}` });
      if (this.#isUntold) this.#tell();
    }
  }

  #set(key: number, changes: Partial<Job>): void {
    this.#setAll((job) => (job.key === key ? changes : null));
  }

  #setAll(change: (job: Job) => Partial<Job> | null): void {
    this.store.set({
      jobs: this.#jobs.map((job) => {
        const changes = change(job);
        return changes ? { ...job, ...changes } : job;
      }),
    });
  }
}

function sentAs(source: File | string | null): string {
  return source instanceof File ? source.name : (source ?? "");
}
