// An answer in a language model's words below the quoted ones, each sentence with its numbered sources. Draws a state.

import type { Written } from "@wherein/api-client/app-server.ts";
import type { AskResponse } from "@wherein/api-client/server.ts";
import { ClippedItem } from "@wherein/ui/answers/clipped-item.tsx";
import { quoted } from "@wherein/ui/answers/quoted.ts";
import { seconds } from "@wherein/ui/state/words.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useSyncExternalStore } from "react";
import type { AskController } from "../asking/ask-controller.ts";
import { numbered, type WritingController } from "./writing-controller.ts";

interface Props {
  readonly result: AskResponse;
  readonly writing: WritingController;
  readonly controller: AskController;
}

export function WrittenAnswer({ result, writing, controller }: Props): ReactElement | null {
  const state = useSyncExternalStore(writing.store.subscribe, writing.store.snapshot);
  const { model, url } = state;
  if (model === null || numbered(result).length === 0) return null;
  const own = state.result === result;
  return (
    <section className="written" aria-label="In a language model’s words">
      {!own && (
        <>
          <button type="button" onClick={() => void writing.write(result)}>
            Write an answer
          </button>
          <p className="note">
            {url === null
              ? `${model} writes it from the sentences above, on this machine.`
              : `${model} writes it: the question and the sentences above are sent to ${url}.`}
          </p>
        </>
      )}
      <p className="spoken" role="status" aria-live="polite">
        {own && state.writing ? "Writing…" : own && state.written ? "The answer is written." : ""}
      </p>
      {own && state.writing && (
        <p className="note">
          {model} is writing…{" "}
          <button type="button" onClick={() => writing.stop()}>
            Stop
          </button>
        </p>
      )}
      {own && state.trouble && (
        <TroubleNote trouble={state.trouble} retry={() => void writing.write(result)} />
      )}
      {own && state.written && (
        <WrittenText written={state.written} result={result} controller={controller} />
      )}
    </section>
  );
}

/** The sentences behind the numbers. */
function Sources({
  numbers,
  result,
  controller,
}: {
  readonly numbers: readonly number[];
  readonly result: AskResponse;
  readonly controller: AskController;
}): ReactElement | null {
  const places = numbered(result);
  const cited = [...new Set(numbers)].toSorted((a, b) => a - b);
  if (cited.length === 0) return null;
  return (
    <ul className="sources" aria-label="Sources">
      {cited.map((number) => {
        const place = places[number - 1];
        if (!place) return null;
        const said =
          "quote" in place
            ? quoted(place.quote, place.text, place.start - place.quote_start)
            : { text: place.text, marks: [] };
        return (
          <li key={number}>
            <span>{number}</span>
            <div className="source">
              <ClippedItem
                {...said}
                kind="sentence"
                go={() => controller.go(place)}
                facts={
                  <span className="meta">
                    <span className="title" dir="auto">
                      {place.title}
                    </span>
                  </span>
                }
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function WrittenText({
  written,
  result,
  controller,
}: {
  readonly written: Written;
  readonly result: AskResponse;
  readonly controller: AskController;
}): ReactElement {
  const { model, sentences, unknown, milliseconds } = written;
  const places = numbered(result);
  const unsupported = sentences.some(({ supported }) => !supported);
  return (
    <>
      <h3>
        Written by <span dir="auto">{model}</span>
      </h3>
      {unknown && <p>{model} says that it doesn’t know.</p>}
      {!unknown && sentences.length === 0 && <p>{model} wrote no sentence.</p>}
      {sentences.length > 0 && (
        <p dir="auto">
          {sentences.map(({ text, sources, supported }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of one answer never change.
            <span key={i} className="sentence" data-supported={supported}>
              <span className="said">{text}</span>
              {sources.map((number) => {
                const place = places[number - 1];
                return (
                  place && (
                    <button
                      key={number}
                      type="button"
                      className="source-number"
                      aria-label={`Source ${number}: ${place.title}`}
                      onClick={() => controller.go(place)}
                    >
                      {number}
                    </button>
                  )
                );
              })}
              {!supported && <span className="unsupported"> (not in its sources)</span>}{" "}
            </span>
          ))}
        </p>
      )}
      <Sources numbers={sentences.flatMap(({ sources }) => sources)} {...{ result, controller }} />
      <p className="note">
        {unsupported
          ? "Sentences marked “not in its sources” have words, names or numbers that the sentences they cite do not have."
          : "Each sentence has the words, names and numbers of the sentences it cites."}{" "}
        This check compares words only, so read the sources. {seconds(milliseconds)}.
      </p>
    </>
  );
}
