// Amendments of words and amounts within a clause: "in Clause 9, “30 days” is replaced by “45 days”". The twin of Python's
// `wherein.documents.clauses.amended_words`; the cases are in contracts/amendments.json.

import { SPACE_CLASS, words } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { type LatePattern, searchAll, searchFrom } from "../lexicon/matching.ts";
import {
  content,
  group,
  inside,
  isHedged,
  LONGEST_HEDGE,
  newOf,
  valueIn,
} from "./amending-text.ts";
import {
  AMOUNT_PAIRS,
  BEGINS_WITH_CONDITION,
  EVERYWHERE,
  NOT_AGREED,
  OLD_COLUMN,
  QUOTED_PAIRS,
} from "./amending-words.ts";
import { type AmendingSentence, type Amendment, inOrder, mayAmend, placeIn } from "./amendment.ts";
import { type ContractText, isWithin, MOST_PLACES, MOST_TARGETS } from "./contract-text.ts";
import type { Clause } from "./outline.ts";
import { HIDDEN } from "./quoting.ts";
import { values } from "./values.ts";

const MOST_PAIRS = 20;

/** Words of a cell that only tells that its row was not agreed. */
const MOST_WORDS_OFF = 6;
const PIECE = new RegExp(
  `[^${SPACE_CLASS}…](?:(?!…|\\.{3})[^])*[^${SPACE_CLASS}….]|[^${SPACE_CLASS}….]`,
  "gu",
);

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

/** What a row of a table of changes amends; `sentence` is its cell that tells what holds now. */
export function amendedRow(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
): Amendment[] {
  const { text } = contract;
  const row = contract.cellsOfRow(sentence.block);
  const [first] = row;
  const last = row.at(-1);
  const old = row.find(({ column }) => OLD_COLUMN.test(column ?? ""));
  if (!first || !last || !old) return [];
  if (row.some((one) => one !== old && isOff(text.slice(one.start, one.end)))) return [];
  const about = content(contract.blocks[sentence.block]?.row ?? "");
  const stretches = contract.stretchesOf(targets);
  return piecesOf(text, old, sentence.span).flatMap(([said, now]) => {
    const written = text.slice(said.start, said.end);
    const named = contract.occurrences(written, stretches);
    const places = named.length > 0 ? named : contract.inRows(written, about);
    if (places.length === 0 || written === text.slice(now.start, now.end)) return [];
    return {
      effect: "replaced",
      quote: { start: first.start, end: last.end },
      struck: inOrder([...places, { start: said.start, end: said.end }]).slice(0, MOST_PLACES),
      new: now,
      whole: false,
    };
  });
}

/** Whether a cell says that its row changes nothing: "Not agreed". */
function isOff(said: string): boolean {
  return words(said).length <= MOST_WORDS_OFF && NOT_AGREED.test(said);
}

/** Two cells, or their pieces where both leave words out alike: "four weeks … next four". */
function piecesOf(text: string, old: Span, now: Span): readonly (readonly [Span, Span])[] {
  const [pieces, news] = [betweenDots(text, old), betweenDots(text, now)];
  if (pieces.length === 0 || pieces.length !== news.length) return [[old, now]];
  return pieces.map((one, at) => [one, news[at] as Span] as const);
}

function betweenDots(text: string, { start, end }: Span): readonly Span[] {
  return Array.from(text.slice(start, end).matchAll(PIECE), ({ index, 0: { length } }) => ({
    start: start + index,
    end: start + index + length,
  }));
}

/** The amendment of one pair of old and new words; null where the old ones stand nowhere that is meant. */
function amended(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
  { old, new: now, hedged }: Pair,
  quoted: boolean,
): Amendment | null {
  const said = sentence.text.slice(old.start, old.end);
  const everywhere = EVERYWHERE.test(sentence.shown.text);
  let places: Span[] = [];
  if (targets.length > 0 && !everywhere) {
    for (const clause of targets.slice(0, MOST_TARGETS))
      places.push(...contract.occurrences(said, contract.stretches(clause)));
    const row = contract.row(sentence);
    const inRow = places.filter((place) => isWithin(place, row));
    if (inRow.length > 0) places = inRow;
    if (places.length > 1 && !quoted) places = orElse(contract.nearest(sentence, places), places);
  } else if (sentence.part > 0 || everywhere) {
    places = contract.occurrences(said, contract.base());
    const apart = new Set(places.slice(0, MOST_PAIRS).map((one) => contract.sentenceAt(one).start));
    if (!everywhere && apart.size > 1) places = contract.nearest(sentence, places);
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
