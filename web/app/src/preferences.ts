// The settings of this browser: how sure an answer has to be, whether questions are remembered, light or dark.

import {
  VOICE_AT_FIRST,
  type VoiceSettings,
  voiceSettingsOf,
} from "@wherein/ui/voice/voice-settings.ts";
import { Store } from "./store.ts";

export type CautionChosen = "low" | "normal" | "high";
export type Appearance = "light dark" | "light" | "dark";

export interface Preferences {
  /** Null: what the server's settings say. */
  readonly caution: CautionChosen | null;
  readonly memory: boolean;
  readonly appearance: Appearance;
  readonly voice: VoiceSettings;
}

const NAME = "wherein-preferences";
const ASKER = "wherein-asker";
const AT_FIRST: Preferences = {
  caution: null,
  memory: true,
  appearance: "light dark",
  voice: VOICE_AT_FIRST,
};

/** The preferences, kept in `storage` from then on when they change. */
export function storedPreferences(storage: Storage): Store<Preferences> {
  const store = new Store<Preferences>(read(storage));
  store.subscribe(() => storage.setItem(NAME, JSON.stringify(store.snapshot())));
  return store;
}

/** The opaque name under which the server's memory knows this browser profile. */
export function askerName(storage: Storage): string {
  const kept = storage.getItem(ASKER);
  if (kept && /^[\w-]{8,128}$/.test(kept)) return kept;
  const made = crypto.randomUUID();
  storage.setItem(ASKER, made);
  return made;
}

function read(storage: Storage): Preferences {
  let kept: unknown = null;
  try {
    kept = JSON.parse(storage.getItem(NAME) ?? "null");
  } catch {
    // Written by something else: as at first.
  }
  if (typeof kept !== "object" || kept === null) return AT_FIRST;
  const { caution, memory, appearance, voice } = kept as Record<string, unknown>;
  return {
    caution: caution === "low" || caution === "normal" || caution === "high" ? caution : null,
    memory: memory !== false,
    appearance: appearance === "light" || appearance === "dark" ? appearance : "light dark",
    voice: voiceSettingsOf(voice),
  };
}
