// How near two short texts are in meaning, by an encoder that knows words and not their order. The twin of Python's
// `wherein.reading.cells.likeness`.

import { closeness, type StaticEncoder } from "../tokens/static-encoder.ts";
import type { WordPiece } from "../tokens/wordpiece.ts";

/** The nearness of two texts, -1 to 1; 0 where nothing is known of one. */
export type Alike = (one: string, other: string) => number;

/** 0 for all texts: words alone are compared. */
export const neverAlike: Alike = () => 0;

/** The cosine of two texts' vectors. Keeps the vectors that it made, so it is made anew for each question. */
export function likeness(encoder: StaticEncoder, tokenizer: WordPiece): Alike {
  const vectors = new Map<string, Float32Array>();
  const vectorOf = (text: string) => {
    let vector = vectors.get(text);
    if (!vector) {
      vector = encoder.encode(tokenizer.encode(text).ids);
      vectors.set(text, vector);
    }
    return vector;
  };
  return (one, other) => closeness(vectorOf(one), vectorOf(other));
}
