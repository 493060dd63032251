// Listens to one question: opens the microphone, recognises the growing recording, and ends by silence or when told to.
// Keeps the recording until then and no longer. Knows no page.

import { LEAST_SECONDS, MOST_SECONDS } from "../hearing/guards.ts";
import { type Hearer, type Hearing, nothing } from "../hearing/hearing.ts";
import { RATE } from "../recogniser.ts";
import type { SpeechTrouble } from "../speech-trouble.ts";
import type { Microphone, OpenMicrophone } from "./microphone.ts";
import { VoiceActivity } from "./voice-activity.ts";

// New words are looked for after so much more sound, or after twice what the last look took.
const LOOK_AGAIN_SECONDS = 0.6;
// Whoever presses and says nothing.
const MOST_WAIT_SECONDS = 8;

export type ListeningPhase = "opening" | "listening" | "recognising";

/** `level` from 0 to 1, as loud as it sounds; `words` may change until the end. */
export interface HeardSoFar {
  readonly phase: ListeningPhase;
  readonly level: number;
  readonly words: string;
}

export interface ListeningOptions {
  readonly open: OpenMicrophone;
  readonly hearer: Hearer;
  /** Names to expect, best first. */
  readonly names: readonly string[];
  /** Whether silence ends it; else `finish` alone does. */
  readonly endsBySilence: boolean;
  readonly change: (so: HeardSoFar) => void;
  /** Milliseconds of any clock. */
  readonly now: () => number;
}

/** The look at what may be all of the question, begun in a pause. */
interface Early {
  readonly end: number;
  readonly hearing: Promise<Hearing>;
}

export class Listening {
  /** What was heard; null when cancelled. Rejects with SpeechTrouble. */
  readonly done: Promise<Hearing | null>;
  readonly #options: ListeningOptions;
  readonly #activity = new VoiceActivity();
  readonly #blocks: Float32Array[] = [];
  #samples = 0;
  #microphone: Microphone | null = null;
  #ready = false;
  #over = false;
  #phase: ListeningPhase = "opening";
  #words = "";
  #looking: Promise<void> | null = null;
  #lookedAt = 0;
  #lookSeconds = 0;
  #early: Early | null = null;
  #resolve: (hearing: Hearing | null) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(options: ListeningOptions) {
    this.#options = options;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    void this.#begin();
  }

  /** Takes what was said so far for all of it. */
  finish(): void {
    if (!this.#over) void this.#end();
  }

  cancel(): void {
    this.#stop();
    this.#resolve(null);
  }

  async #begin(): Promise<void> {
    const { open, hearer } = this.#options;
    this.#tell();
    // Recording starts while the model is still loading.
    const prepared = hearer.prepare().then(() => {
      this.#ready = true;
    });
    prepared.catch((error: unknown) => this.#fail(error));
    try {
      const microphone = await open({
        samples: (block) => this.#take(block),
        lost: (trouble: SpeechTrouble) => this.#fail(trouble),
      });
      if (this.#over) microphone.close();
      this.#microphone = microphone;
    } catch (error) {
      this.#fail(error);
    }
  }

  #take(block: Float32Array): void {
    if (this.#over) return;
    this.#phase = "listening";
    this.#blocks.push(block);
    this.#samples += block.length;
    const activity = this.#activity;
    activity.push(block);
    // It was no end.
    if (!activity.pauses) this.#early = null;
    this.#tell();
    const seconds = this.#samples / RATE;
    const silent = activity.ended || (!activity.began && seconds > MOST_WAIT_SECONDS);
    if (seconds > MOST_SECONDS || (silent && this.#options.endsBySilence)) void this.#end();
    else if (activity.pauses) this.#lookEarly();
    else this.#look();
  }

  /** Looks for the words so far, unless it is looking already. */
  #look(): void {
    if (!this.#ready || this.#looking || !this.#activity.speaks) return;
    const again = Math.max(LOOK_AGAIN_SECONDS, 2 * this.#lookSeconds);
    if ((this.#samples - this.#lookedAt) / RATE < again) return;
    this.#lookedAt = this.#samples;
    const { hearer, now } = this.#options;
    const began = now();
    this.#looking = hearer
      .hear(this.#spoken(), [], false)
      .then(
        ({ text }) => this.#said(text),
        // The last look says why nothing can be heard.
        () => undefined,
      )
      .finally(() => {
        this.#lookSeconds = (now() - began) / 1000;
        this.#looking = null;
      });
  }

  #said(words: string): void {
    if (this.#over || words === "") return;
    this.#words = words;
    this.#tell();
  }

  /** In a pause that may be the end, the whole is looked at, so that the end waits for less. */
  #lookEarly(): void {
    if (!this.#ready || this.#looking || this.#early) return;
    const end = this.#activity.spoken?.end ?? 0;
    const hearing = this.#options.hearer.hear(this.#spoken(), this.#options.names, true);
    this.#early = { end, hearing };
    hearing.then(
      ({ text }) => this.#said(text),
      // The end says why nothing can be heard.
      () => undefined,
    );
  }

  async #end(): Promise<void> {
    const early = this.#early;
    this.#stop();
    this.#phase = "recognising";
    this.#tell();
    const { hearer, names } = this.#options;
    try {
      const { endsBySilence } = this.#options;
      if (this.#samples < LEAST_SECONDS * RATE) {
        this.#resolve(nothing(endsBySilence ? "too_short" : "too_short_held"));
        return;
      }
      await hearer.prepare();
      const same = early !== null && Math.abs(early.end - this.#endOfSpoken()) < RATE / 5;
      this.#resolve(await (same ? early.hearing : hearer.hear(this.#spoken(), names, true)));
    } catch (error) {
      this.#reject(error);
    } finally {
      this.#blocks.length = 0;
    }
  }

  #endOfSpoken(): number {
    return this.#activity.spoken?.end ?? this.#samples;
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#stop();
    this.#blocks.length = 0;
    this.#reject(error);
  }

  #stop(): void {
    this.#over = true;
    this.#microphone?.close();
    this.#microphone = null;
  }

  /** The speech with a margin; all that was recorded where no speech stands out of it. */
  #spoken(): Float32Array {
    const all = new Float32Array(this.#samples);
    let at = 0;
    for (const block of this.#blocks) {
      all.set(block, at);
      at += block.length;
    }
    const spoken = this.#activity.spoken;
    return spoken ? all.slice(spoken.start, spoken.end) : all;
  }

  #tell(): void {
    const { level } = this.#activity;
    this.#options.change({ phase: this.#phase, level: loudness(level), words: this.#words });
  }
}

/** From 0 (-60 dB, a quiet room) to 1 (-10 dB, a voice close by). */
export function loudness(level: number): number {
  const decibels = 20 * Math.log10(Math.max(level, 1e-6));
  return Math.min(1, Math.max(0, (decibels + 60) / 50));
}
