// Compares the words of a question with those of a table's headers: words, numbers, ranges, days and months. The twin of
// Python's `wherein.reading.cells.cell_terms`; the cases are in contracts/table-cells.json.

import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { stem } from "../question/asked-for.ts";
import { plainValues } from "../question/plain-values.ts";

const TOKEN = pattern(LEXICON, "token", "g");
const IDLE = new Set([...wordSet(FUNCTION_WORDS, "function"), ...wordSet(LEXICON, "idle")]);
const ENDINGS = wordSet(LEXICON, "endings");
// What goes with a verb and names nothing: "sign up", though not "up to".
const BEHIND_VERB = pattern(LEXICON, "idle_behind_verb");
const NUMBERS = valuesOf(LEXICON.lines.numbers);
const DAYS = valuesOf(LEXICON.lines.days);
const MONTHS = valuesOf(LEXICON.lines.months);
// Words that mean several days or months: "weekdays", "winter".
const SEVERAL_DAYS = severalOf(LEXICON.lines.several_days);
const SEVERAL_MONTHS = severalOf(LEXICON.lines.several_months);
// Words that stand for each other: those of many questions, such as "cost", and names of things, such as "lead" and "Pb".
const GROUPS = [...LEXICON.lines.groups, ...LEXICON.lines.things].map(
  (row) => new Set(row.split(" ").map(stem)),
);
// What stands before a word that is denied: "non-members" are no members.
const DENIED = pattern(LEXICON, "denied");
const NOT = "non";
const HELPER = pattern(LEXICON, "helper");
const BE = pattern(LEXICON, "be");
// The end of a word that may be a verb after "is": "How often is it given".
const ENDS_AS_VERB = pattern(LEXICON, "ends_as_verb");
const IN_BRACKETS = pattern(LEXICON, "in_brackets", "g");
// Words that are written in more than one way: "metres" and "m".
const SAME = new Map(
  LEXICON.lines.same.flatMap((row) => {
    const words = row.split(" ");
    return words.map((word) => [word, words[0] as string] as const);
  }),
);
const COMMON_WORDS = new Set(LEXICON.lines.groups.flatMap((row) => row.split(" ")));
const WHOLE = new Set([...wordSet(LEXICON, "common")].map(stem));
// What several words mean together: "before VAT" and "ex VAT" are both net.
const PHRASES = LEXICON.lines.phrases.map((line) => {
  const [name, word] = line.split(" ");
  return [pattern(LEXICON, name as "says_net", "g"), word as string] as const;
});
const DIGITS = pattern(LEXICON, "digits");
const THOUSANDS = pattern(LEXICON, "thousands", "g");
const BETWEEN = pattern(LEXICON, "between", "g");
// Ranges with one end.
const UP_TO = pattern(LEXICON, "up_to", "g");
const UPWARDS = [pattern(LEXICON, "from", "g"), pattern(LEXICON, "and_more", "g")];
const DAY_RANGE = pattern(LEXICON, "day_range", "g");
const NUMBERED_MONTH = pattern(LEXICON, "numbered_month", "g");
const { from_word: FROM_WORD, longest_header: LONGEST } = LEXICON.numbers;
export const { exact: EXACT, in_range: IN_RANGE, same_group: SAME_GROUP } = LEXICON.numbers;
const MOST_KEPT = 20_000;

function valuesOf(rows: readonly string[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap((row, n) => row.split(" ").map((word) => [word, n] as const)));
}

function severalOf(rows: readonly string[]): ReadonlyMap<string, readonly number[]> {
  return new Map(
    rows.flatMap((row) => {
      const parts = row.split(" ");
      const isNumber = (part: string) => /^\d+$/.test(part);
      const values = parts.filter(isNumber).map(Number);
      return parts.filter((part) => !isNumber(part)).map((word) => [word, values] as const);
    }),
  );
}

/** One word of a question or of a header; `day` and `month` count from 0. */
export interface Term {
  readonly word: string;
  readonly number: number | null;
  readonly day: number | null;
  readonly month: number | null;
  /** The question writes it with a capital letter, though not as its first word. */
  readonly isName: boolean;
  /** It may be a verb, since "does" or the like stands before it, or "is" and it ends as a participle. */
  readonly isVerb: boolean;
  /** The word with its ending. */
  readonly whole: string;
  /** Only a space or a hyphen parts it from the term before. */
  readonly follows: boolean;
}

/** Whether a term names one thing, so that a cell whose row and column lack it is another thing's. */
export function isSpecific({ isName, number, day, month }: Term): boolean {
  return isName || number !== null || day !== null || month !== null;
}

/** The words of a header or cell, ready to be compared. */
export interface Words {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** The numbers that its ranges hold ("6 to 10 years"), ends included. */
  readonly between: readonly (readonly [low: number, high: number])[];
  /** The weekdays that it names, also within "Mon-Fri". */
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
}

export const NO_WORDS: Words = {
  stems: new Set(),
  numbers: new Set(),
  between: [],
  days: new Set(),
  months: new Set(),
};

/** The words of a question that may name a row or a column, each once, in order. */
export function questionTerms(asked: string): Term[] {
  const question = rephrased(plainValues(asked));
  const found = new Map<string, Term>();
  let [end, last, newest, behind] = [-2, "", "", -1];
  const after = (before: RegExp) => {
    const at = question.search(before);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const [helper, be] = [after(HELPER), after(BE)];
  for (const { 0: written, index } of question.matchAll(TOKEN)) {
    let word = folded(written);
    const isGlued = index === behind;
    behind = index + written.length;
    const isName = index > 0 && /^\p{Uppercase}/u.test(written);
    const isIdle = IDLE.has(word) && !(isName && MONTHS.has(word));
    if (isIdle || ENDINGS.has(word) || BEHIND_VERB.test(question.slice(index))) continue;
    word = deniedAt(question, index) + word;
    // The term before is the last one of the list, unless that word was there already; "M6" is a name and no number.
    const isVerb = helper < index || (be < index && ENDS_AS_VERB.test(word));
    const follows = index === end + 1 && newest === last;
    const term = { ...termOf(word), isName, isVerb, follows };
    if (!found.has(term.word)) {
      found.set(term.word, term);
      newest = term.word;
    }
    last = isGlued ? "" : term.word;
    end = behind;
  }
  return [...found.values()];
}

function rephrased(text: string): string {
  return PHRASES.reduce((read, [said, word]) => read.replace(said, word), text);
}

function deniedAt(text: string, start: number): string {
  return DENIED.test(text.slice(Math.max(0, start - 4), start)) ? NOT : "";
}

function termOf(word: string): Term {
  return {
    word: stem(SAME.get(word) ?? word),
    number: numberOf(word) ?? NUMBERS.get(word) ?? null,
    day: DAYS.get(word) ?? DAYS.get(word.replace(/s$/, "")) ?? null,
    month: MONTHS.get(word) ?? null,
    isName: false,
    isVerb: false,
    whole: word,
    follows: false,
  };
}

/** The value of the digits 0 to 9: "1,204" is a thousand, "0,5" and "0.5" a half; null for any other word. */
export function numberOf(word: string): number | null {
  if (!DIGITS.test(word)) return null;
  const whole = word.startsWith("0") ? word : word.replace(THOUSANDS, "");
  const number = Number(whole.replaceAll(",", "."));
  return Number.isNaN(number) ? null : number;
}

const known = new Map<string, Words>();

/** The words of a header or cell; only its first LONGEST characters are looked at. */
export function wordsOf(text: string): Words {
  let words = known.get(text);
  if (!words) {
    if (known.size >= MOST_KEPT) known.clear();
    words = madeOf(text);
    known.set(text, words);
  }
  return words;
}

/** As much of a header as is looked at: its first LONGEST characters. */
export function beginningOf(text: string): string {
  if (text.length <= LONGEST) return text;
  return [...text.slice(0, 2 * LONGEST)].slice(0, LONGEST).join("");
}

function madeOf(text: string): Words {
  const read = folded(rephrased(plainValues(beginningOf(text))));
  const terms = Array.from(read.matchAll(TOKEN), ({ 0: word, index }) =>
    termOf(deniedAt(read, index) + word),
  );
  const numbers = valuesIn(terms, "number");
  const days = valuesIn(terms, "day");
  for (const { whole } of terms) for (const day of SEVERAL_DAYS.get(whole) ?? []) days.add(day);
  for (const [, from = "", to = ""] of read.matchAll(DAY_RANGE)) {
    const first = DAYS.get(from);
    const last = DAYS.get(to);
    if (first === undefined || last === undefined) continue;
    for (let n = 0; n <= (last - first + 7) % 7; n++) days.add((first + n) % 7);
  }
  const months = valuesIn(terms, "month");
  for (const [, from = "", to = ""] of read.matchAll(DAY_RANGE)) {
    const first = MONTHS.get(from);
    const last = MONTHS.get(to);
    if (first === undefined || last === undefined) continue;
    for (let n = 0; n <= (last - first + 12) % 12; n++) months.add((first + n) % 12);
  }
  for (const [, iso, dotted] of read.matchAll(NUMBERED_MONTH))
    months.add(Number(iso ?? dotted) - 1);
  const stems = new Set(terms.map(({ word }) => word).filter((word) => !IDLE.has(word)));
  return { stems, numbers, between: numbers.size > 0 ? rangesIn(read) : [], days, months };
}

function valuesIn(terms: readonly Term[], name: "number" | "day" | "month"): Set<number> {
  return new Set(terms.map((term) => term[name]).filter((value) => value !== null));
}

function rangesIn(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (const [, from = "", to = ""] of text.matchAll(BETWEEN)) {
    const low = numberOf(from);
    const high = numberOf(to);
    if (low !== null && high !== null && low < high) found.push([low, high]);
  }
  for (const end of endsIn(text, UP_TO)) found.push([Number.NEGATIVE_INFINITY, end]);
  for (const upwards of UPWARDS)
    for (const end of endsIn(text, upwards)) found.push([end, Number.POSITIVE_INFINITY]);
  return found;
}

function endsIn(text: string, range: RegExp): number[] {
  const ends = Array.from(text.matchAll(range), ([, end = ""]) => numberOf(end));
  return ends.filter((end) => end !== null);
}

/** How well a term of a question is named by a header's words, 0 to 1. */
export function match({ word, number, day, month, whole }: Term, words: Words): number {
  if (words.stems.has(word)) return EXACT;
  if (number !== null) {
    if (words.between.some(([low, high]) => low <= number && number <= high)) return IN_RANGE;
    if (words.numbers.has(number)) return EXACT;
  }
  if (day !== null && words.days.has(day)) return EXACT;
  if (month !== null && words.months.has(month)) return EXACT;
  if (SEVERAL_DAYS.get(whole)?.every((one) => words.days.has(one))) return EXACT;
  if (SEVERAL_MONTHS.get(whole)?.every((one) => words.months.has(one))) return EXACT;
  return 0;
}

/** How well a column's header stands for a term in other words: "cost" and "Price". */
export function groupMatch({ word, number }: Term, words: Words): number {
  if (number !== null || [...word].length < FROM_WORD) return 0;
  const isSame = GROUPS.some(
    (group) => group.has(word) && [...words.stems].some((other) => group.has(other)),
  );
  return isSame ? SAME_GROUP : 0;
}

/** How well a row's header stands for a term that means all rows together: "the whole town" and "Total". */
export function wholeMatch({ word }: Term, words: Words): number {
  return WHOLE.has(word) && [...words.stems].some((other) => WHOLE.has(other)) ? SAME_GROUP : 0;
}

/** Whether the term is one of the common words that headers have others for, such as "cost". */
export function hasGroup({ whole }: Term): boolean {
  return COMMON_WORDS.has(whole);
}

/** How well a column's header names a term. What it has in brackets is a unit and names less: "Stay (nights)". */
export function columnMatch(term: Term, header: string): number {
  const own = wordsOf(header);
  let value = match(term, own);
  if (value === EXACT && term.number === null && header.includes("(")) {
    const outside = wordsOf(header.replace(IN_BRACKETS, " "));
    if (outside.stems.size > 0 && match(term, outside) === 0) value = SAME_GROUP;
  }
  return Math.max(value, groupMatch(term, own));
}

/** The share of a header's own words that the question has, 0 to 1; 0 for a header without words. */
export function covered({ stems }: Words, terms: readonly Term[]): number {
  if (stems.size === 0) return 0;
  const asked = new Set(terms.map(({ word }) => word));
  return [...stems].filter((word) => asked.has(word)).length / stems.size;
}

export type Range = readonly [low: number, high: number];

/** The narrowest of the headers' ranges that hold a number: of "up to 5 kg" and "up to 15 kg" the first for 4. */
export function tightest(number: number, headers: Iterable<Words>): Range | null {
  let best: Range | null = null;
  for (const { between } of headers)
    for (const range of between)
      if (range[0] <= number && number <= range[1] && (best === null || isNarrower(range, best)))
        best = range;
  return best;
}

function isNarrower(one: Range, other: Range): boolean {
  const [a, b] = [width(one), width(other)];
  return a[0] === b[0] ? a[1] < b[1] : a[0] < b[0];
}

function width([low, high]: Range): readonly [isEndless: number, size: number] {
  if (Number.isFinite(low) && Number.isFinite(high)) return [0, high - low];
  return [1, Number.isFinite(high) ? high : -low];
}
