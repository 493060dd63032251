// Amendments of a value or a name that a clause gives: "the fee in Schedule B is reduced to $40". The twin of Python's
// `wherein.documents.clauses.amended_values`; the cases are in contracts/amendments.json.

import { type Span, shifted } from "@wherein/anchoring/span.ts";
import { groupSpan, searchAll, searchFrom, spanOf } from "../lexicon/matching.ts";
import { content, isHedged, isOf, phraseIn, shared } from "./amending-text.ts";
import {
  ADDS_TEXT,
  ALSO_DELETES,
  BEFORE_END,
  BEGINS_WITH_CONDITION,
  CHANGES_TO,
  DEFINED_BEHIND,
  DEFINES,
  ENDS_WITH_MAY,
  EVERYWHERE,
  IS_CHANGED,
  KINDS_OF_TIME,
  NAME_COMES_IN,
  NAME_GIVES_WAY,
  NAME_REPLACED,
  OPENING_REFERENCE,
  PROPER_NAME,
  RESTATES,
  RESTATES_FROM,
  STATES,
} from "./amending-words.ts";
import { type AmendingSentence, type Amendment, inOrder, mayAmend, placeIn } from "./amendment.ts";
import { type ContractText, MOST_PLACES, MOST_TARGETS } from "./contract-text.ts";
import type { Clause } from "./outline.ts";
import { values } from "./values.ts";

const MOST_SENTENCES = 5_000;
/** Names of one sentence. */
const MOST_NAMES = 6;
/** Characters before a name, or a date, that tell what it does. */
const BEFORE_A_NAME = 40;
const BEFORE_A_DATE = 24;
const CURRENCY = /[$€£]/;
const ARTICLE = /^(?:the|an?|our|your|his|her|their)\s/i;
/** Kinds of amounts of which a named clause may have one that is about something else. */
const OPEN_KINDS = ["money", "percent", "date", "time", ""];

/** "The fee in Section 21.2 is reduced to one month's Rent": what the clause says of the fee no longer holds. */
export function amendedValue(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
): Amendment | null {
  const { text } = sentence;
  const shown = sentence.shown.text;
  if (BEGINS_WITH_CONDITION.test(text)) return null;
  if (ADDS_TEXT.test(shown) && !ALSO_DELETES.test(shown)) return null;
  if (!mayAmend(sentence)) return null;
  const begins = afterOpening(sentence);
  const match = searchFrom(CHANGES_TO, shown, begins);
  const now = match && groupSpan(match, "new");
  if (!now || ENDS_WITH_MAY.test(shown.slice(0, now.start))) return null;
  const kinds = kindsOf(text.slice(now.start, now.end));
  const about = content(text.slice(begins, now.start));
  let places: Span[] = [];
  const isChanged = IS_CHANGED.test(match[0]);
  for (const clause of targets.slice(0, MOST_TARGETS)) {
    const own = { start: clause.body, end: clause.end };
    for (const stretch of [own, ...contract.stretches(clause).slice(1)]) {
      const found = oldValues(contract, stretch, kinds, about, true, isChanged);
      const isOfTime = [...kinds].some((kind) => KINDS_OF_TIME.has(kind));
      if (found.length > 0 || !isOfTime) places.push(...found);
      else places.push(...oldValues(contract, stretch, KINDS_OF_TIME, about, true));
    }
  }
  places = atSameEnd(contract, places, shown.slice(0, now.start));
  if (places.length === 0 && sentence.part > 0)
    for (const stretch of contract.base())
      places.push(...oldValues(contract, stretch, kinds, about, false));
  const hedged = isHedged(shown, match.index, now.start);
  return replaced(sentence, places, phraseIn(text, now, kinds.size > 0), hedged);
}

/** Where a sentence goes on after "In Section 4," at its beginning; 0 where it does not begin so. */
function afterOpening({ shown, named: [first] }: AmendingSentence): number {
  const leads = first && searchFrom(OPENING_REFERENCE, shown.text);
  const end = leads?.[0].length ?? 0;
  return first && first.reference.span.end <= end ? end : 0;
}

function kindsOf(text: string): ReadonlySet<string> {
  return new Set(
    values(text)
      .slice(0, 1)
      .map(({ kind }) => kind),
  );
}

function replaced(
  sentence: AmendingSentence,
  places: readonly Span[],
  now: Span,
  hedged = false,
): Amendment | null {
  if (places.length === 0) return null;
  return {
    effect: hedged ? "limited" : "replaced",
    quote: sentence.span,
    struck: inOrder(places),
    new: placeIn(sentence, now),
    whole: false,
  };
}

/**
 * "The Principal Rent is £19,800 a year": what the row or the definition of that very term in the base text gives no longer
 * holds.
 */
export function restatedValue(
  contract: ContractText,
  sentence: AmendingSentence,
): Amendment | null {
  const { text } = sentence;
  const shown = sentence.part > 0 ? sentence.shown.text : "";
  const byName = searchFrom(RESTATES, shown);
  const match = byName ?? searchFrom(RESTATES_FROM, shown);
  const now = match && groupSpan(match, "new");
  if (!now || BEGINS_WITH_CONDITION.test(text)) return null;
  const kinds = kindsOf(text.slice(now.start, now.end));
  const term = content(match?.groups?.what ?? "");
  if (kinds.size === 0 || term.size === 0) return null;
  const places: Span[] = [];
  for (const stretch of contract.base()) {
    for (const { span, beside } of contract.eachSentence(stretch)) {
      const there = contract.text.slice(span.start, span.end);
      const own = stated(there, beside, term, kinds);
      if (own) places.push(shifted(own, span.start));
    }
  }
  // Common words may mean another thing in each place.
  if (!byName && places.length > 1) return null;
  return places.length > 0 ? replaced(sentence, places, phraseIn(text, now, true)) : null;
}

/**
 * The amount that a cell or a sentence gives of a term: "the Deposit is £50", "20 chairs (the “Minimum Order”)".
 */
function stated(
  text: string,
  beside: string,
  term: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
): Span | null {
  const isTerm = (said: string) => {
    const own = content(said);
    return own.size === term.size && shared(own, term) === term.size;
  };
  const found = DEFINES.exec(text) ?? STATES.exec(text);
  if (isTerm(beside || (found?.groups?.what ?? "")))
    return values(text).find(({ kind }) => kinds.has(kind))?.span ?? null;
  for (const behind of searchAll(DEFINED_BEHIND, text)) {
    if (!isTerm(behind.groups?.what ?? "")) continue;
    const before = values(text.slice(0, behind.index));
    return before.filter(({ kind }) => kinds.has(kind)).at(-1)?.span ?? null;
  }
  return null;
}

/** Only the places at the end of a period, where the new date is an end too ("through 31 January 2024"); else all places. */
function atSameEnd(contract: ContractText, places: Span[], before: string): Span[] {
  if (places.length < 2 || !BEFORE_END.test(before)) return places;
  const ends = places.filter(({ start }) =>
    BEFORE_END.test(contract.text.slice(Math.max(0, start - BEFORE_A_DATE), start)),
  );
  return ends.length > 0 ? ends : places;
}

/**
 * "Upper Labs having ceased business, the referee is River Labs": of two names, the one that the text to be amended has gives
 * way to the one that it lacks.
 */
function nameForName(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
): Amendment | null {
  const { text, shown } = sentence;
  const found = sentence.part > 0 ? searchFrom(NAME_GIVES_WAY, shown.text) : null;
  if (!found || isHedged(shown.text, found.index, found.index + found[0].length)) return null;
  const stretches = contract.stretchesOf(targets);
  const gone = new Map<string, readonly Span[]>();
  const come = new Map<string, Span>();
  for (const match of [...searchAll(PROPER_NAME, text)].slice(0, MOST_NAMES)) {
    const start = match.index + (ARTICLE.exec(match[0])?.[0].length ?? 0);
    const end = match.index + match[0].length;
    const name = text.slice(start, end);
    if (!name.includes(" ")) continue;
    const places = contract.occurrences(name, contract.base());
    if (places.length === 0) {
      if (NAME_COMES_IN.test(text.slice(Math.max(0, start - BEFORE_A_NAME), start)))
        come.set(name, { start, end });
      continue;
    }
    const within = contract.occurrences(name, stretches);
    const meant = EVERYWHERE.test(shown.text) ? places : contract.inRows(name, content(text));
    gone.set(name, within.length > 0 ? within : meant);
  }
  const [[, now] = []] = come;
  const [[, places = []] = []] = gone;
  if (come.size !== 1 || gone.size !== 1 || !now || places.length === 0) return null;
  return {
    effect: "replaced",
    quote: sentence.span,
    struck: places.slice(0, MOST_PLACES),
    new: placeIn(sentence, now),
    whole: false,
  };
}

/**
 * "In Schedule 4 his name is replaced by that of Annelies Brouwer": a name of this item that the clause has.
 */
export function amendedName(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
): Amendment | null {
  const byName = nameForName(contract, sentence, targets);
  if (byName) return byName;
  const found = sentence.part > 0 ? searchFrom(NAME_REPLACED, sentence.shown.text) : null;
  if (!found) return null;
  const verbEnd = found.index + found[0].length;
  if (isHedged(sentence.shown.text, found.index, verbEnd)) return null;
  const now = searchFrom(PROPER_NAME, sentence.text, verbEnd);
  const block = contract.blocks[sentence.block];
  if (!now || !block) return null;
  const said = contract.text.slice(block.start, sentence.span.start + found.index);
  const stretches = contract.stretchesOf(targets);
  for (const [name] of [...searchAll(PROPER_NAME, said)].reverse()) {
    const places = contract.occurrences(name, stretches);
    if (places.length > 0)
      return {
        effect: "replaced",
        quote: sentence.span,
        struck: places,
        new: placeIn(sentence, spanOf(now)),
        whole: false,
      };
  }
  return null;
}

/**
 * The places of what a value replaces in a stretch: of its kind, where most words of the amendment's subject stand. In a named
 * clause one word is enough, or none where only one amount is of the kind; of money and dates only where the amendment says
 * that what the clause has is changed (`isChanged`), in words that the clause lacks: "The rate in Section 4.03 is increased to
 * $110".
 */
function oldValues(
  contract: ContractText,
  stretch: Span,
  kinds: ReadonlySet<string>,
  about: ReadonlySet<string>,
  isNamed: boolean,
  isChanged = false,
): Span[] {
  let best: Span[] = [];
  let most = 0;
  const every: Span[] = [];
  let number = 0;
  for (const { span, beside } of contract.eachSentence(stretch)) {
    if (number++ > MOST_SENTENCES) break;
    const text = contract.text.slice(span.start, span.end);
    const same = values(text)
      .filter(
        (value) =>
          isOf(value, kinds, about) ||
          (kinds.has("money") && value.kind === "" && CURRENCY.test(beside)),
      )
      .map((value) => shifted(value.span, span.start));
    if (kinds.size > 0 && same.length === 0) continue;
    const there = same.length > 0 ? same : [span];
    every.push(...there);
    const said = new Set([...content(text), ...content(beside)]);
    const score = shared(about, said);
    if (score > most) {
      most = score;
      best = there;
    }
  }
  const isOpen = OPEN_KINDS.some((kind) => kinds.has(kind));
  const isOther = () => {
    const said = content(contract.text.slice(stretch.start, stretch.end));
    return isChanged && shared(about, said) === 0;
  };
  if (isNamed && every.length === 1 && kinds.size > 0 && (!isOpen || isOther())) return every;
  return most >= (isNamed ? 1 : 2) ? best : [];
}
