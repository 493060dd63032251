// Decides whether a recognised text can be a question: silence, noise and repetition can't. Knows no model. The twin of
// Python's `wherein.speech.hearing.guards`.

import LEXICON from "../../../../contracts/lexicon/speech.json" with { type: "json" };
import { type Heard, RATE } from "../recogniser.ts";

export type Unheard = Exclude<keyof typeof LEXICON.lines, "sounds">;

const { numbers } = LEXICON;
const FRAME = Math.floor(numbers.frame_seconds * RATE);
const LOUD_MARGIN = Math.floor(numbers.loud_margin_seconds * RATE);
const WORD = /[\p{L}\p{N}_]+/gu;

/** The shortest and the longest recording of a question, in seconds. */
export const LEAST_SECONDS = numbers.least_seconds;
export const MOST_SECONDS = numbers.most_seconds;

/** Whether a reason that came from elsewhere is one of these. */
export function isUnheard(reason: string | undefined): reason is Unheard {
  return reason !== undefined && reason !== "sounds" && reason in LEXICON.lines;
}

/** The reason why a recording is not recognised; null where it should be. */
export function notWorthHearing(samples: Float32Array): Unheard | null {
  const seconds = samples.length / RATE;
  if (seconds < LEAST_SECONDS) return "too_short";
  if (seconds > MOST_SECONDS) return "too_long";
  return level(samples) < numbers.least_level ? "silent" : null;
}

/** The root mean square of the loudest frame. */
export function level(samples: Float32Array): number {
  return loudestOf(levels(samples));
}

/** The recording without the quiet parts at its beginning and end. */
export function loudPart(samples: Float32Array): Float32Array {
  const each = levels(samples);
  const loudest = loudestOf(each);
  const isLoud = (one: number) => one > numbers.loud_share * loudest;
  const first = each.findIndex(isLoud);
  if (first < 0) return samples;
  const last = each.findLastIndex(isLoud);
  return samples.slice(Math.max(0, first * FRAME - LOUD_MARGIN), (last + 1) * FRAME + LOUD_MARGIN);
}

/** Not `Math.max(...levels)`: a long recording has more frames than a call takes arguments. */
function loudestOf(levels: readonly number[]): number {
  return levels.reduce((most, one) => Math.max(most, one), 0);
}

function levels(samples: Float32Array): readonly number[] {
  return Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) => {
    let power = 0;
    for (let i = frame * FRAME; i < (frame + 1) * FRAME; i++) power += (samples[i] ?? 0) ** 2;
    return Math.sqrt(power / FRAME);
  });
}

/** The reason why a recognised text is not trusted; null where it is. */
export function notToBeTrusted({
  text,
  confidence,
  ended,
}: Pick<Heard, "text" | "confidence" | "ended">): Unheard | null {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (words.length === 0) return "wordless";
  if (!ended || repeats(words)) return "repeated";
  return confidence < numbers.least_confidence ? "unclear" : null;
}

/** Whether the same words are repeated more than `most_repeats` times in a row. */
function repeats(words: readonly string[]): boolean {
  for (let length = 1; length <= numbers.longest_repeat; length++) {
    let run = 0;
    for (let at = length; at < words.length; at++) {
      run = words[at] === words[at - length] ? run + 1 : 0;
      if (run >= length * numbers.most_repeats) return true;
    }
  }
  return false;
}
