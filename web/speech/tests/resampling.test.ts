// The cases that Python passes too, the samples coming in parts of any size.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Resampler } from "../src/resampling.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly rate: number;
  readonly wanted: number;
  readonly samples: readonly number[];
  readonly made: readonly number[];
}

const { cases } = contract<{ readonly cases: readonly Case[] }>("speech-resampling.json");

function inParts(samples: readonly number[], size: number, resampler: Resampler): number[] {
  const made: number[] = [];
  for (let at = 0; at < samples.length; at += size) {
    made.push(...resampler.push(Float32Array.from(samples.slice(at, at + size))));
  }
  return [...made, ...resampler.end()];
}

test.each(cases)("$rate Hz to $wanted Hz, as Python", ({ rate, wanted, samples, made }) => {
  for (const size of [1, 7, 128, 1000]) {
    const got = inParts(samples, size, new Resampler(rate, wanted));
    expect(got).toHaveLength(made.length);
    for (const [i, sample] of got.entries()) expect(sample).toBeCloseTo(made[i] ?? 0, 4);
  }
});

test("a tone keeps its pitch and loudness, one above the new band is gone", () => {
  const level = (hertz: number) => {
    const tone = Array.from({ length: 9600 }, (_, i) =>
      Math.sin((2 * Math.PI * hertz * i) / 48000),
    );
    const middle = inParts(tone, 128, new Resampler(48000, 16000)).slice(800, 2400);
    const crossings = middle.filter((s, i) => i > 0 && s >= 0 && (middle[i - 1] ?? 0) < 0).length;
    const power = middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length;
    return { hertz: crossings * 10, loud: Math.sqrt(2 * power) };
  };
  const heard = level(440);
  expect(heard.loud).toBeCloseTo(1, 2);
  expect(Math.abs(heard.hertz - 440)).toBeLessThanOrEqual(10);
  expect(level(12000).loud).toBeLessThan(0.001);
});

test("as many samples come out as belong to what went in, however it is cut", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 700 }),
      fc.constantFrom(8000, 22050, 44100, 48000, 96000),
      (count, size, rate) => {
        const made = inParts(new Array(count).fill(0.5), size, new Resampler(rate, 16000));
        expect(made).toHaveLength(Math.max(1, Math.round((count * 16000) / rate)));
      },
    ),
    { numRuns: 40 },
  );
});
