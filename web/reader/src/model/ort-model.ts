// The reader's model run by onnxruntime-web. The only module of the package that knows it.

import * as ort from "onnxruntime-web/wasm";
import type { Window } from "../page/windows.ts";
import type { Logits, SpanModel } from "./span-model.ts";

export interface OrtPlace {
  /** Folder of the runtime's `.mjs` and `.wasm`, with a final slash. */
  readonly runtime: string;
  readonly threads: number;
}

export class OrtModel implements SpanModel {
  readonly #session: ort.InferenceSession;

  private constructor(session: ort.InferenceSession) {
    this.#session = session;
  }

  /** Loads a model from its bytes. Throws onnxruntime's error for anything else. */
  static async load(bytes: Uint8Array, { runtime, threads }: OrtPlace): Promise<OrtModel> {
    ort.env.wasm.wasmPaths = runtime;
    ort.env.wasm.numThreads = threads;
    ort.env.logLevel = "error";
    return new OrtModel(
      await ort.InferenceSession.create(bytes, {
        executionProviders: ["wasm"],
        graphOptimizationLevel: "all",
      }),
    );
  }

  async run({ ids, context }: Window): Promise<Logits> {
    const length = ids.length;
    const types = new BigInt64Array(length);
    types.fill(1n, context);
    const tensor = (data: BigInt64Array) => new ort.Tensor("int64", data, [1, length]);
    const outputs = await this.#session.run({
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(length).fill(1n)),
      token_type_ids: tensor(types),
    });
    return {
      start: outputs.start_logits?.data as Float32Array,
      end: outputs.end_logits?.data as Float32Array,
    };
  }
}
