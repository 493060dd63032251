// What is never taken for a question: the cases that Python passes too.

import { expect, test } from "vitest";
import { loudPart, notToBeTrusted, notWorthHearing, type Unheard } from "../src/hearing/guards.ts";
import { hear } from "../src/hearing/hearing.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly recordings: readonly {
    readonly seconds: number;
    readonly level: number;
    readonly unheard: Unheard | null;
  }[];
  readonly heard: readonly {
    readonly text: string;
    readonly confidence: number;
    readonly ended: boolean;
    readonly unheard: Unheard | null;
  }[];
  readonly loud: readonly {
    readonly parts: readonly (readonly [number, number])[];
    readonly start: number;
    readonly end: number;
  }[];
}

const cases = contract<Cases>("speech-guards.json");

test.each(cases.recordings)("$seconds s at $level: $unheard", ({ seconds, level, unheard }) => {
  const samples = new Float32Array(Math.round(seconds * 16_000)).fill(level);
  expect(notWorthHearing(samples)).toBe(unheard);
});

test.each(cases.loud)("the loud part of $parts", ({ parts, start, end }) => {
  const samples = Float32Array.from(
    parts.flatMap(([seconds, level]) => Array(Math.round(seconds * 16_000)).fill(level)),
  );
  expect(loudPart(samples)).toEqual(samples.slice(start, end));
});

test.each(cases.heard)("$text: $unheard", ({ unheard, ...heard }) => {
  expect(notToBeTrusted(heard)).toBe(unheard);
});

test.each([...cases.recordings, ...cases.heard])("what is given of %o", async (one) => {
  const { seconds, level } = { seconds: 1, level: 0.5, ...one };
  const said = { text: "When was it built?", confidence: 0.9, ended: true, ...one };
  const samples = new Float32Array(Math.round(seconds * 16_000)).fill(level);
  const recogniser = {
    recognise: async () => ({ ...said, tokens: [], meant: "When was Brae built?" }),
  };
  const found = await hear(recogniser, samples, []);
  expect(found).toEqual(
    one.unheard === null
      ? { text: said.text, meant: "When was Brae built?", unheard: null }
      : { text: "", meant: null, unheard: one.unheard },
  );
});
