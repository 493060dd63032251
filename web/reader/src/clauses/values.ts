// Amounts, dates and times in a text, with what they count: "45 days" and "sixty days" both count days. The twin of Python's
// `wherein.documents.clauses.values`; the cases are in contracts/amendments.json. Knows no pages.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { wordSet } from "../lexicon/lexicon.ts";
import { LatePattern, searchAll } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";

const VALUE = new LatePattern(LEXICON, "value", "g");
const NO_UNIT = wordSet(LEXICON, "no_unit");
const WORD_BEFORE = new LatePattern(LEXICON, "word_before");
/** Characters before a number that may name it. */
const LONGEST_BEFORE = 24;
const KINDS = ["date", "money", "percent", "time"] as const;

/** An amount. `kind` tells what it counts: "money", "percent", "date", "time", or the unit without its plural's s. */
export interface Value {
  readonly span: Span;
  readonly kind: string;
}

/** The amounts of a text in reading order. */
export function values(text: string): Value[] {
  const found: Value[] = [];
  for (const match of searchAll(VALUE, text)) {
    const groups = match.groups ?? {};
    let end = match.index + match[0].length;
    let kind: string = KINDS.find((name) => groups[name] !== undefined) ?? "";
    if (kind === "") {
      let unit = folded(groups.unit ?? "");
      if (unit === "" || NO_UNIT.has(unit)) {
        unit = "";
        end = match.index + (groups.number ?? "").length + (groups.bracket ?? "").length;
      }
      kind = unit.length > 3 && unit.endsWith("s") ? unit.slice(0, -1) : unit;
      const before = text.slice(Math.max(0, match.index - LONGEST_BEFORE), match.index);
      const word = kind === "" ? WORD_BEFORE.exec(before)?.[1] : undefined;
      if (word) kind = `${folded(word)} number`;
    }
    while (end > match.index && ".,;".includes(text[end - 1] as string)) end--;
    found.push({ span: { start: match.index, end }, kind });
  }
  return found;
}
