// The stage of table cells: answers with the cell whose row and column the question names, beside what readers marked.
// The twin of Python's `wherein.answering.stages.name_cells`; the cases are in contracts/table-cells.json.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { MOST_ANSWERS, wantsEvidence } from "../answers/localize.ts";
import { probability } from "../cells/cell-probability.ts";
import { namedCells } from "../cells/named-cell.ts";
import { tablesOf } from "../cells/table-rows.ts";
import type { Calibration } from "../grading/calibration.ts";
import { MOST_PERHAPS } from "../grading/grades.ts";
import { probabilityThere } from "../page/beside-main.ts";
import type { Passage } from "../page/passages.ts";
import { blockAt } from "../page/table-cell.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

/** How much surer than the named cell an answer in another cell has to be to stay. */
const SURER = LEXICON.numbers.surer;

type Bounds = Pick<Calibration, "answerBound" | "perhapsBound">;

/**
 * What was found, with the cell that the question names in the tables of these passages. Topic requests, yes/no questions
 * and other languages are left to the readers, and so are places of `without`.
 */
export function nameCells(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  found: ReaderAnswers,
  { answerBound, perhapsBound }: Bounds,
  without: readonly Span[] = [],
): ReaderAnswers {
  if (requestedTopic(question) !== null || !isEnglish(page.language)) return found;
  if (wantsEvidence(question, page)) return found;
  const cell = likeliest(question, page, passages, without);
  if (cell === null || cell.confidence < perhapsBound) return found;
  return joined(found, cell, page, answerBound);
}

/** The cell that the question names best and that may be an answer; null where it names no row. */
function likeliest(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  without: readonly Span[],
): FoundAnswer | null {
  const tables = tablesOf(
    page,
    passages.map(({ span }) => span),
  );
  for (const cell of namedCells(question, tables)) {
    const { start, end } = cell.span;
    const passage = passages.find(({ span }) => span.start <= start && end <= span.end);
    if (!passage || without.some((wrong) => overlaps(wrong, cell.span))) continue;
    const text = page.text.slice(start, end);
    const block = blockAt(page.blocks, start);
    return {
      text,
      span: cell.span,
      quote: text,
      quoteSpan: cell.span,
      section: passage.section,
      confidence: probabilityThere(passage, probability(cell)),
      evidence: false,
      ...(block && !isMain(block) && { main: false }),
    };
  }
  return null;
}

/**
 * The answers with the cell among them by its confidence. A reader's answer within the cell keeps its words and takes the
 * higher confidence. Answers in other cells are no longer shown unless they are far surer: a reader sees a row as a
 * line of numbers, and marks the neighbour's.
 */
export function joined(
  before: ReaderAnswers,
  cell: FoundAnswer,
  page: { readonly blocks: readonly Block[] },
  bound: number,
): ReaderAnswers {
  const { answers, perhaps } = before;
  const isWithin = ({ span }: FoundAnswer) => overlaps(span, cell.span);
  const surer = (found: readonly FoundAnswer[]) =>
    found.map((one) =>
      isWithin(one) ? { ...one, confidence: Math.max(one.confidence, cell.confidence) } : one,
    );
  if (answers.some(isWithin))
    return { ...before, answers: ranked(surer(answers)).slice(0, MOST_ANSWERS) };
  if (cell.confidence < bound) {
    if (answers.length > 0) return before;
    const doubtful = perhaps.some(isWithin) ? surer(perhaps) : [...perhaps, cell];
    return { ...before, perhaps: ranked(doubtful).slice(0, MOST_PERHAPS) };
  }
  const rest = answers.filter(
    (answer) => answer.confidence >= cell.confidence + SURER || !isInCell(answer.span, page.blocks),
  );
  const shown = ranked([...rest, cell]).slice(0, MOST_ANSWERS);
  const kept = answers.length > 0 ? perhaps.filter((one) => !isWithin(one)) : [];
  const { unsure } = before;
  // A cell is no sentence that stands in for the model's answer.
  return {
    answers: shown,
    perhaps: kept,
    ...(unsure !== undefined && shown[0] !== cell && { unsure }),
  };
}

function isInCell({ start, end }: Span, blocks: readonly Block[]): boolean {
  const block = blockAt(blocks, start);
  return block?.kind === "cell" && block.start <= start && end <= block.end;
}

function ranked(answers: readonly FoundAnswer[]): FoundAnswer[] {
  return [...answers].sort((a, b) => b.confidence - a.confidence);
}
