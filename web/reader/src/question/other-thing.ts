// Tells whether a sentence speaks of another thing than the one that a question names: another person's death, another path,
// the next meeting and not the next show. The twin of Python's `wherein.questions.other_thing`; the cases are in
// contracts/other-things.json.

import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import LEXICON from "../../../../contracts/lexicon/other-things.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { FIRST_NAMES, isNearly } from "./absent-person.ts";
import { foreignLanguage } from "./question-language.ts";

const SUBJECT = pattern(LEXICON, "subject");
const LIFE = pattern(LEXICON, "life");
const KIN_LIFE = pattern(LEXICON, "kin_life");
const IDENTIFIER = pattern(LEXICON, "identifier", "g");
const NEXT = pattern(LEXICON, "next", "g");
const ASKS_NEXT = pattern(LEXICON, "asks_next");
const NAMED_KIND = pattern(LEXICON, "named_kind", "g");
const OF_A_PEOPLE = pattern(LEXICON, "of_a_people");
const NAME_WORD = pattern(LEXICON, "name_word", "g");
const KIN = wordSet(LEXICON, "kin");
const NO_SUBJECT = wordSet(LEXICON, "no_subject");
const PARTICLES = wordSet(LEXICON, "particles");
const SMALL = wordSet(FUNCTION_WORDS, "function");
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
const GENITIVE = /['’]s?$/u;
const UPPER = /^\p{Lu}/u;
// The least letters that two forms of a name share, and the most that one has more.
const BEGINNING = 4;
const LONGEST_ENDING = 2;
// Letters around the kind of a thing in which another thing's name may stand.
const NEAR = 60;

/**
 * A sentence that answers, with what it stands in. `before`: its paragraph up to it. `above`: the title and the headings
 * above it. `row`: the headers of a cell's row and column. `rows`: the row headers of the page.
 */
export interface Told {
  readonly sentence: string;
  readonly before: string;
  readonly above: string;
  readonly row: string;
  readonly rows: readonly string[];
}

type Pair = readonly [string, string];

/** The things that one question names and that an answer has to speak of. */
export class OtherThing {
  readonly #person: string | null;
  readonly #kin: string | null;
  readonly #identifiers: readonly string[];
  readonly #next: Pair | null;
  readonly #named: Pair | null;
  readonly #words: ReadonlySet<string>;
  readonly #pairs: readonly Pair[];

  constructor(written: string) {
    const question = foreignLanguage(written) ? "" : written;
    this.#person = personOf(question);
    this.#kin = kinOf(question);
    this.#identifiers = [...new Set(question.match(IDENTIFIER) ?? [])];
    const next = ASKS_NEXT.exec(question);
    this.#next = next && nextOf(next);
    this.#named = namedKindOf(question);
    this.#words = wordsOf(question);
    this.#pairs = pairsOf(question);
  }

  get isEmpty(): boolean {
    const some = this.#person ?? this.#kin ?? this.#next ?? this.#named;
    return some === null && this.#identifiers.length === 0 && this.#pairs.length === 0;
  }

  /** Whether it says what kind of a thing it asks about, so that rows tell more. */
  get mayBeInARow(): boolean {
    return this.#pairs.length > 0;
  }

  /** Whether a text has the last word of the person's name so often that it is about that person. */
  isNamedOften(text: string, least: number): boolean {
    const last = this.#person?.split(/\s+/u).at(-1);
    return last !== undefined && text.split(last).length > least;
  }

  /** What the question names and the sentence does not speak of, as the question writes it; null where it may. */
  missed(told: Told): string | null {
    const around = aroundOf(told);
    if (this.#person !== null && !names(this.#person, ofWhom(told))) return this.#person;
    if (this.#kin !== null && !wordsOf(around).has(this.#kin)) return this.#kin;
    if (this.#named && this.#isAnotherOfTheKind(this.#named, told)) return this.#named.join(" ");
    if (this.#next && isAnotherNext(this.#next, told)) return this.#next.join(" ");
    const identifier = this.#identifiers.find((one) => isOtherIdentifier(one, told));
    if (identifier !== undefined) return identifier;
    return this.#pairs.find((pair) => isAnotherRow(pair, told))?.join(" ") ?? null;
  }

  /** Whether the sentence speaks of a thing of the kind beside another name, and nothing around it has this name. */
  #isAnotherOfTheKind([name, kind]: Pair, told: Told): boolean {
    if (names(name, aroundOf(told))) return false;
    const { sentence } = told;
    for (const match of sentence.matchAll(WORD)) {
      if (!isForm(kind, plain(match[0]))) continue;
      const end = match.index + match[0].length + NEAR;
      const near = sentence.slice(Math.max(0, match.index - NEAR), end).match(WORD) ?? [];
      const isKnown = (one: string) => this.#words.has(one) || NO_SUBJECT.has(one);
      return near.slice(1).some((one) => UPPER.test(one) && !isKnown(plain(one)));
    }
    return false;
  }
}

function aroundOf({ above, row, before, sentence }: Told): string {
  return [above, row, before, sentence].join(" ");
}

/** What may name the person whom the sentence tells of: not the sentences before one that begins with a first name. */
function ofWhom(told: Told): string {
  const first = told.sentence.match(WORD)?.[0] ?? "";
  const isNamed = UPPER.test(first) && FIRST_NAMES.has(plain(first));
  return isNamed ? `${told.above} ${told.sentence}` : aroundOf(told);
}

/** The name that a question has behind its verb, where the question is about a life: "When did Karin Lind die?". */
function personOf(question: string): string | null {
  const rest = group(SUBJECT.exec(question), "rest");
  let end = 0;
  for (const { 0: word, index } of rest.matchAll(NAME_WORD)) {
    const goesOn = UPPER.test(word) || (end > 0 && PARTICLES.has(word));
    if (rest.slice(end, index).trim() !== "" || !goesOn) break;
    end = index + word.length;
    if (GENITIVE.test(word)) break;
  }
  const name = rest.slice(0, end).replace(GENITIVE, "").trim();
  const first = name.split(/\s+/u)[0]?.toLowerCase() ?? "";
  return name === "" || NO_SUBJECT.has(first) || !LIFE.test(rest.slice(end)) ? null : name;
}

function kinOf(question: string): string | null {
  const kin = group(KIN_LIFE.exec(question), "kin").toLowerCase();
  return KIN.has(kin) ? kin : null;
}

/** A thing that a question calls by a name and its kind: "the Sagana bridge". */
function namedKindOf(question: string): Pair | null {
  for (const match of question.matchAll(NAMED_KIND)) {
    const [name, kind] = [group(match, "name"), group(match, "kind")];
    const isName = UPPER.test(name) && isSmall(name.slice(1)) && !OF_A_PEOPLE.test(name);
    if (isName && isSmall(kind) && !SMALL.has(kind)) return [name, kind];
  }
  return null;
}

function isSmall(word: string): boolean {
  return word === word.toLowerCase() && word !== word.toUpperCase();
}

function nextOf(match: RegExpExecArray): Pair {
  return [group(match, "which").toLowerCase(), group(match, "what").toLowerCase()];
}

/** What a group matched; "" where it did not. */
function group(match: RegExpExecArray | null, name: string): string {
  return match?.groups?.[name] ?? "";
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((plain(text).match(WORD) ?? []).map((word) => word.replace(GENITIVE, "")));
}

/** Whether a text has a word of the name, also in another form ("Alaskan", "Alaska"). */
function names(name: string, text: string): boolean {
  const there = [...wordsOf(text)];
  return [...wordsOf(name)].some(
    (word) => word.length > 2 && there.some((other) => isForm(word, other)),
  );
}

/** Whether two words are the same but for their ending ("Alaskan", "Alaska"), or for one slip. */
function isForm(word: string, other: string): boolean {
  if (word === other) return true;
  const [least, most] = [word.length, other.length].sort((a, b) => a - b) as [number, number];
  if (least < BEGINNING || most - least > LONGEST_ENDING) return false;
  const same = Math.max(BEGINNING, least - 1);
  if (word.slice(0, same) === other.slice(0, same)) return true;
  return least > BEGINNING && isNearly(word, other);
}

/** Whether the sentence lacks the identifier and has another of its class. */
function isOtherIdentifier(one: string, { above, row, sentence }: Told): boolean {
  const text = `${above} ${row} ${sentence}`;
  if (text.toLowerCase().includes(one.toLowerCase())) return false;
  return (text.match(IDENTIFIER) ?? []).some((other) => classOf(one) === classOf(other));
}

function classOf(identifier: string): string {
  const first = identifier[0] as string;
  if (first === "/" || first === "-") return first;
  return identifier.includes("_") ? "_" : ".";
}

/** The words in small letters that follow one another, none of them a small word, the first no "more" or "most": "oak board". */
function pairsOf(question: string): readonly Pair[] {
  const found = [...question.matchAll(WORD)];
  return found.flatMap((one, at): Pair[] => {
    const other = found[at + 1];
    if (!other || question.slice(one.index + one[0].length, other.index).trim() !== "") return [];
    if (NO_SUBJECT.has(one[0])) return [];
    const isPair = [one[0], other[0]].every(
      (word) => /^\p{L}+$/u.test(word) && isSmall(word) && !SMALL.has(word),
    );
    return isPair ? [[one[0], other[0]]] : [];
  });
}

/**
 * Whether a row is one of several of the kind with another word before it: "Oak board", where a "pine board" is asked for
 * and there is a "Larch board" too.
 */
function isAnotherRow([of, kind]: Pair, told: Told): boolean {
  if (wordsBefore(kind, told.row).length === 0 || names(of, aroundOf(told))) return false;
  return new Set(told.rows.flatMap((row) => wordsBefore(kind, row))).size > 1;
}

function wordsBefore(kind: string, row: string): readonly string[] {
  const words = (row.match(WORD) ?? []).map(plain);
  return words.filter((before, at) => {
    const word = words[at + 1];
    return (
      word !== undefined && /^\p{L}+$/u.test(before) && !SMALL.has(before) && isForm(kind, word)
    );
  });
}

/** Whether the sentence tells the next of something else and does not have this. */
function isAnotherNext([which, what]: Pair, told: Told): boolean {
  if ([...wordsOf(aroundOf(told))].some((word) => isForm(what, word))) return false;
  return [...told.sentence.matchAll(NEXT)].some((match) => nextOf(match)[0] === which);
}
