// The clauses of a page by their numbers and headings, and the parts that amend others. Reads blocks, changes nothing. The
// twin of Python's `wherein.documents.clauses.outline`; the cases are in contracts/amendments.json.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import {
  isSpace,
  stripped,
  withoutTrailing,
  words,
} from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { wordList } from "../lexicon/lexicon.ts";
import { LatePattern, searchFrom } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";
import { beginsLater, isInDoubt } from "./amending-text.ts";
import { UNSURE_HEADING } from "./amending-words.ts";
import { type Chain, isNamedPart, type Label, labelOf, type Reference } from "./labels.ts";

/** Characters of a line that may be a heading, and that are looked at. */
const LONGEST_HEADING = 120;
const LONGEST_LOOK = 400;
/** Words of a heading that runs into its clause: "Late fees. The tenant pays …". */
const MOST_TITLE_WORDS = 8;
/** Clauses of one number, and clauses before a place, that are looked through. */
const MOST_ALIKE = 50;
const MOST_AROUND = 40;
/** The level of what is no heading, below all headings. */
const NO_LEVEL = 7;
const SHORT_LINE = 48;
const SHORT_NAME = 60;
const AMENDING = new LatePattern(LEXICON, "amending_heading", "y");
const AMENDING_LATER = new LatePattern(LEXICON, "amending_later");
const BASE = new LatePattern(LEXICON, "base_heading");
const ATTACHED = new LatePattern(LEXICON, "attached_heading", "y");
const DATE = new LatePattern(LEXICON, "date");
const MONTHS = wordList(LEXICON, "months");
const RUN_IN = new LatePattern(LEXICON, "run_in_heading", "y");
const VERB = new LatePattern(LEXICON, "title_verb");
const WORD = /[\p{L}\p{N}]+/gu;
const DECIMAL = /^\p{Nd}+$/u;
const SORTS = [DECIMAL, /^[a-z]$/, /^[ivxl]{2,}$/];
const HEADING_SIGNS = /^[ .:*_]+|[ .:*_]+$/g;
const NOT_A_PHRASE = /[.;,]$/;

/** The text that clauses are read from. */
export interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** A clause with all that is in it, or a stretch of text under a heading. */
export interface Clause {
  /** Its number, [] where it has only a heading. */
  readonly chain: Chain;
  /** The words of its heading, "" without one. */
  readonly heading: string;
  /** Where its number or heading begins. */
  readonly start: number;
  /** Where the text after number and heading begins. */
  readonly body: number;
  /** Where the next clause that is not in it begins. */
  readonly end: number;
  /** The number of the amending part that it is in, from 1; 0 in the text that may be amended. */
  readonly part: number;
  /** The word before its number, as "section". */
  readonly kind: string;
  readonly level: number;
  readonly inner: boolean;
}

/** A stretch that amends others: an amendment, a rider, a side letter. */
export interface Part {
  readonly span: Span;
  /** ISO 8601, "" where none is named. */
  readonly date: string;
  /** It says itself that it is a draft, or for a time. */
  readonly unsure: boolean;
}

/** The clauses in reading order, and the amending parts. */
export class Outline {
  readonly clauses: readonly Clause[];
  readonly parts: readonly Part[];
  readonly #byChain = new Map<string, Clause[]>();
  readonly #byLast = new Map<string, Clause[]>();
  readonly #byHeading = new Map<string, Clause[]>();

  constructor(clauses: readonly Clause[], parts: readonly Part[]) {
    this.clauses = clauses;
    this.parts = parts;
    for (const clause of clauses) {
      const last = clause.chain.at(-1);
      if (last !== undefined) {
        add(this.#byChain, keyOfChain(clause.chain), clause);
        add(this.#byLast, last, clause);
      }
      if (clause.heading !== "") add(this.#byHeading, keyOf(clause.heading), clause);
    }
  }

  /**
   * The clauses that a reference names, at most the clauses of its range; the text that may be amended counts first.
   */
  find({ chain, kind, heading, last }: Reference): readonly Clause[] {
    if (chain.length === 0) return this.headed(heading);
    const first = this.#numbered(chain, kind);
    if (first === null) return [];
    const final = last && this.#numbered(last, kind);
    if (!final || final.start < first.start) return [first];
    const inside = countUpTo(this.clauses, first.start, startOf);
    const between = this.clauses
      .slice(inside, countUpTo(this.clauses, final.start, startOf))
      .filter((one) => one.chain.length === first.chain.length);
    return [first, ...between];
  }

  /** The clause of the text that may be amended with this heading, if any. */
  headed(heading: string): readonly Clause[] {
    const some = this.#byHeading.get(keyOf(heading))?.slice(0, MOST_ALIKE) ?? [];
    return some.filter(({ part }) => part === 0).slice(0, 1);
  }

  hasHeading(heading: string): boolean {
    return this.#byHeading.has(keyOf(heading));
  }

  /** The innermost clause around a place; null before the first one. */
  at(position: number): Clause | null {
    const place = countUpTo(this.clauses, position, startOf) - 1;
    for (let i = place; i >= 0 && i >= place - MOST_AROUND; i--) {
      const clause = this.clauses[i] as Clause;
      if (clause.start <= position && position < clause.end) return clause;
    }
    return null;
  }

  /** The number of the amending part around a place, from 1; 0 without one. */
  partAt(position: number): number {
    const place = countUpTo(this.parts, position, ({ span }) => span.start);
    return position < (this.parts[place - 1]?.span.end ?? 0) ? place : 0;
  }

  #numbered(chain: Chain, kind: string): Clause | null {
    const places = this.#byChain.get(keyOfChain(chain)) ?? this.#within(chain);
    const some = places.slice(0, MOST_ALIKE);
    const ofKind = kind === "" ? [] : some.filter((one) => one.kind === kind);
    const fitting = ofKind.length > 0 ? ofKind : some;
    let base = fitting.filter(({ part }) => part === 0);
    if (base.length === 0) base = some.filter(({ part }) => part === 0);
    if (base.length === 0) return isNamedPart(chain[0]) ? (fitting[0] ?? null) : null;
    return base.find(hasWords) ?? (base[0] as Clause);
  }

  /** Clauses whose number ends with the chain, where only one does. */
  #within(chain: Chain): readonly Clause[] {
    const alike = this.#byLast.get(chain.at(-1) ?? "")?.slice(0, MOST_ALIKE) ?? [];
    const fitting = alike.filter(
      (one) => one.part === 0 && keyOfChain(one.chain.slice(-chain.length)) === keyOfChain(chain),
    );
    return fitting.length === 1 ? fitting : [];
  }
}

function hasWords({ heading, body, end }: Clause): boolean {
  return heading !== "" || end > body;
}

function add(all: Map<string, Clause[]>, key: string, clause: Clause): void {
  const there = all.get(key);
  if (there) there.push(clause);
  else all.set(key, [clause]);
}

function keyOfChain(chain: Chain): string {
  return chain.join("\0");
}

export function startOf({ start }: { readonly start: number }): number {
  return start;
}

/** How many of a list in reading order begin at a place or before it. */
export function countUpTo<T>(
  list: readonly T[],
  position: number,
  start: (one: T) => number,
): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start(list[middle] as T) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A heading's words in lower case, without "the" and a plural's s: "The Pets" and "pet" are alike. */
export function keyOf(heading: string): string {
  return (heading.match(WORD) ?? [])
    .map(folded)
    .filter((word) => word !== "the" && word !== "a" && word !== "an")
    .map((word) => (word.endsWith("s") ? word.slice(0, -1) : word))
    .join(" ");
}

/** The blocks of a page; the whole text where it has none. */
export function blocksOf({ text, blocks }: Page): readonly Block[] {
  return blocks.length > 0 ? blocks : [{ kind: "paragraph", start: 0, end: text.length }];
}

/** A line of a block that is no cell. `starts`: it begins its block or follows an ended line. */
interface Line extends Span {
  readonly block: Block;
  readonly starts: boolean;
}

/** The lines of all blocks but cells, in reading order. */
function* linesOf(page: Page): Generator<Line> {
  const { text } = page;
  for (const block of blocksOf(page)) {
    if (block.kind === "cell" || block.kind === "code" || !isMain(block)) continue;
    const inside = text.slice(block.start, block.end);
    let start = 0;
    let starts = true;
    while (start < inside.length) {
      const next = inside.indexOf("\n", start);
      const end = next < 0 ? inside.length : next;
      const line = withoutTrailing(inside.slice(start, end));
      if (line === "") starts = true;
      else {
        yield { start: block.start + start, end: block.start + end, block, starts };
        starts = ".;:!?\"”’')".includes(line.slice(-1)) || end - start <= SHORT_LINE;
      }
      start = end + 1;
    }
  }
}

/** The clauses of a page. Linear in its text. */
export function outlineOf(page: Page): Outline {
  const builder = new Builder(page.text);
  for (const line of linesOf(page)) builder.add(line);
  return builder.done();
}

type Open = { -readonly [K in keyof Clause]: Clause[K] };

/** A line that begins a clause: its words from its first letter on, as far as they are looked at. */
interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly level: number;
  readonly isHeading: boolean;
}

class Builder {
  readonly #text: string;
  readonly #clauses: Open[] = [];
  readonly #open: Open[] = [];
  readonly #parts: { readonly start: number; readonly date: string; readonly unsure: boolean }[] =
    [];
  readonly #ends: number[] = [];
  #above: Chain = [];
  /** Of the numbers above, those of the last clause that is not inner. */
  #numbered = 0;
  /** The place of the number of an "Item 3" among them; -1 without one. */
  #worded = -1;
  #region: Chain = [];
  #regionLevel = NO_LEVEL;
  #part = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes the next line: it may begin a clause, or a part that amends. */
  add({ start, end, block, starts }: Line): void {
    if (!starts) return;
    let first = start;
    while (first < end && first < start + LONGEST_LOOK && isSpace(this.#text.charCodeAt(first)))
      first++;
    const text = this.#text.slice(first, Math.min(end, first + LONGEST_LOOK));
    const isHeading = block.kind === "heading";
    const line = { text, start: first, end, level: block.level ?? NO_LEVEL, isHeading };
    const isShort = end - first <= LONGEST_HEADING && !NOT_A_PHRASE.test(withoutTrailing(text));
    const label = labelOf(text);
    const isNamed = isNamedPart(label?.chain[0]);
    if ((isHeading || isShort) && this.#opensRegion(line)) {
      // "AMENDMENT NO. 1", "Schedule B: Charges"
      const named = label && isNamed ? label.chain : [];
      this.#region = named;
      this.#above = [];
      this.#numbered = 0;
      this.#worded = -1;
      this.#push(named, label, { ...line, level: isHeading ? line.level : 1 });
      return;
    }
    if (isNamed && !isHeading && !isShort) return;
    if (label && !isNamed) this.#push(this.#chain(label), label, line);
    else if (isHeading) this.#push([], null, line);
  }

  done(): Outline {
    for (const clause of this.#open) clause.end = this.#text.length;
    const ends = [...this.#ends, this.#text.length];
    let at = 0;
    const parts = this.#parts.map(({ start, date, unsure }) => {
      while ((ends[at] as number) <= start && at < ends.length - 1) at++;
      const end = ends[at] as number;
      const isUnsure = unsure || isInDoubt(this.#text.slice(start, end));
      return { span: { start, end }, date, unsure: isUnsure };
    });
    return new Outline(this.#clauses, parts);
  }

  /** Whether a heading begins a schedule, an amending part or, again, the agreement itself. */
  #opensRegion({ text, start, level, isHeading }: Written): boolean {
    const isInner = this.#part > 0 && isHeading && level > this.#regionLevel;
    if (searchFrom(AMENDING, text) || (isHeading && AMENDING_LATER.test(text))) {
      if (isInner && !isNamedPart(labelOf(text)?.chain[0])) return false;
      this.#ends.push(start);
      const unsure = UNSURE_HEADING.test(text) || beginsLater(text);
      this.#parts.push({ start, date: dateIn(text), unsure });
      this.#part = this.#parts.length;
      this.#regionLevel = level;
      return true;
    }
    if ((isHeading || text.length < SHORT_NAME) && searchFrom(ATTACHED, text)) {
      if (isInner) return false;
      if (this.#part > 0) this.#ends.push(start);
      this.#part = 0;
      this.#regionLevel = level;
      return true;
    }
    if (this.#part > 0 && isHeading && level <= this.#regionLevel && BASE.test(text)) {
      this.#ends.push(start);
      this.#part = 0;
      this.#regionLevel = level;
      return true;
    }
    return false;
  }

  /** The label's whole number: within the region, and for "(b)" within the clause above it. */
  #chain(label: Label): Chain {
    const { kind } = label;
    let { chain } = label;
    const own = chain[0] as string;
    if (!label.inner) {
      const isPlain = chain.length === 1 && DECIMAL.test(own);
      if (isPlain && ["section", "clause", ""].includes(kind) && this.#isArticle())
        chain = [...this.#above.slice(0, 1), ...chain];
      this.#above = chain;
      this.#numbered = chain.length;
      this.#worded = -1;
      return [...this.#region, ...chain];
    }
    const above = kind ? this.#aboveItem(chain) : this.#aboveOf(own);
    this.#numbered = Math.min(this.#numbered, above.length);
    if (kind) this.#worded = above.length;
    else if (this.#worded >= above.length) this.#worded = -1;
    this.#above = [...above, ...chain];
    return [...this.#region, ...this.#above];
  }

  /** The number of the clause that "Item 3" or "Paragraph 4.2" is in: that of the item before it, or the one above. */
  #aboveItem(chain: Chain): Chain {
    if (this.#worded >= 0) return this.#above.slice(0, this.#worded);
    const isFirst = chain.length === 1 && chain[0] === "1";
    return isFirst ? this.#above : this.#above.slice(0, this.#numbered);
  }

  /** The number of the clause that the item "(b)" or "(2)" belongs to. "(2)" follows "(1)" in the same clause. */
  #aboveOf(own: string): Chain {
    const outer = Math.max(this.#numbered, this.#worded + 1);
    let above = beforeRestart(this.#above, own, outer);
    const last = () => above.at(-1) ?? "";
    const isLastInner = () => isInner(last(), above.length > outer);
    while (above.length > 0 && !follows(last(), own) && isLastInner()) {
      if (sortOf(last()) === sortOf(own) || ["i", "1", "a"].includes(own)) break;
      above = above.slice(0, -1);
    }
    if (above.length === 0) return above;
    const isBeside = sortOf(last()) === sortOf(own);
    if (isBeside && (!["a", "i", "1"].includes(own) || follows(last(), own)))
      return isLastInner() ? above.slice(0, -1) : above;
    return own === "i" && last() === "h" ? above.slice(0, -1) : above;
  }

  #isArticle(): boolean {
    const [above] = this.#above;
    return this.#open.some(({ kind, chain }) => kind === "article" && chain.at(-1) === above);
  }

  #push(chain: Chain, label: Label | null, line: Written): void {
    const { start, isHeading, level } = line;
    for (let last = this.#open.at(-1); last; last = this.#open.at(-1)) {
      if (holds(last, chain, level, isHeading)) break;
      last.end = start;
      this.#open.pop();
    }
    const clause = {
      chain,
      ...headingOf(line, label),
      start,
      end: this.#text.length,
      part: this.#part,
      kind: label?.kind ?? "",
      level: isHeading ? level : NO_LEVEL,
      inner: label?.inner ?? false,
    };
    this.#clauses.push(clause);
    this.#open.push(clause);
  }
}

/** The heading of a line that begins a clause, and where the clause's text begins. */
function headingOf(line: Written, label: Label | null): Pick<Clause, "heading" | "body"> {
  const { text, start, end, isHeading } = line;
  const begins = label?.end ?? 0;
  const rest = text.slice(begins).replace(/^[ \t*_]+|[ \t*_]+$/g, "");
  if (isHeading) return { heading: rest.replace(HEADING_SIGNS, ""), body: end };
  const runIn = runInHeading(text.slice(begins));
  if (runIn) return { heading: runIn[0], body: start + begins + runIn[1] };
  if (label && end - start <= LONGEST_HEADING && isTitle(rest))
    return { heading: rest.replace(HEADING_SIGNS, ""), body: end };
  return { heading: "", body: start + begins };
}

/** Whether a new clause with this number is within the one above it. */
function holds(above: Clause, chain: Chain, level: number, isHeading: boolean): boolean {
  const outer = above.chain;
  const isWithin = outer.length > 0 && chain.length > outer.length;
  if (isWithin && outer.every((part, at) => chain[at] === part)) return true;
  if (above.level < NO_LEVEL && (outer.length === 0 || chain.length === 0 || isNamedPart(outer[0])))
    return !isHeading || level > above.level;
  return false;
}

/**
 * The numbers above a list that begins again: what stands above it with numbers of its kind is another list, which it is not
 * in. So clauses are as deep as there are kinds of numbers.
 */
function beforeRestart(above: Chain, first: string, outer: number): Chain {
  if (!["a", "i", "1"].includes(first)) return above;
  const at = above.findIndex((one, n) => isInner(one, n >= outer) && sortOf(one) === sortOf(first));
  return at < 0 || follows(above.at(-1) ?? "", first) ? above : above.slice(0, at);
}

function sortOf(part: string): number {
  return SORTS.findIndex((one) => one.test(part));
}

/** Whether a number is of a list in a clause: a letter, or one behind the clause's own number, as the 2 of "4.2 ... (2)". */
function isInner(part: string, isBehind: boolean): boolean {
  return isBehind || !DECIMAL.test(part);
}

function follows(one: string, other: string): boolean {
  const areSigns = one.length === 1 && other.length === 1;
  return areSigns && other.charCodeAt(0) === one.charCodeAt(0) + 1;
}

/** A heading at the beginning of a clause's text and where the text goes on; null without one. */
function runInHeading(text: string): [heading: string, end: number] | null {
  const found = searchFrom(RUN_IN, text);
  const title = found?.[1] ?? "";
  if (!found || !isTitle(title)) return null;
  return [title.replace(/^[ *_]+|[ *_]+$/g, ""), found[0].length];
}

function isTitle(text: string): boolean {
  return (
    text !== "" &&
    words(text).length <= MOST_TITLE_WORDS &&
    !VERB.test(text) &&
    !text.endsWith(";") &&
    !text.endsWith(",")
  );
}

function dateIn(text: string): string {
  const found = DATE.exec(text);
  if (!found) return "";
  if (found[7]) return [found[7], found[8], found[9]].join("-");
  const [day, month, year] = found[1]
    ? [found[1], found[2], found[3]]
    : [found[5], found[4], found[6]];
  const number = MONTHS.indexOf(folded(month ?? "")) + 1;
  return `${year}-${`${number}`.padStart(2, "0")}-${`${Number(stripped(day ?? ""))}`.padStart(2, "0")}`;
}
