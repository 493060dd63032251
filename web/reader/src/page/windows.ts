// Cuts passages into windows, which a reader sees at once. The twin of Python's `wherein.reading.windows`; the cases
// are in contracts/windows.json. Knows tokens, not models.
//
// A window is `[CLS] question [SEP] headings passage [SEP]`: token type 0 up to and including the first [SEP], 1 after
// it. Spans may begin and end only in the passage's own tokens.

import type { Tokens, WordPiece } from "../tokens/wordpiece.ts";
import { headingPrefix, headingsAbove } from "./heading-prefix.ts";
import { placesOf, restored, withoutLongRuns } from "./long-runs.ts";
import type { Passage } from "./passages.ts";

/** Sizes in tokens; `window` counts all of them, the three special ones included. */
export interface WindowShape {
  readonly window: number;
  readonly stride: number;
  readonly question: number;
  readonly prefix: number;
}

export interface Window {
  readonly passage: Passage;
  readonly ids: Int32Array;
  /** Index of the first token of type 1. */
  readonly context: number;
  /** Index of the first of the passage's own tokens. */
  readonly first: number;
  /** The passage's token i is at [starts[i], ends[i]) of its text, in UTF-16 units. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Ascending places of the text that no answer crosses: blank lines, and where the middle of a long run is left out. */
  readonly breaks: readonly number[];
}

/** A passage with its tokens, computed once for all questions. */
export interface TokenisedPassage {
  readonly passage: Passage;
  readonly head: Int32Array;
  readonly body: Tokens;
  readonly breaks: readonly number[];
}

export function tokenise(
  tokenizer: WordPiece,
  passage: Passage,
  title: string,
  shape: WindowShape,
): TokenisedPassage {
  const head = tokenizer.encode(headingPrefix(title, headingsAbove(passage))).ids;
  const shortened = withoutLongRuns(passage.text);
  const blankLines = Array.from(passage.text.matchAll(/\n\n/g), ({ index }) => index);
  return {
    passage,
    head: head.slice(Math.max(0, head.length - shape.prefix)),
    body: restored(shortened, tokenizer.encode(shortened.text)),
    breaks: [...blankLines, ...placesOf(shortened)].sort((a, b) => a - b),
  };
}

/** The question's tokens at the beginning of every window; a question that is too long is cut at its end. */
export function askTokens(tokenizer: WordPiece, question: string, shape: WindowShape): Int32Array {
  return Int32Array.of(
    tokenizer.cls,
    ...tokenizer.encode(question).ids.slice(0, shape.question),
    tokenizer.sep,
  );
}

/** The windows of one passage in order, each overlapping the one before by the stride. */
export function windowsOf(
  tokenizer: WordPiece,
  ask: Int32Array,
  { passage, head, body, breaks }: TokenisedPassage,
  shape: WindowShape,
): Window[] {
  const room = shape.window - ask.length - head.length - 1;
  const step = Math.max(1, room - shape.stride);
  const windows: Window[] = [];
  for (let at = 0; at < body.ids.length; at += step) {
    const own = body.ids.subarray(at, at + room);
    const ids = new Int32Array(ask.length + head.length + own.length + 1);
    ids.set(ask);
    ids.set(head, ask.length);
    ids.set(own, ask.length + head.length);
    ids[ids.length - 1] = tokenizer.sep;
    windows.push({
      passage,
      ids,
      context: ask.length,
      first: ask.length + head.length,
      starts: body.starts.subarray(at, at + room),
      ends: body.ends.subarray(at, at + room),
      breaks,
    });
    if (at + room >= body.ids.length) break;
  }
  return windows;
}
