// Reads a cell as something that can be compared with other cells: a number with its unit, a time or a date. The twin of
// Python's `wherein.reading.cells.cell_values`; the cases are in contracts/table-cells.json.

import { stripped } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { numberOf, wordsOf } from "./cell-terms.ts";

const CLOCK = pattern(LEXICON, "clock_value");
const ISO = pattern(LEXICON, "iso_date");
const DAY_MONTH = pattern(LEXICON, "day_month");
const ONE_NUMBER = pattern(LEXICON, "one_number");
const UNITS = new Map(
  LEXICON.lines.units.flatMap((line) => {
    const [kind = "", ...rest] = line.split(" ");
    return Array.from(
      { length: rest.length / 2 },
      (_, n) => [rest[2 * n] ?? "", { kind, factor: Number(rest[2 * n + 1]) }] as const,
    );
  }),
);

/** A size in the least unit of its kind: "1.2 kg" is 1,200 of "mass". Only values of one kind can be compared. */
export interface Value {
  readonly kind: string;
  readonly size: number;
}

/** The value of a cell; null where it has no number, or more than one. */
export function cellValue(cell: string): Value | null {
  const text = folded(stripped(cell));
  const clock = CLOCK.exec(text)?.[1]?.split(":");
  if (clock) {
    const size = clock.reduce((sum, part) => 60 * sum + Number(part), 0);
    return { kind: `clock ${clock.length - 1}`, size };
  }
  const iso = ISO.exec(text);
  if (iso) return { kind: "date", size: daysOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) };
  const date = DAY_MONTH.exec(text);
  if (date) {
    const months = [...wordsOf(date[2] ?? "").months];
    const year = Number(date[3] ?? 0);
    if (months.length === 1)
      return {
        kind: year ? "date" : "day",
        size: daysOf(year, (months[0] as number) + 1, Number(date[1])),
      };
  }
  const found = ONE_NUMBER.exec(text);
  const number = found && numberOf(found[3] ?? "");
  if (!found || number === null) return null;
  const written = `${found[1]} ${found[4]}`.split(/\s+/u).filter(Boolean).join(" ");
  const { kind, factor } = UNITS.get(written) ?? { kind: written, factor: 1 };
  return { kind, size: factor * (found[2] ? -number : number) };
}

function daysOf(year: number, month: number, day: number): number {
  return (year * 12 + month) * 31 + day;
}
