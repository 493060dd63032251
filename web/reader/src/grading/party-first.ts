// Puts answers about the party that asks before those about others that are little surer: "Can I end it early?" of a tenant is
// answered by what the Tenant may do. The twin of Python's `wherein.answering.grading.party_first`; the cases are in
// contracts/amendments.json. Knows no page.

import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { sourceOf, wordSet } from "../lexicon/lexicon.ts";
import { LatePattern, searchAll } from "../lexicon/matching.ts";
import { compiled } from "../lexicon/pattern.ts";
import { folded } from "../page/heading-prefix.ts";
import type { FoundAnswer } from "../reading.ts";

/** The share of another's confidence from which an answer about the party that asks comes before it. */
const NEARLY = 0.75;
const ASKER = new LatePattern(LEXICON, "asks_as_one");
const DOES = sourceOf(LEXICON, "party_does");
const ASKED_OF = sourceOf(LEXICON, "asked_of_party");
const SUBJECT = new LatePattern(LEXICON, "party_subject", "g");
const NO_PARTY = wordSet(LEXICON, "no_party");

/** Whether the subject of a question is the one who asks: "I", or the party in whose place the question is asked. */
export function asksAs(question: string, party: string): boolean {
  return ASKER.test(question) || compiled(`(?i)${ASKED_OF}${party}(?!\\w|['’]s)`).test(question);
}

/**
 * The first answer about the party moved before those about others that are little surer; those are as sure as it.
 */
export function partyFirst(shown: readonly FoundAnswer[], party: string): readonly FoundAnswer[] {
  const [first] = shown;
  if (!first || !isAboutAnother(first, party)) return shown;
  const own = shown.find((one) => isAbout(one, party));
  if (!own || own.confidence < NEARLY * first.confidence) return shown;
  const rest = shown.filter((one) => one !== own);
  return [
    own,
    ...rest.map((one) => ({ ...one, confidence: Math.min(one.confidence, own.confidence) })),
  ];
}

/** Whether the answer's sentence says what the party may or must do. */
function isAbout({ quote }: FoundAnswer, party: string): boolean {
  const name = party.replace(/^the /, "");
  return compiled(`(?i)\\b${name}${DOES}`).test(quote);
}

/** Whether the answer's sentence says what others may or must do, and nothing of the party. */
function isAboutAnother(answer: FoundAnswer, party: string): boolean {
  if (isAbout(answer, party)) return false;
  return subjectsOf(answer.quote).length > 0;
}

/** Each party of which a text says that it may or must do something, with the place where it is named. */
export function subjectsOf(text: string): { readonly at: number; readonly name: string }[] {
  return Array.from(searchAll(SUBJECT, text), ({ index, groups }) => ({
    at: index,
    name: groups?.name ?? "",
  })).filter(({ name }) => !NO_PARTY.has(folded(name)));
}
