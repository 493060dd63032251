// The source space of a page: its text nodes joined end to end, so that one number stands for a node and an offset.

import { NOWHERE, Runs, type TracedText } from "../canonical/traced-text.ts";
import type { Span } from "../span.ts";

export interface SourcePlace {
  readonly node: SourceNode;
  readonly offset: number;
  /** Of the node's text when it was read. */
  readonly length: number;
}

/** A text node, or a form field, of which each line that it shows counts as a node. */
export type SourceNode = Text | Element;

/** The nodes in reading order and where each begins. */
export class SourceNodes {
  readonly #nodes: SourceNode[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  /** Adds a node with its text and returns the source place of its first unit. */
  add(node: SourceNode, text: string): number {
    const start = this.#length;
    this.#nodes.push(node);
    this.#starts.push(start);
    this.#length += text.length;
    return start;
  }

  /** The node at a source place, and the offset within it. */
  at(source: number): SourcePlace {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= source) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    const start = this.#starts[index] as number;
    return {
      node: this.#nodes[index] as SourceNode,
      offset: source - start,
      length: (this.#starts[index + 1] ?? this.#length) - start,
    };
  }

  /** The source places that a range of the page covers; null where it covers no text that was read. */
  within(range: Range): Span | null {
    let start = Number.POSITIVE_INFINITY;
    let end = -1;
    this.#nodes.forEach((node, i) => {
      if (!range.intersectsNode(node)) return;
      const from = node === range.startContainer ? range.startOffset : 0;
      const length = (this.#starts[i + 1] ?? this.#length) - (this.#starts[i] as number);
      const to = node === range.endContainer ? range.endOffset : length;
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
    const runs = new Runs();
    traced.eachRun((start, source) => runs.add(start, source));
    this.#starts = Int32Array.from(runs.starts);
    this.#sources = Int32Array.from(runs.sources);
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
