// The reading stage: reads passage after passage, and calibrates all candidates so far again after each. The twin of
// Python's `wherein.answering.stages.read`; the cases are in contracts/grading.json.

import { type Span, shifted } from "@wherein/anchoring/span.ts";
import { localize, wantsEvidence } from "../answers/localize.ts";
import { askingParty } from "../clauses/parties.ts";
import type { SentenceScore } from "../evidence/sentence-scores.ts";
import { probabilities } from "../grading/calibration.ts";
import { best, type Candidate } from "../grading/candidate.ts";
import { BESIDE } from "../grading/grades.ts";
import { anotherGives, asksForNotice } from "../grading/notice-giver.ts";
import type { ExtractiveReader } from "../model/extractive-reader.ts";
import { probabilityThere } from "../page/beside-main.ts";
import type { Passage } from "../page/passages.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import type { ReaderAnswers } from "../reading.ts";
import type { ReaderSettings } from "../settings.ts";

interface Reading {
  /** The number of passages that calibration uses; by default the number read so far. */
  readonly passagesRead?: number;
  /** Places that were judged wrong for the question. */
  readonly without?: readonly Span[];
  /** Takes the scores of the sentences that are read. */
  readonly sentences?: SentenceScore[];
}

/**
 * The answers after each passage.
 */
export async function* readPassages(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  reader: ExtractiveReader,
  { calibration }: ReaderSettings,
  { passagesRead, without = [], sentences }: Reading = {},
): AsyncGenerator<ReaderAnswers> {
  const evidence = wantsEvidence(question, page);
  const means = byItsParty(question, page);
  let candidates: Candidate[] = [];
  let read = 0;
  for (const [rank, passage] of passages.entries()) {
    const found = (await reader.read(question, page, passage)).filter(means);
    if (sentences) for (const one of reader.scoresOf(question, page, passage)) sentences.push(one);
    candidates = best([...candidates, ...found.map((candidate) => ({ ...candidate, rank }))]);
    const confidences = probabilities(calibration, question, candidates, passagesRead ?? ++read);
    const sure = candidates
      .map((candidate, i) => ({
        candidate,
        confidence: probabilityThere(question, candidate.passage, confidences[i] as number),
      }))
      .filter(({ confidence }) => confidence >= calibration.perhapsBound);
    yield localize(question, page, sure, calibration.answerBound, evidence, BESIDE, without);
  }
}

/** Whether a candidate is not about another party of a contract than the question is. */
function byItsParty(question: string, page: PreparedPage): (one: Candidate) => boolean {
  const party = asksForNotice(question) ? askingParty(page) : null;
  return ({ passage, span }) =>
    party === null ||
    !anotherGives(question, passage.text, shifted(span, -passage.span.start), party);
}
