// The static encoder: the sum of one weighted vector per token. The twin of Python's `wherein.encoding.static`;
// the cases are in contracts/static-encoder.json. Knows token ids, no words.

/** The encoder's files are not the shipped ones. */
export class EncoderDamaged extends Error {
  override readonly name = "EncoderDamaged";
}

export class StaticEncoder {
  readonly #rows: Int8Array;
  readonly #scales: Float32Array;
  readonly dimensions: number;

  private constructor(rows: Int8Array, scales: Float32Array, dimensions: number) {
    this.#rows = rows;
    this.#scales = scales;
    this.dimensions = dimensions;
  }

  /** From the bytes of `rows.int8.npy` (tokens, dimensions) and `scales.float32.npy` (tokens,). */
  static parse(rows: Uint8Array, scales: Uint8Array): StaticEncoder {
    const table = arrayOf(rows, "|i1");
    const weights = arrayOf(scales, "<f4");
    const [tokens, dimensions] = table.shape;
    const fits =
      dimensions !== undefined &&
      weights.shape[0] === tokens &&
      table.bytes.byteLength === (tokens as number) * dimensions &&
      weights.bytes.byteLength === (tokens as number) * 4;
    if (!fits) throw new EncoderDamaged("the encoder's files do not fit each other");
    return new StaticEncoder(
      new Int8Array(table.bytes),
      new Float32Array(weights.bytes),
      dimensions,
    );
  }

  /** The sum of the tokens' rows, scaled to length 1; all zero without a meaningful token. */
  encode(ids: Int32Array): Float32Array {
    const size = this.dimensions;
    const vector = new Float32Array(size);
    for (const id of ids) {
      const scale = this.#scales[id] as number;
      if (scale === 0) continue;
      const row = id * size;
      for (let i = 0; i < size; i++) {
        vector[i] = (vector[i] as number) + scale * (this.#rows[row + i] as number);
      }
    }
    const length = Math.hypot(...vector);
    return length > 0 ? vector.map((value) => value / length) : vector;
  }
}

/** The cosine of two vectors of length 1. */
export function closeness(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The shape and the bytes of a file in NumPy's format 1.0 (numpy.lib.format), copied so that they align. */
function arrayOf(file: Uint8Array, type: string): { shape: number[]; bytes: ArrayBuffer } {
  const header = new TextDecoder("latin1").decode(file.subarray(10, 10 + headerLength(file)));
  const shape = /'shape': \(([\d, ]*)\)/.exec(header)?.[1];
  if (!header.includes(`'descr': '${type}'`) || !header.includes("'fortran_order': False")) {
    throw new EncoderDamaged(`an array is not of type ${type}`);
  }
  if (shape === undefined) throw new EncoderDamaged("an array has no shape");
  return {
    shape: shape
      .split(",")
      .filter((part) => part.trim() !== "")
      .map(Number),
    bytes: new Uint8Array(file.subarray(10 + headerLength(file))).buffer,
  };
}

function headerLength(file: Uint8Array): number {
  const magic = String.fromCharCode(...file.subarray(1, 6));
  if (magic !== "NUMPY" || file[6] !== 1) throw new EncoderDamaged("an array is no NumPy file");
  return (file[8] as number) | ((file[9] as number) << 8);
}
