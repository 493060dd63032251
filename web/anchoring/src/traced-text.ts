// A string that maps each UTF-16 unit to its place in the source. Knows no rules.

/** No source: a line end made by the rules. */
export const NOWHERE = -1;

export class TracedText {
  private constructor(
    readonly text: string,
    /** at[i] is the source place of unit i, or `NOWHERE`. */
    readonly at: Int32Array,
  ) {}

  /** `pieces[i].text` with its units at consecutive source places from `pieces[i].source`. */
  static join(pieces: readonly { readonly text: string; readonly source: number }[]): TracedText {
    const text = pieces.map((piece) => piece.text).join("");
    const at = new Int32Array(text.length);
    let i = 0;
    for (const piece of pieces) {
      for (let k = 0; k < piece.text.length; k++) {
        at[i++] = piece.source === NOWHERE ? NOWHERE : piece.source + k;
      }
    }
    return new TracedText(text, at);
  }

  /**
   * Every match of `pattern` (global, never empty) replaced by `replacement`, whose units take the
   * place of the match's first unit.
   */
  replace(pattern: RegExp, replacement: string): TracedText {
    const parts: string[] = [];
    const at = new Int32Array(
      this.text.length + countMatches(this.text, pattern) * replacement.length,
    );
    let from = 0;
    let to = 0;
    const copy = (end: number) => {
      parts.push(this.text.slice(from, end));
      at.set(this.at.subarray(from, end), to);
      to += end - from;
    };
    for (const match of this.text.matchAll(pattern)) {
      copy(match.index);
      parts.push(replacement);
      for (let k = 0; k < replacement.length; k++) at[to++] = this.at[match.index] as number;
      from = match.index + match[0].length;
    }
    if (from === 0) return this;
    copy(this.text.length);
    return new TracedText(parts.join(""), at.slice(0, to));
  }

  /** The parts between the matches of `pattern` (global). */
  split(pattern: RegExp): TracedText[] {
    const parts: TracedText[] = [];
    let from = 0;
    for (const match of this.text.matchAll(pattern)) {
      parts.push(this.slice(from, match.index));
      from = match.index + match[0].length;
    }
    parts.push(this.slice(from, this.text.length));
    return parts;
  }

  slice(start: number, end: number): TracedText {
    if (start === 0 && end === this.text.length) return this;
    return new TracedText(this.text.slice(start, end), this.at.subarray(start, end));
  }
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}
