// How the server is: its store, indexes, models and disk, and how much it keeps. Draws what the server says.

import type { ServerState } from "@wherein/api-client/team-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback } from "react";
import { size } from "../asking/words.ts";
import { useLoaded } from "./attempts.ts";
import type { PartProps } from "./team-view.tsx";

/** Less room than this fills up soon. */
const LEAST_FREE_BYTES = 500_000_000;

export function HealthPart({ server }: PartProps): ReactElement {
  const get = useCallback(() => server.state(), [server]);
  const { value, trouble, load } = useLoaded(get);
  return (
    <section aria-label={t.health}>
      <h2>{t.health}</h2>
      {trouble && <TroubleNote trouble={trouble} retry={() => void load()} />}
      {value === null && !trouble && <p className="note">{t.lookingItUp}</p>}
      {value && (
        <>
          <p role="status">{healthWords(value)}</p>
          <dl>
            {rowsOf(value).map(([name, words]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{words}</dd>
              </div>
            ))}
          </dl>
          <p>
            <button type="button" onClick={() => void load()}>
              {t.lookAgain}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

/** What needs somebody, in a sentence each; or that nothing does. */
export function healthWords(state: ServerState): string {
  const found = [
    ...(state.bytes_free < LEAST_FREE_BYTES ? [t.thereIsLittleRoom(size(state.bytes_free))] : []),
    ...(state.unindexed === null ? [t.theIndexesAreMadeAgain] : []),
  ];
  return found.length === 0 ? t.nothingNeedsYou : found.join(" ");
}

function indexWords({ unindexed, retriever }: ServerState): string {
  if (unindexed === null) return `${retriever}, ${t.haveToBeMadeAgain}`;
  if (unindexed === 0) return `${retriever}, ${t.caughtUp}`;
  return `${retriever}, ${t.behindBy(t.countedDocuments(unindexed))}`;
}

export function rowsOf(state: ServerState): readonly (readonly [string, string])[] {
  const formats = state.formats.map(({ name, number }) => `${name} ${number}`).join(", ");
  const here = state.models.filter((model) => model.here);
  return [
    [t.version, state.version],
    [t.store, `${state.store === "sqlite" ? "SQLite" : "PostgreSQL"}, ${state.place}`],
    [t.formats, formats],
    [t.library, `${t.countedDocuments(state.documents)}, ${t.countedWords(state.words)}`],
    [t.changesOfTheLibrary, state.generation.toLocaleString()],
    [t.indexes, indexWords(state)],
    ...(state.search === "" ? [] : [[t.searchServer, state.search] as const]),
    [
      t.memoryOfQuestions,
      `${t.countedQuestions(state.questions)}, ${t.countedAnswers(state.answers)}`,
    ],
    [
      t.people,
      [
        t.countedPeople(state.people),
        t.countedGroups(state.groups),
        t.countedTokens(state.tokens),
      ].join(", "),
    ],
    [t.librariesAndBases, `${t.countedLibraries(state.libraries)}, ${t.countedBases(state.bases)}`],
    [t.models, here.map(({ name, bytes }) => `${name} (${size(bytes)})`).join(", ")],
    [t.disk, t.freeOf(size(state.bytes_free), size(state.bytes_of_disk))],
  ];
}
