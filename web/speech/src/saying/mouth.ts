// The interface of a voice, and a voice that uses the first of several that can speak. Knows no engine.

import { SpeechTrouble } from "../speech-trouble.ts";

export interface Saying {
  /** 1 is as the voice speaks by itself. */
  readonly speed: number;
  /** Stops it at once; what was being said then ends without an error. */
  readonly signal: AbortSignal;
  /** The word that is said now, by its place in the text, where the engine tells. */
  readonly word: (at: number) => void;
  /** The next sentence, so that it can be synthesised meanwhile. */
  readonly next: string | null;
}

export interface Mouth {
  /** Says a sentence, to the end or until it is stopped. Rejects with SpeechTrouble. */
  say(text: string, saying: Saying): Promise<void>;
}

/** A voice that is not here: another may be. */
export class NoVoice extends SpeechTrouble {}

/** Says it with the first of `mouths` that has a voice, from then on with that one. */
export class FirstMouth implements Mouth {
  readonly #mouths: readonly Mouth[];
  #chosen: Mouth | null = null;

  constructor(mouths: readonly Mouth[]) {
    this.#mouths = mouths;
  }

  async say(text: string, saying: Saying): Promise<void> {
    if (this.#chosen) return this.#chosen.say(text, saying);
    let trouble: unknown = null;
    for (const mouth of this.#mouths) {
      try {
        await mouth.say(text, saying);
        this.#chosen = mouth;
        return;
      } catch (error) {
        if (!(error instanceof NoVoice)) throw error;
        trouble = error;
      }
    }
    throw trouble;
  }
}
