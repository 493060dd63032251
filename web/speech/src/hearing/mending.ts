// Replaces words by expected names that sound alike, where the recording supports it. Knows no model. The twin of
// Python's `wherein.speech.hearing.mending`.

import LEXICON from "../../../../contracts/lexicon/speech.json" with { type: "json" };
import { alikeness, isNear, soundOf } from "./sounding.ts";

const { numbers } = LEXICON;
const {
  weights: WEIGHTS,
  intercept: INTERCEPT,
  sure: SURE,
  offered: OFFERED,
} = LEXICON.fitted.mending;
// A run of single letters, as an abbreviation is written down, is one word.
const WORD =
  /(?<![\p{L}\p{N}_])\p{L}(?:\. ?| )(?:\p{L}(?:\. ?| ))*\p{L}(?![\p{L}\p{N}_])|\p{L}+(?:[-’']\p{L}+)*/gu;
const POSSESSIVE = /['’]s$/;

/** [start, end) of a text, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A name in a place of the text, and how alike both sound. */
export interface Mend extends Place {
  readonly name: string;
  readonly alike: number;
}

/** The model's evidence for a replacement, in natural logarithms of probabilities. */
export interface Evidence {
  /** How much less likely the recording's text is with the name. */
  readonly loss: number;
  /** How unlikely the words were that it replaces. */
  readonly doubt: number;
  /** How rare the name is, as `Vocabulary.rarity` has it. */
  readonly rarity: number;
}

export interface Mended {
  readonly text: string;
  /** The text with the names besides that are likely but not sure; null where there are none. */
  readonly meant: string | null;
}

function put(text: string, { start, end, name }: Mend): string {
  return text.slice(0, start) + name + text.slice(end);
}

/** The places of words, without an `'s` at their end; letters that are spoken one by one are one word. */
export function wordPlaces(text: string): Place[] {
  return [...text.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].replace(POSSESSIVE, "").length,
  }));
}

/** Names that sound like one word of the text or a few, most alike first; none for words that are names. */
export function mends(text: string, names: readonly string[]): Mend[] {
  const known = knownIn(names);
  const places = wordPlaces(text);
  const sounds = [...new Set(names)].map((name) => [name, soundOf(name)] as const);
  const found: Mend[] = [];
  places.forEach(({ start }, first) => {
    for (const { end } of places.slice(first, first + numbers.most_mended_words)) {
      const said = text.slice(start, end);
      if (known.has(said.toLowerCase())) continue;
      const heard = soundOf(said);
      for (const [name, sound] of sounds) {
        if (isSaid(name, said) || !mayBeAlike(heard, sound)) continue;
        const alike = alikeness(heard, sound);
        if (alike >= numbers.least_alike) found.push({ start, end, name, alike: rounded(alike) });
      }
    }
  });
  return likeliest(found).slice(0, numbers.most_tried);
}

/**
 * The replacements by names that were found in a recording, each in its place of the text. A place is narrowed to the words in
 * it; one that has the name already, or no word, is left out.
 */
export function foundMends(
  text: string,
  names: readonly string[],
  places: readonly { readonly place: Place; readonly name: string }[],
): Mend[] {
  const known = knownIn(names);
  const all = wordPlaces(text);
  const found = new Map<string, Mend>();
  for (const { place, name } of places) {
    const within = all.filter(({ start, end }) => start >= place.start && end <= place.end);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) continue;
    const [start, end] = [first.start, last.end];
    const said = text.slice(start, end);
    if (known.has(said.toLowerCase()) || isSaid(name, said)) continue;
    const alike = rounded(alikeness(soundOf(said), soundOf(name)));
    found.set(keyOf({ start, end, name, alike }), { start, end, name, alike });
  }
  return likeliest([...found.values()]);
}

/** The key of a replacement; replacements with the same place and name have the same key. */
function keyOf({ start, end, name }: Mend): string {
  return `${start} ${end} ${name}`;
}

/** Both lists together, each replacement once. */
export function together(some: readonly Mend[], others: readonly Mend[]): Mend[] {
  return [...new Map([...some, ...others].map((mend) => [keyOf(mend), mend] as const)).values()];
}

function knownIn(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name.toLowerCase(), ...words(name.toLowerCase())]));
}

/** Whether all words of a name are there: put in with words beside it, it would only lose those. */
function isSaid(name: string, said: string): boolean {
  const there = new Set(words(said.toLowerCase()));
  return words(name.toLowerCase()).every((word) => there.has(word));
}

function likeliest(found: readonly Mend[]): Mend[] {
  return [...found].sort(
    (a, b) => b.alike - a.alike || a.start - b.start || a.end - b.end || (a.name < b.name ? -1 : 1),
  );
}

function rounded(number: number): number {
  return Math.round(number * 1e5) / 1e5;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Whether it is worth comparing them: the same first sound, and lengths that are not far apart. */
function mayBeAlike(one: string, other: string): boolean {
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined) return false;
  if (Math.abs(one.length - other.length) * 2 > Math.max(one.length, other.length)) return false;
  return a === b || isNear(a, b);
}

/** How likely it is that the name was said there, from 0 to 1: a logistic regression, fitted in Python. */
export function likelihood(mend: Mend, text: string, evidence: Evidence): number {
  const { loss, doubt, rarity } = evidence;
  const said = text.slice(mend.start, mend.end);
  const first = said.charAt(0);
  const length = Math.min(15, soundOf(mend.name).length);
  const height =
    INTERCEPT +
    WEIGHTS.loss * Math.max(-5, Math.min(40, loss)) +
    WEIGHTS.doubt * Math.min(20, doubt) +
    WEIGHTS.alike * mend.alike +
    // Inside a sentence a capital says that the model heard a name.
    WEIGHTS.capital * (mend.start > 0 && first !== first.toLowerCase() ? 1 : 0) +
    WEIGHTS.length * length +
    WEIGHTS.alike_length * mend.alike * length +
    WEIGHTS.words * words(mend.name).length +
    WEIGHTS.said_words * words(said).length +
    // A common name is heard without help, and a rare one costs the decoder more than its sound does.
    WEIGHTS.rarity * Math.min(90, rarity);
  return 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, height))));
}

/** Put the likeliest names in, each in a place of its own: those that are sure, and those that are offered. */
export async function mend(
  text: string,
  candidates: readonly Mend[],
  evidenceOf: (mend: Mend) => Promise<Evidence>,
): Promise<Mended> {
  const ranked: { readonly likely: number; readonly one: Mend }[] = [];
  for (const one of candidates) {
    ranked.push({ likely: likelihood(one, text, await evidenceOf(one)), one });
  }
  ranked.sort((a, b) => b.likely - a.likely);
  const taken: typeof ranked = [];
  for (const { likely, one } of ranked) {
    if (likely < OFFERED) break;
    if (!taken.some(({ one: other }) => one.start < other.end && other.start < one.end)) {
      taken.push({ likely, one });
    }
  }
  // From the end, so that places before it stay where they are.
  taken.sort((a, b) => b.one.start - a.one.start);
  const sure = taken.filter(({ likely }) => likely >= SURE);
  const mended = sure.reduce((now, { one }) => put(now, one), text);
  const meant = taken.reduce((now, { one }) => put(now, one), text);
  return { text: mended, meant: meant === mended ? null : meant };
}
