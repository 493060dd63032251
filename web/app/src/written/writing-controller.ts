// Lets the server's language model write an answer from what was found, where one is named. Draws nothing.

import type { AppServer, Written } from "@wherein/api-client/app-server.ts";
import type { AskResponse } from "@wherein/api-client/server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import type { Place } from "../asking/ask-state.ts";
import { Store } from "../store.ts";
import { isStopped, troubleOf } from "../troubles.ts";

const MOST_SOURCES = 20;

export interface WritingState {
  /** The model that the running server has, and where it is if not on this machine; null where none is named. */
  readonly model: string | null;
  readonly url: string | null;
  /** What the answer is written for: another result has none yet. */
  readonly result: AskResponse | null;
  readonly writing: boolean;
  readonly written: Written | null;
  readonly trouble: Trouble | null;
}

const NOTHING = { result: null, writing: false, written: null, trouble: null };

export class WritingController {
  readonly store = new Store<WritingState>({ model: null, url: null, ...NOTHING });
  readonly #server: AppServer;
  #writing: AbortController | null = null;

  constructor(server: AppServer) {
    this.#server = server;
  }

  /** Asks whether there is a model; without the server there is none. */
  async learn(): Promise<void> {
    try {
      const { writer, writer_url } = await this.#server.about();
      this.store.set({ model: writer ?? null, url: writer_url ?? null });
    } catch {
      // The list of documents says that the server is gone.
    }
  }

  async write(result: AskResponse): Promise<void> {
    this.#writing?.abort();
    const writing = new AbortController();
    this.#writing = writing;
    this.store.set({ ...NOTHING, result, writing: true });
    const places = numbered(result).map(sourceOf);
    try {
      const written = await this.#server.write(result.question, places, writing.signal);
      if (!writing.signal.aborted) this.store.set({ writing: false, written });
    } catch (error) {
      if (isStopped(error) || writing.signal.aborted) return;
      this.store.set({ writing: false, trouble: troubleOf(error) });
    }
  }

  stop(): void {
    this.#writing?.abort();
    this.store.set(NOTHING);
  }
}

type Numbered = AskResponse["answers"][number] | AskResponse["nearest"][number];

/** The sources by number: answers, then perhaps, as they are listed; without either the nearest passages. */
export function numbered({ answers, perhaps, nearest }: AskResponse): readonly Numbered[] {
  const found = [...answers, ...perhaps];
  return (found.length > 0 ? found : nearest).slice(0, MOST_SOURCES);
}

/** The sentence of an answer, or the passage. */
function sourceOf(one: Numbered): Place {
  const { document, start, end } = one;
  if (!("quote_start" in one)) return { document, start, end };
  const from = one.quote_start;
  return { document, start: from, end: from + Array.from(one.quote).length };
}
