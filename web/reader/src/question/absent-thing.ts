// Finds the thing that a question asks about and a page does not name, and another word that is spelt alike in its place: a
// "sonar" where the page has a radar alone, a "wench" where it has a winch. The twin of Python's
// `wherein.questions.spelling.absent_thing`; the cases are in contracts/absent-things.json. Has no dictionary: the caller
// says whether the language has a word.

import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import LEXICON from "../../../../contracts/lexicon/other-things.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { foreignLanguage } from "./question-language.ts";
import { isSlip, typoDistance } from "./spelling.ts";

const THING = pattern(LEXICON, "thing", "g");
const FUNCTION = wordSet(FUNCTION_WORDS, "function");
const NO_THING = new Set([...wordSet(LEXICON, "no_thing"), ...FUNCTION]);
const ENDINGS = new Set(["", ...wordSet(LEXICON, "form_endings")]);
const WORD = /[\p{L}\p{Nl}\p{No}]{3,}/gu;
const MARKS = /\p{M}/gu;
// Least letters of a thing, of a part of a compound, and of the beginning that words spelt alike share.
const SHORTEST = 4;
// Least letters that two forms of a word share, and least letters of the rest of a compound.
const STEM = 3;
// Letters from which words that two letters part are spelt alike; shorter ones differ by one.
const OF_TWO_SLIPS = 6;

/** The things that one question asks about, as "the sonar" in "How far does the sonar reach?". */
export class AbsentThing {
  readonly #things: readonly string[];
  readonly #asked: ReadonlySet<string>;

  constructor(question: string) {
    const found = foreignLanguage(question) === null ? [...question.matchAll(THING)] : [];
    const words = found.map((match) => plain(match.groups?.thing as string));
    this.#things = [...new Set(words)].filter((word) => !NO_THING.has(word));
    this.#asked = wordsOf(plain(question));
  }

  /** The first of them that stands in none of the texts, in no form and no compound; null without one. */
  absent(...texts: readonly string[]): string | null {
    if (this.#things.length === 0) return null;
    // Most things stand there as they are asked for; only for the others is the whole text folded.
    const lower = texts.map((text) => text.toLowerCase());
    let missing = this.#things.filter((thing) => !lower.some((text) => text.includes(thing)));
    const folded = missing.length > 0 ? texts.map(plain) : [];
    missing = missing.filter((thing) => !folded.some((text) => text.includes(thing)));
    if (missing.length === 0) return null;
    const there = new Set(folded.flatMap((text) => [...wordsOf(text)]));
    return missing.find((thing) => ![...there].some((word) => names(thing, word))) ?? null;
  }

  /**
   * Whether a sentence has another word that is spelt like the thing, which is no slip for it: a word that is not known may
   * be one ("boilr").
   */
  isTakenFor(thing: string, sentence: string, isKnown: (word: string) => boolean): boolean {
    return [...wordsOf(plain(sentence))].some(
      (word) =>
        !this.#asked.has(word) && isAlike(thing, word) && (isKnown(thing) || !isSlip(thing, word)),
    );
  }
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase();
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD));
}

/** Whether a word is another form of the thing ("rental", "rented"), or a part of it ("car park", "carpark"). */
function names(thing: string, word: string): boolean {
  if (isForm(thing, word)) return true;
  const rest = thing.length - word.length;
  return (
    word.length >= SHORTEST && rest >= STEM && (thing.startsWith(word) || thing.endsWith(word))
  );
}

function isForm(one: string, other: string): boolean {
  const same = shared(one, other);
  return same >= STEM && ENDINGS.has(one.slice(same)) && ENDINGS.has(other.slice(same));
}

/** How many letters two words begin with alike. */
function shared(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  let at = 0;
  while (at < least && one[at] === other[at]) at++;
  return at;
}

/** Whether two words that are no forms of each other begin alike, or differ by a letter or two. */
function isAlike(thing: string, word: string): boolean {
  const least = Math.min(thing.length, word.length);
  if (least < SHORTEST || FUNCTION.has(word) || isForm(thing, word)) return false;
  if (shared(thing, word) >= SHORTEST) return true;
  const most = least >= OF_TWO_SLIPS ? 2 : 1;
  return typoDistance(thing, word, most) <= most;
}
