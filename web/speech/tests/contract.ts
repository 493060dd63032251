// Reads the cases and the recordings that both languages keep.

import { readFileSync } from "node:fs";

export const ROOT = new URL("../../../", import.meta.url);

export function contract<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`contracts/${name}`, ROOT), "utf8")) as T;
}

/** The samples of a WAV file of one channel, 16 bits, at 16 kHz, as the recordings of the tests are. */
export function clip(name: string): Float32Array {
  const bytes = readFileSync(new URL(`tests/speech/clips/${name}`, ROOT));
  const pcm = new DataView(bytes.buffer, bytes.byteOffset + 44, bytes.byteLength - 44);
  return Float32Array.from(
    { length: pcm.byteLength / 2 },
    (_, i) => pcm.getInt16(2 * i, true) / 32768,
  );
}
