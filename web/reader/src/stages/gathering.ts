// Extends one answer to the places that belong with it: the items of its list, the steps below its heading, other
// sentences. Uses the page's structure and the places of answers in it. The twin of Python's
// `wherein.answering.grading.gathering` and `wherein.answering.stages.gather`; the cases are in contracts/gathering.json and
// grading.json.

import type { Block, BlockKind } from "@wherein/anchoring/canonical/canonical-text.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import GRADES_LEXICON from "../../../../contracts/lexicon/grades.json" with { type: "json" };
import LEXICON from "../../../../contracts/lexicon/parts.json" with { type: "json" };
import { content } from "../grading/calibration.ts";
import { NORMAL_BOUNDS } from "../grading/grades.ts";
import { pattern } from "../lexicon/lexicon.ts";
import { sentenceSpans } from "../page/sentences.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

const {
  most_items: MOST_ITEMS,
  most_sentences: MOST_SENTENCES,
  beside: BESIDE,
  listed: LISTED,
  headed: HEADED,
} = LEXICON.numbers;
const LEAST = GRADES_LEXICON.numbers.gathered;
const SEVERAL = pattern(LEXICON, "several");
const HOW_TO = pattern(LEXICON, "how_to");
const OPEN = pattern(LEXICON, "open");
const NAMED = /^\s*([^:\n]{1,40}):\s+\S/;
const STEPS: readonly BlockKind[] = ["list_item", "code"];
const ITEMS: readonly BlockKind[] = ["list_item"];

/** The text and blocks of a page. */
export type Structure = Pick<PreparedPage, "text" | "blocks">;

/** An answer's place and the probability that it is right. */
export interface Seed {
  readonly span: Span;
  readonly confidence: number;
}

/** True for one question with several answers: "What are the four stages called?". */
export function asksForSeveral(question: string): boolean {
  return SEVERAL.test(question.trim());
}

/** True for a question about a procedure: "How do I…", "how to…". */
export function asksHowTo(question: string): boolean {
  return HOW_TO.test(question.trim());
}

/** True for a question with one or several answers: "What do I need…", "Who may…". */
export function asksOpenly(question: string): boolean {
  return OPEN.test(question.trim());
}

/**
 * The reading; where the question asks for several things or steps, with the places that belong together as answers, but
 * for those that overlap a span of `without`. A request for a topic has its own stage.
 */
export function gather(
  question: string,
  page: PreparedPage,
  found: ReaderAnswers,
  without: readonly Span[] = [],
): ReaderAnswers & { several?: true } {
  const { answers, perhaps } = found;
  const seeds = [...answers, ...perhaps];
  const [first] = seeds;
  const likely = answers.length > 0 || (first?.confidence ?? 0) >= LEAST * NORMAL_BOUNDS.answer;
  if (!first || !likely || !isEnglish(page.language)) return found;
  if (requestedTopic(question) !== null) return found;
  const spans = belongingTogether(question, page, seeds).filter(
    (span) => !without.some((wrong) => overlaps(span, wrong)),
  );
  if (spans.length === 0) return found;
  return {
    ...found,
    answers: spans.map((span) => moved(first, span, page.text)),
    perhaps: perhaps.filter((one) => !spans.some((span) => overlaps(one.span, span))),
    several: true,
  };
}

/**
 * The places that answer together, in reading order; `answers` are likeliest first. None where a single place answers.
 */
export function belongingTogether(
  question: string,
  page: Structure,
  seeds: readonly Seed[],
): Span[] {
  const steps = asksHowTo(question);
  const open =
    asksOpenly(question) && !namesTheItem(page, question, seeds) && shareAList(page.blocks, seeds);
  if (!steps && !asksForSeveral(question) && !open) return [];
  return gathered(page, question, seeds, steps);
}

function gathered(
  page: Structure,
  question: string,
  seeds: readonly Seed[],
  steps: boolean,
): Span[] {
  const { blocks } = page;
  const [best] = seeds;
  const at = best ? placeOf(blocks, best.span.start) : -1;
  if (!best || at < 0) return [];
  const below = steps ? headed(page, question, at) : [];
  if (below.length > 0) return below;
  const items = listed(page, at, steps);
  if (items) return items;
  const near = seeds.filter(({ span, confidence }) => {
    const place = placeOf(blocks, span.start);
    return confidence >= BESIDE * best.confidence && place >= 0 && sameSection(blocks, at, place);
  });
  const spans = sentences(page, near);
  if (steps) return withCommands(page, spans);
  return spans.length > 1 ? spans : [];
}

/** Whether the first answer's list item is a name with a value ("Height: 31 cm") whose name the question has. */
function namesTheItem(
  { text, blocks }: Structure,
  question: string,
  [best]: readonly Seed[],
): boolean {
  const block = best && blocks[placeOf(blocks, best.span.start)];
  const name = content(NAMED.exec(block ? text.slice(block.start, block.end) : "")?.[1] ?? "");
  const asked = content(question);
  return name.size > 0 && [...name].every((word) => asked.has(word));
}

/** Whether another item of the first answer's list is nearly as likely, so that the whole list answers. */
function shareAList(blocks: readonly Block[], seeds: readonly Seed[]): boolean {
  const [best] = seeds;
  const at = best ? placeOf(blocks, best.span.start) : -1;
  if (!best || blocks[at]?.kind !== "list_item") return false;
  const inRun = new Set(run(blocks, at, ITEMS));
  const items = seeds
    .filter(({ confidence }) => confidence >= LISTED * best.confidence)
    .map(({ span }) => blocks[placeOf(blocks, span.start)])
    .filter((block) => block !== undefined && inRun.has(block));
  return new Set(items).size > 1;
}

/** The index of the block that contains a place; -1 without one. */
function placeOf(blocks: readonly Block[], at: number): number {
  return blocks.findIndex(({ start, end }) => start <= at && at < end);
}

/** The longest run of blocks of these kinds around one block. */
function run(blocks: readonly Block[], at: number, kinds: readonly BlockKind[]): Block[] {
  const isOne = (place: number) => kinds.includes((blocks[place] as Block).kind);
  let first = at;
  let last = at;
  while (first > 0 && isOne(first - 1)) first--;
  while (last + 1 < blocks.length && isOne(last + 1)) last++;
  return blocks.slice(first, last + 1);
}

/** The items of the list that the block is in or introduces; null without one. */
function listed({ text, blocks }: Structure, at: number, steps: boolean): Span[] | null {
  const kinds = steps ? STEPS : ITEMS;
  const block = blocks[at] as Block;
  const next = blocks[at + 1];
  const introduces = block.kind === "heading" || endsInColon(text, block);
  let items: Block[];
  if (kinds.includes(block.kind)) items = run(blocks, at, kinds);
  else if (next && kinds.includes(next.kind) && introduces)
    items = run(blocks, at + 1, kinds).filter(({ start }) => start > block.start);
  else return null;
  const intro = steps && items[0]?.kind === "code" ? introOf({ text, blocks }, items[0]) : null;
  if (intro) return [intro, ...items.map(spanOf)];
  return items.length > 1 && items.length <= MOST_ITEMS ? items.map(spanOf) : null;
}

/** The last sentence of the paragraph right above a block. */
function introOf({ text, blocks }: Structure, first: Block): Span | null {
  const before = blocks[placeOf(blocks, first.start - 3)];
  if (before?.kind !== "paragraph") return null;
  return sentencesOf(text, before).at(-1) ?? null;
}

/** The blocks below the nearest heading above the block, if that heading states what is asked. */
function headed({ text, blocks }: Structure, question: string, at: number): Span[] {
  const asked = content(question);
  const top = blocks.slice(0, at + 1).findLastIndex(({ kind }) => kind === "heading");
  const heading = blocks[top];
  if (!heading || asked.size === 0) return [];
  const said = content(text.slice(heading.start, heading.end));
  if ([...asked].filter((word) => said.has(word)).length / asked.size < HEADED) return [];
  const rest = blocks.slice(top + 1);
  const next = rest.findIndex(({ kind }) => kind === "heading");
  const below = next < 0 ? rest : rest.slice(0, next);
  const items = below.filter(({ kind }) => STEPS.includes(kind));
  if (items.length > 1 && items.length <= MOST_ITEMS) return items.map(spanOf);
  const spans = below.flatMap((block) => sentencesOf(text, block));
  return spans.length <= MOST_SENTENCES ? spans : [];
}

function sameSection(blocks: readonly Block[], one: number, other: number): boolean {
  const between = blocks.slice(Math.min(one, other) + 1, Math.max(one, other) + 1);
  return !between.some(({ kind }) => kind === "heading");
}

/** The sentences that contain any of the seeds, in reading order. */
function sentences({ text, blocks }: Structure, seeds: readonly Seed[]): Span[] {
  const found = seeds.flatMap(({ span }) => {
    const block = blocks[placeOf(blocks, span.start)];
    return block ? sentencesOf(text, block).filter((sentence) => overlaps(sentence, span)) : [];
  });
  return inOrder(found).slice(0, MOST_SENTENCES);
}

/** The sentences with the commands or lists that they introduce. */
function withCommands({ text, blocks }: Structure, spans: readonly Span[]): Span[] {
  const more = spans.flatMap((span) => {
    const place = placeOf(blocks, span.start);
    const block = blocks[place];
    const next = blocks[place + 1];
    if (!block || !next || span.end < block.end) return [];
    const introduces = next.kind === "list_item" && endsInColon(text, span);
    if (next.kind !== "code" && !introduces) return [];
    return run(blocks, place + 1, STEPS)
      .filter(({ start }) => start > span.start)
      .slice(0, MOST_ITEMS)
      .map(spanOf);
  });
  return inOrder([...spans, ...more]);
}

function sentencesOf(text: string, block: Span): Span[] {
  return sentenceSpans(text.slice(block.start, block.end)).map(({ start, end }) => ({
    start: start + block.start,
    end: end + block.start,
  }));
}

function endsInColon(text: string, { start, end }: Span): boolean {
  return text.slice(start, end).trimEnd().endsWith(":");
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Each once. */
function inOrder(spans: readonly Span[]): Span[] {
  const each = new Map(spans.map((span) => [`${span.start} ${span.end}`, span]));
  return [...each.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The answer moved to another place of the page; the whole place is both the answer and its quote. */
function moved(answer: FoundAnswer, span: Span, text: string): FoundAnswer {
  const quote = text.slice(span.start, span.end);
  return { ...answer, text: quote, span, quote, quoteSpan: span, evidence: false };
}
