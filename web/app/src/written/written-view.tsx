// An answer in a language model's words below the quoted ones, each sentence with its numbered sources. Draws a state.

import type { Written } from "@wherein/api-client/app-server.ts";
import type { AskResponse } from "@wherein/api-client/server.ts";
import { ClippedItem } from "@wherein/ui/answers/clipped-item.tsx";
import { quoted } from "@wherein/ui/answers/quoted.ts";
import { t } from "@wherein/ui/messages/messages.ts";
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
    <section className="written" aria-label={t.inALanguageModelSWords}>
      {!own && (
        <>
          <button type="button" onClick={() => void writing.write(result)}>
            {t.writeAnAnswer}
          </button>
          <p className="note">
            {url === null
              ? t.writesItFromTheSentencesAbove(model)
              : t.writesItTheQuestionAndThe(model, url)}
          </p>
        </>
      )}
      <p className="spoken" role="status" aria-live="polite">
        {own && state.writing ? t.writing : own && state.written ? t.theAnswerIsWritten : ""}
      </p>
      {own && state.writing && (
        <p className="note">
          {t.modelIsWriting(model)}{" "}
          <button type="button" onClick={() => writing.stop()}>
            {t.stop}
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
    <ul className="sources" aria-label={t.sources}>
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
        {t.writtenBy} <span dir="auto">{model}</span>
      </h3>
      {unknown && <p>{t.modelDoesNotKnow(model)}</p>}
      {!unknown && sentences.length === 0 && <p>{t.modelWroteNothing(model)}</p>}
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
                      aria-label={t.source(number, place.title)}
                      onClick={() => controller.go(place)}
                    >
                      {number}
                    </button>
                  )
                );
              })}
              {!supported && <span className="unsupported"> {t.notInItsSources}</span>}{" "}
            </span>
          ))}
        </p>
      )}
      <Sources numbers={sentences.flatMap(({ sources }) => sources)} {...{ result, controller }} />
      <p className="note">
        {unsupported ? t.sentencesMarkedNotInItsSources : t.eachSentenceHasTheWordsNames}{" "}
        {t.checkComparesWords(seconds(milliseconds))}
      </p>
    </>
  );
}
