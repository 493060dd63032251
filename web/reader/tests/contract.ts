// Reads the cases in contracts/ that both languages keep, and counts places as they do.

import { readFileSync } from "node:fs";
import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import type { Passage } from "../src/page/passages.ts";

const ROOT = new URL("../../../", import.meta.url);

export function contract<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`contracts/${name}`, ROOT), "utf8")) as T;
}

export function repositoryFile(path: string): Uint8Array {
  return readFileSync(new URL(path, ROOT));
}

/** The tokenizer's file, parsed. */
export function tokenizerFile(): import("../src/tokens/wordpiece.ts").TokenizerFile {
  return JSON.parse(new TextDecoder().decode(repositoryFile("models/wordpiece/tokenizer.json")));
}

/** [start, end) in UTF-16 units as code points. */
export function inCodePoints(text: string): (start: number, end: number) => [number, number] {
  const offsets = new CodePointOffsets(text);
  return (start, end) => [offsets.toCodePoints(start), offsets.toCodePoints(end)];
}

/** Passages of a case, [text, section] each, as they stand one after another between blank lines. */
export function passagesOf(given: readonly (readonly [string, readonly string[]])[]): Passage[] {
  let end = -2;
  return given.map(([text, section], index) => {
    const start = end + 2;
    end = start + text.length;
    return { index, span: { start, end }, text, section };
  });
}
