// The row below the question line while voice is used, and its result. Draws a state.

import { type ReactElement, useSyncExternalStore } from "react";
import { Icon } from "../icons.tsx";
import { t } from "../messages/messages.ts";
import { TroubleNote } from "../trouble-note.tsx";
import { unheardWords } from "./speech-words.ts";
import type { VoiceDesk, VoiceState } from "./voice-desk.ts";
import { SPEEDS } from "./voice-settings.ts";

const PHASES = {
  opening: t.openingTheMicrophone,
  listening: t.listening,
  recognising: t.recognising,
} as const;

export function VoiceRow({ desk }: { readonly desk: VoiceDesk | null }): ReactElement | null {
  return desk && <Row desk={desk} />;
}

function Row({ desk }: { readonly desk: VoiceDesk }): ReactElement {
  const state = useSyncExternalStore(desk.subscribe, desk.snapshot, desk.snapshot);
  const { heard, trouble } = state;
  return (
    <>
      {state.hearing && <Hearing desk={desk} hearing={state.hearing} />}
      {state.speaking && <Speaking desk={desk} speaking={state.speaking} />}
      {state.offersSection && <SectionOffer desk={desk} />}
      {heard?.unheard && <p className="note">{unheardText(heard.unheard)}</p>}
      {heard?.meant && (
        <p className="meant">
          {t.didYouMeanQuestion}{" "}
          <button type="button" onClick={() => desk.takeMeant()}>
            <bdi>{heard.meant}</bdi>
          </button>
          {heard.meant.endsWith("?") ? "" : "?"}
        </p>
      )}
      {trouble && <TroubleNote trouble={trouble} retry={() => desk.again()} />}
      <p className="spoken" role="status">
        {announced(state)}
      </p>
    </>
  );
}

function Hearing({
  desk,
  hearing: { phase, level, words },
}: {
  readonly desk: VoiceDesk;
  readonly hearing: NonNullable<VoiceState["hearing"]>;
}): ReactElement {
  const { holds } = desk.settings.snapshot();
  return (
    <div className="voice-row" data-phase={phase}>
      <meter className="level" aria-label={t.loudness} min={0} max={1} value={level} />
      <p className="voice-words" dir="auto">
        {words === "" ? PHASES[phase] : words}
      </p>
      <span className="voice-buttons">
        <button type="button" disabled={phase === "recognising"} onClick={() => desk.press()}>
          {t.done}
        </button>
        <button type="button" title="Esc" onClick={() => desk.cancel()}>
          {t.cancel}
        </button>
      </span>
      {holds && phase === "listening" && <p className="note">{t.letGoWhenYouAreDone}</p>}
    </div>
  );
}

function Speaking({
  desk,
  speaking: { sentence, word, section },
}: {
  readonly desk: VoiceDesk;
  readonly speaking: NonNullable<VoiceState["speaking"]>;
}): ReactElement {
  const { speed } = useSyncExternalStore(
    desk.settings.subscribe.bind(desk.settings),
    desk.settings.snapshot.bind(desk.settings),
    desk.settings.snapshot.bind(desk.settings),
  );
  const { text } = sentence;
  return (
    <div className="voice-row">
      <Icon name="aloud" />
      <p className="voice-words" dir="auto">
        {word ? (
          <>
            {text.slice(0, word.start)}
            <mark>{text.slice(word.start, word.end)}</mark>
            {text.slice(word.end)}
          </>
        ) : (
          text
        )}
      </p>
      <button type="button" title="Esc" onClick={() => desk.stop()}>
        {t.stop}
      </button>
      {!section && desk.hasSection && (
        <button type="button" onClick={() => void desk.speakSection()}>
          {t.readTheSection}
        </button>
      )}
      <select
        aria-label={t.speed}
        value={speed}
        onChange={({ target }) => desk.settings.set({ speed: Number(target.value) })}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </div>
  );
}

function SectionOffer({ desk }: { readonly desk: VoiceDesk }): ReactElement {
  return (
    <div className="voice-row">
      <Icon name="aloud" />
      <button type="button" onClick={() => void desk.speakSection()}>
        {t.readTheSection}
      </button>
    </div>
  );
}

function unheardText(unheard: Parameters<typeof unheardWords>[0]): string {
  const { what, next } = unheardWords(unheard);
  return `${what} ${next}`;
}

/** For a screen reader: what goes on, never the words that may still change. */
function announced({ hearing, heard }: VoiceState): string {
  if (hearing) return PHASES[hearing.phase];
  if (heard?.unheard) return unheardText(heard.unheard);
  const meant = heard?.meant ? t.didYouMeanBehind(heard.meant) : "";
  return heard && heard.text !== "" ? t.heard(heard.text, meant) : "";
}
