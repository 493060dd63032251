// Pages of the cases in contracts/ that go through the whole reader, as tests/answering/case_pages.py makes them.

import type { Block, BlockKind } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { PreparedPage } from "../src/prepared/prepared-page.ts";

type Facts = Partial<Pick<Block, "row" | "column" | "main">>;

export interface CasePage {
  readonly language?: string;
  readonly blocks: readonly (readonly [BlockKind, string, Facts?])[];
}

/** The page of a case: its blocks, joined by blank lines. */
export function pageOf({ blocks, language }: CasePage): PreparedPage {
  let text = "";
  const made = blocks.map(([kind, piece, facts]): Block => {
    if (text !== "") text += "\n\n";
    const start = text.length;
    text += piece;
    const level = kind === "heading" ? { level: 1 } : {};
    return { kind, start, end: text.length, ...level, ...facts };
  });
  return new PreparedPage({ title: "Lamps", text, blocks: made, ...(language && { language }) });
}

/** The nth place of the words, from 0. */
export function place(text: string, words: string, nth = 0): Span {
  let at = text.indexOf(words);
  for (let n = 0; n < nth; n++) at = text.indexOf(words, at + 1);
  if (at < 0) throw new Error(`${words} is nowhere in ${text}`);
  return { start: at, end: at + words.length };
}
