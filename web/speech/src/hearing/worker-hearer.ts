// A recogniser that runs in a worker, which starts at the first use and ends after a long time without use.

import { SpeechTrouble } from "../speech-trouble.ts";
import type { Hearer, Hearing } from "./hearing.ts";
import type { FromWorker, ModelPlace, ToWorker } from "./worker-messages.ts";

// The model takes some 270 MB while it is loaded, and a second to load.
const REST_MS = 180_000;

export class WorkerHearer implements Hearer {
  readonly #start: () => Worker;
  readonly #place: ModelPlace;
  #worker: Worker | null = null;
  #loaded: Promise<void> | null = null;
  #number = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (reply: FromWorker) => void; readonly reject: (error: Error) => void }
  >();

  constructor(start: () => Worker, place: ModelPlace) {
    this.#start = start;
    this.#place = place;
  }

  prepare(): Promise<void> {
    this.#loaded ??= this.#ask({ type: "load", number: ++this.#number, place: this.#place }).then(
      () => undefined,
      (error: unknown) => {
        this.#loaded = null;
        throw error;
      },
    );
    return this.#loaded;
  }

  async hear(samples: Float32Array, names: readonly string[]): Promise<Hearing> {
    await this.prepare();
    const reply = await this.#ask({ type: "hear", number: ++this.#number, samples, names });
    if (reply.type !== "heard") throw new Error("The worker answered something else.");
    return reply.hearing;
  }

  /** Lets go of the model; it is loaded again when needed. */
  rest(): void {
    clearTimeout(this.#resting);
    this.#worker?.terminate();
    this.#worker = null;
    this.#loaded = null;
    this.#lose("");
  }

  #ask(message: ToWorker): Promise<FromWorker> {
    this.#worker ??= this.#started();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.rest(), REST_MS);
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.number, { resolve, reject });
      this.#worker?.postMessage(message);
    });
  }

  #started(): Worker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.type !== "failed") waiting?.resolve(data);
      else
        waiting?.reject(data.missing ? new SpeechTrouble("no-recogniser") : stopped(data.details));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#worker = null;
      this.#loaded = null;
      worker.terminate();
      this.#lose(event.message);
    };
    return worker;
  }

  #lose(details: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(stopped(details));
  }
}

function stopped(details: string): SpeechTrouble {
  return new SpeechTrouble("recogniser-stopped", { details: details.replace(/\.$/, "") });
}
