// The stage that holds back what is said of somebody or something else than the question names. The twin of Python's
// `wherein.answering.attempts.hold_back`; the cases are in contracts/grading.json, contracts/absent-people.json,
// contracts/absent-things.json, contracts/other-things.json, contracts/other-ends.json, contracts/conditions-alone.json and
// contracts/candidate-traits.json.

import { onlyRepeats } from "../grading/candidate-traits.ts";
import { HIGHEST_LIKELY } from "../grading/grades.ts";
import { eachSentenceOnce } from "../grading/sentence-once.ts";
import { blockAt } from "../page/table-cell.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { NamedPeople } from "../question/absent-person.ts";
import { AbsentThing } from "../question/absent-thing.ts";
import { isConditionAlone } from "../question/condition-alone.ts";
import { isOtherEnd } from "../question/other-end.ts";
import { OtherThing, type Told } from "../question/other-thing.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";
import { demoted, ranked } from "./joining.ts";
import { MOST_AGREED } from "./name-cells.ts";

// Letters of a paragraph before a sentence, and of a page's beginning, that may name what the sentence tells of.
const LONGEST_BEFORE = 2000;
const LEAD = 300;
// Paragraphs of that beginning: a heading and what follows it.
const LEADING = 2;
// A page that names somebody so often may say "she" anywhere.
const OFTEN = 5;

type IsKnown = (word: string) => boolean;

/** What is known of one question and a page, for all that is done with the question. */
interface Test {
  readonly question: string;
  readonly isHeld: (answer: FoundAnswer) => boolean;
  /** The highest confidence of an answer. */
  readonly most: number;
}

/** The last question that was asked of a page, which is looked through once. */
const asked = new WeakMap<PreparedPage, Test>();

function testOf(question: string, page: PreparedPage, isKnown: IsKnown): Test {
  const last = asked.get(page);
  if (last?.question === question) return last;
  const test = newTest(question, page, isKnown);
  asked.set(page, test);
  return test;
}

function newTest(question: string, page: PreparedPage, isKnown: IsKnown): Test {
  // Another language writes a name in other letters, or in its own way.
  if (!isEnglish(page.language)) return { question, isHeld: () => false, most: 1 };
  const people = new NamedPeople(question);
  if (!people.isEmpty && people.absent(page.title, page.text) !== null)
    return { question, isHeld: () => true, most: 1 };
  const thing = new OtherThing(question);
  const names = !thing.isEmpty && !thing.isNamedOften(page.text, OFTEN);
  const rows = names && thing.mayBeInARow ? rowsOf(page) : [];
  const things = new AbsentThing(question);
  const absent = things.absent(page.title, page.text);
  const isHeld = (answer: FoundAnswer) => {
    // Other words for its row don't count where a reader found a cell likely among its row's others.
    const isRead = answer.foundBy === "cells" && answer.confidence >= MOST_AGREED;
    const told = toldBy(answer, page, isRead ? [] : rows);
    const before = answer.quote.slice(0, answer.span.start - answer.quoteSpan.start);
    const behind = answer.quote.slice(answer.span.end - answer.quoteSpan.start);
    return (
      (names && thing.missed(told) !== null) ||
      (absent !== null && things.isTakenFor(absent, answer.quote, isKnown)) ||
      isOtherEnd(question, before, answer.text, told.row) ||
      isConditionAlone(question, before, answer.text, behind) ||
      onlyRepeats(question, answer.text)
    );
  };
  return { question, isHeld, most: absent === null ? 1 : HIGHEST_LIKELY };
}

function rowsOf(page: PreparedPage): readonly string[] {
  return [...new Set(page.blocks.flatMap(({ row }) => (row ? [row] : [])))];
}

/** What an answer's sentence stands in. */
function toldBy(
  { quote, quoteSpan, section, span }: FoundAnswer,
  page: PreparedPage,
  rows: readonly string[],
): Told {
  const { start } = quoteSpan;
  const low = Math.max(page.text.lastIndexOf("\n\n", start - 2), start - LONGEST_BEFORE, 0);
  const lead = page.text.slice(0, LEAD).split("\n\n").slice(0, LEADING);
  const block = blockAt(page.blocks, span.start);
  return {
    sentence: quote,
    before: page.text.slice(low, start),
    above: [page.title, ...section, ...lead].join(" "),
    row: [block?.row, block?.column].filter(Boolean).join(" "),
    rows,
  };
}

/**
 * Makes a *perhaps* of each answer that is about another person or thing than the question names. Others are at most likely
 * where the page does not name the thing that is asked about. `isKnown`: whether the language has a word (lower case).
 */
export function holdingBack(
  question: string,
  page: PreparedPage,
  perhapsBound: number,
  isKnown: IsKnown,
): <Found extends ReaderAnswers>(found: Found) => Found {
  const { isHeld, most } = testOf(question, page, isKnown);
  return (found) => {
    const held = found.answers.filter(isHeld);
    const isTooSure = found.answers.some(({ confidence }) => confidence > most);
    if (held.length === 0 && !isTooSure) return found;
    const rest = found.answers.filter((one) => !held.includes(one));
    // Their order says more than how likely they are: it changes only where they do.
    const answers = isTooSure ? ranked(demoted(rest, most)) : rest;
    if (held.length === 0) return { ...found, answers };
    const perhaps = eachSentenceOnce(answers, [...demoted(held, perhapsBound), ...found.perhaps]);
    return { ...found, answers, perhaps };
  };
}
