// Finds what stands under the term of a question, and says how well the place is named. The twin of Python's
// `wherein.reading.terms.named_term`; the cases are in contracts/named-terms.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import { paragraphBlocks } from "../page/passages.ts";
import { askedTerm, type Form } from "./asked-term.ts";
import { defaultSentences } from "./default-sentences.ts";
import { type PhraseKind, phrases } from "./defining-phrases.ts";
import { extents } from "./extents.ts";
import { covered, wordsOf } from "./name-words.ts";
import { namedPlaces, type PlaceKind } from "./named-places.ts";
import { bodyOf, isWide } from "./pieces.ts";
import { isOption, type Match, matched, SCORE_STEPS } from "./place-names.ts";
import { WeighedTerm } from "./weighed-term.ts";

const SAYS_DEFAULT = pattern(LEXICON, "says_which_default");
const VALUE = pattern(LEXICON, "value");
const MOST_VALUE_WORDS = 2;
// Places, phrases and sentences each that are measured, best named first.
const MOST_MEASURED = LEXICON.numbers.most_measured;
/** A share from which up it is all, whatever was lost by rounding. */
export const ALL = 0.99;

export type Where = PlaceKind | PhraseKind | "sentence";

/** What stands under a term, with the measures from which its probability is computed. */
export interface NamedTerm {
  /** The answer. */
  readonly span: Span;
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
  /** It says what a default is. */
  readonly says: boolean;
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
export function namedTerms(question: string, page: Page, within?: readonly Span[]): NamedTerm[] {
  const term = askedTerm(question);
  if (!term || term.form === "other") return [];
  const { text } = page;
  const all = page.blocks.length > 0 ? page.blocks : paragraphBlocks(text);
  const blocks = within ? inside(all, within) : all;
  const asked = new WeighedTerm(term, text, blocks);
  if (asked.missed === 1) return [];
  const found = [...ofPlaces(asked, text, blocks), ...ofPhrases(asked, text, blocks)];
  return term.form === "default" ? [...found, ...ofSentences(asked, text, blocks)] : found;
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

function* ofPlaces(
  asked: WeighedTerm,
  text: string,
  blocks: readonly Block[],
): Generator<NamedTerm> {
  const places = [...namedPlaces(text, blocks)];
  const best = matched(asked, places, text).slice(0, MOST_MEASURED);
  for (const one of best) {
    const { place, asked: share, whole, score } = one;
    // A value of several columns is named by its column too.
    if (place.kind === "row" && share < ALL && isWide(place, blocks, text)) continue;
    const names = { where: place.kind, text: place.name, above: place.heading };
    const name = { ...names, asked: share, whole, ahead: score - other(one, best) };
    const body = bodyOf(place, blocks, text);
    for (const span of extents(asked, place, body, { text, blocks, places }))
      yield measured(asked, name, span, text);
  }
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
    yield measured(asked, { where: kind, text: term, above: "", ...shares }, span, text);
  }
}

/** The sentences anywhere that speak of a default and have a word of the term, or whose heading or row has. */
function* ofSentences(
  asked: WeighedTerm,
  text: string,
  blocks: readonly Block[],
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
    yield measured(asked, { where: "sentence", text: above, above: "", ...shares }, span, text);
  }
}

function measured(asked: WeighedTerm, name: Name, span: Span, text: string): NamedTerm {
  const written = text.slice(span.start, span.end);
  const answer = wordsOf(written);
  const { where, whole, ahead } = name;
  return {
    span,
    form: asked.term.form,
    where,
    asked: name.asked,
    whole,
    ahead,
    described: asked.share(wordsOf(name.text), wordsOf(name.above), answer),
    missed: asked.missed,
    fresh: asked.fresh(answer),
    words: answer.words.length,
    isOption: where !== "sentence" && isOption(name.text),
    isValue: answer.words.length <= MOST_VALUE_WORDS || VALUE.test(written),
    says: SAYS_DEFAULT.test(written),
  };
}
