// Finds the names on a page: its headings, and capitalised people, places and things. Knows only spelling, no dictionary
// of names. The twin of Python's `wherein.questions.completing.names`; the cases are in contracts/page-names.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/names.json" with { type: "json" };
import { sourceOf, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "./heading-prefix.ts";
import { sentenceSpans } from "./sentences.ts";

export interface PageNames {
  readonly headings: readonly string[];
  /** The most frequent names first. */
  readonly entities: readonly string[];
}

// Names repeat, so the beginning of a long page has most of them, and typing must not wait for the rest.
const MOST_TEXT = LEXICON.numbers.most_text;
const MOST_HEADINGS = 400;
const MOST_ENTITIES = LEXICON.numbers.most_names;
const LONGEST_HEADING = 80;

// "Marta Lindqvist", "Bank of England", "Henry-Lepaute": capitalised words, small ones between them.
const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}\\p{N}]*(?:[-’'.&][\\p{L}\\p{M}\\p{N}]+)*";
const NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])${CAPITALISED}(?:[ \\u00a0](?:${sourceOf(LEXICON, "particles")} ){0,2}${CAPITALISED}){0,${LEXICON.numbers.most_joined}}`,
  "gu",
);
// Capitalised words that are no names.
const NO_NAMES = wordSet(LEXICON, "no_names");

export function namesOf(text: string, blocks: readonly Block[]): PageNames {
  const headings = new Map<string, string>();
  for (const { kind, start, end } of blocks) {
    if (kind !== "heading" || headings.size >= MOST_HEADINGS) continue;
    const heading = squeezed(text.slice(start, end));
    if (heading !== "" && heading.length <= LONGEST_HEADING && !headings.has(folded(heading))) {
      headings.set(folded(heading), heading);
    }
  }
  return { headings: [...headings.values()], entities: entitiesOf(text.slice(0, MOST_TEXT)) };
}

/** Names of several words, and single words that are capitalised inside of sentences at least twice. */
function entitiesOf(text: string): string[] {
  const counts = new Map<string, number>();
  for (const { start, end } of sentenceSpans(text)) {
    const sentence = text.slice(start, end);
    for (const match of sentence.matchAll(NAME)) {
      let name = squeezed(match[0]);
      // "In Vessby" names Vessby; "Harbours" at the start of a sentence may be no name.
      const shorter = match.index === 0 ? withoutOpening(name) : name;
      const begins = match.index === 0 && shorter === name;
      name = shorter;
      const several = name.includes(" ");
      if (name.length < 3 || NO_NAMES.has(name) || (!several && begins)) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([name, count]) => count > 1 || name.includes(" "))
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_ENTITIES)
    .map(([name]) => name);
}

/** "The Bank of England" at the start of a sentence is named "Bank of England". */
function withoutOpening(name: string): string {
  const [first = "", ...rest] = name.split(" ");
  return NO_NAMES.has(first) ? rest.join(" ") : name;
}
