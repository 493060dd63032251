// Compares the kind of value that a question asks for (a count, a price, a date, a person, a reason) with the values of a
// text. The twin of Python's `wherein.reading.value_kind`; the cases are in contracts/value-kinds.json. Words and
// patterns; no model.

import LEXICON from "../../../../contracts/lexicon/value-kinds.json" with { type: "json" };
import { pattern, wordList, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";

// In the order in which they are looked for: of several the first counts.
const KINDS = [
  "frequency",
  "percent",
  "age",
  "count",
  "duration",
  "price",
  "length",
  "weight",
  "long",
  "amount",
  "measure",
  "time",
  "year",
  "date",
  "author",
  "person",
  "organisation",
  "place",
  "reason",
  "name",
  "way",
] as const;
/** A kind of value that a question can ask for; the kinds are told apart in `wherein.reading.value_kind`. */
export type ValueKind = (typeof KINDS)[number];

type Kinds = ReadonlySet<ValueKind | null>;
const NUMBERS: Kinds = new Set(KINDS.slice(0, KINDS.indexOf("time")));
const DATES: Kinds = new Set<ValueKind>(["time", "year", "date"]);
// The kinds of values that are no place by themselves; a number may be that of a room or a berth.
const NO_PLACES: ReadonlySet<string> = new Set([
  "price",
  "percent",
  "time",
  "date",
  "duration",
  "year",
  "age",
  "frequency",
]);
const PEOPLE: Kinds = new Set<ValueKind>(["author", "person"]);

const ASKS = KINDS.map((kind) => [kind, pattern(LEXICON, `asks_${kind}`)] as const);
const HAS = wordList(LEXICON, "found").map((kind) => {
  const has = pattern(LEXICON, `has_${kind}`, "g");
  return [kind, has] as const;
});
const AGREES: Readonly<Record<string, Readonly<Record<string, number>>>> = LEXICON.agrees;
// Words that stand for a value of the kind ("none", "free", "until …"), and what they are worth.
const INSTEAD = new Map(
  (
    [
      ["count", "count", 0.5],
      ["price", "price", 1],
      ["amount", "amount", 0.5],
      ["duration", "duration", 0.5],
      ["long", "duration", 0.5],
      ["percent", "percent", 0.5],
      ["age", "age", 0],
      ["time", "time", 0],
      ["date", "date", 0],
      ["year", "date", 0],
    ] as const
  ).map(([kind, words, worth]) => [kind as ValueKind, { words: of(`words_${words}`), worth }]),
);
const DIMENSIONS = ["tall", "deep", "long", "wide", "heavy"].map((name) => of(name));
// The agreement from which a cell has the kind: a number without its unit may be anything.
const SURELY = 0.5;
const NUMBER = of("number");
const REFERENCE = pattern(LEXICON, "reference", "g");
const DATE = of("date");
const REASON = of("reason");
const PLACE = of("place");
const NO_PLACE = pattern(LEXICON, "no_place", "g");
const PLACE_BEFORE = of("place_before");
const REASON_WORD = of("reason_word");
const WAY_WORD = of("way_word");
// What a question about a letter asks for, and the label before the other end of it.
const OTHER_ENDS = [
  [of("asks_sender"), of("label_to")],
  [of("asks_addressee"), of("label_from")],
] as const;
const LINE = 120;
const BEFORE_NAME = of("before_name");
const [ASKS_HOLDER, NO_LONGER, FORMER] = [of("asks_holder"), of("no_longer"), of("former")];
const THANKS = of("thanks");
const CITED = of("cited");
const BYLINE = of("byline");
const OTHER_HAND = of("other_hand");
const ROLE_FIRST = of("role_first");
const ENDS_IN_NUMBER = of("ends_in_number");
const UNIT_AFTER = of("unit_after");
const SIGN_BEFORE = of("sign_before");
const COUNTED = of("counted");
const IDENTIFIER = pattern(LEXICON, "has_identifier", "g");
const IDENTIFIED = of("identified");
const GLUED_BEFORE = of("glued_before");
const GLUED_AFTER = of("glued_after");
const IDLE = wordSet(LEXICON, "idle");
const LETTERS = /[\p{L}\p{Nl}\p{No}]+/gu;
// Letters before and after a text that may hold its sign or its unit, and those of a text that are looked at.
const AROUND = 40;
const LONGEST = 400;
// A text of at most so many words without a word for a way or a reason says neither.
const FEW_WORDS = 3;
// A longer text may have a value of the asked kind by chance.
const WIDE_WORDS = 12;

/** The text around a value: its line before and after it, the headers of its cell, whether it is on the first lines. */
export interface Place {
  readonly before?: string;
  readonly after?: string;
  readonly headers?: string;
  readonly first?: boolean;
}

function of(name: string): RegExp {
  return pattern(LEXICON, name);
}

/** The kind of value that the question asks for; null where it leaves that open. */
export function askedKind(question: string): ValueKind | null {
  return ASKS.find(([, asks]) => asks.test(question))?.[0] ?? null;
}

/** The kinds of values that a text has; each word counts for one kind alone. */
function valuesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let rest = text;
  for (const [kind, has] of HAS) {
    const less = rest.replace(has, " ");
    if (less !== rest) found.add(kind);
    rest = less;
  }
  return found;
}

/** Whether a sentence must show that it has the kind; a name can be any answer's subject. */
export function isChecked(kind: ValueKind | null): boolean {
  return NUMBERS.has(kind) || DATES.has(kind) || kind === "place" || kind === "reason";
}

/** Whether a whole sentence has any value of the kind. True for people, whose names the caller knows, and open kinds. */
export function sentenceHas(kind: ValueKind | null, sentence: string): boolean {
  if (NUMBERS.has(kind))
    return NUMBER.test(sentence.replace(REFERENCE, " ")) || agreement("", kind, sentence) > 0;
  if (DATES.has(kind)) return DATE.test(sentence.replace(IDENTIFIER, " "));
  if (kind === "place") return PLACE.test(sentence.replace(NO_PLACE, " "));
  if (kind === "reason") return REASON.test(sentence);
  return true;
}

export function asksForPeople(kind: ValueKind | null): boolean {
  return PEOPLE.has(kind);
}

/** 1 where a table's cell has the kind of value that is asked for, -1 where it can't have it, 0 where that is open. */
export function cellAgreement(question: string, kind: ValueKind | null, cell: string): -1 | 0 | 1 {
  if (PEOPLE.has(kind)) return /\p{Nd}/u.test(cell) ? -1 : 1;
  if (kind === "place")
    return isValueAlone(cell) && [...valuesIn(cell)].some((one) => NO_PLACES.has(one)) ? -1 : 0;
  if (!NUMBERS.has(kind) && !DATES.has(kind)) return 0;
  const value = agreement(question, kind, cell);
  if (value >= SURELY) return 1;
  return value < 0 ? -1 : 0;
}

/** Whether a value of a few words can't be what the question asks for: a number for "who", a name for "how long". */
export function isOfAnotherKind(question: string, value: string): boolean {
  const isValue = wordsIn(value) <= FEW_WORDS;
  return isValue && cellAgreement(question, askedKind(question), value) < 0;
}

/** How well a text agrees with the kind that is asked for: 1 has it, -1 cannot have it, 0 where that is open. */
export function agreement(
  question: string,
  kind: ValueKind | null,
  text: string,
  place: Place = {},
): number {
  const some = text.slice(0, LONGEST);
  if (kind === null || !some.trim()) return 0;
  if (AGREES[kind]) return ofValue(question, kind, some, place);
  if (isValueAlone(some)) return -1;
  switch (kind) {
    case "author":
    case "person":
    case "organisation":
      return ofName(question, kind, some, place);
    case "place":
      return ofPlace(question, some, place);
    case "name":
      return hasNewName(question, some) ? 0.5 : 0;
  }
  const words = kind === "reason" ? REASON_WORD : WAY_WORD;
  if (words.test(some) || words.test(end(place.before))) return 1;
  return wordsIn(some) > FEW_WORDS ? 0 : -0.5;
}

function ofValue(question: string, kind: ValueKind, text: string, place: Place): number {
  const whole = DATES.has(kind) ? wholeToken(text, place) : withUnit(text, place);
  const agrees = AGREES[kind] ?? {};
  const found = [...valuesIn(whole)].map((one) => agrees[one] ?? -1);
  let value = found.length > 0 ? Math.max(...found) : (agrees.none ?? -1);
  const instead = INSTEAD.get(kind);
  if (instead && value < instead.worth && instead.words.test(text)) value = instead.worth;
  if (value <= 0) return value;
  if (isAnotherDimension(question, whole)) return -1;
  if (kind === "count" && counts(question, whole, place)) value = 1;
  return wordsIn(text) <= WIDE_WORDS ? value : value / 2;
}

/** A text with what is glued to it and with the word that says it is a number: the "2024" of "No. 2024-0387" is no year. */
function wholeToken(text: string, place: Place): string {
  let before = end(place.before);
  let whole = text;
  const glued = /^[\p{L}\p{N}]/u.test(text) ? GLUED_BEFORE.exec(before) : null;
  if (glued) {
    before = before.slice(0, glued.index);
    whole = glued[0] + whole;
  }
  if (/[\p{L}\p{N}]$/u.test(text)) {
    whole += GLUED_AFTER.exec((place.after ?? "").slice(0, AROUND))?.[0] ?? "";
  }
  const label = IDENTIFIED.exec(before);
  return label && /^[\p{L}\p{N}]/u.test(whole) ? label[0] + whole : whole;
}

/** A text that begins or ends in a number, with the sign of money before it and the unit after it. */
function withUnit(text: string, place: Place): string {
  let whole = text;
  if (ENDS_IN_NUMBER.test(text)) {
    whole += UNIT_AFTER.exec((place.after ?? "").slice(0, AROUND))?.[0] ?? "";
  }
  const sign = SIGN_BEFORE.exec(end(place.before));
  return sign && /^\p{Nd}/u.test(text) ? sign[0] + whole : whole;
}

/** Whether the text measures something else than the question: a length, where a depth is asked for. */
function isAnotherDimension(question: string, text: string): boolean {
  const asked = DIMENSIONS.filter((one) => one.test(question));
  const said = DIMENSIONS.filter((one) => one.test(text));
  return asked.length > 0 && said.length > 0 && !asked.some((one) => said.includes(one));
}

/** Whether the text, or a header of its cell, names what the question counts: "6 chairs" for "how many chairs". */
function counts(question: string, text: string, place: Place): boolean {
  const asked = COUNTED.exec(question)?.[1];
  if (!asked) return false;
  const wanted = lettersOf(folded(asked)).filter((one) => !IDLE.has(one));
  const named = lettersOf(folded(`${text} ${place.headers ?? ""}`));
  return wanted.slice(0, 2).some((one) => named.some((other) => isSame(one, other)));
}

/** Whether two words begin alike, as the forms of one word do. */
function isSame(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const most = Math.min(shorter, Math.max(4, shorter - 1));
  return shorter > 2 && one.slice(0, most) === other.slice(0, most);
}

/** Whether a text has values and no other word that says anything. */
function isValueAlone(text: string): boolean {
  if (valuesIn(text).size === 0) return false;
  const rest = HAS.reduce((left, [, has]) => left.replace(has, " "), text);
  return lettersOf(folded(rest)).every((word) => IDLE.has(word));
}

/** Whether a letter's line names its addressee, where its sender is asked for, or the other way round. */
function isOtherEnd(question: string, text: string, before: string): boolean {
  const isFirst = before.trim() === "";
  for (const [asks, label] of OTHER_ENDS) {
    const found = label.exec(isFirst ? text : before);
    if (found && asks.test(question))
      return isFirst || BEFORE_NAME.test(before.slice(found[0].length));
  }
  return false;
}

/** Whether a name is that of somebody who held a post ("Mr Timmins did not stand again"), and who holds it is asked for. */
function isFormer(question: string, before: string, after: string): boolean {
  return (NO_LONGER.test(after) || FORMER.test(before)) && ASKS_HOLDER.test(question);
}

function ofName(question: string, kind: ValueKind, text: string, place: Place): number {
  const before = place.before ?? "";
  if (isOtherEnd(question, text, before.slice(-LINE))) return -1;
  if (isFormer(question, before.slice(-LINE), (place.after ?? "").slice(0, LINE))) return -1;
  if (kind === "author") {
    const around = `${before} ${text} ${place.after ?? ""}`;
    if (THANKS.test(around) || CITED.test(around)) return -1;
    if (OTHER_HAND.test(before)) return -1; // who edited it or took its pictures
    return (place.first || BYLINE.test(before)) && hasNewName(question, text) ? 1 : 0;
  }
  if (hasNewName(question, text)) return 1;
  return kind === "person" && ROLE_FIRST.test(text) ? 1 : 0;
}

function ofPlace(question: string, text: string, place: Place): number {
  if (PLACE_BEFORE.test(end(place.before))) return 1;
  if (PLACE.test(text.replace(NO_PLACE, " "))) return 1;
  return hasNewName(question, text) ? 0.5 : 0;
}

/** Whether a text has a capitalised word that the question lacks. */
function hasNewName(question: string, text: string): boolean {
  const known = new Set(lettersOf(folded(question)));
  return lettersOf(text).some(
    (word) => /^\p{Uppercase}/u.test(word) && !known.has(folded(word)) && !IDLE.has(folded(word)),
  );
}

function lettersOf(text: string): string[] {
  return text.match(LETTERS) ?? [];
}

function wordsIn(text: string): number {
  return text.trim().split(/\s+/u).length;
}

function end(before = ""): string {
  return before.slice(-AROUND);
}
