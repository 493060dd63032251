// The worker in which speech is recognised: loads the model and hears one recording after the other. Keeps none.

import { hear } from "./hearing.ts";
import { Moonshine } from "./moonshine.ts";
import type { FromWorker, ModelPlace, ToWorker } from "./worker-messages.ts";

const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker): void;
  readonly name: string;
};

class Missing extends Error {}

let recogniser: Promise<Moonshine> | null = null;
let queue: Promise<void> = Promise.resolve();

async function load({ model, runtime }: ModelPlace): Promise<Moonshine> {
  const get = async (name: string): Promise<Response> => {
    // A file that an extension lacks is an error of the network.
    const response = await fetch(new URL(name, model)).catch(() => null);
    if (!response?.ok) throw new Missing(`${name} is missing`);
    return response;
  };
  const bytes = async (name: string) => new Uint8Array(await (await get(name)).arrayBuffer());
  const [encoder, decoder, vocabulary] = await Promise.all([
    bytes("encoder_model.onnx"),
    bytes("decoder_model_merged.onnx"),
    get("llama-tokenizer.js").then((response) => response.text()),
  ]);
  return Moonshine.load({ encoder, decoder, vocabulary }, { runtime, threads: threads() });
}

/** As the reader's: as set by a measurement; else two where the machine has spare cores and memory can be shared. */
function threads(): number {
  const named = /^threads=(\d)$/.exec(scope.name)?.[1];
  if (named) return Number(named);
  return typeof SharedArrayBuffer === "function" && navigator.hardwareConcurrency >= 4 ? 2 : 1;
}

async function answer(message: ToWorker): Promise<FromWorker> {
  const { number } = message;
  if (message.type === "load") {
    recogniser ??= load(message.place);
    await recogniser;
    return { type: "loaded", number };
  }
  if (!recogniser) throw new Error("asked before it was loaded");
  const hearing = await hear(await recogniser, message.samples, message.names);
  return { type: "heard", number, hearing };
}

scope.onmessage = ({ data }) => {
  queue = queue.then(async () => {
    try {
      scope.postMessage(await answer(data));
    } catch (error) {
      if (data.type === "load") recogniser = null;
      const details = error instanceof Error ? error.message : String(error);
      const missing = error instanceof Missing;
      scope.postMessage({ type: "failed", number: data.number, missing, details });
    }
  });
};
