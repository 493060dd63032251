// The person's settings, stored in the browser's local storage and parsed when read.

import { Malformed, parse } from "@wherein/api-client/parsing.ts";
import type { Immutable } from "@wherein/reader/reading.ts";
import { type VoiceSettings, voiceSettingsOf } from "@wherein/ui/voice/voice-settings.ts";
import * as v from "valibot";
import { DATABASE } from "./reader/database.ts";

const VERSION = 1;
const KEY = "settings";

const shape = v.object({
  v: v.literal(VERSION),
  pairing: v.nullable(v.object({ address: v.string(), token: v.string() })),
  /** Ask the paired server when the small reader is unsure. */
  serverOn: v.boolean(),
  /** Hosts whose pages are never read. */
  neverRead: v.array(v.string()),
  // Later settings, which older stored values lack.
  /** Where answers are stored: nowhere, in this browser, or also on the paired server. */
  memory: v.exactOptional(v.picklist(["off", "local", "shared"])),
  /** Send verdicts to the paired server. */
  sendFeedback: v.exactOptional(v.boolean()),
  /** Store the words that are selected or copied after an answer was judged wrong. */
  keepWeak: v.exactOptional(v.boolean()),
  voice: v.exactOptional(v.unknown()),
});

export interface Settings extends Required<Omit<Immutable<v.InferOutput<typeof shape>>, "voice">> {
  readonly voice: VoiceSettings;
}

export const DEFAULTS: Settings = {
  v: VERSION,
  pairing: null,
  serverOn: true,
  neverRead: [],
  memory: "shared",
  sendFeedback: false,
  keepWeak: false,
  voice: voiceSettingsOf(null),
};

/** The settings, with defaults for missing or invalid values. */
export async function loadSettings(): Promise<Settings> {
  const kept = (await chrome.storage.local.get(KEY))[KEY];
  if (kept === undefined) return DEFAULTS;
  try {
    const { voice, ...rest } = parse(shape, kept, "the settings");
    return { ...DEFAULTS, ...rest, voice: voiceSettingsOf(voice) };
  } catch (error) {
    if (error instanceof Malformed) return DEFAULTS;
    throw error;
  }
}

export async function saveSettings(settings: Settings): Promise<void> {
  await chrome.storage.local.set({ [KEY]: settings });
}

/** Calls back when the settings were changed, in this page of the extension or another. */
export function onSettings(changed: () => void): () => void {
  const listener = (changes: Readonly<Record<string, unknown>>) => {
    if (KEY in changes) changed();
  };
  chrome.storage.local.onChanged.addListener(listener);
  return () => chrome.storage.local.onChanged.removeListener(listener);
}

/** Deletes everything that this extension stores. */
export async function wipe(): Promise<void> {
  await chrome.storage.local.clear();
  await chrome.storage.session.clear();
  await forgetAnswers();
}

/** Deletes the answers stored in this browser. */
export function forgetAnswers(): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(DATABASE);
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
  });
}

/** True when the host of `url`, or one above it, is on the list. */
export function isNeverRead({ neverRead }: Settings, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase();
  return neverRead.some((entry) => {
    const site = entry.trim().toLowerCase();
    return site !== "" && (host === site || host.endsWith(`.${site}`));
  });
}
