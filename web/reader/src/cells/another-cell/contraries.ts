// Tells whether a header has the contrary of a word that a question has: "Cold water" for hot water, "Last year" for this
// one. The twin of Python's `wherein.reading.cells.another_cell.contraries`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../../lexicon/lexicon.ts";
import { folded } from "../../page/heading-prefix.ts";

const TOKEN = pattern(LEXICON, "token", "g");
// Words, and pairs of words with a hyphen, of which one thing has one.
const GROUPS = LEXICON.lines.contraries.map((line) => line.split(" "));
// Characters of a header that are looked at.
const LONGEST = 300;

/** The words of a question that have a contrary. */
export class Contraries {
  readonly #asked: readonly (readonly [readonly string[], readonly string[]])[];

  constructor(question: string) {
    const said = saidIn(question);
    this.#asked = GROUPS.map(
      (group) => [group, group.filter((one) => said.has(one))] as const,
    ).filter(([, asked]) => asked.length > 0);
  }

  /**
   * Whether the headers of a cell have a contrary of what is asked for, and not that itself; where they have neither, the
   * heading of the table tells ("Saturdays" for a weekday).
   */
  areIn(key: string, column: string, heading = ""): boolean {
    if (this.#asked.length === 0) return false;
    const own = new Set([...saidIn(key), ...saidIn(column)]);
    const above = saidIn(heading);
    return this.#asked.some(([group, asked]) => {
      const told = group.some((one) => own.has(one)) ? own : above;
      return group.some((one) => told.has(one)) && !asked.some((one) => told.has(one));
    });
  }
}

function saidIn(text: string): ReadonlySet<string> {
  const words = folded([...text].slice(0, LONGEST).join("")).match(TOKEN) ?? [];
  const pairs = words.slice(1).map((word, at) => `${words[at]}-${word}`);
  return new Set([...words, ...pairs]);
}
