// Searches the texts of the library for words, without a reader. Draws the passages that the server finds.

import type { AppServer, SearchHit } from "@wherein/api-client/app-server.ts";
import { PassageRow } from "@wherein/ui/answers/passage-row.tsx";
import type { Trouble } from "@wherein/ui/links.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { Place } from "../asking/ask-state.ts";
import { withWords } from "../asking/found-words.ts";
import { headings } from "../asking/words.ts";
import { isStopped, troubleOf } from "../troubles.ts";

const TYPING_MS = 120;
const MOST = 50;

interface Props {
  readonly server: AppServer;
  readonly open: (place: Place) => void;
}

export function WordsInTexts({ server, open }: Props): ReactElement {
  const [words, setWords] = useState("");
  const [hits, setHits] = useState<readonly SearchHit[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const search = useCallback(
    (signal: AbortSignal) => {
      server.search(words.trim(), {}, signal, MOST).then(
        (found) => {
          setHits(withWords(found, words));
          setTrouble(null);
        },
        (error: unknown) => !isStopped(error) && setTrouble(troubleOf(error)),
      );
    },
    [server, words],
  );
  useEffect(() => {
    setHits(null);
    if (words.trim() === "") return;
    const typing = new AbortController();
    const timer = setTimeout(() => search(typing.signal), TYPING_MS);
    return () => {
      clearTimeout(timer);
      typing.abort();
    };
  }, [words, search]);
  return (
    <section aria-label={t.searchInsideDocuments}>
      <h2>{t.searchInsideDocuments}</h2>
      <div className="filters">
        <input
          type="search"
          aria-label={t.searchInsideDocuments}
          placeholder={t.wordsToFind}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {trouble && (
        <TroubleNote trouble={trouble} retry={() => search(new AbortController().signal)} />
      )}
      {hits && (
        <p className="note" role="status">
          {hits.length === 0
            ? t.noMatchesInTexts
            : `${hits.length === MOST ? t.theLikeliest : ""}${t.countedPassages(hits.length)}`}
        </p>
      )}
      {hits && hits.length > 0 && (
        <ol className="answers plain" aria-label={t.passagesWithTheseWords}>
          {hits.map((hit) => (
            <PassageRow
              key={`${hit.document} ${hit.start}`}
              text={hit.text}
              section={hit.section}
              query={words}
              isCurrent={false}
              go={() => open(hit)}
              facts={
                <span className="meta">
                  <span className="title" dir="auto">
                    {hit.title}
                  </span>
                  {headings(hit.section, hit.title).map((each) => (
                    <span key={each} dir="auto">
                      {each}
                    </span>
                  ))}
                  {hit.date && <span>{day(hit.date)}</span>}
                </span>
              }
            />
          ))}
        </ol>
      )}
    </section>
  );
}
