// Checks whether a sentence has the kind of answer that a question asks for, not only its name. The twin of Python's
// `wherein.reading.asked_for`; the cases are in contracts/asked-for.json. Words and patterns; no model.

import LEXICON from "../../../../contracts/lexicon/asked-for.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { askedKind, asksForPeople, isChecked, sentenceHas } from "./value-kind.ts";

// Letters of a word that are compared, and how many are left of one without its ending.
const STEM = LEXICON.numbers.stem;
const LEAST = LEXICON.numbers.least_letters;
// The share of the question's other words that the sentence must have.
const LEAST_SHARE = LEXICON.numbers.least_share;

const ROLE_LATER = pattern(LEXICON, "role_later");
const ROLE_FIRST = pattern(LEXICON, "role_first");
const CAPITALISED = /(?<![\p{L}\p{N}_.])\p{Uppercase}[\p{L}\p{N}_]*/gu;
const OPENING = /^["'\u201c\u2018( ]+/u;

// Words that may stand for each other where one asks and the other answers.
const SAID = LEXICON.lines.said.map((row) => new Set(row.split(" ").map(stem)));

const EMPTY = wordSet(LEXICON, "empty");
const WORD = pattern(LEXICON, "word", "g");

/**
 * Whether the sentence has the kind of answer that the question asks for, and enough of its other words. `about`: title
 * and headings, whose words name the subject. Any sentence can answer a question about a name alone ("Who was
 * Mozart?"), but not one about its time or place.
 */
export function hasWhatIsAsked(
  question: string,
  sentence: string,
  about: readonly string[] = [],
): boolean {
  const names = new Set(about.flatMap(wordsOf).map(stem));
  const rest = restOf(question, names);
  const kind = askedKind(question);
  if (rest.length === 0 && !isChecked(kind)) return true;
  const said = new Set(wordsOf(sentence).map(stem));
  const held = rest.filter((ways) => ways.some((way) => said.has(way))).length;
  if (held < LEAST_SHARE * rest.length) return false;
  return asksForPeople(kind) ? hasName(question, sentence, names) : sentenceHas(kind, sentence);
}

function hasName(question: string, sentence: string, names: ReadonlySet<string>): boolean {
  const known = new Set([...names, ...wordsOf(question).map(stem)]);
  for (const { 0: word, index } of sentence.matchAll(CAPITALISED)) {
    if (index > 0 && !known.has(stem(folded(word)))) return true;
  }
  const first = wordsOf(sentence)[0] ?? "";
  const begins = /^\p{Uppercase}/u.test(sentence.replace(OPENING, ""));
  const isNamed = begins && !EMPTY.has(first) && !known.has(stem(first));
  return isNamed || ROLE_FIRST.test(sentence) || ROLE_LATER.test(sentence);
}

/** The question's content words that are not names, each with the words that can replace it. */
function restOf(question: string, names: ReadonlySet<string>): string[][] {
  const found = new Map<string, string[]>();
  Array.from(question.matchAll(WORD)).forEach(({ 0: match }, number) => {
    const word = plain(match);
    const isName = number > 0 && /^\p{Uppercase}/u.test(match);
    if (EMPTY.has(word) || isName || names.has(stem(word)) || /^\p{Nd}+$/u.test(word)) return;
    const own = stem(word);
    found.set(own, [own, ...SAID.filter((row) => row.has(own)).flatMap((row) => [...row])]);
  });
  return [...found.values()];
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(plain);
}

/** In lower case, without a possessive 's. */
function plain(word: string): string {
  return folded(word).replace(/['\u2019]s$/u, "");
}

/** The word without its ending: "own" of "owns" and "owned", "liv" of "living". */
export function stem(word: string): string {
  let letters = Array.from(word);
  for (const ending of ["ing", "ed", "s"]) {
    if (word.endsWith(ending) && letters.length - ending.length >= LEAST) {
      letters = letters.slice(0, letters.length - ending.length);
      break;
    }
  }
  if (letters.at(-1) === "e" && letters.length > LEAST) letters.pop();
  return letters.slice(0, STEM).join("");
}
