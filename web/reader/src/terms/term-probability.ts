// The probability that what stands under a question's term is the answer: a logistic regression over its measures. The
// twin of Python's `wherein.reading.terms.term_probability`; the cases are in contracts/named-terms.json.

import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { ALL, type NamedTerm } from "./named-term.ts";

// A name that is further ahead of others is no likelier.
const { most_ahead: MOST_AHEAD, most_words: MOST_WORDS } = LEXICON.numbers;
const { weights: WEIGHTS, intercept: INTERCEPT } = LEXICON.fitted.term;
const FEW_WORDS = 2;
const LEAST = 1e-3;
const FORMS = ["default", "howto", "which", "bare"] as const;
const WHERE = [
  ...[
    "row",
    "line",
    "label",
    "means",
    "named",
    "quoted",
    "acronym",
    "lead",
    "sentence",
    "instruction",
  ],
] as const;

/** The numbers that the weights belong to. */
export function measuresOf(term: NamedTerm): number[] {
  const { form, asked, whole } = term;
  const isDefining = form === "meaning" || form === "bare";
  const isDoing = form === "howto" || form === "which";
  const isExact = asked > ALL && whole > ALL;
  const named = asked * whole;
  return [
    asked,
    whole,
    named,
    Number(isExact),
    Number(isExact && isDefining),
    isDefining ? named : 0,
    isDoing ? named : 0,
    isDoing ? term.described : 0,
    term.alike,
    term.described,
    term.missed,
    Math.max(-MOST_AHEAD, Math.min(term.ahead, MOST_AHEAD)),
    term.fresh,
    Math.min(term.words, MOST_WORDS) / MOST_WORDS,
    Number(term.isOption),
    Number(term.isValue && form === "meaning"),
    Number(term.isValue && form === "bare"),
    Number(term.says && form === "default"),
    Number(term.says && isDoing),
    Number(term.isOption && isDoing),
    Number(term.described > ALL),
    ...FORMS.map((one) => Number(form === one)),
    ...WHERE.map((where) => Number(term.where === where)),
  ];
}

/** The probability that it is the answer, 0 to 1. */
export function probability(term: NamedTerm): number {
  const odds = measuresOf(term).reduce(
    (sum, measure, n) => sum + measure * (WEIGHTS[n] as number),
    INTERCEPT,
  );
  return 1 / (1 + Math.exp(-odds));
}

/**
 * The probability of a place for a question that asks how or which, once readers have marked what they take for the answer:
 * `inside` and `elsewhere` are the confidences of the surest mark in the place, and outside it; null without one.
 */
export function besideReaders(
  likely: number,
  words: number,
  inside: number | null,
  elsewhere: number | null,
): number {
  const values = [
    logOdds(likely),
    inside === null ? 0 : logOdds(inside),
    Number(inside === null),
    elsewhere === null ? 0 : logOdds(elsewhere),
    Number(elsewhere === null),
    Number(words < FEW_WORDS),
  ];
  const { weights, intercept } = LEXICON.fitted.beside_readers;
  const odds = values.reduce((sum, value, n) => sum + value * (weights[n] as number), intercept);
  return 1 / (1 + Math.exp(-odds));
}

function logOdds(probability: number): number {
  const kept = Math.min(Math.max(probability, LEAST), 1 - LEAST);
  return Math.log(kept / (1 - kept));
}
