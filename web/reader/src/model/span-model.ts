// The interface of a span model: logits for a window's tokens. Knows no runtime.

import type { Window } from "../page/windows.ts";

/** Start and end logits of every token of a window. */
export interface Logits {
  readonly start: Float32Array;
  readonly end: Float32Array;
}

export interface SpanModel {
  run(window: Window): Promise<Logits>;
}
