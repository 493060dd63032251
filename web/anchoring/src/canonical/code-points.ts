// Converts offsets between UTF-16 units and code points. The only module that does so.

/**
 * The offsets of one text, both ways, in O(log n) after one pass.
 *
 * Outside this code base (contracts, the server, stored answers) a place counts code points; inside,
 * as in every string of the language, it counts UTF-16 units. An offset within a surrogate pair
 * counts as the pair's start. Works for lone surrogates too: each is one code point.
 */
export class CodePointOffsets {
  /** UTF-16 index of the first half of each surrogate pair, ascending. */
  readonly #pairs: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const pairs: number[] = [];
    for (let i = 0; i + 1 < text.length; i++) {
      if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) pairs.push(i++);
    }
    this.#pairs = pairs;
    this.#length = text.length;
  }

  /** Code points before UTF-16 offset `units`, which is clamped to the text. */
  toCodePoints(units: number): number {
    const at = Math.min(Math.max(units, 0), this.#length);
    // A pair whose second half is at or after `at` is counted too: an offset inside a pair counts as its start.
    return at - countBelow(this.#pairs, at);
  }

  /** The UTF-16 offset that has `codePoints` code points before it, clamped to the text. */
  toUnits(codePoints: number): number {
    const at = Math.max(codePoints, 0);
    let low = 0;
    let high = this.#pairs.length;
    // Pair k is code point number pairs[k] - k.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pairs[middle] as number) - middle < at) low = middle + 1;
      else high = middle;
    }
    return Math.min(at + low, this.#length);
  }
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
