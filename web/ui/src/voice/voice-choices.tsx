// The settings of voice, as both settings pages show them. Draws values; keeps none.

import type { ReactElement } from "react";
import { t } from "../messages/messages.ts";
import { ALOUD_KEY, MICROPHONE_KEY } from "./voice-places.tsx";
import { SPEEDS, type VoiceSettings } from "./voice-settings.ts";

export interface VoiceChoicesProps {
  readonly settings: VoiceSettings;
  /** False where this build has no recogniser: it says how to get one. */
  readonly hears?: boolean;
  readonly change: (changed: Partial<VoiceSettings>) => void;
}

export function VoiceChoices({ settings, hears = true, change }: VoiceChoicesProps): ReactElement {
  const box = (name: "on" | "asksAtOnce" | "holds" | "stopsWhenSpokenTo", label: string) => (
    <label className="check">
      <input
        type="checkbox"
        checked={settings[name]}
        disabled={name !== "on" && !settings.on}
        onChange={({ target }) => change({ [name]: target.checked })}
      />{" "}
      {label}
    </label>
  );
  return (
    <>
      {hears ? (
        <>
          {box("on", t.askByVoiceAndReadAnswers(MICROPHONE_KEY, ALOUD_KEY))}
          {box("asksAtOnce", t.askAtOnceWithoutShowingMe)}
          {box("holds", t.listenOnlyWhileTheMicrophoneOr)}
        </>
      ) : (
        <>
          {box("on", t.readAnswersAloud(ALOUD_KEY))}
          <p className="note">{t.askingByVoiceNeedsADownload}</p>
          <p className="note">{t.askAloudInTheWebApp}</p>
        </>
      )}
      {box("stopsWhenSpokenTo", t.stopReadingAloudWhenISpeak)}
      <label className="check">
        {t.speedOfReadingAloud}{" "}
        <select
          value={settings.speed}
          disabled={!settings.on}
          onChange={({ target }) => change({ speed: Number(target.value) })}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
