// A microphone, a recogniser and a voice for tests: they record their calls, and answer on request.

import type { Hearing } from "@wherein/speech/hearing/hearing.ts";
import type { Sounds } from "@wherein/speech/listening/microphone.ts";
import type { Saying } from "@wherein/speech/saying/mouth.ts";
import type { SpeechTrouble } from "@wherein/speech/speech-trouble.ts";
import type { Trouble } from "../src/links.ts";
import type { VoiceParts } from "../src/voice/voice-desk.ts";
import { VOICE_AT_FIRST, type VoiceSettings } from "../src/voice/voice-settings.ts";

const BLOCK = 640;

export class FakeVoice {
  /** Why the microphone can't be opened, or what has to be done before. */
  fault: SpeechTrouble | null = null;
  before: Trouble | null = null;
  /** What the recogniser makes of a recording. */
  heard: Hearing = { text: "who built it", meant: null, unheard: null };
  readonly looks: { readonly seconds: number; readonly whole: boolean }[] = [];
  names: readonly string[] = [];
  sounds: Sounds | null = null;
  opened = 0;
  closed = 0;
  settings: VoiceSettings = VOICE_AT_FIRST;
  /** What is being said, and how it goes on. */
  readonly said: string[] = [];
  saying: Saying | null = null;
  mute: SpeechTrouble | null = null;
  finishSaying: () => void = () => undefined;
  readonly #listeners = new Set<() => void>();

  readonly parts: VoiceParts = {
    open: async (sounds) => {
      if (this.fault) throw this.fault;
      this.sounds = sounds;
      this.opened++;
      return { close: () => this.closed++ };
    },
    hearer: {
      prepare: async () => undefined,
      hear: async (samples, names, whole) => {
        this.looks.push({ seconds: samples.length / 16_000, whole });
        if (whole) this.names = names;
        return this.heard;
      },
    },
    mouth: {
      say: (text, saying) => {
        this.said.push(text);
        this.saying = saying;
        if (this.mute) return Promise.reject(this.mute);
        return new Promise((resolve) => {
          this.finishSaying = resolve;
          saying.signal.addEventListener("abort", () => resolve());
        });
      },
    },
    settings: {
      snapshot: () => this.settings,
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      set: (changes) => this.set(changes),
    },
    before: async () => this.before,
  };

  set(changes: Partial<VoiceSettings>): void {
    this.settings = { ...this.settings, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** So many seconds of a voice, or of silence. */
  sound(seconds: number, level = 0.2): void {
    for (let at = 0; at < seconds * 16_000; at += BLOCK) {
      this.sounds?.samples(
        Float32Array.from({ length: BLOCK }, (_, i) => (i % 2 ? -level : level)),
      );
    }
  }

  silence(seconds: number): void {
    this.sound(seconds, 0);
  }
}
