// Writes dates with the month's name and small numbers in digits, so that texts that write them differently compare. The twin
// of Python's `wherein.questions.words.plain_values`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern, wordList } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";

const DATED = pattern(LEXICON, "dated", "g");
const MONTH_YEAR = pattern(LEXICON, "month_year", "g");
const IN_WORDS = pattern(LEXICON, "in_words", "g");
const NUMBERS = new Map<string, number>([
  ...LEXICON.lines.numbers.flatMap((row, n) => row.split(" ").map((word) => [word, n] as const)),
  ...wordList(LEXICON, "tens").map((word, n) => [word, 10 * (n + 2)] as const),
  ["one", 1],
]);
const MONTHS = LEXICON.lines.months.map((row) => {
  const name = row.split(" ")[0] as string;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
});
const CENTURY = 100;
// A year of two digits is of this century up to this number.
const LATEST = 70;

type Groups = Readonly<Record<string, string | undefined>>;

/** The text with its dates and numbers in one way of writing. */
export function plainValues(text: string): string {
  let plain = text;
  if (/[0-9]/u.test(text)) {
    plain = replaced(replaced(plain, DATED, ofDate), MONTH_YEAR, (_, of) => ofMonth(of));
  }
  return replaced(plain, IN_WORDS, (_, of) => ofWords(of));
}

function replaced(text: string, what: RegExp, by: (written: string, of: Groups) => string): string {
  return text.replace(what, (written: string, ...rest: unknown[]) =>
    by(written, rest.at(-1) as Groups),
  );
}

function ofDate(written: string, of: Groups): string {
  let { year, month, day } = of;
  if (year === undefined && of.last !== undefined) {
    // The day first; where only the other way gives a month, the month first.
    [day, month, year] = [of.first, of.second, of.last];
    if (Number(month) > MONTHS.length) [day, month] = [month, day];
  }
  if (year === undefined) {
    const years = of.years ?? (of.in_year as string);
    const number = Number(of.of_year ?? of.in_month);
    const isSeason = of.years === undefined && number === (Number(years) + 1) % CENTURY;
    return isSeason ? written : `${MONTHS[number - 1]} ${years}`;
  }
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? written : `${Number(day)} ${name} ${whole(year)}`;
}

/** "Mar 24" alone is a month of a year, and may be a day. */
function ofMonth({ name, mark, short = "" }: Groups): string {
  return `${name}${mark ? "" : ` ${short}`} ${whole(short)}`;
}

function whole(year: string): string {
  if (year.length > 2) return year;
  return String((Number(year) < LATEST ? 20 : 19) * CENTURY + Number(year));
}

function ofWords({ ten, unit, small }: Groups): string {
  const said = [ten, unit, small].filter((word) => word !== undefined);
  return String(said.reduce((sum, word) => sum + (NUMBERS.get(folded(word)) ?? 0), 0));
}
