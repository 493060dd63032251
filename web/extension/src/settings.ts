// The person's settings, stored in the browser's local storage and parsed when read.

import type { Immutable } from "@wherein/reader/reading.ts";
import { voiceSettingsOf } from "@wherein/ui/voice/voice-settings.ts";
import * as v from "valibot";
import { DATABASE } from "./reader/database.ts";

const VERSION = 1;
const KEY = "settings";

/** Each with its value at first, which stands where the stored one is missing or of another kind: it costs itself alone. */
const shape = v.object({
  pairing: v.fallback(v.nullable(v.object({ address: v.string(), token: v.string() })), null),
  /** Ask the paired server when the small reader is unsure. */
  serverOn: v.fallback(v.boolean(), true),
  /** Hosts whose pages are never read. */
  neverRead: v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((hosts) => hosts.filter((host) => typeof host === "string")),
    ),
    [],
  ),
  /** Where answers are stored: nowhere, in this browser, or also on the paired server. */
  memory: v.fallback(v.picklist(["off", "local", "shared"]), "shared"),
  /** Send verdicts to the paired server. */
  sendFeedback: v.fallback(v.boolean(), false),
  /** Store the words that are selected or copied after an answer was judged wrong. */
  keepWeak: v.fallback(v.boolean(), false),
  voice: v.pipe(v.unknown(), v.transform(voiceSettingsOf)),
});

export interface Settings extends Immutable<v.InferOutput<typeof shape>> {
  readonly v: number;
}

export const DEFAULTS: Settings = { v: VERSION, ...v.parse(shape, { voice: null }) };

/** The settings as this or another version stored them. */
export async function loadSettings(): Promise<Settings> {
  const kept = (await chrome.storage.local.get(KEY))[KEY];
  const { success, output } = v.safeParse(shape, { voice: null, ...(kept as object) });
  return success ? { v: VERSION, ...output } : DEFAULTS;
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
