// Speech on the server, in OpenAI's form: a recording to text, a text to sound. Knows HTTP and its errors.

import * as v from "valibot";
import { type Pairing, parsedReply, ServerTrouble } from "./server.ts";

const transcription = v.object({
  text: v.string(),
  meant: v.exactOptional(v.string()),
  unheard: v.exactOptional(v.string()),
  message: v.exactOptional(v.string()),
});

/** `message`: why there is no text, and the next step; `meant`: the text with likely names. */
export type Transcription = v.InferOutput<typeof transcription>;

/** Whose names are expected in a recording: one document's, the whole library's, or none. */
export type Expected = { readonly document: string } | "library" | null;

export interface SpokenSound {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly rate: number;
}

export class AudioServer {
  readonly #address: string;
  readonly #given: RequestInit;
  readonly #fetch: typeof fetch;

  private constructor(address: string, given: RequestInit, fetching: typeof fetch) {
    this.#address = address;
    this.#given = { cache: "no-store", ...given };
    this.#fetch = fetching;
  }

  /** The server that the page comes from, by its cookie. */
  static ofPage(fetching: typeof fetch = (...given) => fetch(...given)): AudioServer {
    return new AudioServer("", { credentials: "same-origin" }, fetching);
  }

  static paired(
    { address, token }: Pairing,
    fetching: typeof fetch = (...given) => fetch(...given),
  ): AudioServer {
    const headers = { Authorization: `Bearer ${token}` };
    return new AudioServer(address, { credentials: "omit", headers }, fetching);
  }

  /** Rejects with ServerTrouble. */
  async transcribe(wav: ArrayBuffer, expected: Expected): Promise<Transcription> {
    const form = new FormData();
    form.set("file", new Blob([wav], { type: "audio/wav" }), "question.wav");
    if (expected === "library") form.set("library", "true");
    else if (expected !== null) form.set("document", expected.document);
    const response = await this.#post("/v1/audio/transcriptions", { body: form });
    const given: unknown = await response.json().catch(() => null);
    return parsedReply(response.ok, given, transcription);
  }

  /** The text as the server's voice says it. Rejects with ServerTrouble. */
  async speech(text: string, speed: number, signal: AbortSignal): Promise<SpokenSound> {
    const body = JSON.stringify({ input: text, speed, response_format: "pcm" });
    const headers = { ...this.#given.headers, "Content-Type": "application/json" };
    const response = await this.#post("/v1/audio/speech", { body, signal, headers });
    if (!response.ok) {
      return parsedReply(false, await response.json().catch(() => null), v.never());
    }
    const rate = /rate=(\d+)/.exec(response.headers.get("content-type") ?? "")?.[1];
    if (rate === undefined) return parsedReply(true, null, v.never());
    const pcm = new DataView(await response.arrayBuffer());
    const samples = Float32Array.from(
      { length: Math.floor(pcm.byteLength / 2) },
      (_, i) => pcm.getInt16(2 * i, true) / 32768,
    );
    return { samples, rate: Number(rate) };
  }

  async #post(path: string, more: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(`${this.#address}${path}`, {
        method: "POST",
        ...this.#given,
        ...more,
      });
    } catch (error) {
      if (more.signal?.aborted) throw error;
      throw new ServerTrouble("unreachable");
    }
  }
}
