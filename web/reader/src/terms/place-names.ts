// Says how well a question's term names each of a page's places: by the name, one of its aliases, or the description. The
// twin of Python's `wherein.reading.terms.place_names`; the cases are in contracts/named-terms.json.

import { words as splitWords, stripped } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { covered, wordsOf } from "./name-words.ts";
import type { NamedPlace } from "./named-places.ts";
import type { WeighedTerm } from "./weighed-term.ts";

const OPTION = pattern(LEXICON, "option");
const ALIAS = pattern(LEXICON, "alias");
const PLACEHOLDER = pattern(LEXICON, "placeholder", "g");
const ASIDE = pattern(LEXICON, "aside");
const {
  longest_description: LONGEST_DESCRIPTION,
  // The share of the question's words that a description needs where the name has none.
  least_described: LEAST_DESCRIBED,
  // What a name and its description together count beside a name.
  described: DESCRIBED,
} = LEXICON.numbers;
// Scores that differ only by rounding are equal.
export const SCORE_STEPS = 1e9;
const MOST_KEPT = 50_000;

/**
 * A place with how well it is named: the weighted share of the question's words that the name has, the share of the
 * name's words that the question has, and the harmonic mean of both, or what the description counts.
 */
export interface Match {
  readonly place: NamedPlace;
  readonly asked: number;
  readonly whole: number;
  readonly score: number;
}

function matchOf(place: NamedPlace, asked: number, whole: number): Match {
  const total = asked + whole;
  return { place, asked, whole, score: total > 0 ? (2 * asked * whole) / total : 0 };
}

/** The places that the question names, best first. */
export function matched(asked: WeighedTerm, places: readonly NamedPlace[], text: string): Match[] {
  const { form } = asked.term;
  const isDescribed = form === "howto" || form === "which";
  const { stems } = asked;
  const found: Match[] = [];
  for (const place of places) {
    const description =
      isDescribed && place.kind !== "heading"
        ? text.slice(place.begins, place.begins + LONGEST_DESCRIPTION)
        : "";
    const read = folded(`${place.name} ${description}`);
    if (!stems.some((stem) => read.includes(stem))) continue;
    const match = best(asked, place, description);
    if (match.score > 0) found.push(match);
  }
  return found.sort((a, b) => steps(b.score) - steps(a.score));
}

function steps(score: number): number {
  return Math.round(score * SCORE_STEPS);
}

/** The place by its best alias, and by its description. */
function best(asked: WeighedTerm, place: NamedPlace, description: string): Match {
  let found = matchOf(place, 0, 0);
  for (const alias of aliases(place.name)) {
    const words = wordsOf(alias);
    const one = matchOf(place, asked.share(words), covered(words, asked.words));
    if (one.score > found.score) found = one;
  }
  if (description === "") return found;
  const share = asked.share(wordsOf(`${place.name} ${description}`));
  if (share < LEAST_DESCRIBED) return found;
  return { ...found, score: Math.max(found.score, DESCRIBED * share) };
}

/** Whether a name begins with the dash of an option. */
export function isOption(name: string): boolean {
  return OPTION.test(name);
}

const kept = new Map<string, readonly string[]>();

/** A name and its other ways to be called, without placeholders: "-s", "--strategy" of "-s, --strategy=<strategy>". */
function aliases(name: string): readonly string[] {
  let found = kept.get(name);
  if (!found) {
    if (kept.size >= MOST_KEPT) kept.clear();
    found = aliasesOf(name);
    kept.set(name, found);
  }
  return found;
}

function aliasesOf(name: string): readonly string[] {
  const bare = stripped(name.replace(PLACEHOLDER, " ").replace(ASIDE, "")) || name;
  const pieces = bare.split(ALIAS).map(stripped).filter(Boolean);
  if (!isOption(name)) return [...new Set([bare, ...pieces])];
  const first = pieces.map((piece) => splitWords(piece)[0] as string);
  const found = new Set([...first, ...splitWords(bare).filter(isOption)]);
  return found.size > 0 ? [...found] : [bare];
}
