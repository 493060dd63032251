// The source space of a page: its text nodes joined end to end, so that one number stands for a node and an offset.

import type { Span } from "./span.ts";
import { NOWHERE, type TracedText } from "./traced-text.ts";

/** Text nodes in reading order and where each begins. */
export class SourceNodes {
  readonly #nodes: Text[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  /** Adds a node and returns the source place of its first unit. */
  add(node: Text): number {
    const start = this.#length;
    this.#nodes.push(node);
    this.#starts.push(start);
    this.#length += node.data.length;
    return start;
  }

  /** The node at a source place, and the offset within it. */
  at(source: number): { readonly node: Text; readonly offset: number; readonly index: number } {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= source) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    return {
      node: this.#nodes[index] as Text,
      offset: source - (this.#starts[index] as number),
      index,
    };
  }

  /** The source places that a range of the page covers; null where it covers no text that was read. */
  within(range: Range): Span | null {
    let start = Number.POSITIVE_INFINITY;
    let end = -1;
    this.#nodes.forEach((node, i) => {
      if (!range.intersectsNode(node)) return;
      const from = node === range.startContainer ? range.startOffset : 0;
      const to = node === range.endContainer ? range.endOffset : node.data.length;
      if (from >= to) return;
      start = Math.min(start, (this.#starts[i] as number) + from);
      end = Math.max(end, (this.#starts[i] as number) + to);
    });
    return end < 0 ? null : { start, end };
  }
}

/** Maps the canonical text to its source, as runs in which both advance together. */
export class SourceMap {
  /** Canonical start of each run, ascending, and its source place (`NOWHERE` for made separators). */
  readonly #starts: Int32Array;
  readonly #sources: Int32Array;
  readonly #length: number;

  constructor(traced: TracedText) {
    const starts: number[] = [];
    const sources: number[] = [];
    let expected = Number.NaN;
    traced.at.forEach((source, i) => {
      if (source !== expected) {
        starts.push(i);
        sources.push(source);
      }
      expected = source === NOWHERE ? NOWHERE : source + 1;
    });
    this.#starts = Int32Array.from(starts);
    this.#sources = Int32Array.from(sources);
    this.#length = traced.text.length;
  }

  /** The source ranges of a canonical span, in order. White space that the rules add has none. */
  sources(span: Span): Span[] {
    const found: Span[] = [];
    for (let run = this.#runAt(span.start); run < this.#starts.length; run++) {
      const from = this.#starts[run] as number;
      if (from >= span.end) break;
      const source = this.#sources[run] as number;
      if (source === NOWHERE) continue;
      const until = Math.min(span.end, this.#starts[run + 1] ?? this.#length);
      const start = source + Math.max(0, span.start - from);
      found.push({ start, end: source + until - from });
    }
    return found;
  }

  /** The smallest canonical span that covers the text from these source places; null without such text. */
  covering(sources: Span): Span | null {
    let start = Number.POSITIVE_INFINITY;
    let end = -1;
    for (let run = 0; run < this.#starts.length; run++) {
      const source = this.#sources[run] as number;
      if (source === NOWHERE) continue;
      const from = this.#starts[run] as number;
      const length = (this.#starts[run + 1] ?? this.#length) - from;
      const first = Math.max(sources.start - source, 0);
      const last = Math.min(sources.end - source, length);
      if (first >= last) continue;
      start = Math.min(start, from + first);
      end = Math.max(end, from + last);
    }
    return end < 0 ? null : { start, end };
  }

  #runAt(place: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= place) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}
