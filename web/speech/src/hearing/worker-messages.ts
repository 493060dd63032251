// The messages between a page and the worker of its recogniser. Types alone; both are of one build.

import type { Hearing } from "./hearing.ts";

/** Where the files lie. */
export interface ModelPlace {
  /** Folder of the encoder, the decoder and the vocabulary's script, with its last slash. */
  readonly model: string;
  /** Folder of onnxruntime's `.mjs` and `.wasm`, with its last slash. */
  readonly runtime: string;
}

export type ToWorker =
  | { readonly type: "load"; readonly number: number; readonly place: ModelPlace }
  | {
      readonly type: "hear";
      readonly number: number;
      readonly samples: Float32Array;
      readonly names: readonly string[];
    };

export type FromWorker =
  | { readonly type: "loaded"; readonly number: number }
  | { readonly type: "heard"; readonly number: number; readonly hearing: Hearing }
  | {
      readonly type: "failed";
      readonly number: number;
      /** The files are not there: this build has no model of speech. */
      readonly missing: boolean;
      readonly details: string;
    };
