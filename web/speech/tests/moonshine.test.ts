// The recogniser in onnxruntime-web on the tests' recordings: token for token what Python's gives. Skipped where the model
// is not here (`make speech-model`).

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { hear } from "../src/hearing/hearing.ts";
import { Moonshine } from "../src/hearing/moonshine.ts";
import { RATE } from "../src/recogniser.ts";
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
    // No question is made of what says nothing, whatever names are expected.
    for (const [name, sound] of Object.entries(sayingNothing())) {
      const heard = await hear(recogniser, sound, names);
      expect(`${name}: ${heard.text}`).toBe(`${name}: `);
      expect(heard.unheard).toEqual(expect.any(String));
    }
    const said = clip("ask-what-you-can-do.wav");
    const quiet = await hear(
      recogniser,
      said.map((sample) => sample / 100),
      [],
    );
    expect(quiet.text).toMatch(/^Ask what you can do/);
  },
  240_000,
);

/** Three seconds of each, the same every time. */
function sayingNothing(): Record<string, Float32Array> {
  let state = 7;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const made = (sample: (at: number) => number) =>
    Float32Array.from({ length: 3 * RATE }, (_, at) => sample(at));
  const bursts = (count: number, fall: number) => {
    const starts = Array.from({ length: count }, () => Math.floor(chance() * 2.5 * RATE));
    return made((at) =>
      starts.reduce(
        (sum, start) => sum + (at < start ? 0 : Math.exp((start - at) / fall) * (chance() - 0.5)),
        0,
      ),
    );
  };
  const notes = [262, 330, 392, 523, 392, 330];
  return {
    silence: made(() => 0),
    noise: made(() => 0.3 * (chance() - 0.5)),
    music: made((at) => {
      const since = at % (RATE / 2);
      const hertz = notes[Math.floor((2 * at) / RATE)] ?? 0;
      return 0.3 * Math.sin((2 * Math.PI * hertz * since) / RATE) * Math.exp((-5 * since) / RATE);
    }),
    typing: bursts(25, 150),
    "a cough": bursts(1, 2500),
    "a tenth of a second": new Float32Array(RATE / 10).fill(0.1),
    "ten minutes": new Float32Array(600 * RATE).fill(0.1),
  };
}
