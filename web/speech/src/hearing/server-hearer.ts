// A recogniser on the person's own server: sends it the recording as a WAV file. Knows the client, no page.

import type { AudioServer, Expected } from "@wherein/api-client/audio.ts";
import { ServerTrouble } from "@wherein/api-client/server.ts";
import { RATE } from "../recogniser.ts";
import { NoVoice } from "../saying/mouth.ts";
import type { FetchSpeech } from "../saying/server-mouth.ts";
import { SpeechTrouble } from "../speech-trouble.ts";
import { wavOf } from "../wav.ts";
import { isUnheard, notWorthHearing } from "./guards.ts";
import { type Hearer, type Hearing, nothing, type Told } from "./hearing.ts";

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
    const {
      text,
      meant,
      unheard: why,
      message,
    } = await this.#transcribed(samples, whole ? this.#expected() : null);
    if (text !== "") return { text, meant: meant ?? null, unheard: null };
    return { text, meant: null, unheard: isUnheard(why) ? why : parted(message ?? "") };
  }

  #expected(): Expected {
    const document = this.#document();
    return document === null ? "library" : { document };
  }

  async #transcribed(samples: Float32Array, expected: Expected) {
    try {
      return await this.#server.transcribe(wavOf(samples), expected);
    } catch (error) {
      if (error instanceof ServerTrouble) throw new SpeechTrouble("of-server", { server: error });
      throw error;
    }
  }
}

/** Splits a message of two sentences. */
function parted(message: string): Told {
  const at = message.indexOf(". ") + 1;
  if (at === 0) return { what: message, next: "" };
  return { what: message.slice(0, at), next: message.slice(at + 1) };
}

/** The server's voice, for a `ServerMouth`. */
export function speechOf(server: AudioServer): FetchSpeech {
  return async (text, speed, signal) => {
    try {
      return await server.speech(text, speed, signal);
    } catch (error) {
      // Whatever keeps it from speaking, another voice may speak.
      if (error instanceof ServerTrouble) throw new NoVoice("of-server", { server: error });
      throw error;
    }
  };
}
