// Writes out each thing that `said.ts` finds in a text. A function gets its pattern's match: the whole, then the groups.
// The twin of Python's `wherein.speech.saying.saying`.

import { wordList } from "@wherein/reader/lexicon/lexicon.ts";
import LEXICON from "../../../../contracts/lexicon/said.json" with { type: "json" };
import { cardinal, decimal, digits, fraction, ordinal, quantity, year } from "./numerals.ts";

type Lines = readonly string[];

/** The lines of a list: what is written, then how it is said. */
const rows = (lines: Lines) =>
  new Map(
    lines.map((line) => {
      const [written = "", ...said] = line.split(" > ");
      return [written, said] as const;
    }),
  );
/** The lines of a list that has one way to say each. */
const sayings = (lines: Lines) =>
  new Map(lines.map((line) => line.split(" > ") as [written: string, said: string]));

const { lines } = LEXICON;
export const ABBREVIATIONS = sayings(lines.abbreviations);
export const NUMBERED = sayings(lines.numbered);
export const SIGNS = sayings(lines.signs);
export const UNITS = rows(lines.units);
const MONEY = rows(lines.money);
const SHORT_SCALES = sayings(lines.short_scales);
const FRACTIONS = sayings(lines.fractions);
const SLASHED = sayings(lines.slashed);
const NEAR = new Map([...sayings(lines.near), ...sayings(lines.compared)]);
const SUPERSCRIPTS = sayings(lines.superscripts);
const MONTHS = wordList(LEXICON, "months");
const DENOMINATORS = new Set(wordList(LEXICON, "denominators"));

const count = (text: string) => cardinal(Number(text));
const isBetween = (low: number, text: string, high: number) =>
  Number(text) >= low && Number(text) <= high;

/** "3.5", "1,000", "2½" and "2 1/2". */
export function amount(text: string): string {
  const vulgar = FRACTIONS.get(text.slice(-1));
  const [whole = "", part = vulgar] = vulgar ? [text.slice(0, -1).trimEnd()] : text.split(" ");
  if (part) return `${quantity(whole)} and ${asFraction(part, "a")}`;
  const [ones = "", decimals] = whole.split(".");
  return decimals ? decimal(ones, decimals) : quantity(ones);
}

function asFraction(text: string, one: string): string {
  const [above, below] = text.split("/");
  return fraction(Number(above), Number(below), one);
}

export function address(found: string): string {
  let end = found.length;
  while (end > 0 && ".,;:!?)".includes(found[end - 1] as string)) end--;
  const text = found.slice(0, end).replace(/^(?:http:\/\/)?(?:https:\/\/)?(?:www\.)?/, "");
  const [host = "", ...path] = (text.split("?")[0] as string).split("/");
  const parts = path.filter((part) => part !== "").map((part) => part.replace(/[-_]/g, " "));
  return [host.replaceAll(".", " dot "), ...parts].join(" slash ") + found.slice(end);
}

export const email = (found: string) => found.replaceAll("@", " at ").replaceAll(".", " dot ");

/** A telephone number and its like: each digit by itself, a comma where the groups are parted. */
export function byDigits(number: string): string {
  const groups = number.match(/[0-9X]+/g) ?? [];
  return groups
    .map((group) => digits(group.replace("X", "")) + (group.endsWith("X") ? " X" : ""))
    .join(", ");
}

/** Digits joined by hyphens, such as a telephone number. With fewer than seven digits, as in "2-3-1", it stays as it is. */
export const hyphened = (number: string) =>
  number.replaceAll("-", "").length >= 7 ? byDigits(number) : number;

export function money(
  _: string,
  sign: string,
  low: string,
  high: string,
  word: string,
  short: string,
): string {
  const [one, many, small, smalls] = MONEY.get(sign) ?? [];
  const scale = word || (SHORT_SCALES.get(short) ?? "");
  const manyOfIt = scale ? `${scale} ${many}` : many;
  if (high) return `${amount(low)} to ${amount(high)} ${manyOfIt}`;
  if (scale) return `${amount(low)} ${manyOfIt}`;
  const [whole = "", decimals = ""] = low.split(".");
  if (decimals.length !== 2 || decimals === "00") {
    const coins = decimals === "00" ? whole : low;
    return `${amount(coins)} ${coins === "1" ? one : many}`;
  }
  const cents = `${count(decimals)} ${decimals === "01" ? small : smalls}`;
  return whole === "0" ? cents : `${amount(whole)} ${whole === "1" ? one : many} and ${cents}`;
}

export function isoDate(found: string, years: string, month: string, day: string): string {
  if (!isBetween(1, month, 12) || !isBetween(1, day, 31)) return found;
  return `${MONTHS[Number(month) - 1]} ${ordinal(Number(day))}, ${year(Number(years))}`;
}

const ofYear = (before: string, years: string) => (years ? before + year(Number(years)) : "");

export function dayMonth(found: string, day: string, month: string, years: string): string {
  if (!isBetween(1, day, 31)) return found;
  return `the ${ordinal(Number(day))} of ${month}${ofYear(" ", years)}`;
}

export function monthDay(found: string, month: string, day: string, years: string): string {
  if (!isBetween(1, day, 31)) return found;
  return `${month} ${ordinal(Number(day))}${ofYear(", ", years)}`;
}

/** A date in numbers. Day and month can't be distinguished, so the numbers are said in the order in which they are written. */
export const partedDate =
  (mark: string) =>
  (_: string, ...parts: readonly string[]) =>
    parts.map((part) => (part.length === 4 ? year(Number(part)) : count(part))).join(` ${mark} `);

/** Two years joined by a dash. If the second is not later than the first, it is no range of years and stays as it is. */
export function yearsRange(found: string, first: string, last: string): string {
  const isShort = last.length === 2;
  if (Number(last) <= Number(isShort ? first.slice(2) : first)) return found;
  return `${year(Number(first))} to ${isShort ? twoDigits(last) : year(Number(last))}`;
}

/** Two digits as minutes and the last half of a year are said: "05" is "oh five". */
const twoDigits = (text: string) => (text.startsWith("0") ? "oh " : "") + count(text);

/** A range of numbers. If the second is not larger, it is more likely a score or a name and stays as it is. */
export const rising = (found: string, low: string, high: string) =>
  size(low) < size(high) ? `${low} to ${high}` : found;

/** The number that the text begins with; the fraction of "2½" is ignored. */
const size = (text: string) => Number.parseFloat(text.replaceAll(",", ""));

export function clock(_: string, hour: string, minute: string): string {
  if (minute === "00") return count(hour) + (isBetween(1, hour, 12) ? " o'clock" : " hundred");
  return `${count(hour)} ${twoDigits(minute)}`;
}

export function secondsClock(found: string, hour: string, minute: string, second: string): string {
  const said = clock(found, hour, minute);
  if (second === "00") return said;
  return `${said} and ${count(second)} second${second === "01" ? "" : "s"}`;
}

export function halfDay(
  _: string,
  hour: string,
  minute: string,
  half: string,
  stop: string,
): string {
  const minutes = minute === "" || minute === "00" ? "" : ` ${twoDigits(minute)}`;
  return `${count(hour)}${minutes} ${half.toUpperCase()} M${stop}`;
}

export const decade = (_: string, first: string) => plural(year(Number(first)));

export const shortDecade = (_: string, tens: string) =>
  tens === "00" ? "noughties" : plural(count(tens));

const plural = (words: string) => (words.endsWith("y") ? `${words.slice(0, -1)}ies` : `${words}s`);

export const season = (_: string, first: string, second: string) =>
  `${year(Number(first))} ${twoDigits(second)}`;

export function slashed(found: string, above: string, below: string): string {
  const known = SLASHED.get(found);
  if (known !== undefined) return known;
  if (isFraction(above, below)) return fraction(Number(above), Number(below), "one");
  return `${quantity(above)} slash ${quantity(below)}`;
}

function isFraction(above: string, below: string): boolean {
  if (above.startsWith("0") || !DENOMINATORS.has(below)) return false;
  return Number(above) < Number(below) || below === "2";
}

/** "half a kilometre", "three quarters of an hour". */
export function partMeasure(
  found: string,
  written: string,
  under: string,
  vulgar: string,
  unit: string,
): string {
  const [above = "", below = ""] = FRACTIONS.get(vulgar)?.split("/") ?? [written, under];
  if (!isFraction(above, below)) return found;
  const one = oneOf(unit);
  const aUnit = /^(?:[aeio]|hour)/.test(one) ? `an ${one}` : `a ${one}`;
  if (above === "1" && below === "2") return `half ${aUnit}`;
  return `${fraction(Number(above), Number(below), "a")} of ${aUnit}`;
}

export function measure(_: string, text: string, unit: string): string {
  return `${amount(text)} ${text === "1" ? oneOf(unit) : unitOf(unit)[1]}`;
}

/** "a five-kilometre run". */
export const measureBefore = (_: string, text: string, unit: string) =>
  `${amount(text)}-${oneOf(unit)}`;

/** Micro is written with the Greek letter or with its own sign. */
const unitOf = (written: string) => UNITS.get(written.replace("μ", "µ")) ?? [];
export const oneOf = (written: string) => unitOf(written)[0] ?? "";

export const scientific = (_: string, text: string, exponent: string) =>
  `${amount(text)} times ten to the power of ${signed(exponent)}`;

export function power(_: string, base: string, exponent: string): string {
  const raised = Array.from(exponent.replace("^", ""), (at) => SUPERSCRIPTS.get(at) ?? at).join("");
  if (raised === "2") return `${base} squared`;
  if (raised === "3") return `${base} cubed`;
  return `${base} to the power of ${signed(raised)}`;
}

function signed(text: string): string {
  const said = quantity(text.replace(/^[+\-−]/, ""));
  return /^[-−]/.test(text) ? `minus ${said}` : said;
}

export const scaled = (_: string, text: string, short: string) =>
  `${amount(text)} ${SHORT_SCALES.get(short)}`;

export function ordinalOf(found: string, number: string): string {
  const plain = number.replaceAll(",", "");
  return plain.length <= 15 ? ordinal(BigInt(plain)) : found;
}

export const version = (_: string, numbers: string) =>
  numbers.split(".").map(quantity).join(" point ");

export function yearOrNumber(_: string, number: string): string {
  // 1066 is more often a quantity, but after "in".
  return /^(?:1[1-9]|20)[0-9]{2}$/.test(number) ? year(Number(number)) : quantity(number);
}

export const near = (_: string, sign: string) => `${NEAR.get(sign)} `;
