// Places of a reading counted in the main text, so that they stay when menus, boxes and comments change around it. No twin:
// Python's memory finds the blocks of its answers again.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { Reading } from "../reading.ts";

/** Spans of a page's text, and the same counted in its main blocks, one after another. */
export class MainPlaces {
  readonly #main: readonly Block[];
  /** Where each main block begins, counted in main blocks. */
  readonly #starts: readonly number[];

  constructor(blocks: readonly Block[]) {
    this.#main = blocks.filter(isMain);
    const starts: number[] = [];
    let at = 0;
    for (const { start, end } of this.#main) {
      starts.push(at);
      at += end - start;
    }
    this.#starts = starts;
  }

  /** Null where the span begins or ends outside of the main blocks. */
  counted({ start, end }: Span): Span | null {
    const first = this.#counted(start);
    const last = end > start ? this.#counted(end - 1) : null;
    return first === null || last === null ? null : { start: first, end: last + 1 };
  }

  /** The span of the page that `counted` made this of, on the same main text. Null beyond its end. */
  placed({ start, end }: Span): Span | null {
    const first = this.#placed(start);
    const last = end > start ? this.#placed(end - 1) : null;
    return first === null || last === null ? null : { start: first, end: last + 1 };
  }

  #counted(at: number): number | null {
    const number = this.#main.findLastIndex((block) => block.start <= at);
    const block = this.#main[number];
    return block && at < block.end ? (this.#starts[number] as number) + at - block.start : null;
  }

  #placed(at: number): number | null {
    // An empty block begins where the next one does.
    const number = this.#starts.findLastIndex((start) => start <= at);
    const block = this.#main[number];
    if (!block) return null;
    const found = block.start + at - (this.#starts[number] as number);
    return found < block.end ? found : null;
  }
}

/** The reading with each of its spans moved; null where one cannot be. */
export function moved(reading: Reading, move: (span: Span) => Span | null): Reading | null {
  let whole = true;
  const at = (span: Span): Span => {
    const found = move(span);
    whole &&= found !== null;
    return found ?? span;
  };
  const found = {
    ...reading,
    answers: reading.answers.map((one) => ({
      ...one,
      span: at(one.span),
      quoteSpan: at(one.quoteSpan),
    })),
    perhaps: reading.perhaps.map((one) => ({
      ...one,
      span: at(one.span),
      quoteSpan: at(one.quoteSpan),
    })),
    nearest: reading.nearest.map((one) => ({ ...one, span: at(one.span) })),
    ...(reading.evidence && {
      evidence: reading.evidence.map((one) => ({ ...one, span: at(one.span) })),
    }),
  };
  return whole ? found : null;
}

/** Whether each place of the reading has the words that were read there. */
export function standsIn(reading: Reading, text: string): boolean {
  const { answers, perhaps, nearest } = reading;
  const says = ({ start, end }: Span, words: string) => text.slice(start, end) === words;
  return (
    [...answers, ...perhaps].every(
      (one) => says(one.span, one.text) && says(one.quoteSpan, one.quote),
    ) && nearest.every((one) => says(one.span, one.text))
  );
}
