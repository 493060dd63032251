// The places of the microphone and of "Read aloud". They are empty where there is no voice, or it is switched off.

import { type ReactElement, useSyncExternalStore } from "react";
import { Icon } from "../icons.tsx";
import { t } from "../messages/messages.ts";
import type { Passage } from "./passages.ts";
import type { VoiceDesk } from "./voice-desk.ts";

/** As keys are written in titles and on the page of keys. */
export const MICROPHONE_KEY = "Alt+M";
export const ALOUD_KEY = "Alt+R";

/** At the right of the question. */
export function Microphone({ desk }: { readonly desk: VoiceDesk | null }): ReactElement | null {
  return desk && <MicrophoneButton desk={desk} />;
}

function MicrophoneButton({ desk }: { readonly desk: VoiceDesk }): ReactElement | null {
  const { on, holds } = useVoiceSettings(desk);
  const isListening = () => desk.snapshot().hearing !== null;
  const listens = useSyncExternalStore(desk.subscribe, isListening, isListening);
  if (!on || !desk.hears) return null;
  const name = listens ? t.stopListening : t.askByVoice;
  return (
    <button
      type="button"
      className="quiet"
      aria-label={name}
      // Its name says what a press does, so it is no toggle to a screen reader.
      data-on={listens || undefined}
      title={`${name} (${holds ? t.hold(MICROPHONE_KEY) : MICROPHONE_KEY})`}
      onPointerDown={(event) => {
        if (!holds || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        desk.hold();
      }}
      onPointerUp={() => holds && desk.release()}
      onPointerCancel={() => holds && desk.release()}
      // By keyboard or a screen reader it cannot be held: pressed twice, or until silence.
      onClick={(event) => (!holds || event.detail === 0) && desk.press()}
    >
      <Icon name="microphone" />
    </button>
  );
}

/** Among what can be done with an answer. `passage` is made when it is pressed. */
export function ReadAloud({
  desk,
  answer,
  number,
  passage,
}: {
  readonly desk: VoiceDesk | null;
  /** Which answer, as the passage's key. */
  readonly answer: string;
  /** The answer's place in the list, from 1. */
  readonly number: number;
  readonly passage: () => Passage;
}): ReactElement | null {
  return desk && <ReadAloudButton desk={desk} answer={answer} number={number} passage={passage} />;
}

function ReadAloudButton({
  desk,
  answer,
  number,
  passage,
}: {
  readonly desk: VoiceDesk;
  readonly answer: string;
  readonly number: number;
  readonly passage: () => Passage;
}): ReactElement | null {
  const { on } = useVoiceSettings(desk);
  const isSpeaking = () => desk.snapshot().speaking?.key === answer;
  const speaks = useSyncExternalStore(desk.subscribe, isSpeaking, isSpeaking);
  if (!on) return null;
  const name = speaks ? t.stopReading : t.readAloud;
  return (
    <button
      type="button"
      aria-label={t.answer(name, number)}
      data-on={speaks || undefined}
      title={`${name} (${ALOUD_KEY})`}
      onClick={() => (speaks ? desk.stop() : void desk.speak(passage()))}
    >
      <Icon name="aloud" /> <span className="if-room">{speaks ? t.stop : t.readAloud}</span>
    </button>
  );
}

function useVoiceSettings({ settings }: VoiceDesk) {
  const snapshot = () => settings.snapshot();
  return useSyncExternalStore((listener) => settings.subscribe(listener), snapshot, snapshot);
}

interface Key {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly code: string;
  readonly repeat: boolean;
}

/**
 * The keys of voice, on every surface; true where it was one. `current` is what is read aloud by Alt+R, null for
 * nothing. Keys are recognised by their position, since Alt changes the letters on a Mac.
 */
export function voiceKeyDown(
  desk: VoiceDesk | null,
  key: Key,
  current: () => Passage | null,
): boolean {
  if (!desk?.settings.snapshot().on || !key.altKey || key.ctrlKey || key.metaKey) return false;
  if (key.code === "KeyM" && desk.hears) {
    if (key.repeat) return true;
    if (desk.settings.snapshot().holds) desk.hold();
    else desk.press();
    return true;
  }
  if (key.code !== "KeyR") return false;
  const passage = current();
  if (desk.snapshot().speaking) desk.stop();
  else if (passage) void desk.speak(passage);
  return true;
}

/** Letting go of either of the keys ends what was held. */
export function voiceKeyUp(desk: VoiceDesk | null, { code }: Pick<Key, "code">): void {
  if (code === "KeyM" || code === "AltLeft" || code === "AltRight") desk?.release();
}
