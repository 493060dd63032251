// The interface of a speech recogniser and its result. Types only.

/** Samples a second of every recording that is recognised. */
export const RATE = 16_000;

export interface Heard {
  readonly text: string;
  /** The geometric mean of the tokens' probabilities; 0 for no text. */
  readonly confidence: number;
  readonly tokens: readonly number[];
  /** False where the model was stopped, since it gave more tokens than so much speech can have. */
  readonly ended: boolean;
  /** The text with names that are likely but not sure, to be offered; null where there are none. */
  readonly meant: string | null;
}

export interface Recogniser {
  /** The words of a recording of one channel at RATE; no text where nothing is said. `names`: words to expect, best first. */
  recognise(samples: Float32Array, names?: readonly string[]): Promise<Heard>;
}
