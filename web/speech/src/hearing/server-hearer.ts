// A recogniser on the person's own server: sends it the recording as a WAV file. Knows the client, no page.

import type { AudioServer, Expected } from "@wherein/api-client/audio.ts";
import { ServerTrouble } from "@wherein/api-client/server.ts";
import { RATE } from "../recogniser.ts";
import { NoVoice } from "../saying/mouth.ts";
import type { FetchSpeech } from "../saying/server-mouth.ts";
import { SpeechTrouble } from "../speech-trouble.ts";
import { wavOf } from "../wav.ts";
import { notWorthHearing } from "./guards.ts";
import { type Hearer, type Hearing, nothing } from "./hearing.ts";

export class ServerHearer implements Hearer {
  readonly #server: AudioServer;
  readonly #document: () => string | null;
  #prepared: Promise<void> | null = null;

  /** `document` is the one whose names are expected; null for those of the library. */
  constructor(server: AudioServer, document: () => string | null) {
    this.#server = server;
    this.#document = document;
  }

  /** A recording that is too short: the server loads its model, or reports that it has none. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#transcribed(new Float32Array(RATE / 10), null).then(
      () => undefined,
      (error: unknown) => {
        this.#prepared = null;
        throw error;
      },
    );
    return this.#prepared;
  }

  async hear(samples: Float32Array, _names: readonly string[], whole: boolean): Promise<Hearing> {
    const unheard = notWorthHearing(samples);
    if (unheard) return nothing(unheard);
    // The server knows the names; looks at half of a question are made without them.
    const { text, meant, message } = await this.#transcribed(
      samples,
      whole ? this.#expected() : null,
    );
    const [what, next] = parted(message ?? "");
    return { text, meant: meant ?? null, unheard: text === "" ? { what, next } : null };
  }

  #expected(): Expected {
    const document = this.#document();
    return document === null ? "library" : { document };
  }

  async #transcribed(samples: Float32Array, expected: Expected) {
    try {
      return await this.#server.transcribe(wavOf(samples), expected);
    } catch (error) {
      if (error instanceof ServerTrouble) throw new SpeechTrouble(error.what, error.next);
      throw error;
    }
  }
}

/** Splits a message of two sentences. */
function parted(message: string): readonly [string, string] {
  const at = message.indexOf(". ") + 1;
  return at > 0 ? [message.slice(0, at), message.slice(at + 1)] : [message, ""];
}

/** The server's voice, for a `ServerMouth`. */
export function speechOf(server: AudioServer): FetchSpeech {
  return async (text, speed, signal) => {
    try {
      return await server.speech(text, speed, signal);
    } catch (error) {
      // Whatever keeps it from speaking, another voice may speak.
      if (error instanceof ServerTrouble) throw new NoVoice(error.what, error.next);
      throw error;
    }
  };
}
