// Turns a recording into a question, or says why it has none. Knows only the interface of a recogniser. The twin of
// Python's `wherein.speech.hearing.hearing`.

import type { Recogniser } from "../recogniser.ts";
import { notToBeTrusted, notWorthHearing, type Unheard } from "./guards.ts";

/** What happened, and the next step. */
export interface Told {
  readonly what: string;
  readonly next: string;
}

export interface Hearing {
  /** Empty where nothing is taken for what was said. */
  readonly text: string;
  /** The text with names that are likely but not sure; null where there are none. */
  readonly meant: string | null;
  /** Why there is no text; in the server's own words where it gives a reason that is not known here. */
  readonly unheard: Unheard | Told | null;
}

/** Turns a recording into a question, in this process or elsewhere. */
export interface Hearer {
  /** Makes ready, so that the first words do not wait. Rejects with SpeechTrouble where nothing can be heard. */
  prepare(): Promise<void>;
  /** Samples of one channel at RATE; `whole`: what is said is said, and is worth a closer look. Rejects with SpeechTrouble. */
  hear(samples: Float32Array, names: readonly string[], whole: boolean): Promise<Hearing>;
}

export async function hear(
  recogniser: Recogniser,
  samples: Float32Array,
  names: readonly string[],
): Promise<Hearing> {
  const unheard = notWorthHearing(samples);
  if (unheard) return nothing(unheard);
  const heard = await recogniser.recognise(samples, names);
  const untrusted = notToBeTrusted(heard);
  if (untrusted) return nothing(untrusted);
  return { text: heard.text, meant: heard.meant, unheard: null };
}

export function nothing(unheard: Unheard): Hearing {
  return { text: "", meant: null, unheard };
}
