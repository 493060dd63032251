// Whether someone speaks, from the loudness of frames against the noise around them: when speech began, pauses, and is
// over. Knows only samples; `guards.ts` and the recogniser decide whether they are words.

import { RATE } from "../recogniser.ts";

const FRAME = 0.02 * RATE;
// A frame is loud from here: three times the noise, and never below what a quiet voice has at an open microphone.
const ABOVE_NOISE = 3;
const LEAST_LEVEL = 0.004;
const LEAST_NOISE = 0.0002;
const MOST_NOISE = 0.03;
// The noise is followed downwards at once, upwards slowly, and hardly while someone seems to speak.
const FALLS = 0.3;
const RISES = 1.02;
const RISES_IN_SPEECH = 1.002;
// A click is loud for less than a tenth of a second.
const BEGINS_OF = 8;
const BEGINS_AT = 5;
// Noise that was there from the beginning is steady; a voice rises and falls.
const VARIES_OF = 20;
const VARIES_BY = 2.5;
// Looked at in a pause between two words, the second would be missing.
const SPEAKS_WITHIN = 0.06 / 0.02;
const PAUSES_AFTER = 0.24 / 0.02;
const ENDS_AFTER = 0.7 / 0.02;
// Kept before the first loud frame and after the last: words begin and end quietly.
const MARGIN = 0.3 * RATE;

export class VoiceActivity {
  #noise = LEAST_LEVEL / ABOVE_NOISE;
  #rest = new Float32Array(0);
  #frames = 0;
  readonly #recent: { readonly loud: boolean; readonly level: number }[] = [];
  #firstLoud: number | null = null;
  #lastLoud = 0;
  #level = 0;

  /** Takes the next samples at RATE; what does not fill a frame waits for the next. */
  push(samples: Float32Array): void {
    const all = new Float32Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    let start = 0;
    for (; start + FRAME <= all.length; start += FRAME) {
      this.#frame(all.subarray(start, start + FRAME));
    }
    this.#rest = all.slice(start);
  }

  /** The root mean square of the last frame. */
  get level(): number {
    return this.#level;
  }

  get began(): boolean {
    return this.#firstLoud !== null;
  }

  /** Whether speech is probably going on. */
  get speaks(): boolean {
    return this.began && this.#frames - this.#lastLoud <= SPEAKS_WITHIN;
  }

  /** Speech that may be over. */
  get pauses(): boolean {
    return this.began && this.#frames - this.#lastLoud > PAUSES_AFTER;
  }

  get ended(): boolean {
    return this.began && this.#frames - this.#lastLoud > ENDS_AFTER;
  }

  /** The samples from a little before the first loud frame to a little after the last; null before speech began. */
  get spoken(): { readonly start: number; readonly end: number } | null {
    if (this.#firstLoud === null) return null;
    const start = Math.max(0, this.#firstLoud * FRAME - MARGIN);
    const end = Math.min(this.#frames, this.#lastLoud) * FRAME + MARGIN;
    return { start, end: Math.min(end, this.#frames * FRAME) };
  }

  #frame(samples: Float32Array): void {
    let power = 0;
    for (const sample of samples) power += sample ** 2;
    this.#level = Math.sqrt(power / samples.length);
    const loud = this.#level > Math.max(LEAST_LEVEL, this.#noise * ABOVE_NOISE);
    if (this.#level < this.#noise) this.#noise += (this.#level - this.#noise) * FALLS;
    else this.#noise *= loud ? RISES_IN_SPEECH : RISES;
    this.#noise = Math.min(MOST_NOISE, Math.max(LEAST_NOISE, this.#noise));
    this.#frames++;
    this.#recent.push({ loud, level: this.#level });
    if (this.#recent.length > VARIES_OF) this.#recent.shift();
    const louds = this.#recent.slice(-BEGINS_OF).filter((frame) => frame.loud).length;
    if (this.#firstLoud === null && louds >= BEGINS_AT && this.#varies) {
      const first = this.#recent.findIndex((frame) => frame.loud);
      this.#firstLoud = this.#frames - this.#recent.length + first;
    }
    // A single loud frame in a silence is a click and not more speech.
    if (loud && this.began && louds >= 2) this.#lastLoud = this.#frames;
  }

  get #varies(): boolean {
    const levels = this.#recent.map(({ level }) => level);
    return Math.max(...levels) >= VARIES_BY * Math.min(...levels);
  }
}
