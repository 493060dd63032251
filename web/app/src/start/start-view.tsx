// What stands below the question line before anything was asked: what this is, questions to begin with, documents that
// were added last. Draws what the server says of the documents.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { AskController } from "../asking/ask-controller.ts";
import { FirstSteps } from "../library/first-steps.tsx";
import { KindIcon } from "../library/kind-icon.tsx";
import type { LibraryController } from "../library/library-controller.ts";
import { type Example, examplesOf, newestOf } from "./examples.ts";

interface Props {
  readonly controller: AskController;
  readonly library: LibraryController;
  readonly server: AppServer;
  readonly documents: readonly KeptDocument[];
  readonly open: (document: KeptDocument) => void;
}

export function Start({ controller, library, server, documents, open }: Props): ReactElement {
  const newest = useMemo(() => newestOf(documents), [documents]);
  const examples = useExamples(server, newest);
  if (documents.length === 0) return <FirstSteps library={library} />;
  return (
    <div className="start">
      <p>{t.askYourOwnDocuments}</p>
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
