// A model for tests that finds given words: what a reader does with logits, without a network.

import { FEATURES } from "../src/grading/calibration.ts";
import type { Logits, SpanModel } from "../src/model/span-model.ts";
import type { Window } from "../src/page/windows.ts";
import type { ReaderSettings } from "../src/settings.ts";

/** The settings of a reader whose margin alone is its confidence. */
export const SETTINGS: ReaderSettings = {
  name: "fake",
  shape: { window: 64, stride: 16, question: 16, prefix: 8 },
  longestAnswer: 10,
  calibration: {
    weights: FEATURES.map((feature) => (feature === "margin" ? 1 : 0)),
    intercept: 0,
    answerBound: 0.5,
    perhapsBound: 0.2,
  },
};

/** Scores the first place of each of `words` in a window with its margin; all else far below. */
export class WordModel implements SpanModel {
  readonly #words: Readonly<Record<string, number>>;
  readonly read: string[] = [];

  constructor(words: Readonly<Record<string, number>>) {
    this.#words = words;
  }

  async run(window: Window): Promise<Logits> {
    const { text } = window.passage;
    this.read.push(text);
    const start = new Float32Array(window.ids.length).fill(-20);
    const end = new Float32Array(window.ids.length).fill(-20);
    start[0] = 0;
    end[0] = 0;
    for (const [word, margin] of Object.entries(this.#words)) {
      const at = text.indexOf(word);
      if (at < 0) continue;
      window.starts.forEach((from, i) => {
        if (from === at) start[window.first + i] = margin;
      });
      window.ends.forEach((to, i) => {
        if (to === at + word.length) end[window.first + i] = 0;
      });
    }
    return { start, end };
  }
}
