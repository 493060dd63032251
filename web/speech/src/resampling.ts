// Changes the rate of samples as they come, with a windowed sinc (Smith, "Digital Audio Resampling"). Knows no audio
// node. The twin of Python's `wherein.speech.resampling`, whose result it gives in parts; the cases are in
// contracts/speech-resampling.json.

// Zero crossings of the sinc on each side.
const ZEROS = 16;
// The share of the lower rate's band that passes; the rest is the slope of the filter.
const PASSED = 0.95;

export class Resampler {
  readonly #from: number;
  readonly #to: number;
  readonly #scale: number;
  readonly #reach: number;
  /** Weights by the place of a sample between two, of which there are few. */
  readonly #weights = new Map<number, Float64Array>();
  /** Samples that are still needed; the first of them is number `#first` of all. */
  #held = new Float32Array(0);
  #first = 0;
  #made = 0;

  /** Rates in samples a second, whole numbers. */
  constructor(from: number, to: number) {
    const common = divisor(from, to);
    this.#from = from / common;
    this.#to = to / common;
    this.#scale = Math.min(1, to / from) * PASSED;
    this.#reach = Math.ceil(ZEROS / this.#scale);
  }

  /** The samples that can be made now; the sound before the first is silence. */
  push(samples: Float32Array): Float32Array {
    if (this.#from === this.#to) return samples;
    this.#hold(samples);
    const known = this.#first + this.#held.length;
    // The last sample that has all it needs on its right.
    const last = Math.floor(((known - this.#reach - 2) * this.#to) / this.#from);
    return this.#make(Math.max(this.#made, last + 1));
  }

  /** The rest, with silence after it. */
  end(): Float32Array {
    if (this.#from === this.#to) return new Float32Array(0);
    const all = this.#first + this.#held.length;
    if (all === 0) return new Float32Array(0);
    this.#hold(new Float32Array(this.#reach + 2));
    return this.#make(Math.max(1, Math.round((all * this.#to) / this.#from)));
  }

  #hold(samples: Float32Array): void {
    const oldest = Math.floor((this.#made * this.#from) / this.#to) - this.#reach;
    const spare = Math.min(this.#held.length, Math.max(0, oldest - this.#first));
    const held = new Float32Array(this.#held.length - spare + samples.length);
    held.set(this.#held.subarray(spare));
    held.set(samples, this.#held.length - spare);
    this.#held = held;
    this.#first += spare;
  }

  #make(until: number): Float32Array {
    const made = new Float32Array(Math.max(0, until - this.#made));
    for (let i = 0; i < made.length; i++) {
      const at = (this.#made + i) * this.#from;
      const weights = this.#weightsOf(at % this.#to);
      const start = Math.floor(at / this.#to) - this.#reach - this.#first;
      let sum = 0;
      for (let k = 0; k < weights.length; k++) {
        sum += (weights[k] ?? 0) * (this.#held[start + k] ?? 0);
      }
      made[i] = sum;
    }
    this.#made += made.length;
    return made;
  }

  #weightsOf(phase: number): Float64Array {
    const kept = this.#weights.get(phase);
    if (kept) return kept;
    const weights = Float64Array.from({ length: 2 * this.#reach + 2 }, (_, k) => {
      const x = (k - this.#reach - phase / this.#to) * this.#scale;
      if (Math.abs(x) >= ZEROS) return 0;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / ZEROS);
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
      return sinc * window * this.#scale;
    });
    this.#weights.set(phase, weights);
    return weights;
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
