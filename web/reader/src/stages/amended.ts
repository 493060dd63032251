// The stage of amendments: puts what holds now before an answer that an amendment deletes or replaces, and what the party that
// asks may do before what others may. The struck answer stays, with the amendment beside it. The twin of Python's
// `wherein.answering.stages.amended`; the cases are in contracts/amendments.json.

import { isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { contains, overlaps, type Span, shifted } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/amendments.json" with { type: "json" };
import { MOST_ANSWERS, wantsEvidence } from "../answers/localize.ts";
import { ofAnotherPeriod } from "../cells/other-things.ts";
import { content as wordsOf } from "../clauses/amending-text.ts";
import type { Amendment } from "../clauses/amendment.ts";
import { newerThan } from "../clauses/changes.ts";
import { askingParty } from "../clauses/parties.ts";
import { trimmedSpan } from "../clauses/quoting.ts";
import { type Standing, standingOf, type Unsure } from "../clauses/standing.ts";
import { content } from "../grading/calibration.ts";
import { type DocumentBounds, HIGHEST_LIKELY, MOST_PERHAPS } from "../grading/grades.ts";
import { asksAs, partyFirst } from "../grading/party-first.ts";
import { LatePattern } from "../lexicon/matching.ts";

import type { ExtractiveReader } from "../model/extractive-reader.ts";
import { sectionAt } from "../page/block-place.ts";
import { withoutNumber } from "../page/clause-number.ts";
import type { Passage } from "../page/passages.ts";
import { sentenceSpans } from "../page/sentences.ts";
import { blockAt } from "../page/table-cell.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import { agreement, askedKind } from "../question/value-kind.ts";
import type { DocumentFacts, FoundAnswer, ReaderAnswers } from "../reading.ts";
import { ranked } from "./joining.ts";

const {
  // Added to the log odds of what an amendment puts in the place of something that was marked too.
  agreed: AGREED,
  // Added to a reader's margin in a replacing text for each word that the sentence shares with the question: two sentences
  // are little for a reader to compare.
  shared: SHARED,
  // A struck answer keeps this share of its confidence: it is told where it stood, not that it holds.
  struck_share: STRUCK_SHARE,
  // The share of a sentence's words that may be struck while the sentence is still shown first.
  most_kept: MOST_KEPT,
} = LEXICON.numbers;
const LEAST = 1e-4;
/** Characters at the beginning of a document that name it and its parties. */
const BEGINNING = 600;
const YEAR = /(?<![\p{L}\p{N}_])\p{Nd}{4}(?![\p{L}\p{N}_])/gu;
const NOW = new LatePattern(LEXICON, "now");
const WORD = /[\p{L}\p{N}_]+/gu;

/** What the stage needs beside the question, the page and what was found. */
export interface Amending {
  /** Grade what an amendment agrees with; without them nothing is graded anew. */
  readonly bounds?: DocumentBounds | undefined;
  /** The reader that read the passages; it reads a replacing text. Null where sentences were only compared. */
  readonly reader: ExtractiveReader | null;
  /** Several sentences were asked for. */
  readonly several?: boolean;
}

/** One question about one page, while the stage runs. */
interface Attempt extends Amending {
  readonly question: string;
  readonly page: PreparedPage;
}

/** What was found, with what no longer holds replaced by the text that holds. */
export async function amended<T extends ReaderAnswers>(
  question: string,
  page: PreparedPage,
  found: T,
  by: Amending,
): Promise<T> {
  if (found.answers.length + found.perhaps.length === 0) return found;
  const attempt = { ...by, question, page };
  const first = await holding(attempt, ownFirst(attempt, found.answers));
  const less = await holding(attempt, ownFirst(attempt, found.perhaps));
  const [answers, perhaps] = agreed(attempt, found, first.shown, less.shown);
  const most = Math.max(found.perhaps.length, MOST_PERHAPS);
  const doubtful = [...first.struck, ...perhaps, ...less.struck].filter(
    (one) => !answers.some((answer) => isAt(one, answer)),
  );
  return { ...found, answers: answers.slice(0, MOST_ANSWERS), perhaps: doubtful.slice(0, most) };
}

/** What was found, each answer with the amendment that strikes it and what its sentence is subject to. */
export function withAmendments<T extends ReaderAnswers>(page: PreparedPage, found: T): T {
  if (found.answers.length + found.perhaps.length === 0) return found;
  const told = (one: FoundAnswer) => withFacts(page, one);
  return { ...found, answers: found.answers.map(told), perhaps: found.perhaps.map(told) };
}

/** Whether an amendment strikes an answer that does not tell it. */
export function lacksAmendments(page: PreparedPage, { answers, perhaps }: ReaderAnswers): boolean {
  return [...answers, ...perhaps].some(
    ({ span, documentFacts }) =>
      !documentFacts?.struck_by && standingOf(page).struck(span) !== null,
  );
}

function withFacts(page: PreparedPage, answer: FoundAnswer): FoundAnswer {
  const { text } = page;
  const standing = standingOf(page);
  const { span } = answer;
  const struck = standing.struck(span);
  const beneath = standing.beneath(answer.quoteSpan);
  if (!struck && beneath.length === 0) return answer;
  const { quote } = struck?.amendment ?? { quote: span };
  const words = struck && text.slice(struck.words.start, struck.words.end);
  const facts: DocumentFacts = {
    ...(struck && {
      struck_by: {
        quote: text.slice(quote.start, quote.end),
        words: words === answer.text ? null : words,
      },
    }),
    ...(beneath.length > 0 && {
      subject_to: beneath.map(({ start, end }) => ({ quote: text.slice(start, end) })),
    }),
  };
  return { ...answer, documentFacts: { ...answer.documentFacts, ...facts } };
}

/**
 * The answers and the perhaps, where nothing answers: a perhaps that an amendment puts in the place of something that was
 * marked too is likelier, and an answer if it is likely enough.
 */
function agreed(
  attempt: Attempt,
  found: ReaderAnswers,
  answers: readonly FoundAnswer[],
  perhaps: readonly FoundAnswer[],
): [readonly FoundAnswer[], readonly FoundAnswer[]] {
  const { bounds } = attempt;
  if (answers.length > 0 || !bounds) return [answers, perhaps];
  const marked = [...found.answers, ...found.perhaps];
  const surer = ranked(perhaps.map((one) => surerIfAgreed(attempt, one, marked)));
  const [best, ...rest] = surer;
  return best && best.confidence >= bounds.answer ? [[best], rest] : [[], surer];
}

function surerIfAgreed(
  { question, page }: Attempt,
  one: FoundAnswer,
  marked: readonly FoundAnswer[],
): FoundAnswer {
  const isAgreed = standingOf(page).amendments.some(
    (amendment) =>
      amendment.effect !== "limited" &&
      overlaps(amendment.quote, one.span) &&
      (amendment.new !== null || wantsEvidence(question, page)) &&
      amendment.struck.some(
        (place) =>
          !overlaps(amendment.quote, place) && marked.some((other) => overlaps(place, other.span)),
      ),
  );
  if (!isAgreed || ofAnotherPeriod(question, one.text)) return one;
  const kept = Math.min(Math.max(one.confidence, LEAST), 1 - LEAST);
  const sure = 1 / (1 + Math.exp(-Math.log(kept / (1 - kept)) - AGREED));
  return { ...one, confidence: Math.min(sure, HIGHEST_LIKELY) };
}

/**
 * The answers that hold, each struck one replaced by what holds instead; and the struck ones, which are no more than a
 * perhaps.
 */
async function holding(
  attempt: Attempt,
  found: readonly FoundAnswer[],
): Promise<{ readonly shown: readonly FoundAnswer[]; readonly struck: readonly FoundAnswer[] }> {
  const { question, page } = attempt;
  const shown: FoundAnswer[] = [];
  const struck: FoundAnswer[] = [];
  for (const marked of found) {
    const { start } = marked.quoteSpan;
    const newer = newerThan(question, marked.quote, shifted(marked.span, -start));
    if (newer) {
      add(shown, quotedAt(page, marked, shifted(newer, start), marked.quoteSpan));
      continue;
    }
    const standing = standingOf(page);
    const answer = withinNew(page, standing, marked);
    const gone = standing.struck(answer.span);
    const over = gone ? null : standing.overriding(answer.span);
    if (over) add(shown, quotedAt(page, answer, over.quote, over.quote));
    const doubted = gone ? null : standing.unsure(answer.span);
    if (doubted && !asksFor(question, page, doubted)) {
      add(shown, await stillOf(attempt, answer, doubted));
      struck.push({ ...answer, confidence: answer.confidence * STRUCK_SHARE });
      continue;
    }
    if (!gone || mostlyHolds(question, answer, gone.words)) {
      add(shown, answer);
      continue;
    }
    add(shown, await insteadOf(attempt, answer, standing.instead(gone.amendment)));
    struck.push({ ...answer, confidence: answer.confidence * STRUCK_SHARE });
  }
  return { shown, struck };
}

/** What holds instead of an answer: the answer in the replacing text, or the amending sentence. */
async function insteadOf(
  attempt: Attempt,
  answer: FoundAnswer,
  amendment: Amendment,
): Promise<FoundAnswer> {
  const { page } = attempt;
  const { new: now, quote } = amendment;
  const sure = { ...answer, confidence: Math.min(answer.confidence, HIGHEST_LIKELY) };
  if (!now) return quotedAt(page, sure, quote, quote);
  if (!amendment.whole) return quotedAt(page, sure, now, quote);
  const span = (await read(attempt, amendment, now, answer)) ?? likest(page, now, answer);
  const sentence = sentenceIn(page, now, span);
  const isWhole = answer.evidence || lengthOf(span) >= lengthOf(sentence);
  return quotedAt(page, sure, isWhole ? sentence : span, sentence);
}

/** What holds as long as the amendment with the answer's words is in doubt: the words or the clause that it is about. */
async function stillOf(
  attempt: Attempt,
  answer: FoundAnswer,
  { amendment, place }: Unsure,
): Promise<FoundAnswer> {
  const { page } = attempt;
  const clause = standingOf(page).outline.at(place.start);
  const body = clause ? trimmedSpan(page.text, clause.body, clause.end) : place;
  if (amendment.whole) {
    const now = clause?.start === place.start ? body : place;
    return await insteadOf(attempt, answer, { ...amendment, new: now });
  }
  const sure = { ...answer, confidence: Math.min(answer.confidence, HIGHEST_LIKELY) };
  return quotedAt(page, sure, place, sentenceIn(page, body, place));
}

/**
 * Whether the question names something that only the amendment has, as its condition or its year: "if the bank agrees".
 */
function asksFor(question: string, page: PreparedPage, { amendment, place }: Unsure): boolean {
  const { text } = page;
  const { quote, new: now } = amendment;
  const clause = standingOf(page).outline.at(place.start) ?? place;
  const known = new Set([
    ...namedIn(text.slice(clause.start, clause.end)),
    ...namedIn(text.slice(0, Math.min(BEGINNING, quote.start))),
    ...(now ? namedIn(text.slice(now.start, now.end)) : []),
  ]);
  const said = new Set(namedIn(text.slice(quote.start, quote.end)));
  return namedIn(question).some((word) => said.has(word) && !known.has(word));
}

function namedIn(text: string): string[] {
  return [...wordsOf(text), ...(text.match(YEAR) ?? [])];
}

/** The replacing texts as passages, so that each is cut into tokens once. */
const replacing = new WeakMap<Amendment, Passage>();

/** The place of the replacing text that the reader marks; null where it marks none. */
async function read(
  { question, page, reader }: Attempt,
  amendment: Amendment,
  now: Span,
  { section }: FoundAnswer,
): Promise<Span | null> {
  if (!reader) return null;
  const text = page.text.slice(now.start, now.end);
  const passage = replacing.get(amendment) ?? { index: 0, span: now, text, section };
  replacing.set(amendment, passage);
  const asked = content(question);
  let best: Span | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const { span, margin } of await reader.read(question, page, passage)) {
    const { start, end } = sentenceIn(page, now, span);
    const likely = margin + SHARED * sharedBy(asked, content(page.text.slice(start, end)));
    if (likely <= most) continue;
    most = likely;
    best = span;
  }
  return best;
}

/** The answers of one page, those about the party that asks before those about others that are little surer. */
function ownFirst(
  { question, page, several }: Attempt,
  found: readonly FoundAnswer[],
): readonly FoundAnswer[] {
  if (several || found.length < 2) return found;
  const party = askingParty(page);
  return party && asksAs(question, party) ? partyFirst(found, party) : found;
}

/** A sentence that introduces a replacing text, cut to the sentence of that text that it reaches into. */
function withinNew(page: PreparedPage, standing: Standing, answer: FoundAnswer): FoundAnswer {
  for (const one of standing.amendments) {
    const { effect, new: now, quote, whole } = one;
    if (!now || effect === "limited" || !overlaps(quote, answer.span)) continue;
    if (!whole) {
      if (holdsBoth(one, now, answer)) return quotedAt(page, answer, now, quote);
      continue;
    }
    if (!overlaps(answer.span, now) || contains(now, answer.span)) continue;
    const inside = {
      start: Math.max(now.start, answer.span.start),
      end: Math.min(now.end, answer.span.end),
    };
    const isAll = lengthOf(inside) >= lengthOf(now);
    const span = sentenceIn(page, now, isAll ? likest(page, now, answer) : inside);
    return quotedAt(page, answer, span, span);
  }
  return answer;
}

/** Whether a short answer is in the amending sentence and has both the old words and the new: "$5 to $7". */
function holdsBoth({ quote, struck }: Amendment, now: Span, { span }: FoundAnswer): boolean {
  return (
    contains(span, now) &&
    lengthOf(span) < lengthOf(quote) / 2 &&
    struck.some((place) => contains(span, place))
  );
}

/** The sentence of the replacing text that shares most words with the answer's. */
function likest({ text }: PreparedPage, now: Span, { quote }: FoundAnswer): Span {
  const said = content(quote);
  let best = now;
  let most = -1;
  for (const span of sentencesIn(text, now)) {
    const score = sharedBy(said, content(text.slice(span.start, span.end)));
    if (score <= most) continue;
    most = score;
    best = span;
  }
  return best;
}

/** The sentence of the replacing text around a span. */
function sentenceIn({ text }: PreparedPage, now: Span, span: Span): Span {
  return sentencesIn(text, now).find((one) => overlaps(one, span)) ?? now;
}

function sentencesIn(text: string, { start, end }: Span): Span[] {
  return sentenceSpans(text.slice(start, end)).map((one) => shifted(one, start));
}

/**
 * Whether only a few words of a whole sentence are struck, none of which the question asks for, or a part of a clause that the
 * question names by its number; it is shown with them struck.
 */
function mostlyHolds(question: string, answer: FoundAnswer, words: Span): boolean {
  const { span, quoteSpan, text, evidence } = answer;
  if (answer.foundBy === "clause" && !isSame(words, span)) return true;
  const isSentence = evidence || isSame(span, quoteSpan);
  if (isSame(words, span) || !isSentence) return false;
  const struck = text.slice(words.start - span.start, words.end - span.start);
  if (isAskedFor(question, struck)) return false;
  return countOf(struck) / Math.max(1, countOf(text)) <= MOST_KEPT;
}

/**
 * Whether the question says "now" or the like, names what the amendment struck ("space 14"), or asks for a value of its kind
 * ("£38,400").
 */
function isAskedFor(question: string, struck: string): boolean {
  return (
    NOW.test(question) ||
    sharedBy(content(question), content(struck)) > 0 ||
    agreement(question, askedKind(question), struck) > 0
  );
}

/** An answer at another place of the page, in the sentence `quote`, as sure as the given one. */
function quotedAt(page: PreparedPage, answer: FoundAnswer, at: Span, around: Span): FoundAnswer {
  const span = withoutNumber(page, at);
  const quoteSpan = withoutNumber(page, around);
  const block = blockAt(page.blocks, span.start);
  const { main: _, ...rest } = answer;
  return {
    ...rest,
    text: page.text.slice(span.start, span.end),
    span,
    quote: page.text.slice(quoteSpan.start, quoteSpan.end),
    quoteSpan,
    section: block ? sectionAt(page.text, page.blocks, span.start) : answer.section,
    ...(block && !isMain(block) && { main: false }),
  };
}

/** Adds an answer, or raises the confidence of the one that is at its place already. */
function add(answers: FoundAnswer[], one: FoundAnswer): void {
  const place = answers.findIndex((other) => isAt(one, other));
  const other = answers[place];
  if (!other) answers.push(one);
  else if (one.confidence > other.confidence)
    answers[place] = { ...other, confidence: one.confidence };
}

function isAt(one: FoundAnswer, other: FoundAnswer): boolean {
  return overlaps(one.span, other.span);
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count++;
  return count;
}

function countOf(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
