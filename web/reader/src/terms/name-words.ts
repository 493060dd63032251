// Compares the words of a question with those of a name: words, options ("--dry-run", "-s") and names written as one word
// ("max_connections", "ProxyTimeout"). The twin of Python's `wherein.reading.terms.name_words`; the cases are in
// contracts/named-terms.json.

import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern, wordList, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";

const TOKEN = pattern(LEXICON, "token", "g");
const PIECE = pattern(LEXICON, "piece", "g");
const CAMEL = pattern(LEXICON, "camel");
const EDGES = pattern(LEXICON, "edges", "g");
const SHORT_OPTION = pattern(LEXICON, "short_option");
const IDLE = new Set([...wordSet(FUNCTION_WORDS, "function"), ...wordSet(LEXICON, "idle")]);
const ENDINGS = wordList(LEXICON, "endings");
const { least_stem: LEAST_STEM, longest_name: LONGEST_NAME, part: PART } = LEXICON.numbers;
const MOST_KEPT = 50_000;

/** One word: how it is compared as a whole, and the stems of its parts; a short option has none and keeps its case. */
export interface Word {
  readonly whole: string;
  readonly parts: readonly string[];
}

/** The words of a text without those that name nothing: `words` each once, `every` as often as it has them, in order. */
export interface Words {
  readonly words: readonly Word[];
  readonly every: readonly Word[];
  readonly wholes: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
}

const kept = new Map<string, Words>();

/** The words of a name or a text; those of names are kept. */
export function wordsOf(text: string): Words {
  if (text.length > LONGEST_NAME) return madeOf(text);
  let words = kept.get(text);
  if (!words) {
    if (kept.size >= MOST_KEPT) kept.clear();
    words = madeOf(text);
    kept.set(text, words);
  }
  return words;
}

function madeOf(text: string): Words {
  const found = new Map<string, Word>();
  const every = Array.from(text.matchAll(TOKEN), ([token]) => wordOf(token)).filter(
    (word) => word !== null,
  );
  for (const word of every) if (!found.has(word.whole)) found.set(word.whole, word);
  const words = [...found.values()];
  return {
    words,
    every,
    wholes: new Set(found.keys()),
    parts: new Set(words.flatMap(({ parts }) => parts)),
  };
}

function wordOf(written: string): Word | null {
  const token = written.replace(EDGES, "").replace(EDGES, "");
  if (SHORT_OPTION.test(token)) return { whole: `-${[...token].slice(1).join("")}`, parts: [] };
  const pieces = token.match(PIECE) ?? [];
  const [first] = pieces;
  if (first === undefined)
    return token.replace(/[-.:]/g, "") === "" ? null : { whole: token, parts: [] };
  const parts = pieces
    .flatMap((piece) => piece.split(CAMEL))
    .map((part) => endingCut(folded(part)));
  if (first !== token) return { whole: folded(token.replace(/^-+/, "")), parts };
  if (IDLE.has(folded(token))) return null;
  if ([...token].length === 1) return { whole: token, parts };
  return { whole: parts.length === 1 ? (parts[0] as string) : folded(token), parts };
}

/** A word without its ending, so that "aborting" and "aborts" are "abort". */
function endingCut(word: string): string {
  let cut = word;
  const ending = ENDINGS.find(
    (end) => word.endsWith(end) && word.length - end.length >= LEAST_STEM,
  );
  if (ending) cut = cut.slice(0, -ending.length);
  if (cut.length > LEAST_STEM && /[ey]$/.test(cut)) cut = cut.slice(0, -1);
  if (cut.length > LEAST_STEM && cut.at(-1) === cut.at(-2) && !/[aeiou]$/.test(cut))
    cut = cut.slice(0, -1);
  return cut;
}

/** How well a word is among others, 0 to 1: as a whole, or by its parts. */
export function match({ whole, parts }: Word, words: Words): number {
  if (words.wholes.has(whole)) return 1;
  if (words.parts.has(whole)) return PART;
  return parts.length > 0 && parts.every((part) => words.parts.has(part)) ? PART : 0;
}

/** The share of words that others have, 0 to 1; 0 without words. */
export function covered({ words }: Words, by: Words): number {
  if (words.length === 0) return 0;
  return words.reduce((sum, word) => sum + coveredOf(word, by), 0) / words.length;
}

function coveredOf({ whole, parts }: Word, by: Words): number {
  if (by.wholes.has(whole) || by.parts.has(whole)) return 1;
  if (parts.length === 0) return 0;
  return parts.filter((part) => by.parts.has(part)).length / parts.length;
}
