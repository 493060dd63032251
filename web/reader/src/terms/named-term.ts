// Finds what stands under the term of a question, and says how well the place is named. The twin of Python's
// `wherein.reading.terms.named_term`; the cases are in contracts/named-terms.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { type Alike, neverAlike } from "../cells/likeness.ts";
import { beforeBlank, isUnfilled } from "../grading/unfilled.ts";
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { paragraphBlocks } from "../page/passages.ts";
import { askedTerm, type Form } from "./asked-term.ts";
import { defaultSentences } from "./default-sentences.ts";
import { type PhraseKind, phrases } from "./defining-phrases.ts";
import { extents, type Found } from "./extents.ts";
import { instructionSentences } from "./instruction-sentences.ts";
import { covered, wordsOf } from "./name-words.ts";
import { namedPlaces, type PlaceKind } from "./named-places.ts";
import { bodyOf, isWide } from "./pieces.ts";
import { isOption, type Match, matched, SCORE_STEPS } from "./place-names.ts";
import { WeighedTerm } from "./weighed-term.ts";

const SAYS_DEFAULT = pattern(LEXICON, "says_which_default");
const SAYS_HOW = pattern(LEXICON, "says_how");
const VALUE = pattern(LEXICON, "value");
const MOST_VALUE_WORDS = 2;
// Places, phrases and sentences each that are measured, best named first.
const MOST_MEASURED = LEXICON.numbers.most_measured;
// The share of a term that an instruction and what stands above it need.
const LEAST_INSTRUCTED = LEXICON.numbers.least_instructed;
// Characters of a quote whose meaning is compared with the question's.
const LONGEST_COMPARED = LEXICON.numbers.longest_description;
/** A share from which up it is all, whatever was lost by rounding. */
export const ALL = 0.99;

export type Where = PlaceKind | PhraseKind | "sentence" | "instruction";

/** What stands under a term, with the measures from which its probability is computed. */
export interface NamedTerm {
  /** The answer. */
  readonly span: Span;
  /** The answer with what shows that it is one. */
  readonly quote: Span;
  readonly form: Form;
  readonly where: Where;
  /** The weighted share of the question's words that the name has. */
  readonly asked: number;
  /** The share of the name's words that the question has. */
  readonly whole: number;
  /** How much better it is named than the best of the others. */
  readonly ahead: number;
  /** The share of the question's words that the name, the heading above or the answer have. */
  readonly described: number;
  /** The share of the question's words that the page lacks. */
  readonly missed: number;
  /** The share of the answer's words that the question has not, and the number of the answer's words. */
  readonly fresh: number;
  readonly words: number;
  /** The name begins with a dash. */
  readonly isOption: boolean;
  /** The answer is a number or a word or two. */
  readonly isValue: boolean;
  /** It says what a default is, or to who asks how or which, how something is done. */
  readonly says: boolean;
  /** To who asks how or which, the likeness of the question to the quote, -1 to 1; else 0. */
  readonly alike: number;
  /** The number of the term's words. */
  readonly askedWords: number;
  /** The answer is a list of steps. */
  readonly isSteps: boolean;
}

/** A name with how well it is named by the question. */
interface Name extends Pick<NamedTerm, "where" | "asked" | "whole" | "ahead"> {
  readonly text: string;
  readonly above: string;
}

interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/**
 * What stands under the question's term in these stretches of a page; in no order. Nothing for questions that ask about a
 * term in no known way: readers answer those better.
 */
export function namedTerms(
  question: string,
  page: Page,
  within?: readonly Span[],
  alike: Alike = neverAlike,
): NamedTerm[] {
  const term = askedTerm(question);
  if (!term || term.form === "other") return [];
  const { text } = page;
  const all = page.blocks.length > 0 ? page.blocks : paragraphBlocks(text);
  const blocks = within ? inside(all, within) : all;
  const asked = new WeighedTerm(term, text, blocks);
  if (asked.missed === 1) return [];
  const measure = measureOf(asked, text, alike);
  const found = [
    ...ofPlaces(asked, text, blocks, measure),
    ...ofPhrases(asked, text, blocks, measure),
  ];
  if (term.form === "default") found.push(...ofSentences(asked, text, blocks, measure));
  else if (isDoing(term.form)) {
    const whole = found.map(({ span }) => span);
    const isStep = ({ span }: NamedTerm) =>
      whole.some(({ start, end }) => start <= span.start && span.end <= end);
    const steps = [...ofInstructions(asked, text, blocks, measure)];
    found.push(...steps.filter((step) => !isStep(step)));
  }
  return found;
}

/** The blocks that begin in one of the stretches. */
function inside(blocks: readonly Block[], within: readonly Span[]): Block[] {
  const stretches = [...within].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  return blocks.filter(({ start }) => {
    while ((stretches[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++;
    return (stretches[at]?.start ?? Number.POSITIVE_INFINITY) <= start;
  });
}

function isDoing(form: Form): boolean {
  return form === "howto" || form === "which";
}

function* ofPlaces(
  asked: WeighedTerm,
  text: string,
  blocks: readonly Block[],
  measure: Measure,
): Generator<NamedTerm> {
  // Of a label without a value, what comes next is another thing's.
  const places = [...namedPlaces(text, blocks)].filter((one) => !isUnfilled(text, one.span));
  const best = matched(asked, places, text).slice(0, MOST_MEASURED);
  for (const one of best) {
    const { place, asked: share, whole, score } = one;
    const isWhole = share >= ALL || isSpelledOut(asked, place.name);
    // A value of several columns is named by its column too.
    if (place.kind === "row" && !isWhole && isWide(place, blocks, text)) continue;
    const names = { where: place.kind, text: place.name, above: place.heading };
    const name = { ...names, asked: share, whole, ahead: score - other(one, best) };
    const body = bodyOf(place, blocks, text);
    // What only a list's items have is a step of another thing.
    for (const found of extents(asked, place, body, { text, blocks, places })) {
      if (found.isSteps && share === 0) continue;
      const filled = beforeBlank(text, found.span);
      if (filled)
        yield measure(name, filled === found.span ? found : { span: filled, quote: filled });
    }
  }
}

/** Whether the question has the parts of a name that is written as one word, and no others: "idle timeout" of "idle_timeout". */
function isSpelledOut({ words }: WeighedTerm, name: string): boolean {
  const { parts } = wordsOf(name);
  return parts.size === words.parts.size && [...parts].every((part) => words.parts.has(part));
}

/** The best score of a place with another name. */
function other({ place }: Match, best: readonly Match[]): number {
  const name = folded(place.name);
  return best.find((one) => folded(one.place.name) !== name)?.score ?? 0;
}

function* ofPhrases(
  asked: WeighedTerm,
  text: string,
  blocks: readonly Block[],
  measure: Measure,
): Generator<NamedTerm> {
  const { form, phrase: term } = asked.term;
  if (form !== "meaning" && form !== "bare") return;
  const seen = new Set<string>();
  for (const { kind, span, term: place } of phrases(term, blocks, text)) {
    const key = `${span.start} ${span.end}`;
    if (seen.has(key)) continue;
    if (seen.size === MOST_MEASURED) return;
    seen.add(key);
    const words = wordsOf(text.slice(place.start, place.end));
    const shares = { asked: asked.share(words), whole: covered(words, asked.words), ahead: 0 };
    yield measure({ where: kind, text: term, above: "", ...shares }, { span, quote: span });
  }
}

/** The sentences anywhere that speak of a default and have a word of the term, or whose heading or row has. */
function* ofSentences(
  asked: WeighedTerm,
  text: string,
  blocks: readonly Block[],
  measure: Measure,
): Generator<NamedTerm> {
  const found = [];
  for (const one of defaultSentences(blocks, text)) {
    const own = wordsOf(text.slice(one.span.start, one.span.end));
    const share = asked.share(own, wordsOf(one.above));
    // A value under a label ("Default:") needs no words of the term itself.
    if (share > 0 && asked.fresh(own) > 0)
      found.push({ ...one, share, whole: one.isValue ? 1 : asked.share(own) });
  }
  const steps = (share: number) => Math.round(share * SCORE_STEPS);
  found.sort((a, b) => steps(b.share) - steps(a.share));
  const best = found.slice(0, MOST_MEASURED);
  for (const { span, above, share, whole } of best) {
    const rival = best.find((one) => one.span !== span)?.share ?? 0;
    const shares = { asked: share, whole, ahead: share - rival };
    yield measure({ where: "sentence", text: above, above: "", ...shares }, { span, quote: span });
  }
}

/** The sentences anywhere that say how something is done and have, with the heading and the row above, most of the term. */
function* ofInstructions(
  asked: WeighedTerm,
  text: string,
  blocks: readonly Block[],
  measure: Measure,
): Generator<NamedTerm> {
  const found = [];
  for (const one of instructionSentences(blocks, text, asked.stems)) {
    const own = wordsOf(text.slice(one.span.start, one.span.end));
    const share = asked.share(own, wordsOf(one.above));
    if (share >= LEAST_INSTRUCTED && asked.fresh(own) > 0)
      found.push({ ...one, share, whole: asked.share(own) });
  }
  const steps = ({ share, whole }: { share: number; whole: number }) =>
    Math.round((share + whole) * SCORE_STEPS);
  found.sort((a, b) => steps(b) - steps(a));
  const best = found.slice(0, MOST_MEASURED);
  for (const { span, above, share, whole } of best) {
    const rival = best.find((one) => one.span !== span);
    const ahead = (share + whole - (rival ? rival.share + rival.whole : 0)) / 2;
    const shares = { asked: share, whole, ahead };
    yield measure(
      { where: "instruction", text: above, above: "", ...shares },
      { span, quote: span },
    );
  }
}

type Measure = (name: Name, found: Found) => NamedTerm;

/** Measures what stands under names of one text, for one term. */
function measureOf(asked: WeighedTerm, text: string, alike: Alike): Measure {
  const { form, name: wanted } = asked.term;
  return (name, { span, quote, isSteps = false }) => {
    const written = text.slice(span.start, span.end);
    const shown = text.slice(quote.start, quote.end);
    const answer = wordsOf(written);
    const { where, whole, ahead } = name;
    return {
      span,
      quote,
      form,
      where,
      asked: name.asked,
      whole,
      ahead,
      described: asked.share(wordsOf(name.text), wordsOf(name.above), wordsOf(shown)),
      missed: asked.missed,
      fresh: asked.fresh(answer),
      words: answer.words.length,
      isOption: where !== "sentence" && where !== "instruction" && isOption(name.text),
      isValue: answer.words.length <= MOST_VALUE_WORDS || VALUE.test(written),
      says: (isDoing(form) ? SAYS_HOW : SAYS_DEFAULT).test(shown),
      alike: isDoing(form) ? alike(wanted, shown.slice(0, LONGEST_COMPARED)) : 0,
      askedWords: asked.term.words.length,
      isSteps,
    };
  };
}
