// Finds words that are selected on a drawn page in the canonical text. Drawn text has other spaces, line ends and
// hyphens, so that only letters and digits are compared. Strings in, places out.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { ShownDocument } from "@wherein/api-client/app-server.ts";

const TELLING = /[^\p{L}\p{N}\p{M}]/gu;

export class PageTextFinder {
  readonly #text: string;
  readonly #pages: ShownDocument["pages"];
  readonly #offsets: CodePointOffsets;

  constructor({ text, pages }: Pick<ShownDocument, "text" | "pages">) {
    this.#text = text;
    this.#pages = pages;
    this.#offsets = new CodePointOffsets(text);
  }

  /** The number of the page that a place (in code points) is on. */
  pageAt(place: number): number | undefined {
    return this.#pages.find(({ start, end }) => start <= place && place < end)?.number;
  }

  /**
   * The span, in code points, of words that begin on a page. Null where the page does not have them, or has them more
   * than once, so that the place is ambiguous.
   */
  find(page: number, words: string): Span | null {
    const own = this.#pages.find(({ number }) => number === page);
    const next = this.#pages.find(({ number }) => number === page + 1);
    const wanted = folded(words).letters;
    if (!own || wanted === "") return null;
    const from = this.#offsets.toUnits(own.start);
    const to = this.#offsets.toUnits((next ?? own).end);
    const { letters, places } = folded(this.#text.slice(from, to));
    const at = letters.indexOf(wanted);
    if (at < 0 || letters.indexOf(wanted, at + 1) >= 0) return null;
    const start = from + (places[at] ?? 0);
    const last = from + (places[at + wanted.length - 1] ?? 0);
    const codePoint = this.#text.codePointAt(last) ?? 0;
    return {
      start: this.#offsets.toCodePoints(start),
      end: this.#offsets.toCodePoints(last + (codePoint > 0xffff ? 2 : 1)),
    };
  }
}

/** Letters and figures in compatibility form and lower case, with the place that each one came from. */
function folded(text: string): { letters: string; places: number[] } {
  let letters = "";
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const part = character.normalize("NFKD").toLowerCase().replace(TELLING, "");
    letters += part;
    for (let i = 0; i < part.length; i++) places.push(place);
    place += character.length;
  }
  return { letters, places };
}
