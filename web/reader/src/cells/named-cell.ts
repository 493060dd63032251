// Finds the cells that a question names by words of their row and of their column, and says how well it names them. The
// twin of Python's `wherein.reading.cells.named_cell`; the cases are in contracts/table-cells.json.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { askedKind, cellAgreement, type ValueKind } from "../question/value-kind.ts";
import { covered, EXACT, isSpecific, questionTerms, type Term } from "./cell-terms.ts";
import { type Alike, neverAlike } from "./likeness.ts";
import { LONGEST_CELL, type Naming, type Shares, TableNames } from "./named-terms.ts";
import { headedElsewhere, OtherThings } from "./other-things.ts";
import { type HeadedRow, headed, isBlank, type Slot } from "./table-heads.ts";
import { isLonger, type Table, withSubject } from "./table-rows.ts";

const {
  number_weight: NUMBER_WEIGHT,
  common_weight: COMMON_WEIGHT,
  blank_behind: BLANK_BEHIND,
  // How much lower a cell scores that is another thing's, so that the blank cell of what is asked for comes first.
  other_behind: OTHER_BEHIND,
  elsewhere_behind: ELSEWHERE_BEHIND,
} = LEXICON.numbers;
const COMMON = wordSet(LEXICON, "common");
const { weights: WEIGHTS } = LEXICON.fitted.rank;
const SUPERLATIVE = pattern(LEXICON, "superlative");
const BOUND = pattern(LEXICON, "bound", "g");
const OWNED = pattern(LEXICON, "owned", "g");
const COUNTED = pattern(LEXICON, "counted", "g");
const HEADER_WORD = pattern(LEXICON, "header_word", "g");
const ASKS_WHICH = pattern(LEXICON, "asks_which");
const REFERS = pattern(LEXICON, "refers");
// For each kind of question its pattern and the words of headers that answer it.
const WANTED = LEXICON.lines.wanted.map((line) => {
  const [name, ...words] = line.split(" ");
  return [pattern(LEXICON, `wants_${name}` as "wants_often"), new Set(words)] as const;
});
const BOUNDS = WANTED.filter((_, at) =>
  /^(?:limit|least) /.test(LEXICON.lines.wanted[at] as string),
);
const SHARE_SIGN = "%";
// Scores that differ only by rounding are equal, in whatever order they were summed.
const SCORE_STEPS = 1e9;
// Cells that are looked at, the best one of each row.
export const MOST_NAMED = 3;

/** The places among the measures of how well the row is named, and of the share of its name's words that the question has. */
export const ROW_MEASURE = 1;
export const ROW_WHOLE_MEASURE = 7;
/** The places of the shares of the question's words that any header has, and of the column's words that the question has. */
export const NAMED_MEASURE = 0;
export const COLUMN_WHOLE_MEASURE = 8;
/** The place among the measures of whether the cell's value is of the kind that is asked for. */
export const KIND_MEASURE = 4;

/** A slot of a table with what the question says of it. */
export interface ScoredCell {
  readonly table: number;
  readonly row: number;
  readonly slot: Slot;
  /** Of the cell, or of the row's first one where the slot has none. */
  readonly span: Span;
  readonly text: string;
  /** As Python's `Measures`, in the order of its fields. */
  readonly measures: readonly number[];
  /**
   * It is another thing's cell: a number, a day or a name of the question is nowhere in its row, its column and above, or its
   * row has only a word beside the one that is meant.
   */
  readonly isOfAnother: boolean;
  /**
   * Nothing but words says that it is another thing's, which a reader may know better ("women" for "Female"): no number, day,
   * month, name, identifier, range, contrary or kind of value.
   */
  readonly mayBeMeant: boolean;
  /** The table lacks a word that the question has beside one of the row's. */
  readonly lacking: boolean;
  /** Only orders the cells of one question. */
  readonly score: number;
}

/** A cell that a question names, with how much lower the best cell of another row, and of another column, scores. */
export interface NamedCell {
  readonly cell: ScoredCell;
  readonly span: Span;
  readonly otherRows: number;
  readonly otherColumns: number;
}

/** What a question asks for, the terms that may name a row or a column, and what each counts. */
class Asked {
  readonly question: string;
  readonly kind: ValueKind | null;
  readonly wanted: readonly ReadonlySet<string>[];
  readonly terms: readonly Term[];
  /** The places of the terms that "how many" stands before. */
  readonly counted: readonly number[];
  /** The places of the terms that "whose" stands before. */
  readonly owned: readonly number[];
  readonly #weights: readonly number[];
  readonly #total: number;

  constructor(question: string, terms: readonly Term[]) {
    this.question = question;
    this.kind = askedKind(question);
    // "At most" asks for the limit rather than for the usual amount.
    const kinds = question.search(BOUND) < 0 ? WANTED : BOUNDS;
    this.wanted = kinds.filter(([asks]) => asks.test(question)).map(([, words]) => words);
    this.terms = terms;
    this.counted = termsAfter(COUNTED, question, terms);
    this.owned = termsAfter(OWNED, question, terms);
    this.#weights = terms.map(({ number, whole }) => {
      if (number !== null) return NUMBER_WEIGHT;
      return COMMON.has(whole) ? COMMON_WEIGHT : 1;
    });
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** The weighted mean of one value for each term. */
  share(values: Shares): number {
    return (
      values.reduce((sum, value, n) => sum + (this.#weights[n] as number) * value, 0) / this.#total
    );
  }

  /** The share of the specific terms, and of those that tell this table from others like it, whose value is 0. */
  missed(values: Shares, divided: readonly boolean[]): number {
    const specific = values.filter((_, n) => isSpecific(this.terms[n] as Term) || divided[n]);
    return specific.length > 0
      ? specific.filter((value) => value === 0).length / specific.length
      : 0;
  }
}

function termsAfter(words: RegExp, question: string, terms: readonly Term[]): number[] {
  const said = new Set(Array.from(question.matchAll(words), ([, word = ""]) => folded(word)));
  return [...terms.keys()].filter((at) => said.has(terms[at]?.whole ?? ""));
}

/** The cells that the question names best, best first, at most one of each row; none where it names no row. */
export function namedCells(
  question: string,
  tables: readonly Table[],
  alike: Alike = neverAlike,
  most = MOST_NAMED,
): NamedCell[] {
  return bestCells(scoredCells(question, tables, alike), most);
}

/** All cells of which the question names the row, in reading order; of a single row, of which it names the column. */
export function scoredCells(
  question: string,
  given: readonly Table[],
  alike: Alike = neverAlike,
): ScoredCell[] {
  const terms = questionTerms(question);
  const tables = withSubject(given);
  // A superlative is found by comparing rows, not by naming one.
  if (terms.length === 0 || SUPERLATIVE.test(question.replace(BOUND, " "))) return [];
  const asked = new Asked(question, terms);
  const rows = tables.map(headed);
  const named = tables.map((table, at) => new TableNames(terms, table, rows[at] ?? [], alike));
  const divided = dividedIn(
    rows,
    named.map(({ above }) => above),
  );
  const elsewhere = headedElsewhere(terms, named);
  return named.flatMap((names, at) => {
    const [table, own] = [tables[at] as Table, rows[at] ?? []];
    const others = new OtherThings(question, terms, table, own, names, elsewhere[at] ?? []);
    return [...scoredIn(asked, at, own, names, divided[at] ?? [], others)];
  });
}

/**
 * For each table and each term, whether the term stands above another table with the same columns and not above this one: of
 * "Women" and "Men", the table that is not meant.
 */
function dividedIn(
  tables: readonly (readonly HeadedRow[])[],
  above: readonly Shares[],
): readonly (readonly boolean[])[] {
  const groups = new Map<string, number[]>();
  for (const [at, rows] of tables.entries()) {
    const columns = new Set(rows.flatMap(({ slots }) => slots.map(({ column }) => column)));
    const key = JSON.stringify([...columns].sort());
    const group = groups.get(key);
    if (group) group.push(at);
    else groups.set(key, [at]);
  }
  const divided: (readonly boolean[])[] = [];
  for (const group of groups.values()) {
    const said = (above[0] ?? []).map((_, term) => group.some((at) => above[at]?.[term]));
    for (const at of group) divided[at] = said.map((isSaid, term) => isSaid && !above[at]?.[term]);
  }
  return divided;
}

/** The best of the cells by their scores, at most one of each row. */
export function bestCells(scored: readonly ScoredCell[], most: number): NamedCell[] {
  const best: ScoredCell[] = [];
  for (const one of [...scored].sort((a, b) => b.score - a.score)) {
    if (best.length === most) break;
    if (best.every((other) => !isSameRow(one, other))) best.push(one);
  }
  return best.map((one) => ahead(one, scored));
}

function isSameRow(one: ScoredCell, other: ScoredCell): boolean {
  return one.table === other.table && one.row === other.row;
}

/** A cell with how far it is ahead of the others by its name; cells that say the same are no others. */
export function ahead(one: ScoredCell, scored: readonly ScoredCell[]): NamedCell {
  let [row, column] = [0, 0];
  for (const other of scored) {
    if (!isSameRow(one, other)) {
      if (other.text !== one.text) row = Math.max(row, other.score);
    } else if (other !== one && other.text !== one.text) column = Math.max(column, other.score);
  }
  return {
    cell: one,
    span: one.span,
    otherRows: one.score - row,
    otherColumns: one.score - column,
  };
}

function* scoredIn(
  asked: Asked,
  number: number,
  rows: readonly HeadedRow[],
  names: TableNames,
  divided: readonly boolean[],
  others: OtherThings,
): Generator<ScoredCell> {
  const isAbsent = names.isAbsent || others.isWholeTable;
  const columns = new Map<string, readonly string[]>();
  for (const { slots } of rows)
    for (const { column } of slots)
      if (!columns.has(column))
        columns.set(
          column,
          asked.wanted.length > 0 ? (folded(column).match(HEADER_WORD) ?? []) : [],
        );
  const hasWanted = [...columns.values()].some((words) => wantedShare(asked.wanted, words, "") > 0);
  const owned = hasWanted ? asked.owned : [];
  for (const [at, headedRow] of rows.entries()) {
    const { row, slots } = headedRow;
    for (const slot of slots) {
      const text = slot.place === null ? "" : (row.texts[slot.place] as string);
      if (isLonger(text, LONGEST_CELL) || onlyRefers(headedRow, slot, text)) continue;
      const naming = withoutOwned(names.naming(at, slot), owned);
      const isNamed =
        naming.row.some(Boolean) || (rows.length === 1 && naming.column.some(Boolean));
      const isElsewhere = others.areElsewhere(at);
      if (!isNamed && !isAbsent && !isElsewhere) continue;
      const lacking = asked.terms.some((_, term) => names.lacks(term, naming.row));
      // "How many seeds" wants the column of seeds.
      const isCounted = asked.counted.some((term) => naming.column[term] === EXACT);
      const words = columns.get(slot.column) ?? [];
      const wanted = isCounted ? 1 : wantedShare(asked.wanted, words, text);
      const best = naming.row.map((value, n) =>
        Math.max(value, naming.column[n] as number, names.above[n] as number),
      );
      const missed = asked.missed(best, divided);
      const isRuledOut = others.ruleOut(at, slot, naming);
      const isBeside = isRuledOut || others.differByWords(slot, naming);
      const isAnother = isBeside || names.isAnother(naming);
      const last = [wanted, lacking ? 1 : 0, isAnother ? 1 : 0];
      const measures = measured(asked, naming, best, text, [missed, ...last]);
      const { start, end } = row.cells[slot.place ?? 0] as (typeof row.cells)[number];
      const isBehind = isBeside || repeats(asked, slot, text, naming);
      const behind = isElsewhere ? ELSEWHERE_BEHIND : isBehind ? OTHER_BEHIND : 0;
      const total = scoreOf(measures, text) - behind;
      const score = Math.round(total * SCORE_STEPS) / SCORE_STEPS;
      const span = { start, end };
      const isOfAnother = missed > 0 || isAnother;
      const mayBeKind = (measures[KIND_MEASURE] as number) >= 0;
      const mayBeMeant = missed === 0 && mayBeKind && !isElsewhere && !isRuledOut;
      const told = { isOfAnother, mayBeMeant, lacking, score };
      yield { table: number, row: at, slot, span, text, measures, ...told };
    }
  }
}

/** "Whose boat" wants no boat: the column of boats is not named by it. */
function withoutOwned(naming: Naming, owned: readonly number[]): Naming {
  if (owned.length === 0) return naming;
  const column = naming.column.map((value, at) => (owned.includes(at) ? 0 : value));
  const isNamed = owned.some((at) => naming.column[at] !== 0);
  const header = isNamed ? { ...naming.header, stems: new Set<string>() } : naming.header;
  return { ...naming, column, header };
}

function measured(
  asked: Asked,
  { row, column, own, keyWhole, header, keyAlike, headerAlike }: Naming,
  best: Shares,
  text: string,
  [missed = 0, ...last]: readonly number[],
): number[] {
  // A cell that repeats the question is no answer.
  const beyond = own.map((value, n) => (value > (best[n] as number) ? value : 0));
  const [byRow, byColumn] = [asked.share(row), asked.share(column)];
  return [
    asked.share(best),
    byRow,
    byColumn,
    Math.min(byRow, byColumn),
    text ? cellAgreement(asked.question, asked.kind, text) : 0,
    asked.share(beyond),
    missed,
    keyWhole,
    covered(header, asked.terms),
    keyAlike,
    headerAlike,
    ...last,
  ];
}

/** The share of the kinds of question for whose answers the header stands; a cell with "%" is a share itself. */
function wantedShare(
  wanted: readonly ReadonlySet<string>[],
  header: readonly string[],
  text: string,
): number {
  if (wanted.length === 0) return 0;
  const words = text.includes(SHARE_SIGN) ? [...header, SHARE_SIGN] : header;
  return wanted.filter((one) => words.some((word) => one.has(word))).length / wanted.length;
}

/** A blank cell comes after one that says something and is named as well. */
function scoreOf(measures: readonly number[], text: string): number {
  const total = measures.reduce((sum, value, n) => sum + (WEIGHTS[n] as number) * value, 0);
  return total - (isBlank(text) ? BLANK_BEHIND : 0);
}

/**
 * Whether a cell is the name of its row and has words of the question, which so says already what is in it. "Which plan" may
 * ask for a name of which it has a part.
 */
function repeats(asked: Asked, slot: Slot, text: string, { own, column }: Naming): boolean {
  if (slot.place === null || text !== slot.key || !own.includes(EXACT)) return false;
  return !(column.some(Boolean) && ASKS_WHICH.test(asked.question));
}

/** Whether a paragraph of a definition only names another place: "See also the options below." beside what is said. */
function onlyRefers({ row, slots }: HeadedRow, { key, column }: Slot, text: string): boolean {
  if (column !== "" || key === "" || !REFERS.test(text)) return false;
  const told = slots.filter((one) => one.key === key && row.texts[one.place ?? -1] !== key);
  return told.length > 1;
}
