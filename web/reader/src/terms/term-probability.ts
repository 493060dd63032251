// The probability that what stands under a question's term is the answer: a logistic regression over its measures. The
// twin of Python's `wherein.reading.terms.term_probability`; the cases are in contracts/named-terms.json.

import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { ALL, type NamedTerm } from "./named-term.ts";

// A name that is further ahead of others is no likelier.
const { most_ahead: MOST_AHEAD, most_words: MOST_WORDS } = LEXICON.numbers;
const { weights: WEIGHTS, intercept: INTERCEPT } = LEXICON.fitted.term;
const FORMS = ["default", "howto", "which", "bare"] as const;
const WHERE = [
  ...["row", "line", "label", "means", "named", "quoted", "acronym", "lead", "sentence"],
] as const;

/** The numbers that the weights belong to. */
export function measuresOf(term: NamedTerm): number[] {
  const { form, asked, whole } = term;
  const isDefining = form === "meaning" || form === "bare";
  const isExact = asked > ALL && whole > ALL;
  const named = asked * whole;
  return [
    asked,
    whole,
    named,
    Number(isExact),
    Number(isExact && isDefining),
    isDefining ? named : 0,
    form === "howto" || form === "which" ? named : 0,
    term.described,
    term.missed,
    Math.max(-MOST_AHEAD, Math.min(term.ahead, MOST_AHEAD)),
    term.fresh,
    Math.min(term.words, MOST_WORDS) / MOST_WORDS,
    Number(term.isOption),
    Number(term.isValue && form === "meaning"),
    Number(term.isValue && form === "bare"),
    Number(term.says && form === "default"),
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
