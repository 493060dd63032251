// A voice of the person's own server, whose sound is played here. Knows sound and how to stop it; not how it is fetched.

import type { Mouth, Saying } from "./mouth.ts";

/** Samples of one channel from -1 to 1, and how many there are a second. */
export interface Sound {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly rate: number;
}

/** The sound of a text, as the server's voice says it. Rejects with NoVoice where the server has none. */
export type FetchSpeech = (text: string, speed: number, signal: AbortSignal) => Promise<Sound>;

/** Plays a sound to its end, or until it is stopped. */
export type Play = (sound: Sound, signal: AbortSignal) => Promise<void>;

export class ServerMouth implements Mouth {
  readonly #fetch: FetchSpeech;
  readonly #play: Play;
  /** The next sentence, synthesised while the current one is spoken. */
  #made: { readonly key: string; readonly sound: Promise<Sound> } | null = null;

  constructor(fetching: FetchSpeech, play: Play = played) {
    this.#fetch = fetching;
    this.#play = play;
  }

  async say(text: string, { speed, signal, next }: Saying): Promise<void> {
    const sound = await this.#sound(text, speed, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (signal.aborted || !sound) return;
    if (next !== null) this.#make(next, speed, signal);
    await this.#play(sound, signal);
  }

  #sound(text: string, speed: number, signal: AbortSignal): Promise<Sound> {
    const made = this.#made;
    this.#made = null;
    return made?.key === `${speed} ${text}` ? made.sound : this.#fetch(text, speed, signal);
  }

  #make(text: string, speed: number, signal: AbortSignal): void {
    const sound = this.#fetch(text, speed, signal);
    // Said when it is its turn.
    sound.catch(() => undefined);
    this.#made = { key: `${speed} ${text}`, sound };
  }
}

/** Through the page's loudspeakers; no element, so that the page's policy for media has no part in it. */
async function played({ samples, rate }: Sound, signal: AbortSignal): Promise<void> {
  if (samples.length === 0) return;
  const context = new AudioContext();
  try {
    await context.resume();
    const buffer = context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    await new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      source.onended = () => resolve();
      signal.addEventListener("abort", () => source.stop(), { once: true });
      source.start();
    });
  } finally {
    await context.close().catch(() => undefined);
  }
}
