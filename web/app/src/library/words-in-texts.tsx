// Searches the texts of the library for words, without a reader. Draws the passages that the server finds.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { AppServer, SearchHit } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { count } from "@wherein/ui/state/words.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { Place } from "../asking/ask-state.ts";
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
          setHits(found);
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
    <section aria-label="Words in the texts">
      <h2>Words in the texts</h2>
      <div className="filters">
        <input
          type="search"
          aria-label="Words in the texts"
          placeholder="Find passages without asking a question"
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
            ? "No matches."
            : `${hits.length === MOST ? "The likeliest " : ""}${count(hits.length, "passage")}`}
        </p>
      )}
      {hits && hits.length > 0 && (
        <ol className="answers plain" aria-label="Passages with these words">
          {hits.map((hit) => (
            <li key={`${hit.document} ${hit.start}`}>
              <button type="button" className="item" onClick={() => open(hit)}>
                <span className="quote" dir="auto">
                  {shortened(squeezed(hit.text))}
                </span>
                <span className="meta">
                  <span className="title" dir="auto">
                    {hit.title}
                  </span>
                  {hit.date && <span>{hit.date.slice(0, 10)}</span>}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function shortened(text: string): string {
  return text.length <= 240 ? text : `${text.slice(0, 240).replace(/\s\S*$/u, "")}…`;
}
