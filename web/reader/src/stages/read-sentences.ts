// The stage after a reader that refused: marks whole sentences by their words and vectors. The twin of Python's
// `wherein.answering.stages.read` with a second reader; the cases are in contracts/grading.json.

import type { Span } from "@wherein/anchoring/span.ts";
import GRADES from "../../../../contracts/lexicon/grades.json" with { type: "json" };
import { localize, wantsEvidence } from "../answers/localize.ts";
import { probabilities } from "../grading/calibration.ts";
import { best, type Candidate } from "../grading/candidate.ts";
import { SENTENCE_CALIBRATION, type SentenceReader } from "../model/sentence-reader.ts";
import { probabilityThere } from "../page/beside-main.ts";
import type { Passage } from "../page/passages.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import { hasWhatIsAsked } from "../question/asked-for.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

/** Passages whose sentences are compared before other work can run: some ten milliseconds. */
export const SENTENCES_AT_ONCE = 16;

/** The sentences that answer and overlap none of `without`; yields null now and then before that, so that other work can run. */
export function* readSentences(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  reader: SentenceReader,
  without: readonly Span[] = [],
): Generator<ReaderAnswers | null> {
  let candidates: Candidate[] = [];
  let looked = 0;
  for (const some of reader.read(question, passages)) {
    candidates = best([...candidates, ...some]);
    if (++looked % SENTENCES_AT_ONCE === 0) yield null;
  }
  const { answerBound, perhapsBound } = SENTENCE_CALIBRATION;
  const confidences = probabilities(SENTENCE_CALIBRATION, question, candidates, looked);
  // A sentence that shares only a name with the question is similar to it but is no answer, and none is ever sure.
  const sure = candidates
    .map((candidate, i) => ({
      candidate,
      confidence: Math.min(
        probabilityThere(question, candidate.passage, confidences[i] as number),
        GRADES.own_bounds.sentence.most,
      ),
    }))
    .filter(
      ({ candidate: { text, passage }, confidence }) =>
        confidence >= perhapsBound &&
        hasWhatIsAsked(question, text, [page.title, ...passage.section]),
    );
  const found = localize(
    question,
    page,
    sure,
    answerBound,
    wantsEvidence(question, page),
    1,
    without,
  );
  yield { answers: found.answers.map(bySentence), perhaps: found.perhaps.map(bySentence) };
}

function bySentence(answer: FoundAnswer): FoundAnswer {
  return { ...answer, foundBy: "sentence" };
}

/** The outcome where a reader refused and sentences were marked: the likelier of both. */
export function insteadOf(
  refused: ReaderAnswers,
  { answers, perhaps }: ReaderAnswers,
): ReaderAnswers {
  if (answers.length === 0) return refused.perhaps.length > 0 ? refused : { answers, perhaps };
  return { answers, perhaps, unsure: refused.perhaps[0]?.confidence ?? 0 };
}
