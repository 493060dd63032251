// A written English text as a person would say it: numbers, dates, units, abbreviations, addresses; and which words were
// written for what is said. Makes no sound. The twin of Python's `wherein.speech.said`; the cases are in
// contracts/speech-said.json.

import LEXICON from "../../../contracts/lexicon/said.json" with { type: "json" };
import { cardinal, decimal, digits, ordinal, year } from "./numerals.ts";

/** `origins[i]` is where, in the written text, that begins for which the character `i` of `text` is said. */
export interface Said {
  readonly text: string;
  readonly origins: readonly number[];
}

const rows = (lines: readonly string[]) =>
  new Map(
    lines.map((line) => {
      const [written = "", ...said] = line.split(" > ");
      return [written, said] as const;
    }),
  );
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const { lines, words } = LEXICON;
const ABBREVIATIONS = rows(lines.abbreviations);
const UNITS = rows(lines.units);
const MONEY = rows(lines.money);
const SIGNS = rows(lines.signs);
const MONTHS = words.months.join(" ").split(" ");
const MONTH = MONTHS.join("|");
const SCALES = words.scales.join(" ").replaceAll(" ", "|");
const NUMBER = "\\d{1,3}(?:,\\d{3})+|\\d+";
const DASH = "[-–—]";
// "in" is a word far more often than inches.
const UNIT = [...UNITS.keys()]
  .filter((unit) => unit !== "in")
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join("|");

// As Python's `\w` and `\b`, which know all letters.
const LETTER = "\\p{L}\\p{N}_";
const EDGE = `(?:(?<![${LETTER}])(?=[${LETTER}])|(?<=[${LETTER}])(?![${LETTER}]))`;

type Groups = readonly (string | undefined)[];
type Rule = readonly [pattern: RegExp, instead: (groups: Groups) => string];

/** `<b>` stands for an edge of a word, `<w>` for a letter within brackets. */
function rule(pattern: string, instead: (groups: Groups) => string): Rule {
  const source = pattern.replaceAll("<b>", EDGE).replaceAll("<w>", LETTER);
  return [new RegExp(source, "gu"), instead];
}

function number(text: string): string {
  const [whole = "", fraction] = text.split(".");
  return fraction ? decimal(whole, fraction) : cardinal(BigInt(whole.replaceAll(",", "")));
}

function yearOrNumber(text: string): string {
  return /^(?:1[1-9]\d\d|20\d\d)$/.test(text) ? year(Number(text)) : number(text);
}

function address(found: string): string {
  const [rest = ""] = /[.,;:!?)]*$/.exec(found) ?? [];
  const text = found
    .slice(0, found.length - rest.length)
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, "")
    .split("?")[0] as string;
  const [host = "", ...path] = text.replace(/\/+$/, "").split("/");
  const parts = path.filter((part) => part !== "").map((part) => part.replace(/[-_]+/g, " "));
  return [host.replaceAll(".", " dot "), ...parts].join(" slash ") + rest;
}

function money([, sign = "", amount = "", scale]: Groups): string {
  const [one, many, small, smalls] = MONEY.get(sign) ?? [];
  if (scale) return `${number(amount)} ${scale} ${many}`;
  const [whole = "", fraction = ""] = amount.split(".");
  const count = BigInt(whole.replaceAll(",", ""));
  const said = `${cardinal(count)} ${count === 1n ? one : many}`;
  const rest = Number(fraction);
  if (fraction.length !== 2 || rest === 0) return said;
  return `${said} and ${cardinal(rest)} ${rest === 1 ? small : smalls}`;
}

function isoDate([all = "", y, m, d]: Groups): string {
  const [month, day] = [Number(m), Number(d)];
  if (month < 1 || month > 12 || day < 1 || day > 31) return all;
  return `${MONTHS[month - 1]} ${ordinal(day)}, ${year(Number(y))}`;
}

function clock([, h, m]: Groups): string {
  const [hour, minute] = [Number(h), Number(m)];
  if (minute === 0) {
    return cardinal(hour) + (hour >= 1 && hour <= 12 ? " o'clock" : " hundred");
  }
  return `${cardinal(hour)} ${minute < 10 ? "oh " : ""}${cardinal(minute)}`;
}

function measure([, amount = "", unit = ""]: Groups): string {
  const [one, many] = UNITS.get(unit) ?? [];
  return `${number(amount)} ${amount === "1" ? one : many}`;
}

function decade(text: string): string {
  const said = year(Number(text));
  return said.endsWith("y") ? `${said.slice(0, -1)}ies` : `${said}s`;
}

const ofYear = (text: string | undefined, before: string) =>
  text === undefined ? "" : before + year(Number(text));

const RULES: readonly Rule[] = [
  // Marks of notes, as in an encyclopedia.
  rule("\\[(?:\\d+|[a-z]|note \\d+|citation needed)\\]", () => ""),
  rule("[<w>.+\\-]+@[<w>\\-]+(?:\\.[<w>\\-]+)+", ([all = ""]) =>
    all.replaceAll("@", " at ").replaceAll(".", " dot "),
  ),
  rule('(?:https?:\\/\\/|www\\.)[^\\s<>"]+', ([all = ""]) => address(all)),
  rule("<b>(\\d{4})-(\\d\\d)-(\\d\\d)<b>", isoDate),
  rule(
    `<b>(\\d\\d?)(?:st|nd|rd|th)? (${MONTH})<b>(?:,? (\\d{4})<b>)?`,
    ([, day, month, y]) => `the ${ordinal(Number(day))} of ${month}${ofYear(y, " ")}`,
  ),
  rule(
    `<b>(${MONTH}) (\\d\\d?)(?:st|nd|rd|th)?<b>(?!\\.\\d|\\d)(?:,? (\\d{4})<b>)?`,
    ([, month, day, y]) => `${month} ${ordinal(Number(day))}${ofYear(y, ", ")}`,
  ),
  rule("<b>(\\d\\d?):(\\d\\d)<b>(?!:)", clock),
  rule(`([$€£¥]) ?((?:${NUMBER})(?:\\.\\d+)?)(?: (${SCALES})<b>)?`, money),
  rule("<b>(1[1-9]\\d0|20\\d0)s<b>", ([, y = ""]) => decade(y)),
  rule(
    `<b>(1[1-9]\\d\\d|20\\d\\d) ?${DASH} ?(\\d\\d)<b>(?!\\d)`,
    ([, from, to]) => `${year(Number(from))} to ${cardinal(Number(to))}`,
  ),
  rule(`<b>(${NUMBER}) ?[–—] ?(?=${NUMBER})`, ([, from]) => `${from} to `),
  rule(`<b>((?:${NUMBER})(?:\\.\\d+)?) ?%`, ([, amount = ""]) => `${number(amount)} percent`),
  rule(`<b>((?:${NUMBER})(?:\\.\\d+)?) ?(${UNIT})(?![<w>²\\/°])`, measure),
  rule("<b>(\\d+)(?:st|nd|rd|th)<b>", ([, n = ""]) => ordinal(BigInt(n))),
  rule("<b>v?(\\d+(?:\\.\\d+){2,})<b>", ([, version = ""]) =>
    version
      .split(".")
      .map((part) => cardinal(BigInt(part)))
      .join(" point "),
  ),
  rule("(?<![<w>.])0\\d{4,}<b>", ([all = ""]) => digits(all)),
  rule("(?<![<w>.])[-−](?=\\d)", () => "minus "),
  rule(`(?<![<w>.,])((?:${NUMBER})\\.\\d+)<b>`, ([, n = ""]) => number(n)),
  rule(`(?<![<w>.,])(${NUMBER})(?![<w>]|[.,]\\d)`, ([, n = ""]) => yearOrNumber(n)),
  rule(
    `(?<![<w>.])(?:${[...ABBREVIATIONS.keys()].map(escaped).join("|")})`,
    ([all = ""]) => ABBREVIATIONS.get(all)?.[0] ?? all,
  ),
  rule(`[${[...SIGNS.keys()].join("")}]`, ([all = ""]) => ` ${SIGNS.get(all)?.[0]} `),
];
const SPACES: Rule = [/[ \t\u00a0]{2,}|\u00a0/g, () => " "];

/** A text without such things stays as it is. */
export function asSaid(text: string): Said {
  const written: Said = { text, origins: Array.from({ length: text.length }, (_, at) => at) };
  const said = RULES.reduce(replaced, written);
  return said.text === text ? written : stripped(replaced(said, SPACES));
}

function replaced({ text, origins }: Said, [pattern, instead]: Rule): Said {
  let made = "";
  const from: number[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const words = instead(found);
    made += text.slice(end, found.index) + words;
    from.push(...origins.slice(end, found.index));
    for (let i = 0; i < words.length; i++) from.push(origins[found.index] ?? 0);
    end = found.index + found[0].length;
  }
  if (end === 0) return { text, origins };
  return { text: made + text.slice(end), origins: [...from, ...origins.slice(end)] };
}

function stripped({ text, origins }: Said): Said {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return { text: text.slice(start, end), origins: origins.slice(start, end) };
}
