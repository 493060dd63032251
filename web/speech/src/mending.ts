// Replaces words by expected names that sound alike, where the recording supports it. Knows no model. The twin of
// Python's `wherein.speech.mending`.

import LEXICON from "../../../contracts/lexicon/speech.json" with { type: "json" };
import { alikeness, isNear, soundOf } from "./sounding.ts";

const { numbers } = LEXICON;
const WORD = /\p{L}+(?:[-’']\p{L}+)*/gu;
const POSSESSIVE = /['’]s$/;

/** A replacement of [start, end) of the text, in UTF-16 units, by a name. */
export interface Mend {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly alike: number;
}

export interface Mended {
  readonly text: string;
  /** The text that also has the likely but unsure names; null without any. */
  readonly meant: string | null;
}

function put(text: string, { start, end, name }: Mend): string {
  return text.slice(0, start) + name + text.slice(end);
}

/**
 * Possible replacements of a few words by a name that sounds alike, most similar first; none for words that are names
 * already.
 */
export function mends(text: string, names: readonly string[]): Mend[] {
  const known = new Set(
    names.flatMap((name) => [name.toLowerCase(), ...words(name.toLowerCase())]),
  );
  const places = [...text.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].replace(POSSESSIVE, "").length,
  }));
  const sounds = [...new Set(names)].map((name) => [name, soundOf(name)] as const);
  const found: Mend[] = [];
  places.forEach(({ start }, first) => {
    for (const { end } of places.slice(first, first + numbers.most_mended_words)) {
      const said = text.slice(start, end);
      if (known.has(said.toLowerCase())) continue;
      const heard = soundOf(said);
      const saidWords = new Set(words(said.toLowerCase()));
      for (const [name, sound] of sounds) {
        // A name that is said already with words beside it would only lose those.
        const isSaid = words(name.toLowerCase()).every((word) => saidWords.has(word));
        if (isSaid || !mayBeAlike(heard, sound)) continue;
        const alike = alikeness(heard, sound);
        if (alike >= numbers.least_alike) {
          found.push({ start, end, name, alike: Math.round(alike * 1e5) / 1e5 });
        }
      }
    }
  });
  found.sort(
    (a, b) => b.alike - a.alike || a.start - b.start || a.end - b.end || (a.name < b.name ? -1 : 1),
  );
  return found.slice(0, numbers.most_tried);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Whether a comparison is worth while: both have the same first sound and similar lengths. */
function mayBeAlike(one: string, other: string): boolean {
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined) return false;
  if (Math.abs(one.length - other.length) * 2 > Math.max(one.length, other.length)) return false;
  return a === b || isNear(a, b);
}

/** The natural logarithm of how likely a text is, given the recording. */
export type Score = (text: string) => Promise<number>;

/** Replaces place after place, the likeliest first, as far as the recording supports it. */
export async function mend(text: string, names: readonly string[], score: Score): Promise<Mended> {
  const tried = mends(text, names);
  if (tried.length === 0) return { text, meant: null };
  const now = await score(text);
  const ranked: { readonly loss: number; readonly one: Mend }[] = [];
  for (const one of tried) ranked.push({ loss: now - (await score(put(text, one))), one });
  ranked.sort((a, b) => a.loss - b.loss);
  const taken: typeof ranked = [];
  for (const { loss, one } of ranked) {
    if (loss > numbers.loss_offered) break;
    if (!taken.some(({ one: other }) => one.start < other.end && other.start < one.end)) {
      taken.push({ loss, one });
    }
  }
  // From the end, so that places before it stay where they are.
  taken.sort((a, b) => b.one.start - a.one.start);
  const sure = taken.filter(({ loss }) => loss <= numbers.loss_allowed);
  const mended = sure.reduce((now, { one }) => put(now, one), text);
  const meant = taken.reduce((now, { one }) => put(now, one), text);
  return { text: mended, meant: meant === mended ? null : meant };
}
