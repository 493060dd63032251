// What stands below the question line before anything was asked: what this is, questions to begin with, documents that
// were added last. Draws what the server says of the documents.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { AskController } from "../asking/ask-controller.ts";
import { type Adding, isPending } from "../library/adding.ts";
import { FirstSteps } from "../library/first-steps.tsx";
import { KindIcon } from "../library/kind-icon.tsx";
import type { LibraryController } from "../library/library-controller.ts";
import { reportLine } from "../library/report.tsx";
import { type Example, examplesOf, newestOf } from "./examples.ts";

interface Props {
  readonly controller: AskController;
  readonly library: LibraryController;
  readonly server: AppServer;
  readonly documents: readonly KeptDocument[];
  readonly open: (document: KeptDocument) => void;
  readonly toLibrary: () => void;
}

export function Start({
  controller,
  library,
  server,
  documents,
  open,
  toLibrary,
}: Props): ReactElement {
  const newest = useMemo(() => newestOf(documents), [documents]);
  const examples = useExamples(server, newest);
  const begin = (
    <>
      <p>{t.askYourOwnDocuments}</p>
      <Added adding={library.adding} toLibrary={toLibrary} />
    </>
  );
  if (documents.length === 0) {
    return (
      <div className="start">
        {begin}
        <FirstSteps library={library} />
      </div>
    );
  }
  return (
    <div className="start">
      {begin}
      {examples.length > 0 && (
        <section>
          <h2>{t.youCouldAskThese}</h2>
          <ul>
            {examples.map(({ question, document }) => (
              <li key={question}>
                <button
                  type="button"
                  className="example"
                  dir="auto"
                  onClick={() => {
                    const { document: name, title } = document;
                    void controller.askAlone({ kind: "document", name, title }, question, null);
                  }}
                >
                  {question}
                  <span className="meta" dir="auto">
                    {document.title}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{t.lastAdded}</h2>
        <ul>
          {newest.map((each) => (
            <li key={each.document}>
              <button type="button" className="document-link" onClick={() => open(each)}>
                <KindIcon kind={each.kind} /> <bdi>{each.title}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** How far the adding is, and what failed: its reasons stand in the library. */
export function Added({
  adding,
  toLibrary,
}: {
  readonly adding: Adding;
  readonly toLibrary: () => void;
}): ReactElement | null {
  const { jobs } = useSyncExternalStore(adding.store.subscribe, adding.store.snapshot);
  const isFailed = jobs.some(({ state }) => state === "failed");
  if (!isFailed && !jobs.some(isPending)) return null;
  return (
    <p className="adding">
      <span role="status">{reportLine(jobs)}</span>{" "}
      <a
        href="/library"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          toLibrary();
        }}
      >
        {isFailed ? t.whatFailed : t.details}
      </a>
    </p>
  );
}

function useExamples(server: AppServer, documents: readonly KeptDocument[]): readonly Example[] {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const names = documents.map(({ document }) => document).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other documents are the reason to ask again.
  useEffect(() => {
    let left = false;
    // An extra: without them the line can be typed into all the same.
    void examplesOf(server, documents, () => !left).then(
      (found) => left || setExamples(found),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [server, names]);
  return examples;
}
