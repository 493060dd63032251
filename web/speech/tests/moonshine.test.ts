// The recogniser in onnxruntime-web on the tests' recordings: token for token what Python's gives. Skipped where the model
// is not here (`make speech-model`).

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Moonshine } from "../src/moonshine.ts";
import { clip, contract, ROOT } from "./contract.ts";

interface Cases {
  readonly cases: readonly {
    readonly clip: string;
    readonly text: string;
    readonly tokens: readonly number[];
    readonly confidence: number;
  }[];
}

const { cases } = contract<Cases>("speech-tokens.json");
const folder = new URL("models/moonshine-tiny/", ROOT);
const isHere = existsSync(new URL("llama-tokenizer.js", folder));

test.skipIf(!isHere)(
  "the same tokens as in Python",
  async () => {
    const bytes = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
    const runtime = dirname(createRequire(import.meta.url).resolve("onnxruntime-web/wasm"));
    const recogniser = await Moonshine.load(
      {
        encoder: bytes("encoder_model.onnx"),
        decoder: bytes("decoder_model_merged.onnx"),
        vocabulary: readFileSync(new URL("llama-tokenizer.js", folder), "utf8"),
      },
      { runtime: `${pathToFileURL(runtime).href}/`, threads: 1 },
    );
    for (const wanted of cases) {
      const heard = await recogniser.recognise(clip(wanted.clip));
      expect(heard.tokens).toEqual(wanted.tokens);
      expect(heard.text).toBe(wanted.text);
      expect(heard.confidence).toBeCloseTo(wanted.confidence, 1);
    }
    const names = ["Ada Lovelace", "Lovelace", "Charles Babbage", "Babbage", "London"];
    const withNames = await recogniser.recognise(clip("when-did-ada-lovelace.wav"), names);
    expect(withNames.text).toBe("When did Ada Lovelace meet Charles Babbage?");
    for (const length of [0, 100, 32_000]) {
      const silence = await recogniser.recognise(new Float32Array(length));
      expect(silence).toEqual({ text: "", confidence: 0, tokens: [], ended: true, meant: null });
    }
  },
  120_000,
);
