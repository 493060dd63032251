// The library view: adding files, their progress, and the documents. Draws a state; decides nothing.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Place } from "../asking/ask-state.ts";
import { type Adding, canBeRetried, isPending, type Job } from "./adding.ts";
import { BasesView } from "./bases-view.tsx";
import { DocumentList } from "./document-list.tsx";
import type { LibraryController } from "./library-controller.ts";
import { WatchedView } from "./watched-view.tsx";
import { WordsInTexts } from "./words-in-texts.tsx";

const JOBS_SHOWN = 200;
interface Props {
  readonly server: AppServer;
  readonly library: LibraryController;
  readonly open: (document: KeptDocument) => void;
  readonly openAt: (place: Place) => void;
  /** An article of a knowledge base. */
  readonly openArticle: (document: string) => void;
  readonly ask: (document: KeptDocument) => void;
}

export function LibraryView({
  server,
  library,
  open,
  openAt,
  openArticle,
  ask,
}: Props): ReactElement {
  const state = useSyncExternalStore(library.store.subscribe, library.store.snapshot);
  const { adding } = library;
  const { jobs } = useSyncExternalStore(adding.store.subscribe, adding.store.snapshot);
  const { documents, trouble, removed, refused, note } = state;
  return (
    <main className="page">
      <h1>{t.library}</h1>
      <AddForm library={library} />
      {jobs.length > 0 && <Jobs jobs={jobs} adding={adding} />}
      {trouble && <TroubleNote trouble={trouble} retry={() => void library.refresh()} />}
      <p className="spoken" role="status" aria-live="polite">
        {note}
      </p>
      {documents === null && !trouble && <p className="note">{t.lookingIntoTheLibrary}</p>}
      {documents?.length === 0 && !removed && (
        <p className="empty">
          {t.theLibraryIsEmptyFirstSteps} <code>{t.whereinAdd}</code>.
        </p>
      )}
      {documents && documents.length > 0 && <WordsInTexts server={server} open={openAt} />}
      {documents && (documents.length > 0 || removed) && (
        <DocumentList
          documents={documents}
          removed={removed}
          refused={refused}
          library={library}
          open={open}
          ask={ask}
        />
      )}
      <WatchedView server={server} changed={library.refreshNow} />
      <BasesView server={server} changed={library.refreshBases} open={openArticle} />
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
        {t.addFiles}
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        {t.addAFolder}
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t.filesToAdd}
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
        aria-label={t.folderToAdd}
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
          aria-label={t.webAddressToAdd}
          placeholder={t.httpsAWebAddress}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit">{t.add}</button>
      </form>
    </div>
  );
}

const STATES: Readonly<Record<Job["state"], string>> = {
  unsent: t.jobWaiting,
  sending: t.jobSending,
  waiting: t.jobWaiting,
  reading: t.jobReading,
  added: t.jobAdded,
  unchanged: t.jobUnchanged,
  failed: t.jobFailed,
  cancelled: t.jobCancelled,
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
  // Items that need the person come first.
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further failure is the reason to run again.
  useEffect(() => {
    // It lands above what the person has scrolled to.
    list.current?.scrollTo({ top: 0 });
  }, [failed]);
  const rank = (job: Job) => ["reading", "failed", "cancelled"].indexOf(job.state);
  const shown = jobs.toSorted((a, b) => ((rank(a) + 9) % 9) - ((rank(b) + 9) % 9));
  return (
    <section className="jobs" aria-label={t.beingAdded}>
      <p role="status" aria-live="polite">
        {t.doneOf(done, t.countedFiles(jobs.length))}
        {failed > 0 && t.failed(failed)}
      </p>
      <progress aria-label={t.addedSoFar} max={jobs.length} value={done} />
      <p>
        {waiting > 0 && (
          <button type="button" onClick={() => void adding.cancel()}>
            {t.cancel}
          </button>
        )}
        {again > 0 && (
          <button type="button" onClick={() => adding.retry()}>
            {t.tryAgain}
          </button>
        )}
        {waiting === 0 && (
          <button type="button" onClick={() => void adding.clear()}>
            {t.clearThisList}
          </button>
        )}
      </p>
      <ul ref={list}>
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
