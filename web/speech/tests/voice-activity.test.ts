// When someone speaks: on the tests' recordings with silence and noise around them, and on sounds that are no speech.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { VoiceActivity } from "../src/listening/voice-activity.ts";
import { clip } from "./contract.ts";

const RATE = 16_000;
const silence = (seconds: number) => new Float32Array(seconds * RATE);
// The same noise in every run.
function noise(seconds: number, level: number): Float32Array {
  let state = 7;
  return Float32Array.from({ length: seconds * RATE }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (state / 1073741824 - 1) * level;
  });
}
const joined = (...parts: Float32Array[]) =>
  Float32Array.from(parts.flatMap((part) => Array.from(part)));
const together = (a: Float32Array, b: Float32Array) => a.map((sample, i) => sample + (b[i] ?? 0));

/** The seconds at which it ended, or null. */
function endOf(samples: Float32Array, block = 640): number | null {
  const activity = new VoiceActivity();
  for (let at = 0; at < samples.length; at += block) {
    activity.push(samples.subarray(at, at + block));
    if (activity.ended) return (at + block) / RATE;
  }
  return null;
}

const CLIPS = ["when-did-ada-lovelace.wav", "ask-what-you-can-do.wav"];

test.each(CLIPS)("%s ends within a second of its last word, and is not cut before", (name) => {
  const samples = clip(name);
  const seconds = samples.length / RATE;
  for (const level of [0, 0.002, 0.01]) {
    const heard = joined(silence(0.6), samples, silence(3));
    const end = endOf(together(heard, noise(heard.length / RATE, level)));
    expect(end, `with noise of ${level}`).not.toBeNull();
    expect(end).toBeGreaterThan(0.6 + seconds - 0.6);
    expect(end).toBeLessThan(0.6 + seconds + 1.1);
  }
});

test("what is taken for the speech has all of it", () => {
  const samples = clip("when-did-ada-lovelace.wav");
  const activity = new VoiceActivity();
  activity.push(joined(silence(1), samples, silence(2)));
  const { start = 0, end = 0 } = activity.spoken ?? {};
  expect(start / RATE).toBeGreaterThan(0.5);
  expect(start / RATE).toBeLessThan(1.2);
  expect(end / RATE).toBeGreaterThan(1 + samples.length / RATE - 0.5);
  expect(end / RATE).toBeLessThan(1 + samples.length / RATE + 0.5);
});

test.each([
  ["silence", silence(10)],
  ["a quiet room", noise(10, 0.003)],
  ["steady noise", noise(10, 0.01)],
  ["a click", joined(silence(1), noise(0.03, 0.8), silence(3))],
])("%s is no speech", (_, samples) => {
  const activity = new VoiceActivity();
  activity.push(samples);
  expect(activity.began).toBe(false);
  expect(activity.spoken).toBeNull();
});

test("how the samples are cut into blocks changes nothing", () => {
  const samples = joined(silence(0.3), clip("when-did-ada-lovelace.wav"), silence(1));
  const whole = new VoiceActivity();
  whole.push(samples);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (size) => {
      const parts = new VoiceActivity();
      for (let at = 0; at < samples.length; at += size) parts.push(samples.subarray(at, at + size));
      expect(parts.spoken).toEqual(whole.spoken);
      expect(parts.ended).toBe(whole.ended);
    }),
    { numRuns: 20 },
  );
});
