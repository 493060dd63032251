// Lists the names in a text that a spoken question about it may have. Knows spelling, no dictionary and no sound. The
// twin of Python's `wherein.speech.expected`.

import { namesOf } from "@wherein/reader/page/page-names.ts";
import NAMES from "../../../contracts/lexicon/names.json" with { type: "json" };
import LEXICON from "../../../contracts/lexicon/speech.json" with { type: "json" };

const { numbers } = LEXICON;
const WORD = /\p{L}+(?:[-’']\p{L}+)*/gu;
// After a word or a comma: a capital at the beginning of a sentence says nothing.
const INSIDE = /(?:(?<=[\p{L}\p{N}] )|(?<=[,;] ))\p{L}+(?:[-’']\p{L}+)*/gu;
const APOSTROPHE = /[’']/;
const NO_NAMES = new Set(NAMES.words.no_names.join(" ").split(" "));

/** The names, then words that are always capitalised inside of sentences. */
export function expectedNames(whole: string, headings: readonly string[] = []): string[] {
  const text = whole.slice(0, NAMES.numbers.most_text);
  const small = new Set((text.match(WORD) ?? []).filter((word) => /^\p{Ll}/u.test(word)));
  const isName = (word: string) =>
    word.length >= numbers.least_expected_letters &&
    /^\p{Lu}/u.test(word) &&
    !small.has(word.toLowerCase()) &&
    !NO_NAMES.has(word) &&
    !APOSTROPHE.test(word);
  const namesIn = (part: string) => (part.match(WORD) ?? []).filter(isName);
  const found = new Set(headings.flatMap(namesIn));
  for (const name of namesOf(text, []).entities) {
    if (!APOSTROPHE.test(name)) found.add(name);
    for (const word of namesIn(name)) found.add(word);
  }
  for (const word of text.match(INSIDE) ?? []) if (isName(word)) found.add(word);
  return [...found].slice(0, numbers.most_expected);
}
