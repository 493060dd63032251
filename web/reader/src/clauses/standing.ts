// What of a page still holds: which amendment strikes a place, what holds instead, and what a sentence is subject to. The twin
// of Python's `wherein.documents.clauses.standing`; the cases are in contracts/amendments.json. Made once for each page.

import { contains, overlaps, type Span, shifted } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { LatePattern } from "../lexicon/matching.ts";

import { amendmentsOf } from "./amending.ts";
import type { Amendment } from "./amendment.ts";
import { labelOf, references } from "./labels.ts";
import { type Clause, countUpTo, type Outline, type Page } from "./outline.ts";
import { firstSentence, sentences, trimmedSpan } from "./quoting.ts";

/** Amendments of amendments that are followed. */
const MOST_STEPS = 8;
/** Places that are shown beneath an answer. */
const MOST_BESIDE = 3;
const LONGEST_QUOTE = 600;
/** Characters before a reference that may say that the sentence is subject to it. */
const LONGEST_LEAD = 120;
const MOST_EXCEPTIONS = 3;
const SUBJECT_TO = new LatePattern(LEXICON, "subject_to");
const EXCEPTS = new LatePattern(LEXICON, "excepts");

/** An amendment that strikes a place, and the part of the place that no longer holds. */
export interface Struck {
  readonly amendment: Amendment;
  readonly words: Span;
}

/** An amendment that may not be in force, and the place that holds as long as it is not. */
export interface Unsure {
  readonly amendment: Amendment;
  readonly place: Span;
}

interface Row extends Span {
  readonly number: number;
}

/** The clauses of one page and what amends them. */
export class Standing {
  readonly outline: Outline;
  readonly amendments: readonly Amendment[];
  readonly #text: string;
  readonly #rows: readonly Row[];
  /** How far the rows up to each one reach. */
  readonly #reach: readonly number[];

  constructor(page: Page) {
    this.#text = page.text;
    const { outline, amendments } = amendmentsOf(page);
    this.outline = outline;
    this.amendments = amendments;
    this.#rows = amendments
      .flatMap((one, number) => one.struck.map(({ start, end }) => ({ start, end, number })))
      .sort((a, b) => a.start - b.start || a.end - b.end || a.number - b.number);
    let reach = 0;
    this.#reach = this.#rows.map(({ end }) => {
      reach = Math.max(reach, end);
      return reach;
    });
  }

  /** The last amendment that deletes or replaces a place, or words in it; null where all of it holds. */
  struck(span: Span): Struck | null {
    let last: Row | null = null;
    for (const row of this.#over(span)) {
      const one = this.amendments[row.number] as Amendment;
      if (leavesStanding(one) || isItsOwn(one, span, row)) continue;
      if (last === null || row.number > last.number) last = row;
    }
    if (last === null) return null;
    const words = {
      start: Math.max(span.start, last.start),
      end: Math.min(span.end, last.end),
    };
    return { amendment: this.amendments[last.number] as Amendment, words };
  }

  /** The last amendment that holds notwithstanding the clause of a place; null without one. */
  overriding(span: Span): Amendment | null {
    const numbers = this.#over(span)
      .map(({ number }) => number)
      .filter((number) => this.amendments[number]?.effect === "overridden");
    return numbers.length > 0 ? (this.amendments[Math.max(...numbers)] ?? null) : null;
  }

  /**
   * The last amendment that puts the words of a place in force only under a condition, for a time or in somebody's opinion, and
   * the place that holds as far as the document says; null without one.
   */
  unsure(span: Span): Unsure | null {
    for (const one of [...this.amendments].reverse()) {
      if (one.effect !== "limited" || !isOfNew(one, span)) continue;
      const holds = (place: Span) => !contains(one.quote, place) && this.struck(place) === null;
      const place = one.struck.find(holds);
      if (place) return { amendment: one, place };
    }
    return null;
  }

  /** The amendment whose text holds at the end, where later ones replace what this one put in place. */
  instead(amendment: Amendment): Amendment {
    const seen = [amendment];
    let last = amendment;
    for (let step = 0; step < MOST_STEPS; step++) {
      const later = last.new && this.struck(last.new);
      if (!later || !last.new || seen.includes(later.amendment)) break;
      const { words } = later;
      if (words.start !== last.new.start || words.end !== last.new.end) break;
      last = later.amendment;
      seen.push(last);
    }
    return last;
  }

  /**
   * What is shown beneath a sentence: the clauses that it is subject to, the exceptions to it, and what limits it. References
   * are followed one step.
   */
  beneath(quote: Span): Span[] {
    const said = this.#text.slice(quote.start, quote.end);
    const found: Span[] = [];
    if (said.length <= 20 * LONGEST_QUOTE) {
      for (const one of references(said)) {
        const { start } = one.span;
        if (!SUBJECT_TO.test(said.slice(Math.max(0, start - LONGEST_LEAD), start))) continue;
        for (const clause of this.outline.find(one).slice(0, 2))
          if (!contains(clause, quote)) found.push(this.#gist(clause));
      }
    }
    found.push(...this.#exceptions(quote));
    for (const { number } of this.#over(quote)) {
      const one = this.amendments[number] as Amendment;
      if (leavesStanding(one)) found.push(one.quote);
    }
    const kept: Span[] = [];
    for (const span of found) {
      const isNew = ![...kept, quote].some((other) => overlaps(span, other));
      if (span.end > span.start && isNew) kept.push(shortened(span));
    }
    return kept.slice(0, MOST_BESIDE);
  }

  /** The first sentence of a clause, or the whole of a short one, without its number and heading. */
  #gist({ body, end }: Clause): Span {
    const whole = trimmedSpan(this.#text, body, end);
    if (whole.end - whole.start <= LONGEST_QUOTE / 2) return whole;
    const till = Math.min(whole.end, whole.start + 4 * LONGEST_QUOTE);
    return firstSentence(this.#text, whole.start, till) ?? whole;
  }

  /** The sentences after a quote, in its clause, that take something out of it. */
  #exceptions(quote: Span): Span[] {
    const clause = this.outline.at(quote.start);
    if (!clause || clause.chain.length === 0) return [];
    const after = this.#text.slice(quote.end, Math.min(clause.end, quote.end + 4 * LONGEST_QUOTE));
    const found: Span[] = [];
    for (const sentence of sentences(after).slice(0, MOST_EXCEPTIONS)) {
      const said = after.slice(sentence.start, sentence.end);
      if (!EXCEPTS.test(said.slice(labelOf(said)?.end ?? 0))) break;
      found.push(shifted(sentence, quote.end));
    }
    return found;
  }

  /** The struck places that overlap a place. */
  #over(span: Span): Row[] {
    const found: Row[] = [];
    const { start, end } = span;
    let at = countUpTo(this.#rows, end > start ? end - 1 : end, (row) => row.start);
    while (at > 0 && (this.#reach[at - 1] as number) > start) {
      at--;
      const row = this.#rows[at] as Row;
      if (row.end > start && row.start < end) found.push(row);
    }
    return found;
  }
}

function leavesStanding({ effect }: Amendment): boolean {
  return effect === "limited" || effect === "overridden";
}

/** Whether a place is the amending sentence itself, more of it than the words that it strikes. */
function isItsOwn({ quote }: Amendment, span: Span, place: Span): boolean {
  return overlaps(quote, span) && !contains(place, span) && contains(quote, place);
}

/** Whether a place is in what the amendment puts in place, or a short stretch of its sentence with words of it. */
function isOfNew({ quote, new: now }: Amendment, span: Span): boolean {
  if (!now || !contains(quote, span)) return false;
  const isShort = 2 * (span.end - span.start) < quote.end - quote.start;
  return contains(now, span) || (isShort && overlaps(now, span));
}

function shortened({ start, end }: Span): Span {
  return { start, end: Math.min(end, start + LONGEST_QUOTE) };
}

const kept = new WeakMap<Page, Standing>();

/** The standing of a page's clauses, worked out once. */
export function standingOf(page: Page): Standing {
  const known = kept.get(page);
  if (known) return known;
  const made = new Standing(page);
  kept.set(page, made);
  return made;
}
