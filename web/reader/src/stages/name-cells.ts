// The stage of table cells: answers with the cell whose row and column the question names, beside what readers marked.
// The twin of Python's `wherein.answering.stages.name_cells`; the cases are in contracts/table-cells.json.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { MOST_ANSWERS, wantsEvidence } from "../answers/localize.ts";
import { probability, withoutDoubt } from "../cells/cell-probability.ts";
import { decides } from "../cells/deciding.ts";
import { type Alike, neverAlike } from "../cells/likeness.ts";
import {
  ahead,
  bestCells,
  KIND_MEASURE,
  MOST_NAMED,
  type NamedCell,
  type ScoredCell,
  scoredCells,
} from "../cells/named-cell.ts";
import {
  areRead,
  type Marked,
  readProbability,
  rowsToRead,
  withMargins,
} from "../cells/read-cells.ts";
import { comparedCells } from "../cells/superlative-cell.ts";
import { isBlank } from "../cells/table-heads.ts";
import { isLonger, shareIn, type Table, tablesOf } from "../cells/table-rows.ts";
import type { Calibration } from "../grading/calibration.ts";
import { MOST_PERHAPS } from "../grading/grades.ts";
import { pattern } from "../lexicon/lexicon.ts";
import type { ExtractiveReader } from "../model/extractive-reader.ts";
import { probabilityThere } from "../page/beside-main.ts";
import type { Passage } from "../page/passages.ts";
import { blockAt } from "../page/table-cell.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";
import { demoted, joined as join, ranked } from "./joining.ts";

/** What parts the cells of a row: a tab in most pages; in a plain text also spaces, a bar, a colon or a dotted line. */
const ROWS = pattern(LEXICON, "may_have_rows");
/** How much surer than the named cell an answer in another cell has to be to stay. */
const SURER = LEXICON.numbers.surer;
// Code points of a cell that is shown whole where a reader marked a part of it.
// The confidence of a cell that a comparison found, and of the one that shows it; set, not fitted.
const { compared: COMPARED, compared_beside: COMPARED_BESIDE } = LEXICON.numbers;
const WHOLE = LEXICON.numbers.whole_cell;
// The most that a cell reaches by agreeing with a reader.
export const MOST_AGREED = LEXICON.numbers.most_doubtful;
/**
 * The probability from which a cell that a reader read is an answer though its row or column has other words than the question.
 * Of 15 such cells, in 358 questions, all were right.
 */
const READ_SURELY = LEXICON.numbers.read_surely;
// The share of what was read that has to stand in tables for their rows to be read once more: in a contract with a schedule
// most questions are of the clauses, and a reader finds something likely in any row.
const LEAST_IN_TABLES = LEXICON.numbers.least_in_tables;

type Bounds = Pick<Calibration, "answerBound" | "perhapsBound">;

/** What the stage may use beside the question and the page. */
export interface NamingCells {
  /** Spans that people judged to be wrong answers to the question. */
  readonly without?: readonly Span[];
  readonly alike?: Alike;
  /** Reads the rows that are named best; null chooses the cell by its names alone. */
  readonly reader?: Pick<ExtractiveReader, "readAlone"> | null;
}

/** One question about one page, while the stage runs. */
interface Attempt extends Required<NamingCells>, Bounds {
  readonly question: string;
  readonly page: PreparedPage;
  readonly passages: readonly Passage[];
  readonly wantsYesOrNo: boolean;
}

/**
 * What was found, with the cell that the question names in the tables of these passages; yields null after each row that is
 * read, so that other work can run. A yes/no question has only cells that decide it ("Yes", "Not included"). Topic requests
 * and other languages are left to the readers.
 */
export async function* nameCells(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  found: ReaderAnswers,
  { answerBound, perhapsBound }: Bounds,
  { without = [], alike = neverAlike, reader = null }: NamingCells = {},
): AsyncGenerator<ReaderAnswers | null> {
  if (requestedTopic(question) !== null || !isEnglish(page.language)) return;
  if (!passages.some(({ text }) => ROWS.test(text))) return;
  const wantsYesOrNo = wantsEvidence(question, page);
  const by = { without, alike, reader, answerBound, perhapsBound, wantsYesOrNo };
  const attempt: Attempt = { question, page, passages, ...by };
  const compared = wantsYesOrNo ? null : comparedIn(attempt);
  if (compared !== null && (compared[0]?.confidence ?? 0) >= answerBound) {
    const rest = found.answers.filter(({ span }) => !isInCell(span, page.blocks));
    yield { answers: ranked([...compared, ...rest]).slice(0, MOST_ANSWERS), perhaps: [] };
    return;
  }
  const best = yield* likeliest(attempt);
  if (best !== null) yield withCell(attempt, found, best);
}

/** What was found, with the likeliest cell. */
function withCell(
  { page, answerBound, perhapsBound, wantsYesOrNo }: Attempt,
  found: ReaderAnswers,
  best: Best,
): ReaderAnswers {
  const left = wantsYesOrNo ? found : outside(found, best.others, perhapsBound);
  if (best.answer.confidence < perhapsBound) return left;
  if (best.unsaid !== null)
    return best.answer.confidence >= answerBound
      ? outside(left, cellsOf(best.unsaid), perhapsBound)
      : left;
  const answer = { ...best.answer, confidence: agreed(left, best) };
  if (!wantsYesOrNo) return joined(left, answer, page, answerBound);
  const [rest, sure] = insteadOfRows(left, answer);
  return joined(rest, sure, page, answerBound);
}

/** Without the rows that hold the cell: the cell alone answers a yes/no question, as likely as the likeliest of them. */
function insteadOfRows(found: ReaderAnswers, cell: FoundAnswer): [ReaderAnswers, FoundAnswer] {
  const holds = (one: FoundAnswer) => overlaps(one.span, cell.span);
  const rows = [...found.answers, ...found.perhaps].filter(holds);
  const confidence = Math.max(cell.confidence, ...rows.map((row) => row.confidence));
  const rest = {
    ...found,
    answers: found.answers.filter((one) => !holds(one)),
    perhaps: found.perhaps.filter((one) => !holds(one)),
  };
  return [rest, { ...cell, confidence }];
}

/** The cells of a superlative; null without one, or where it isn't clear what is compared. */
function comparedIn({ question, page, passages, without }: Attempt): FoundAnswer[] | null {
  const within = passages.map(({ span }) => span);
  const compared = comparedCells(question, tablesOf(page, within));
  if (compared === null) return null;
  const { answers, shownBy } = compared;
  const cells = [
    ...answers.map((span) => ({ span, likely: COMPARED })),
    ...shownBy.map((span) => ({ span, likely: COMPARED_BESIDE })),
  ].map(({ span, likely }) => {
    const passage = passages.find(
      ({ span: own }) => own.start <= span.start && span.end <= own.end,
    );
    const isWrong = without.some((wrong) => overlaps(wrong, span));
    return passage && !isWrong
      ? answerAt(page, passage, span, probabilityThere(question, passage, likely))
      : null;
  });
  const shown = cells.filter((one) => one !== null);
  return shown.length === cells.length ? shown : null;
}

/** A cell as an answer. */
function answerAt(
  page: PreparedPage,
  passage: Passage,
  { start, end }: Span,
  confidence: number,
): FoundAnswer {
  const span = { start, end };
  const text = page.text.slice(start, end);
  const block = blockAt(page.blocks, start);
  return {
    text,
    span,
    quote: text,
    quoteSpan: span,
    section: passage.section,
    confidence,
    evidence: false,
    foundBy: "cells",
    ...(block && !isMain(block) && { main: false }),
  };
}

/**
 * The probability of a named cell, the higher where a reader found an unlikely answer in it too: each is wrong for reasons of
 * its own. Never for another thing's cell.
 */
function agreed(found: ReaderAnswers, { answer, isOther }: Best): number {
  const inside = found.perhaps.filter(({ span }) => overlaps(span, answer.span));
  if (inside.length === 0 || isOther) return answer.confidence;
  const surest = Math.max(...inside.map(({ confidence }) => confidence));
  const both = 1 - (1 - answer.confidence) * (1 - surest);
  return Math.max(answer.confidence, Math.min(both, MOST_AGREED));
}

function cellsOf({ rows }: Table): readonly Span[] {
  return rows.flatMap(({ cells }) => cells);
}

/** The cells that are another thing's under every header that they stand under. */
function ofOthers(scored: readonly ScoredCell[]): readonly Span[] {
  const meant = new Set(
    spansOf(scored.filter((one) => !one.isOfAnother)).map(({ start }) => start),
  );
  return spansOf(scored).filter(({ start }) => !meant.has(start));
}

/** Where cells stand, without those that their rows lack. */
function spansOf(cells: readonly ScoredCell[]): readonly Span[] {
  return cells.filter(({ slot }) => slot.place !== null).map(({ span }) => span);
}

/** The answers without those in these cells, which are a perhaps at most, also for stages that grade again. */
function outside(found: ReaderAnswers, cells: readonly Span[], most: number): ReaderAnswers {
  const isWithin = ({ span }: FoundAnswer) => cells.some((cell) => overlaps(span, cell));
  const rest = found.answers.filter((one) => !isWithin(one));
  if (rest.length === found.answers.length) return found;
  const doubtful = demoted(found.answers.filter(isWithin).slice(0, MOST_PERHAPS), most);
  return { ...found, answers: rest, perhaps: rest.length > 0 ? [] : doubtful };
}

interface Best {
  readonly answer: FoundAnswer;
  /** The cell's table where that says nothing there. */
  readonly unsaid: Table | null;
  /** The cells that are another thing's or as good as one of another row, and whether this one is. */
  readonly others: readonly Span[];
  readonly isOther: boolean;
}

/** What a question names in the tables of its page. */
interface LookedUp {
  readonly tables: readonly Table[];
  readonly scored: readonly ScoredCell[];
  /** The share of what was read that stands in the tables. */
  readonly inTables: number;
}

/** A cell with the probability that it is the answer. */
interface Likely {
  readonly cell: NamedCell;
  readonly likely: number;
  /** A reader found it so likely in its sentence that other words for its row or column don't count. */
  readonly isReadSurely: boolean;
}

/** The cell that the question names best and that may be an answer; null where it names no row. */
async function* likeliest(attempt: Attempt): AsyncGenerator<null, Best | null> {
  const { question, page, passages, alike, wantsYesOrNo } = attempt;
  const within = passages.map(({ span }) => span);
  const tables = tablesOf(page, within);
  const scored = tables.length > 0 ? scoredCells(question, tables, alike) : [];
  const [first] = bestCells(scored, 1);
  if (!first) return null;
  const looked = { tables, scored, inTables: shareIn(tables, page.text, within) };
  const read = wantsYesOrNo ? [] : yield* byReading(attempt, looked, first.cell);
  return bestOf(attempt, looked, read.length > 0 ? read : byNames(looked));
}

/** The cells whose rows and columns the question names best, best first. */
function byNames({ scored, inTables }: LookedUp): Likely[] {
  return bestCells(scored, MOST_NAMED).map((cell) => ({
    cell,
    likely: probability(cell, inTables),
    isReadSurely: false,
  }));
}

/**
 * The cells that names and reader choose together, best first; none where names alone choose.
 *
 * However low the reader's margin, a cell keeps half of its probability by names, and by that at most half of the bound:
 * enough for a perhaps.
 */
async function* byReading(
  { question, reader, answerBound }: Attempt,
  { tables, scored, inTables }: LookedUp,
  named: ScoredCell,
): AsyncGenerator<null, Likely[]> {
  if (reader === null || inTables < LEAST_IN_TABLES || !areRead(question, named)) return [];
  const rows = rowsToRead(question, scored, tables);
  const marked: Marked[] = [];
  for (const [row, { text }] of rows.entries()) {
    const found = await reader.readAlone(question, text);
    marked.push(...found.map(({ span, margin }) => ({ row, span, margin })));
    yield null;
  }
  const read = withMargins(rows, marked);
  const [chosen] = read;
  if (!chosen || scored.some((other) => isUnsaid(chosen.cell, other))) return [];
  return read.slice(0, MOST_NAMED).map((one) => {
    const cell = ahead(one.cell, scored);
    const byNames = probability(cell, inTables);
    const least = Math.min(byNames, answerBound) / 2;
    const likely = Math.max(readProbability(one, read, byNames), least);
    return { cell, likely: withoutDoubt(likely, cell), isReadSurely: likely >= READ_SURELY };
  });
}

/** Whether the chosen cell's row has nothing where the question names it better. */
function isUnsaid({ table, row, score }: ScoredCell, other: ScoredCell): boolean {
  const isInRow = other.table === table && other.row === row;
  return isInRow && isBlank(other.text) && other.score > score;
}

/** The first of the cells that may be an answer; null without one. */
function bestOf(
  { question, page, passages, without, wantsYesOrNo, perhapsBound }: Attempt,
  { tables, scored }: LookedUp,
  cells: readonly Likely[],
): Best | null {
  for (const { cell: named, likely, isReadSurely } of cells) {
    const { start, end } = named.span;
    const passage = passages.find(({ span }) => span.start <= start && end <= span.end);
    if (!passage || without.some((wrong) => overlaps(wrong, named.span))) continue;
    const text = page.text.slice(start, end);
    if (wantsYesOrNo && !decides(text)) return null;
    const sure = probabilityThere(question, passage, likely);
    // Where a cell of another row, which says something else, is named as well, neither is meant alone.
    const isTied = named.otherRows === 0;
    // Nor is the cell where one of another column, which says something else, is named as well.
    const isOfOtherKind = (named.cell.measures[KIND_MEASURE] as number) < 0;
    const isAlone = !isTied && named.otherColumns !== 0;
    const isNamedOther = named.cell.isOfAnother || isOfOtherKind || !isAlone;
    const isOther = isNamedOther && !(isReadSurely && named.cell.mayBeMeant);
    const answer = answerAt(
      page,
      passage,
      named.span,
      isOther ? Math.min(sure, perhapsBound) : sure,
    );
    const table = tables[named.cell.table] as Table;
    const unsaid = isBlank(named.cell.text) ? table : null;
    const asGood = isTied ? scored.filter((one) => one.score === named.cell.score) : [];
    const others = [...ofOthers(scored), ...spansOf(asGood)];
    return { answer, unsaid, others, isOther };
  }
  return null;
}

/**
 * The answers with the cell among them by its confidence. A reader's answer within the cell becomes the whole cell, or keeps
 * its words where that is long or unlikely, and takes the higher confidence. Answers in other cells are no longer shown unless
 * they are far surer: a reader sees a row as a line of numbers, and marks the neighbour's.
 */
export function joined(
  before: ReaderAnswers,
  cell: FoundAnswer,
  { blocks }: { readonly blocks: readonly Block[] },
  bound: number,
): ReaderAnswers {
  const isWithin = ({ span }: FoundAnswer) => overlaps(span, cell.span);
  const givesWay = ({ confidence, span }: FoundAnswer) =>
    confidence < cell.confidence + SURER && isInCell(span, blocks);
  const inside = before.answers.filter(isWithin);
  if (inside.length > 0 && cell.confidence >= bound && !isLonger(cell.text, WHOLE)) {
    // One of the two names in a short cell is half an answer.
    const confidence = Math.max(cell.confidence, ...inside.map((one) => one.confidence));
    const rest = before.answers.filter((one) => !inside.includes(one) && !givesWay(one));
    return {
      ...before,
      answers: ranked([{ ...cell, confidence }, ...rest]).slice(0, MOST_ANSWERS),
    };
  }
  return join(before, cell, bound, { keepsWords: true, givesWay });
}

function isInCell({ start, end }: Span, blocks: readonly Block[]): boolean {
  const block = blockAt(blocks, start);
  return block?.kind === "cell" && block.start <= start && end <= block.end;
}
