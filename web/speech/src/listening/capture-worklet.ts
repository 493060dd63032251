// Runs in the audio thread: takes the microphone's samples to 16 kHz and posts them in blocks. Keeps nothing.

import { RATE } from "../recogniser.ts";
import { Resampler } from "../resampling.ts";

// The globals of the audio thread, which the types of pages lack.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new () => AudioWorkletProcessor & {
    process(inputs: readonly (readonly Float32Array[])[]): boolean;
  },
): void;

export const CAPTURE = "wherein-capture";
// 40 ms: a meter moves smoothly, and few messages are sent.
const BLOCK = 0.04 * RATE;

class Capture extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, RATE);
  #block = new Float32Array(BLOCK);
  #filled = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = mixed(input ?? []);
    if (!samples) return true;
    for (const sample of this.#resampler.push(samples)) {
      this.#block[this.#filled++] = sample;
      if (this.#filled < BLOCK) continue;
      this.port.postMessage(this.#block, [this.#block.buffer]);
      this.#block = new Float32Array(BLOCK);
      this.#filled = 0;
    }
    return true;
  }
}

/** The mean of the channels; null where there is none. */
function mixed(channels: readonly Float32Array[]): Float32Array | null {
  const [first, ...others] = channels;
  if (!first || others.length === 0) return first ?? null;
  return first.map(
    (sample, i) => others.reduce((sum, one) => sum + (one[i] ?? 0), sample) / channels.length,
  );
}

registerProcessor(CAPTURE, Capture);
