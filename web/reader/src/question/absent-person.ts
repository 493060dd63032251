// Finds the person whom a question names and a text does not: what is said there of somebody else is no answer. The twin
// of Python's `wherein.questions.absent_person`; the cases are in contracts/absent-people.json.

import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import LEXICON from "../../../../contracts/lexicon/person-names.json" with { type: "json" };
import { wordList, wordSet } from "../lexicon/lexicon.ts";
import { foreignLanguage } from "./question-language.ts";
import { typoDistance } from "./spelling.ts";

export const FIRST_NAMES = new Set(
  ["men", "women", "other_first_names"].flatMap((name) => wordList(LEXICON, name)),
);
const FORMS = new Set(
  ["he_forms", "she_forms", "other_forms"].flatMap((name) => wordList(LEXICON, name)),
);
const BEGINS_NO_NAME = new Set(
  ["first_of_no_person", "no_names"].flatMap((name) => wordList(LEXICON, name)),
);
const OF_NO_PERSON = wordSet(LEXICON, "of_no_person");
const PARTICLES = wordSet(LEXICON, "particles");
const PLACES = new Set(LEXICON.lines.places);
const SMALL = wordSet(FUNCTION_WORDS, "function");
/** Letters from which a name that differs by one slip is the same. */
const LONG = LEXICON.numbers.fewest_of_one_edit;
const WORD = /\p{L}+(?:[’'-]\p{L}+)*/gu;

interface Name {
  readonly written: string;
  readonly words: readonly string[];
}

/** The people whom one question names by several words, such as "Marie Curie". */
export class NamedPeople {
  readonly #names: readonly Name[];

  constructor(question: string) {
    this.#names = foreignLanguage(question) ? [] : namesIn(question);
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /**
   * The first of them who is not named in any of the texts, as the question writes the name; null without one. A person
   * is named by the last word of the name, also with one slip in it, but not where it is somebody else's: after another
   * first name, or as a part of a double name.
   */
  absent(...texts: readonly string[]): string | null {
    if (this.isEmpty) return null;
    const tokens = texts.flatMap((text) => [...tokensOf(text)]);
    const there = new Set(tokens.flatMap(({ plain: one, parts }) => [one, ...parts]));
    for (const name of this.#names) {
      if (isNamed(name, tokens, there)) continue;
      const first = name.words[0] as string;
      const isFirstName = FIRST_NAMES.has(first) || FORMS.has(first);
      if (isFirstName || !name.words.some((word) => isThere(word, there))) return name.written;
    }
    return null;
  }
}

/** A word of a text: in plain letters, and the parts of a double name or of what has points. */
interface Token {
  readonly plain: string;
  readonly parts: readonly string[];
  readonly isCapitalised: boolean;
}

function isNamed(
  { written, words }: Name,
  tokens: readonly Token[],
  there: ReadonlySet<string>,
): boolean {
  const [first, last] = [words[0] as string, words.at(-1) as string];
  const parts = (written.match(WORD)?.at(-1) ?? "").split("-").map(plain);
  const lasts = new Set([...parts, last]);
  if (![...lasts].some((one) => there.has(one) || there.has(`${one}s`)))
    return [...lasts].some((one) => isThere(one, there));
  const own = new Set([...words, ...lasts]);
  let before = "";
  for (const token of tokens) {
    if (lasts.has(token.plain) || lasts.has(token.plain.replace(/s$/u, ""))) {
      const isOwn = own.has(before) || isNearly(before, first);
      if (!FIRST_NAMES.has(before) || isOwn || FORMS.has(first)) return true;
    } else if (token.parts.length > 1) {
      const named = new Set(token.parts.filter((part) => own.has(part))).size;
      if (named > 1 || (named > 0 && own.has(before))) return true;
    }
    before = token.isCapitalised ? token.plain : "";
  }
  return false;
}

type Match = RegExpMatchArray & { readonly index: number };

/** Runs of two to four capitalised words that may be a person's name. */
function namesIn(question: string): readonly Name[] {
  const found = [...question.matchAll(WORD)] as Match[];
  // In a title capitals say nothing.
  if (found.slice(1).some(([word]) => isCapitalised(word) && SMALL.has(word.toLowerCase())))
    return [];
  const names: Name[] = [];
  for (const run of runsOf(question, found)) {
    const parts = run.map(([word], at) => (at === 0 ? (word.split("-")[0] as string) : word));
    const words = parts.filter((part) => !PARTICLES.has(part)).map(plain);
    if (words.length < 2 || words.length > 4 || !mayBeAPerson(words)) continue;
    const [first, last] = [run[0] as Match, run.at(-1) as Match];
    const written = question.slice(first.index, last.index + last[0].length);
    names.push({ written: written.replace(/[’']s?$/u, ""), words });
  }
  return names;
}

/** Capitalised words one after the other, also with a particle between two of them ("Charles de Gaulle"). */
function* runsOf(question: string, found: readonly Match[]): Generator<readonly Match[]> {
  let run: Match[] = [];
  for (const [at, match] of found.entries()) {
    const before = run.at(-1);
    const isNext =
      before !== undefined &&
      /^[\s.]*$/u.test(question.slice(before.index + before[0].length, match.index));
    const isFirstSmall = at === 0 && SMALL.has(match[0].toLowerCase());
    if (isCapitalised(match[0]) && !isFirstSmall) {
      if (before && !isNext) {
        yield run;
        run = [];
      }
      run.push(match);
    } else if (isNext && PARTICLES.has(match[0]) && isCapitalised(found[at + 1]?.[0] ?? "-")) {
      run.push(match);
    } else {
      yield run;
      run = [];
    }
  }
  yield run;
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word) && word.length > 1 && word !== word.toUpperCase();
}

function mayBeAPerson(words: readonly string[]): boolean {
  return (
    words.every((word) => word !== "") &&
    !BEGINS_NO_NAME.has(words[0] as string) &&
    !words.some((word) => OF_NO_PERSON.has(word)) &&
    !PLACES.has(words.join(" ")) &&
    !PLACES.has(words.at(-1) as string)
  );
}

/** A word of a name in lower-case letters without accents and the genitive's s; "" where none is left. */
function plain(word: string): string {
  const folded = word.replaceAll("’", "'").normalize("NFKD").toLowerCase();
  const named = folded.replace(/'$/u, "").replace(/'s$/u, "");
  return (named.match(/[a-z]+/gu) ?? []).join("");
}

function* tokensOf(text: string): Generator<Token> {
  const letters = text
    .replaceAll("’", "'")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "");
  for (const [word] of letters.matchAll(/[A-Za-z][A-Za-z'.-]*/gu)) {
    const lower = word.toLowerCase();
    const parts = /[-.']/u.test(word) ? (lower.match(/[a-z]+/gu) ?? []) : [];
    yield { plain: plain(lower), parts, isCapitalised: /^[A-Z]/u.test(word) };
  }
}

function isThere(word: string, there: ReadonlySet<string>): boolean {
  if (there.has(word) || there.has(`${word}s`)) return true;
  if (word.length < LONG) return false;
  for (const other of there) if (isNearly(word, other)) return true;
  return false;
}

/** Whether one letter more, less or other, or two neighbours changed, makes one word of the other. */
export function isNearly(word: string, other: string): boolean {
  return Math.abs(other.length - word.length) <= 1 && typoDistance(word, other, 1) <= 1;
}
