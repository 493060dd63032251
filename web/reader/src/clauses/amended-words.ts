// Amendments of words and amounts within a clause: "in Clause 9, “30 days” is replaced by “45 days”". The twin of Python's
// `wherein.documents.clauses.amended_words`; the cases are in contracts/amendments.json.

import type { Span } from "@wherein/anchoring/span.ts";
import { type LatePattern, searchAll, searchFrom } from "../lexicon/matching.ts";
import { group, inside, isHedged, LONGEST_HEDGE, newOf, valueIn } from "./amending-text.ts";
import { AMOUNT_PAIRS, BEGINS_WITH_CONDITION, EVERYWHERE, QUOTED_PAIRS } from "./amending-words.ts";
import { type AmendingSentence, type Amendment, inOrder, mayAmend, placeIn } from "./amendment.ts";
import { type ContractText, isWithin, MOST_PLACES } from "./contract-text.ts";
import type { Clause } from "./outline.ts";
import { HIDDEN } from "./quoting.ts";
import { values } from "./values.ts";

const MOST_PAIRS = 20;
/** Clauses that one sentence amends. */
export const MOST_TARGETS = 12;

interface Pair {
  readonly old: Span;
  readonly new: Span | null;
  /** It is denied or only possible. */
  readonly hedged: boolean;
}

/** The amendments of words: each pair of old and new ones. */
export function amendedWords(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
): Amendment[] {
  // Elsewhere no words are meant; an article's sentences are not looked through for pairs.
  const isMeant = sentence.part > 0 || targets.length > 0 || EVERYWHERE.test(sentence.shown.text);
  if (!isMeant) return [];
  const quotedPairs = pairsOfQuotes(sentence.shown.text);
  const quoted = quotedPairs.length > 0;
  const pairs = quoted ? quotedPairs : pairsOfAmounts(sentence);
  return pairs.flatMap((pair) => {
    const { text } = sentence;
    const isName = quoted && pair.new === null;
    if (isName && contract.isAHeading(text.slice(pair.old.start, pair.old.end))) return [];
    return amended(contract, sentence, targets, pair, quoted) ?? [];
  });
}

/** What stands in quotation marks: "“30 days” is replaced by “45 days”". */
function pairsOfQuotes(shown: string): Pair[] {
  const pairs: Pair[] = [];
  // Each pattern's next match, looked for anew only once it is passed.
  const next = QUOTED_PAIRS.map((pattern) => searchFrom(pattern, shown));
  let at = 0;
  while (pairs.length < MOST_PAIRS) {
    for (const [i, match] of next.entries())
      if (match && match.index < at)
        next[i] = searchFrom(QUOTED_PAIRS[i] as LatePattern, shown, at);
    let best: RegExpExecArray | null = null;
    for (const match of next) if (match && (best === null || isBefore(match, best))) best = match;
    const old = best && group(best, "old");
    if (!best || !old) break;
    const now = group(best, "new");
    at = best.index + best[0].length;
    const hedged = isHedged(shown, best.index, at);
    pairs.push({ old: inside(old), new: now && inside(now), hedged });
  }
  return pairs;
}

function isBefore(one: RegExpExecArray, other: RegExpExecArray): boolean {
  if (one.index !== other.index) return one.index < other.index;
  return one[0].length > other[0].length;
}

/** Amounts without quotation marks: "from $5 to $7". */
function pairsOfAmounts(sentence: AmendingSentence): Pair[] {
  const { text, shown } = sentence;
  if (BEGINS_WITH_CONDITION.test(text) || !mayAmend(sentence)) return [];
  for (const [number, pattern] of AMOUNT_PAIRS.entries()) {
    const pairs: Pair[] = [];
    for (const match of searchAll(pattern, shown.text)) {
      const old = group(match, "old");
      const now = newOf(match, text);
      if (!old || !now || shown.text.slice(old.start, old.end).includes(HIDDEN)) continue;
      if (values(text.slice(old.start, old.end)).length === 0) continue;
      const end = number === 0 ? old.start : match.index + match[0].length;
      const hedged = isHedged(shown.text, Math.max(0, match.index - LONGEST_HEDGE), end);
      pairs.push({ old: valueIn(text, old), new: now, hedged });
    }
    if (pairs.length > 0) return pairs;
  }
  return [];
}

/** The amendment of one pair of old and new words; null where the old ones stand nowhere that is meant. */
function amended(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
  { old, new: now, hedged }: Pair,
  quoted: boolean,
): Amendment | null {
  const words = sentence.text.slice(old.start, old.end);
  const everywhere = EVERYWHERE.test(sentence.shown.text);
  let places: Span[] = [];
  if (targets.length > 0 && !everywhere) {
    for (const clause of targets.slice(0, MOST_TARGETS))
      places.push(...contract.occurrences(words, contract.stretches(clause)));
    const row = contract.row(sentence);
    const inRow = places.filter((place) => isWithin(place, row));
    if (inRow.length > 0) places = inRow;
    if (places.length > 1 && !quoted) places = orElse(contract.nearest(sentence, places), places);
  } else if (sentence.part > 0 || everywhere) {
    places = contract.occurrences(words, contract.base());
    if (!everywhere && places.length > 1) places = contract.nearest(sentence, places);
  }
  if (places.length === 0 && !(quoted && targets.length > 0 && sentence.part > 0)) return null;
  if (quoted || now) places.push(placeIn(sentence, old));
  return {
    effect: hedged ? "limited" : now ? "replaced" : "deleted",
    quote: sentence.span,
    struck: inOrder(places).slice(0, MOST_PLACES),
    new: now && placeIn(sentence, now),
    whole: false,
  };
}

function orElse(some: Span[], others: Span[]): Span[] {
  return some.length > 0 ? some : others;
}
