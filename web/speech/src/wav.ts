// A recording as a WAV file of one channel and 16 bits. Reads none.

import { RATE } from "./recogniser.ts";

const HEAD_BYTES = 44;

/** Samples at RATE from -1 to 1; what is louder is cut. */
export function wavOf(samples: Float32Array): ArrayBuffer {
  const bytes = samples.length * 2;
  const file = new DataView(new ArrayBuffer(HEAD_BYTES + bytes));
  const name = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) file.setUint8(at + i, text.charCodeAt(i));
  };
  name(0, "RIFF");
  file.setUint32(4, HEAD_BYTES - 8 + bytes, true);
  name(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true); // whole numbers
  file.setUint16(22, 1, true); // one channel
  file.setUint32(24, RATE, true);
  file.setUint32(28, RATE * 2, true);
  file.setUint16(32, 2, true);
  file.setUint16(34, 16, true);
  name(36, "data");
  file.setUint32(40, bytes, true);
  samples.forEach((sample, i) => {
    const cut = Math.max(-1, Math.min(1, sample));
    file.setInt16(HEAD_BYTES + 2 * i, Math.round(cut * 32767), true);
  });
  return file.buffer as ArrayBuffer;
}
