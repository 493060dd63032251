// The library view: adding files, their progress, and the documents. Draws a state; decides nothing.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useSyncExternalStore } from "react";
import type { Place } from "../asking/ask-state.ts";
import { AddForm } from "./add-form.tsx";
import { BasesView } from "./bases-view.tsx";
import { DocumentList } from "./document-list.tsx";
import { FirstSteps } from "./first-steps.tsx";
import type { LibraryController } from "./library-controller.ts";
import { Report } from "./report.tsx";
import { WatchedView } from "./watched-view.tsx";
import { WordsInTexts } from "./words-in-texts.tsx";

interface Props {
  readonly server: AppServer;
  readonly library: LibraryController;
  /** Whether they may have the server follow folders and build knowledge bases. */
  readonly manages: boolean;
  readonly open: (document: KeptDocument) => void;
  readonly openAt: (place: Place) => void;
  /** An article of a knowledge base. */
  readonly openArticle: (document: string) => void;
  readonly ask: (document: KeptDocument) => void;
}

export function LibraryView({
  server,
  library,
  manages,
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
      {documents?.length !== 0 && <AddForm library={library} />}
      {jobs.length > 0 && <Report jobs={jobs} adding={adding} />}
      {trouble && <TroubleNote trouble={trouble} retry={() => void library.refresh()} />}
      <p className="spoken" role="status" aria-live="polite">
        {note}
      </p>
      {documents === null && !trouble && <p className="note">{t.lookingIntoTheLibrary}</p>}
      {documents?.length === 0 && !removed && <FirstSteps library={library} />}
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
      {documents && documents.length > 0 && <WordsInTexts server={server} open={openAt} />}
      {manages && <WatchedView server={server} changed={library.refreshNow} />}
      <BasesView
        server={server}
        manages={manages}
        changed={library.refreshBases}
        open={openArticle}
      />
    </main>
  );
}
