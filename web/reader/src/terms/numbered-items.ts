// Finds the item of a numbered list that a question asks for by its number: "What is step 4?", "the third step of
// bottling". Words and patterns; no model. The twin of Python's `wherein.reading.terms.numbered_items`; the cases are in
// contracts/numbered-items.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/numbered-items.json" with { type: "json" };
import { content } from "../grading/calibration.ts";
import { pattern, wordList } from "../lexicon/lexicon.ts";

/** Of an item that the question names by its number, where one list alone can be meant. */
export const PROBABILITY = 0.9;
/** The most of each where several lists may be meant, which share it: just below an answer in a document. */
export const MOST_OF_SEVERAL = 0.39;
const ASKS = pattern(LEXICON, "asks");
const ITEM = pattern(LEXICON, "item");
const WORDS = new Map(
  ["cardinals", "ordinals"].flatMap((name) =>
    wordList(LEXICON, name).map((word, at): [string, number] => [word, at + 1]),
  ),
);
const LAST = -1;
// Lists whose items are shown where it isn't clear which one is meant.
const MOST_LISTS = 3;
/** Letters of a line that its number is looked for in. */
const LONGEST_NUMBER = 40;
const MOST_BETWEEN = 3;
const LONGEST_ABOVE = 300;

/** The number of the item, LAST for the last one, and the words that say of which list. */
interface Requested {
  readonly number: number;
  readonly of: ReadonlySet<string>;
}

interface List {
  readonly above: string;
  readonly items: Span[];
}

/** The item that a question asks for; null for every other question. */
function requestedItem(question: string): Requested | null {
  const groups = ASKS.exec(question)?.groups;
  if (!groups) return null;
  const written = (groups.ordinal ?? groups.cardinal ?? "").toLowerCase();
  const digits = written.replace(/[^0-9]/g, "");
  const number = digits ? Number(digits) : (WORDS.get(written) ?? LAST);
  return { number, of: content(groups.rest ?? "") };
}

/**
 * The words of the item that the question asks for, without its number: of each list that may be meant, at most MOST_LISTS.
 * None where no list has it, or where nothing above one says that it is the one which the question names.
 */
export function numberedItems(question: string, text: string, blocks: readonly Block[]): Span[] {
  const asked = requestedItem(question);
  if (asked === null) return [];
  const { number, of } = asked;
  let lists = listsOf(text, blocks).filter(({ items }) => holds(items, number));
  if (of.size > 0) {
    const shares = lists.map(({ above }) => {
      const own = content(above);
      return [...of].filter((word) => own.has(word)).length;
    });
    const best = Math.max(0, ...shares);
    lists = lists.filter((_, at) => best > 0 && shares[at] === best);
  }
  if (lists.length > MOST_LISTS) return [];
  return lists.map(({ items }) => items.at(number === LAST ? LAST : number - 1) as Span);
}

function holds(items: readonly Span[], number: number): boolean {
  return items.length > 1 && (number === LAST || (1 <= number && number <= items.length));
}

/** Each block, cut before the lines of it that begin with a number: plain text has a list in one block. */
function* linesOf(text: string, blocks: readonly Block[]): Generator<Pick<Block, "kind"> & Span> {
  for (const { kind, start: first, end } of blocks) {
    let start = first;
    if (kind !== "heading" && kind !== "cell") {
      for (
        let at = text.indexOf("\n", first);
        at >= 0 && at < end;
        at = text.indexOf("\n", at + 1)
      ) {
        if (!ITEM.test(text.slice(at + 1, Math.min(at + 1 + LONGEST_NUMBER, end)))) continue;
        yield { kind, start, end: at };
        start = at + 1;
      }
    }
    yield { kind, start, end };
  }
}

/** The lists of a text that count from one, in its order. */
function listsOf(text: string, blocks: readonly Block[]): List[] {
  const lists: List[] = [];
  let [title, heading, before] = ["", "", ""];
  let current: List | null = null;
  let between = 0;
  for (const { kind, start, end } of linesOf(text, blocks)) {
    const written = text.slice(start, end);
    if (kind === "heading") {
      [title, heading, before] = [title || written, written, ""];
      current = null;
      continue;
    }
    const found = kind === "cell" ? null : ITEM.exec(written);
    const number = Number(found?.groups?.number ?? found?.groups?.step ?? 0);
    const item = { start: start + (found?.[0].length ?? 0), end };
    if (found && current && number === current.items.length + 1) {
      current.items.push(item);
      between = 0;
    } else if (found && number === 1) {
      const above = [title, heading, before].map((one) => one.slice(0, LONGEST_ABOVE)).join("\n");
      current = { above, items: [item] };
      lists.push(current);
      between = 0;
    } else {
      before = written;
      between++;
      if (between > MOST_BETWEEN) current = null;
    }
  }
  return lists;
}
