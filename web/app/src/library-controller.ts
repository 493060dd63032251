// The library as the app keeps it: its documents, files on their way into it, what was removed and can be put back.
// Draws nothing.

import type { Added, AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { Store } from "./store.ts";
import { isStopped, troubleOf } from "./troubles.ts";

// How long a document can be put back.
const UNDO_MS = 8000;

export type JobState = "waiting" | "reading" | "added" | "unchanged" | "failed" | "cancelled";

/** One file or address on its way into the library. */
export interface Job {
  readonly number: number;
  readonly name: string;
  readonly source: File | string;
  readonly state: JobState;
  readonly reason: string;
}

export interface LibraryState {
  /** Null until they were fetched. */
  readonly documents: readonly KeptDocument[] | null;
  readonly trouble: Trouble | null;
  readonly jobs: readonly Job[];
  /** Out of sight, and out of the library when the time to undo is over. */
  readonly removed: KeptDocument | null;
  readonly note: string;
}

export class LibraryController {
  readonly store = new Store<LibraryState>({
    documents: null,
    trouble: null,
    jobs: [],
    removed: null,
    note: "",
  });
  readonly #server: AppServer;
  readonly #changed: () => void;
  #running: AbortController | null = null;
  #undo: ReturnType<typeof setTimeout> | undefined;
  #numbers = 0;

  /** `changed` is called when this tab has changed the library, to tell the others. */
  constructor(server: AppServer, changed: () => void = () => {}) {
    this.#server = server;
    this.#changed = changed;
  }

  async refresh(): Promise<void> {
    try {
      const documents = await this.#server.documents();
      const { removed } = this.store.snapshot();
      this.store.set({
        documents: documents.filter(({ document }) => document !== removed?.document),
        trouble: null,
      });
    } catch (error) {
      this.store.set({ trouble: troubleOf(error) });
    }
  }

  /** Files and addresses, added one after another; one that fails stops no other. */
  add(sources: readonly (File | string)[]): void {
    const jobs = sources.map((source) => ({
      number: ++this.#numbers,
      name: typeof source === "string" ? source : source.webkitRelativePath || source.name,
      source,
      state: "waiting" as const,
      reason: "",
    }));
    this.store.set({ jobs: [...this.store.snapshot().jobs, ...jobs] });
    if (!this.#running) void this.#run();
  }

  cancel(): void {
    this.#running?.abort();
    const jobs = this.store
      .snapshot()
      .jobs.map((job) =>
        job.state === "waiting" || job.state === "reading"
          ? { ...job, state: "cancelled" as const }
          : job,
      );
    this.store.set({ jobs });
  }

  retry(): void {
    const again = this.store
      .snapshot()
      .jobs.map((job) =>
        job.state === "failed" || job.state === "cancelled"
          ? { ...job, state: "waiting" as const, reason: "" }
          : job,
      );
    this.store.set({ jobs: again });
    if (!this.#running) void this.#run();
  }

  clear(): void {
    this.store.set({
      jobs: this.store
        .snapshot()
        .jobs.filter(({ state }) => state === "waiting" || state === "reading"),
    });
  }

  /** Takes a document out; until the time is over it can be put back. */
  async remove(document: KeptDocument): Promise<void> {
    await this.#removeNow();
    const { documents } = this.store.snapshot();
    this.store.set({
      documents: documents?.filter((each) => each !== document) ?? null,
      removed: document,
      note: `Removed ${document.title}.`,
    });
    this.#undo = setTimeout(() => void this.#removeNow(), UNDO_MS);
  }

  async undo(): Promise<void> {
    clearTimeout(this.#undo);
    const { removed } = this.store.snapshot();
    this.store.set({ removed: null, note: removed ? `${removed.title} is back.` : "" });
    await this.refresh();
  }

  /** The page is left: what was removed is gone for good. */
  leave(): void {
    const { removed } = this.store.snapshot();
    clearTimeout(this.#undo);
    if (removed) void this.#server.remove(removed.document, true).catch(() => undefined);
  }

  async #removeNow(): Promise<void> {
    clearTimeout(this.#undo);
    const { removed } = this.store.snapshot();
    if (!removed) return;
    try {
      await this.#server.remove(removed.document);
      this.store.set({ removed: null });
      this.#changed();
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({ removed: null, note: `${removed.title} was not removed. ${what} ${next}` });
      await this.refresh();
    }
  }

  async #run(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    for (;;) {
      const job = this.store.snapshot().jobs.find(({ state }) => state === "waiting");
      if (!job || running.signal.aborted) break;
      this.#set(job.number, "reading");
      try {
        const added =
          typeof job.source === "string"
            ? await this.#server.addPage(job.source, running.signal)
            : await this.#server.upload(job.source, job.source.name, running.signal);
        const [state, reason] = outcomeOf(added);
        this.#set(job.number, state, reason);
        if (state === "added") {
          this.#changed();
          await this.refresh();
        }
      } catch (error) {
        if (isStopped(error) || running.signal.aborted) break;
        const { what, next } = troubleOf(error);
        this.#set(job.number, "failed", `${what} ${next}`);
      }
    }
    this.#running = null;
    await this.refresh();
  }

  #set(number: number, state: JobState, reason = ""): void {
    const jobs = this.store
      .snapshot()
      .jobs.map((job) => (job.number === number ? { ...job, state, reason } : job));
    this.store.set({ jobs });
  }
}

function outcomeOf({ added, unchanged, failed }: Added): [JobState, string] {
  const [failure] = failed;
  if (added.length > 0) return ["added", failure?.reason ?? ""];
  if (failure) return ["failed", failure.reason];
  return unchanged.length > 0 ? ["unchanged", "It is in the library already."] : ["cancelled", ""];
}
