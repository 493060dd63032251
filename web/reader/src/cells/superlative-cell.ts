// Answers superlatives ("the cheapest", "the latest") by comparing the cells of one column, or of one row. The twin of
// Python's `wherein.reading.cells.superlative_cell`; the cases are in contracts/table-cells.json.
//
// Only where it is clear what is compared: one column is named or meant, all its cells are of one kind, and at most one word
// of the question stands nowhere in the table.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { covered, groupMatch, match, questionTerms, type Term, wordsOf } from "./cell-terms.ts";
import { cellValue } from "./cell-values.ts";
import { type HeadedRow, headed, isBlank, isSum } from "./table-heads.ts";
import type { Table } from "./table-rows.ts";

const LETTER = /^\p{L}/u;
const DECIMAL = /\p{Nd}/u;
const CODE = pattern(LEXICON, "code");
const WORD = pattern(LEXICON, "token", "g");
const WHICH = pattern(LEXICON, "asks_which");
const { fewest_compared: FEWEST, most_tied: MOST_TIED } = LEXICON.numbers;
// For each word whether the most or the least is meant, and the words of headers that it means by itself.
const SUPERLATIVES = new Map(
  LEXICON.lines.superlatives.map((line) => {
    const [word = "", end, ...headers] = line.split(" ");
    return [word, { wantsMost: end === "most", headers }] as const;
  }),
);

/**
 * What a superlative asks for: the cells that answer, and those that show it. Of ties, all are answers. The answers name a
 * thing and its sizes show it; where a size is asked for ("the highest fee"), the other way.
 */
export interface Compared {
  readonly answers: readonly Span[];
  readonly shownBy: readonly Span[];
}

/** A cell that is compared, with the place of what it is the size of. */
interface Cell {
  readonly size: number;
  readonly span: Span;
  readonly name: Span;
}

interface Column {
  readonly named: number;
  readonly whole: number;
  readonly cells: readonly Cell[];
}

/** The cells of the most or the least of one column or row; null where it isn't clear what is compared. */
export function comparedCells(question: string, tables: readonly Table[]): Compared | null {
  const asked = new Map(
    superlativesIn(question).map((word) => [word, SUPERLATIVES.get(word)] as const),
  );
  const ways = [...asked.values()].filter((way) => way !== undefined);
  const [way] = ways;
  if (!way || ways.some(({ wantsMost }) => wantsMost !== way.wantsMost)) return null;
  const meant = new Set(ways.flatMap(({ headers }) => headers));
  const terms = questionTerms(question).filter(({ whole }) => !asked.has(whole));
  const columns = tables.flatMap((table) => [...columnsOf(terms, meant, table)]);
  columns.sort((a, b) => b.named - a.named || b.whole - a.whole);
  const [best, next] = columns;
  if (!best || (next && next.named === best.named && next.whole === best.whole)) return null;
  let size = way.wantsMost ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (const one of best.cells)
    size = way.wantsMost ? Math.max(size, one.size) : Math.min(size, one.size);
  const first = best.cells.filter((one) => one.size === size);
  if (first.length > MOST_TIED) return null;
  const [names, sizes] = [first.map(({ name }) => name), first.map(({ span }) => span)];
  return best.named >= 1 && !WHICH.test(question)
    ? { answers: sizes, shownBy: names }
    : { answers: names, shownBy: sizes };
}

/** "Most expensive" is one superlative: the adjective after "most" or "least" says what is meant. */
function superlativesIn(question: string): string[] {
  const words = wordsIn(question);
  const joined = words.slice(1).map((word, n) => `${words[n]}-${word}`);
  const pairs = joined.filter((pair) => SUPERLATIVES.has(pair));
  return pairs.length > 0 ? pairs : words.filter((word) => SUPERLATIVES.has(word));
}

function wordsIn(text: string): string[] {
  return (text.match(WORD) ?? []).map(folded);
}

/** The columns and rows of a table that can be compared and that the question names. */
function* columnsOf(
  terms: readonly Term[],
  meant: ReadonlySet<string>,
  table: Table,
): Generator<Column> {
  const rows = headed(table);
  const texts = [table.about, ...rows.flatMap(({ row }) => row.texts)].join(" ");
  const unsaid = terms.filter((term) => !isIn(term, texts));
  if (unsaid.length > 1) return;
  const body = rows.filter((row) => row.slots.length > 0 && !isSum(row.row.texts[0] ?? ""));
  for (const column of new Set(body.flatMap(({ slots }) => slots.map((slot) => slot.column)))) {
    const named = namedBy(terms, meant, column);
    if (named === 0) continue;
    const rest = terms.filter((term) => !unsaid.includes(term) && !isNamed(term, column));
    const cells = down(chosen(body, rest), column, rest);
    if (cells.length > 0) yield { named, whole: covered(wordsOf(column), terms), cells };
  }
  const heads = new Map<string, Span>();
  for (const { row: head, slots: own } of rows)
    if (own.length === 0)
      for (const [at, text] of head.texts.entries()) heads.set(text, spanOf(head.cells[at]));
  for (const row of body) {
    const key = row.slots[0]?.key ?? "";
    const named = namedBy(terms, meant, key);
    const cells = named > 0 ? along(heads, row) : [];
    if (cells.length > 0) yield { named, whole: covered(wordsOf(key), terms), cells };
  }
}

/** How many words of the question name a header, and half of one where the superlative means it. */
function namedBy(terms: readonly Term[], meant: ReadonlySet<string>, header: string): number {
  const own = wordsOf(header);
  const isMeant = wordsIn(header).some((w) => meant.has(w));
  return terms.filter((term) => match(term, own) > 0).length + (isMeant ? 0.5 : 0);
}

function isNamed(term: Term, header: string): boolean {
  const own = wordsOf(header);
  return match(term, own) > 0 || groupMatch(term, own) > 0;
}

function isIn(term: Term, texts: string): boolean {
  if (match(term, wordsOf(texts)) > 0) return true;
  return texts.split(/\s+/u).some((word) => match(term, wordsOf(word)) > 0);
}

/** The rows that have the question's other words, where some have them: "the cheapest course on Monday". */
function chosen(body: readonly HeadedRow[], rest: readonly Term[]): readonly HeadedRow[] {
  let rows = body;
  for (const term of rest) {
    const having = rows.filter(({ row }) =>
      row.texts.some((text) => match(term, wordsOf(text)) > 0),
    );
    if (having.length > 0) rows = having;
  }
  return rows;
}

/** The cells of a column with their names; none where they can't be compared or are too few. */
function down(rows: readonly HeadedRow[], column: string, rest: readonly Term[]): readonly Cell[] {
  const found: (Cell | null)[] = [];
  const kinds = new Set<string>();
  for (const { row, slots } of rows) {
    for (const { place, column: its } of slots) {
      if (its !== column || place === null || isBlank(row.texts[place] as string)) continue;
      const value = cellValue(row.texts[place] as string);
      const name = nameIn(row, place, rest);
      if (value) kinds.add(value.kind);
      found.push(value && name && { size: value.size, span: spanOf(row.cells[place]), name });
    }
  }
  return comparable(found, kinds);
}

function comparable(found: readonly (Cell | null)[], kinds: ReadonlySet<string>): readonly Cell[] {
  const cells = found.filter((one) => one !== null);
  return cells.length === found.length && kinds.size === 1 && cells.length >= FEWEST ? cells : [];
}

/**
 * The cell that says what a row is about: the one whose column the question names, else the first of words. Beside a code the
 * words that the question does not have: of SD1112, Lettuce and Winter Density the last.
 */
function nameIn(row: HeadedRow["row"], place: number, rest: readonly Term[]): Span | null {
  const others = row.cells
    .map((block, at) => ({ block, text: row.texts[at] as string, isFirst: at === 0, at }))
    .filter(({ at }) => at !== place);
  const asked = others.find(
    ({ block, text }) =>
      rest.some((term) => isNamed(term, block.column ?? "")) && isName(text, true),
  );
  const [first] = others;
  const byCode =
    first?.isFirst && CODE.test(first.text)
      ? others.find(
          ({ text, isFirst }) =>
            !isFirst &&
            isName(text, false) &&
            !DECIMAL.test(text) &&
            !rest.some((term) => match(term, wordsOf(text)) > 0),
        )
      : undefined;
  const best = (asked ?? byCode ?? others.find(({ text, isFirst }) => isName(text, isFirst)))
    ?.block;
  return best ? spanOf(best) : null;
}

/** Whether a cell is words. The first one of a row, as one that is asked for, may have a number behind a letter: "B-2001". */
function isName(text: string, mayCount: boolean): boolean {
  return cellValue(text) === null || (mayCount && LETTER.test(text));
}

/** The cells of a row, named by the cells of the row of headers; none where they can't be compared. */
function along(heads: ReadonlyMap<string, Span>, { row, slots }: HeadedRow): readonly Cell[] {
  const found: (Cell | null)[] = [];
  const kinds = new Set<string>();
  for (const { place, column } of slots) {
    const name = heads.get(column);
    // The first cell of a row is its label.
    if (!place || isBlank(row.texts[place] as string) || !name) continue;
    const value = cellValue(row.texts[place] as string);
    if (value) kinds.add(value.kind);
    found.push(value && { size: value.size, span: spanOf(row.cells[place]), name });
  }
  return comparable(found, kinds);
}

function spanOf(block: Block | undefined): Span {
  const { start, end } = block as Block;
  return { start, end };
}
