// Speech in this extension's panel: the recogniser in a worker of the panel's own, the browser's voices, else
// the paired server's. Nothing is loaded before the microphone is first used.

import { AudioServer } from "@wherein/api-client/audio.ts";
import { speechOf } from "@wherein/speech/hearing/server-hearer.ts";
import { WorkerHearer } from "@wherein/speech/hearing/worker-hearer.ts";
import worklet from "@wherein/speech/listening/capture-worklet.ts?worker&url";
import { browserMicrophone } from "@wherein/speech/listening/microphone.ts";
import { BrowserMouth } from "@wherein/speech/saying/browser-mouth.ts";
import { FirstMouth, NoVoice } from "@wherein/speech/saying/mouth.ts";
import { ServerMouth } from "@wherein/speech/saying/server-mouth.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import type { VoiceParts } from "@wherein/ui/voice/voice-desk.ts";
import {
  type KeptVoiceSettings,
  VOICE_AT_FIRST,
  type VoiceSettings,
} from "@wherein/ui/voice/voice-settings.ts";
import { HAS_RECOGNISER } from "../recogniser.ts";
import { loadSettings, onSettings, saveSettings } from "../settings.ts";

export const MICROPHONE_PAGE = "microphone.html";

export function makeVoice(): VoiceParts {
  const server = new ServerMouth(async (text, speed, signal) => {
    const { pairing, serverOn } = await loadSettings();
    if (!pairing || !serverOn) {
      throw new NoVoice("no-voice-no-server");
    }
    return speechOf(AudioServer.paired(pairing))(text, speed, signal);
  });
  return {
    open: browserMicrophone(worklet),
    hearer: HAS_RECOGNISER ? recogniser() : null,
    mouth: new FirstMouth([new BrowserMouth(), server]),
    settings: new StoredVoiceSettings(),
    before: askOnce,
  };
}

function recogniser(): WorkerHearer {
  return new WorkerHearer(
    () =>
      new Worker(new URL("@wherein/speech/hearing/speech-worker.ts", import.meta.url), {
        type: "module",
      }),
    {
      model: chrome.runtime.getURL("models/moonshine-tiny/"),
      runtime: chrome.runtime.getURL("ort/"),
    },
  );
}

/** A side panel cannot show the browser's prompt, so that a page of the extension asks, once. */
async function askOnce(): Promise<Trouble | null> {
  const permission = await navigator.permissions
    .query({ name: "microphone" as PermissionName })
    .catch(() => null);
  if (permission?.state !== "prompt") return null;
  // A tab can show it: the PDF viewer is one.
  if (await chrome.tabs.getCurrent()) return null;
  await chrome.tabs.create({ url: chrome.runtime.getURL(MICROPHONE_PAGE) });
  return {
    what: t.theBrowserAsksForTheMicrophone,
    next: t.allowItInThePageThat,
    final: true,
  };
}

/** The settings in the browser's storage; known a moment after the panel has opened. */
class StoredVoiceSettings implements KeptVoiceSettings {
  readonly #listeners = new Set<() => void>();
  #value: VoiceSettings = VOICE_AT_FIRST;

  constructor() {
    onSettings(() => void this.#load());
    void this.#load();
  }

  snapshot(): VoiceSettings {
    return this.#value;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(changes: Partial<VoiceSettings>): void {
    this.#take({ ...this.#value, ...changes });
    void loadSettings().then((settings) => saveSettings({ ...settings, voice: this.#value }));
  }

  async #load(): Promise<void> {
    this.#take((await loadSettings()).voice);
  }

  #take(value: VoiceSettings): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
