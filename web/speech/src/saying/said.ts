// A written English text as a person would say it: numbers, dates, units, abbreviations, addresses; and which words were
// written for what is said. Makes no sound. The twin of Python's `wherein.speech.saying.said`; contracts/lexicon/said.json has
// the words and the patterns, contracts/speech-said.json the cases. The time is linear in the length of the text.

import { pattern } from "@wherein/reader/lexicon/lexicon.ts";
import LEXICON from "../../../../contracts/lexicon/said.json" with { type: "json" };
import { digits, year } from "./numerals.ts";
import * as saying from "./saying.ts";

/** `origins[i]` is where, in the written text, that begins for which the character `i` of `text` is said. */
export interface Said {
  readonly text: string;
  readonly origins: readonly number[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** A pattern for any of these texts. Longer ones are tried first, so that "p.m." is not read as "p.". */
const anyOf = (written: readonly string[]) =>
  [...written]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");

// "in" is a word far more often than inches.
const units = [...saying.UNITS.keys()].filter((unit) => unit !== "in");
/** The patterns can name the lists of what is written. */
const ENTRIES = {
  ...LEXICON,
  patterns: {
    ...LEXICON.patterns,
    unit: `(?:${anyOf(units).replaceAll("µ", "[µμ]")})`,
    short: `(?:${anyOf([...saying.ABBREVIATIONS.keys()])})`,
    numbered: `(${anyOf([...saying.NUMBERED.keys()])})`,
    signs: [...saying.SIGNS.keys()].join(""),
  },
};

type Instead = (found: string, ...groups: string[]) => string;
type Rule = readonly [pattern: RegExp, instead: Instead];
type Name = keyof typeof LEXICON.patterns;

const rules = (named: readonly (readonly [Name, Instead])[]): readonly Rule[] =>
  named.map(([name, instead]) => [pattern(ENTRIES, name, "g"), instead]);

// Later rules read what earlier ones write.
const FIRST = rules([
  ["controls", () => " "],
  ["unseen", () => ""],
  ["note_mark", () => ""],
  ["email", saying.email],
  ["address", saying.address],
  ["per_unit", (_, per = "", unit = "") => per + saying.oneOf(unit)],
]);
const NUMBERS = rules([
  ["numbered_before", (_, short = "") => `${saying.NUMBERED.get(short)} `],
  ["isbn", (_, before = "", number = "") => before + saying.byDigits(number)],
  ["iso_date", saying.isoDate],
  ["times_range", (_, first) => `${first} to `],
  ["seconds_clock", saying.secondsClock],
  ["half_day", saying.halfDay],
  ["clock", saying.clock],
  ["decade", saying.decade],
  ["short_decade", saying.shortDecade],
  ["known_decade", (found, before = "", tens = "") => before + saying.shortDecade(found, tens)],
  ["pages_range", (_, first) => `${first} to `],
  ["years", saying.yearsRange],
  ["abroad", (_, number = "") => `plus ${saying.byDigits(number)}`],
  ["dialled", saying.byDigits],
  ["hyphened", saying.hyphened],
  ["card", saying.byDigits],
  ["apart", () => " "],
  ["near_number", saying.near],
  ["compared_number", saying.near],
  ["minus", () => "minus "],
  ["plus", () => " plus "],
  ["money", saying.money],
  ["money_after", (found, text = "", sign = "") => saying.money(found, sign, text, "", "", "")],
  ["range", (_, first) => `${first} to `],
  ["rising", saying.rising],
  ["day_month", saying.dayMonth],
  ["month_day", saying.monthDay],
  ["slashed_date", saying.partedDate("slash")],
  ["season", saying.season],
  ["zero_led", saying.byDigits],
  ["part_measure", saying.partMeasure],
  ["fraction", saying.slashed],
  ["percent", (_, text = "") => `${saying.amount(text)} percent`],
  ["scientific", saying.scientific],
  ["measure_before", saying.measureBefore],
  ["measure", saying.measure],
  ["scaled", saying.scaled],
  ["power", saying.power],
  ["ordinal", saying.ordinalOf],
  ["dotted_date", saying.partedDate("dot")],
  ["version", saying.version],
  ["old_year", (_, before = "", number = "") => before + year(Number(number))],
  ["mixed_number", saying.amount],
  ["bare_decimal", (_, decimals = "") => `point ${digits(decimals)}`],
  ["decimal", saying.amount],
  ["whole", saying.yearOrNumber],
]);
const LAST = rules([
  ["last_abbreviation", (short) => `${saying.ABBREVIATIONS.get(short)}.`],
  ["abbreviation", (short) => saying.ABBREVIATIONS.get(short) ?? short],
  ["sign", (sign) => ` ${saying.SIGNS.get(sign)} `],
]);
const COUNTABLE = pattern(ENTRIES, "countable");
const SPACES: Rule = [pattern(ENTRIES, "spaces", "g"), () => " "];

/** A text without such things stays as it is. */
export function asSaid(text: string): Said {
  const written: Said = { text, origins: Array.from({ length: text.length }, (_, at) => at) };
  let said = FIRST.reduce(replaced, written);
  if (COUNTABLE.test(said.text)) said = NUMBERS.reduce(replaced, said);
  said = LAST.reduce(replaced, said);
  return said.text === text ? written : stripped(replaced(said, SPACES));
}

function replaced(said: Said, [pattern, instead]: Rule): Said {
  const { text, origins } = said;
  let made = "";
  const from: number[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const [all, ...groups] = found;
    const words = instead(all, ...groups.map((group) => group ?? ""));
    if (words === all) continue;
    made += text.slice(end, found.index) + words;
    for (let i = end; i < found.index; i++) from.push(origins[i] ?? 0);
    for (let i = 0; i < words.length; i++) from.push(origins[found.index] ?? 0);
    end = found.index + all.length;
  }
  // Nothing is inserted before the beginning, so the rewriting ends.
  if (end === 0) return said;
  for (let i = end; i < text.length; i++) from.push(origins[i] ?? 0);
  return { text: made + text.slice(end), origins: from };
}

function stripped({ text, origins }: Said): Said {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return { text: text.slice(start, end), origins: origins.slice(start, end) };
}
