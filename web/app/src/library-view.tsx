// The library: files go in, documents are listed, opened, asked, removed. Draws a state; decides nothing.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { count } from "@wherein/ui/words.ts";
import { type ReactElement, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type Adding, canBeRetried, isPending, type Job } from "./adding.ts";
import type { LibraryController } from "./library-controller.ts";
import { kindsOf, listed, type Order } from "./library-list.ts";

const SHOWN = 200;
const JOBS_SHOWN = 200;
const ORDERS: Readonly<Record<Order, string>> = {
  newest: "Newest first",
  oldest: "Oldest first",
  title: "By title",
  longest: "Longest first",
};

interface Props {
  readonly library: LibraryController;
  readonly open: (document: KeptDocument) => void;
  readonly ask: (document: KeptDocument) => void;
}

export function LibraryView({ library, open, ask }: Props): ReactElement {
  const state = useSyncExternalStore(library.store.subscribe, library.store.snapshot);
  const { adding } = library;
  const { jobs } = useSyncExternalStore(adding.store.subscribe, adding.store.snapshot);
  const { documents, trouble, removed, note } = state;
  return (
    <main className="page">
      <h1>Library</h1>
      <AddForm library={library} />
      {jobs.length > 0 && <Jobs jobs={jobs} adding={adding} />}
      {trouble && <TroubleNote trouble={trouble} again={() => void library.refresh()} />}
      <p className="spoken" role="status" aria-live="polite">
        {note}
      </p>
      {removed && (
        <div className="undo">
          <span dir="auto">Removed “{removed.title}”.</span>
          <button type="button" onClick={() => void library.undo()}>
            Undo
          </button>
        </div>
      )}
      {documents === null && !trouble && <p className="note">Looking into the library…</p>}
      {documents?.length === 0 && (
        <p className="empty">
          The library is empty. Drop files or folders anywhere on this page, choose them above, or
          add them in a terminal with <code>wherein add</code>.
        </p>
      )}
      {documents && documents.length > 0 && (
        <List documents={documents} library={library} open={open} ask={ask} />
      )}
    </main>
  );
}

function AddForm({ library }: { readonly library: LibraryController }): ReactElement {
  const [address, setAddress] = useState("");
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    library.adding.add(Array.from(input.files ?? []));
    input.value = "";
  };
  return (
    <div className="add">
      <button type="button" onClick={() => files.current?.click()}>
        Add files…
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        Add a folder…
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={(event) => take(event.target)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder to add"
        onChange={(event) => take(event.target)}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim() === "") return;
          library.adding.add([address.trim()]);
          setAddress("");
        }}
      >
        <input
          type="text"
          inputMode="url"
          aria-label="Web address to add"
          placeholder="https://… a web address"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit">Add</button>
      </form>
    </div>
  );
}

const STATES: Readonly<Record<Job["state"], string>> = {
  unsent: "waiting",
  sending: "sending…",
  waiting: "waiting",
  reading: "reading…",
  added: "added",
  unchanged: "unchanged",
  failed: "failed",
  cancelled: "cancelled",
};

function Jobs({
  jobs,
  adding,
}: {
  readonly jobs: readonly Job[];
  readonly adding: Adding;
}): ReactElement {
  const waiting = jobs.filter(isPending).length;
  const failed = jobs.filter(({ state }) => state === "failed").length;
  const done = jobs.length - waiting;
  const again = jobs.filter(canBeRetried).length;
  // What needs the person comes first.
  const rank = (job: Job) => ["reading", "failed", "cancelled"].indexOf(job.state);
  const shown = jobs.toSorted((a, b) => ((rank(a) + 9) % 9) - ((rank(b) + 9) % 9));
  return (
    <section className="jobs" aria-label="Being added">
      <p role="status" aria-live="polite">
        {done} of {count(jobs.length, "file")}
        {failed > 0 && ` · ${failed} failed`}
      </p>
      <progress aria-label="Added so far" max={jobs.length} value={done} />
      <p>
        {waiting > 0 && (
          <button type="button" onClick={() => void adding.cancel()}>
            Cancel
          </button>
        )}
        {again > 0 && (
          <button type="button" onClick={() => adding.retry()}>
            Try again
          </button>
        )}
        {waiting === 0 && (
          <button type="button" onClick={() => void adding.clear()}>
            Clear this list
          </button>
        )}
      </p>
      <ul>
        {shown.slice(0, JOBS_SHOWN).map((job) => (
          <li key={job.key} data-state={job.state}>
            <span className="name" dir="auto">
              {job.name}
            </span>{" "}
            <span className="state">{STATES[job.state]}</span>
            {job.reason && <span className="reason"> {job.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function List({
  documents,
  library,
  open,
  ask,
}: Props & { readonly documents: readonly KeptDocument[] }): ReactElement {
  const [words, setWords] = useState("");
  const [kind, setKind] = useState("");
  const [order, setOrder] = useState<Order>("newest");
  const [most, setMost] = useState(SHOWN);
  const found = useMemo(
    () => listed(documents, { words, kind, order }),
    [documents, words, kind, order],
  );
  return (
    <section aria-label="Documents">
      <div className="filters">
        <input
          type="search"
          aria-label="Title or source"
          placeholder="Title or source"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <select aria-label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">Every kind</option>
          {kindsOf(documents).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <select
          aria-label="Order"
          value={order}
          onChange={(event) => setOrder(event.target.value as Order)}
        >
          {Object.entries(ORDERS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <p className="note" role="status">
        {found.length === documents.length
          ? count(documents.length, "document")
          : `${found.length} of ${count(documents.length, "document")}`}
      </p>
      <ul className="documents">
        {found.slice(0, most).map((each) => (
          <li key={each.document}>
            <a
              href={`/d/${encodeURIComponent(each.document)}`}
              dir="auto"
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                open(each);
              }}
            >
              {shortened(each.title)}
            </a>
            <span className="meta">
              <span>{each.kind}</span>
              <span>{count(each.words, "word")}</span>
              <span>{each.added.slice(0, 10)}</span>
              <span className="source" title={each.source}>
                <bdi>{shortened(each.source)}</bdi>
              </span>
            </span>
            <span className="row-actions">
              <button
                type="button"
                aria-label={`Ask ${shortened(each.title)}`}
                onClick={() => ask(each)}
              >
                Ask
              </button>
              <button
                type="button"
                aria-label={`Remove ${shortened(each.title)}`}
                onClick={() => void library.remove(each)}
              >
                Remove
              </button>
            </span>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + SHOWN)}>
          Show {Math.min(SHOWN, found.length - most)} more of {found.length - most}
        </button>
      )}
    </section>
  );
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
