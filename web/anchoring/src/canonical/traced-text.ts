// A string that maps each UTF-16 unit to its place in the source, as runs in which both advance together, so that a
// text of millions of units costs no number for each. Knows no rules.

/** No source: a line end made by the rules. */
export const NOWHERE = -1;

interface Piece {
  readonly text: string;
  /** The source place of its first unit, or `NOWHERE`. */
  readonly source: number;
}

export class TracedText {
  readonly text: string;
  /** Ascending; run k is [#starts[k], #starts[k + 1]) of a text of which this one begins at `#base`. */
  readonly #starts: readonly number[];
  /** The source place of each run's first unit, or `NOWHERE`. */
  readonly #sources: readonly number[];
  readonly #base: number;

  private constructor(
    text: string,
    starts: readonly number[],
    sources: readonly number[],
    base = 0,
  ) {
    this.text = text;
    this.#starts = starts;
    this.#sources = sources;
    this.#base = base;
  }

  /** A text of which unit i is at source place `source` + i; all units are nowhere with `NOWHERE`. */
  static of(text: string, source: number): TracedText {
    return new TracedText(text, FROM_ITS_START, [source]);
  }

  /** `pieces[i].text` with its units at consecutive source places from `pieces[i].source`. */
  static join(pieces: readonly Piece[]): TracedText {
    return TracedText.concat(pieces.map(({ text, source }) => TracedText.of(text, source)));
  }

  static concat(parts: readonly TracedText[]): TracedText {
    const only = parts.length === 1 ? parts[0] : undefined;
    if (only) return only;
    const runs = new Runs();
    let length = 0;
    for (const part of parts) {
      part.eachRun((start, source) => runs.add(length + start, source));
      length += part.text.length;
    }
    return new TracedText(parts.map(({ text }) => text).join(""), runs.starts, runs.sources);
  }

  /** Calls `each` with the first unit of every run and its source place (`NOWHERE` where it has none), in order. */
  eachRun(each: (start: number, source: number) => void): void {
    this.#eachRunIn(0, this.text.length, each);
  }

  /** The source place of one unit, or `NOWHERE`. */
  sourceAt(unit: number): number {
    const at = unit + this.#base;
    const run = this.#runAt(at);
    const source = this.#sources[run] as number;
    return source === NOWHERE ? NOWHERE : source + at - (this.#starts[run] as number);
  }

  /**
   * Every match of `pattern` (global, never empty) replaced by `replacement`, whose units take the
   * place of the match's first unit.
   */
  replace(pattern: RegExp, replacement: string): TracedText {
    pattern.lastIndex = 0;
    if (!pattern.test(this.text)) return this;
    const runs = new Runs();
    let from = 0;
    // The difference between a unit's place in the new text and in this one.
    let shift = 0;
    const copy = (end: number) => {
      this.#eachRunIn(from, end, (start, source) => runs.add(start + shift, source));
    };
    pattern.lastIndex = 0;
    for (let match = pattern.exec(this.text); match; match = pattern.exec(this.text)) {
      const { index } = match;
      const { length } = match[0];
      copy(index);
      const source = this.sourceAt(index);
      for (let k = 0; k < replacement.length; k++) runs.add(index + shift + k, source);
      from = index + length;
      shift += replacement.length - length;
    }
    copy(this.text.length);
    return new TracedText(this.text.replace(pattern, replacement), runs.starts, runs.sources);
  }

  /** With texts that have no source put in at places of this one, which ascend. */
  inserted(insertions: readonly { readonly place: number; readonly text: string }[]): TracedText {
    if (insertions.length === 0) return this;
    const parts: TracedText[] = [];
    let from = 0;
    for (const { place, text } of insertions) {
      parts.push(this.slice(from, place), TracedText.of(text, NOWHERE));
      from = place;
    }
    parts.push(this.slice(from, this.text.length));
    return TracedText.concat(parts);
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

  /** The part from `start` to `end`; it shares its runs with this text. */
  slice(start: number, end: number): TracedText {
    if (start === 0 && end === this.text.length) return this;
    const text = this.text.slice(start, end);
    return new TracedText(text, this.#starts, this.#sources, this.#base + start);
  }

  #eachRunIn(from: number, to: number, each: (start: number, source: number) => void): void {
    if (from >= to) return;
    const first = from + this.#base;
    const end = to + this.#base;
    for (let run = this.#runAt(first); run < this.#starts.length; run++) {
      const start = this.#starts[run] as number;
      if (start >= end) break;
      const source = this.#sources[run] as number;
      const skipped = Math.max(0, first - start);
      each(start + skipped - this.#base, source === NOWHERE ? NOWHERE : source + skipped);
    }
  }

  #runAt(at: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

const FROM_ITS_START: readonly number[] = [0];

/** Collects runs in order and joins those that continue each other. */
export class Runs {
  readonly starts: number[] = [];
  readonly sources: number[] = [];

  add(start: number, source: number): void {
    const last = this.starts.length - 1;
    if (last >= 0) {
      const before = this.sources[last] as number;
      const length = start - (this.starts[last] as number);
      if (source === (before === NOWHERE ? NOWHERE : before + length)) return;
    }
    this.starts.push(start);
    this.sources.push(source);
  }
}
