// Numbers of clauses, at the beginning of a line ("4.2", "Article IV", "(b)") and where a text names them ("Section 4.2(b)").
// The twin of Python's `wherein.documents.clauses.labels`; the cases are in contracts/amendments.json.

import { SPACE_CLASS, stripped } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { sourceOf, wordList, wordSet } from "../lexicon/lexicon.ts";
import { LatePattern, searchAll, searchFrom, spanOf } from "../lexicon/matching.ts";
import { compiled } from "../lexicon/pattern.ts";
import { folded } from "../page/heading-prefix.ts";

/**
 * The parts of a clause's number in lower case, outermost first: ["4", "2", "b"], ["schedule b", "3"]. Roman numbers of
 * articles are digits.
 */
export type Chain = readonly string[];

/** Words before a number that begin a numbering of their own; "Schedule 2" is not Section 2. */
const NAMED_PARTS: ReadonlyMap<string, string> = new Map(Object.entries(LEXICON.map.named_parts));
const SINGULAR: ReadonlyMap<string, string> = new Map(Object.entries(LEXICON.map.singular));
const KIND = new LatePattern(LEXICON, "own_kind", "y");
const NUMBER_SIGN = new LatePattern(LEXICON, "number_sign");
const REFERENCE = new LatePattern(LEXICON, "reference", "g");
const MORE = new LatePattern(LEXICON, "reference_more", "g");
const OUTER = new LatePattern(LEXICON, "reference_outer", "y");
const ORDINAL_PART = new LatePattern(LEXICON, "ordinal_part", "g");
const TITLED = new LatePattern(LEXICON, "titled_reference", "g");
const SECTION_NAME = new LatePattern(LEXICON, "named_section", "g");
const AT_LINE = new LatePattern(LEXICON, "label", "y");
const ROMAN_WHOLE = compiled(`^(?:${sourceOf(LEXICON, "roman")})$`);
const NUMERALS = wordList(LEXICON, "numerals");
const ORDINALS = wordList(LEXICON, "ordinals");
const ROMAN_KINDS = wordSet(LEXICON, "roman_kinds");
const INNER_KINDS = wordList(LEXICON, "inner_kinds");
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
const BETWEEN_PARTS = new RegExp(`[.()${SPACE_CLASS}]+`, "u");
const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "u");
const BRACKETS = /^[().]+|[().]+$/g;
const CAPITAL = /^\p{Uppercase}/u;
/** Characters of a line that may be its number. */
const LONGEST_LABEL = 120;

/** The number at the beginning of a line. */
export interface Label {
  /** As written, without what stands above it; never empty. */
  readonly chain: Chain;
  /** Where the text after it begins, in the line. */
  readonly end: number;
  /** It counts within the clause above it, as "(b)" does. */
  readonly inner: boolean;
  /** The word before it in lower case, as "section"; "" without one. */
  readonly kind: string;
}

/** A clause that a text names: by its number, or by its heading where `chain` is empty. */
export interface Reference {
  readonly span: Span;
  readonly chain: Chain;
  /** The word before the number in lower case and singular, as "section". */
  readonly kind: string;
  readonly heading: string;
  /** For "4.2 to 4.5", the last number; else null. */
  readonly last: Chain | null;
}

export function isNamedPart(part: string | undefined): boolean {
  return part?.includes(" ") ?? false;
}

export function reference(
  span: Span,
  chain: Chain,
  kind = "",
  heading = "",
  last: Chain | null = null,
): Reference {
  return { span, chain, kind, heading, last };
}

/** The number at the beginning of a line; null without one. */
export function labelOf(line: string): Label | null {
  const found = searchFrom(AT_LINE, line, 0, LONGEST_LABEL);
  const label = found && labelIn(line, found);
  return label && label.chain.length > 0 ? label : null;
}

function labelIn(line: string, found: RegExpExecArray): Label {
  const { named, word, dotted, single, roman, bracketed } = found.groups ?? {};
  let end = found[0].length;
  while (end < line.length && " \t\u00a0".includes(line[end] as string)) end++;
  if (named !== undefined) {
    const [kind = "", ...number] = named.split(SPACES);
    return { chain: [partOf(kind, number.join(" "))], end, inner: false, kind: folded(kind) };
  }
  if (word !== undefined) {
    const [kind, number] = splitKind(word);
    const inner = INNER_KINDS.some((one) => kind.startsWith(one));
    return { chain: chainOf(number, kind), end, inner, kind };
  }
  const written = dotted ?? single;
  if (written !== undefined) return { chain: chainOf(written), end, inner: false, kind: "" };
  if (roman !== undefined) return { chain: chainOf(roman, "article"), end, inner: false, kind: "" };
  const inside = (bracketed ?? "").replace(BRACKETS, "");
  return { chain: [folded(inside)], end, inner: true, kind: "" };
}

/** The chain of a written number: "4.2(b)" is ["4", "2", "b"]; "IV" of an article is ["4"]. */
export function chainOf(number: string, kind = ""): Chain {
  const bare = withoutSign(number);
  const [first, ...rest] = bare.split(BETWEEN_PARTS).filter((part) => part !== "");
  if (first === undefined) return [];
  const spelled = NUMERALS.indexOf(folded(first));
  const begins =
    spelled >= 0 ? `${spelled + 1}` : isRoman(first, kind) ? `${romanValue(first)}` : first;
  return [begins, ...rest].map(folded);
}

/** The clauses that a text names, in reading order. */
export function references(text: string): Reference[] {
  const found: Reference[] = [];
  for (const match of searchAll(REFERENCE, text)) found.push(...listed(text, match));
  for (const match of searchAll(ORDINAL_PART, text)) {
    const { kind = "", order = "" } = match.groups ?? {};
    const number = ORDINALS.indexOf(folded(order)) + 1;
    found.push(reference(spanOf(match), [partOf(kind, `${number}`)], folded(kind)));
  }
  for (const match of searchAll(TITLED, text)) {
    const { after, before, under } = match.groups ?? {};
    found.push(reference(spanOf(match), [], "heading", after || before || under));
  }
  for (const match of searchAll(SECTION_NAME, text)) {
    const { name = "" } = match.groups ?? {};
    if (CAPITAL.test(name)) found.push(reference(spanOf(match), [], "heading", name));
  }
  found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const kept: Reference[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (!last || one.span.end > last.span.end) kept.push(one);
  }
  return kept;
}

interface Listed {
  readonly by: string;
  readonly kind: string;
  readonly number: string;
  readonly span: Span;
}

/** The references of "Sections 4.2, 4.3 and 5 of Schedule B". */
function listed(text: string, match: RegExpExecArray): Reference[] {
  const { kind: written = "", more = "", first = "" } = match.groups ?? {};
  const kind = plainKind(written);
  const end = match.index + match[0].length;
  const rows: Listed[] = [
    { by: "", kind, number: first, span: { start: match.index, end: end - more.length } },
  ];
  for (const one of searchAll(MORE, text, end - more.length, end)) {
    const { by = "", kind: own, number = "" } = one.groups ?? {};
    rows.push({ by, kind: own ? plainKind(own) : kind, number, span: spanOf(one) });
  }
  let outer: Chain = [];
  const over = searchFrom(OUTER, text, end);
  if (over) {
    outer = wholeChain(plainKind(over.groups?.kind ?? ""), over.groups?.number ?? "");
    const last = rows.pop() as Listed;
    rows.push({ ...last, span: { start: last.span.start, end: end + over[0].length } });
  }
  const found: Reference[] = [];
  for (const [place, row] of rows.entries()) addListed(found, place, row, kind, outer);
  return found;
}

/** Adds one of the numbers of a list, or joins it to the one before it. */
function addListed(
  found: Reference[],
  place: number,
  { by, kind, number, span }: Listed,
  first: string,
  outer: Chain,
): void {
  let chain = wholeChain(kind, number);
  const before = found.at(-1);
  if (before && ["to", "through", "–", "-"].includes(by)) {
    found[found.length - 1] = reference(before.span, before.chain, before.kind, "", chain);
    return;
  }
  if (before && by === "," && kind !== first && !isPart(kind) && place === 1) {
    // "Article IV, Section 2", "Schedule B, item 3"
    const whole = { start: before.span.start, end: span.end };
    found[found.length - 1] = reference(whole, joined(before.chain, chain), kind);
    return;
  }
  if (chain.length > 0 && number.startsWith("(") && before && before.chain.length > 1)
    chain = [...before.chain.slice(0, -1), ...chain]; // "4.2(a) and (b)"
  found.push(reference(span, joined(outer, chain), kind));
}

/** A written number without white space and "No." before it. */
function withoutSign(number: string): string {
  const bare = stripped(number);
  return bare.slice(NUMBER_SIGN.exec(bare)?.[0].length ?? 0);
}

function isPart(kind: string): boolean {
  return NAMED_PARTS.has(kind);
}

/**
 * The chain of an inner number within an outer one: Section 4.2 of Article IV is ["4", "2"], Section 2 of Article II is
 * ["2", "2"].
 */
function joined(outer: Chain, inner: Chain): Chain {
  const isLonger = outer.length > 0 && inner.length > outer.length;
  if (isLonger && outer.every((part, at) => inner[at] === part)) return inner;
  return [...outer, ...inner];
}

function wholeChain(kind: string, number: string): Chain {
  if (!isPart(kind)) return chainOf(number, kind);
  const [first = "", ...rest] = chainOf(number);
  return [partOf(kind, first), ...rest];
}

function partOf(word: string, number: string): string {
  const bare = withoutSign(number);
  const isNumber = bare.length > 1 && ROMAN_WHOLE.test(bare);
  const kind = NAMED_PARTS.get(folded(word)) ?? folded(word);
  return `${kind} ${isNumber ? romanValue(bare) : folded(bare)}`;
}

/** A kind in the singular: "Sections" and "sec." are "section", "§§" is "section". */
function plainKind(kind: string): string {
  const low = folded(kind).replace(/\.+$/, "");
  if (low.startsWith("§")) return "section";
  const one = SINGULAR.get(low) ?? NAMED_PARTS.get(low);
  return one ?? (low.endsWith("s") ? low.slice(0, -1) : low);
}

function splitKind(word: string): [kind: string, number: string] {
  const kind = searchFrom(KIND, word)?.[0] ?? "";
  return [plainKind(kind), word.slice(kind.length)];
}

/** Whether letters are a Roman number: two or more always, one only of an article, a part or a section. */
function isRoman(part: string, kind: string): boolean {
  return ROMAN_WHOLE.test(part) && (part.length > 1 || ROMAN_KINDS.has(kind));
}

function romanValue(part: string): number {
  const each = [...folded(part)].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return each.reduce((sum, value, at) => sum + (value < (each[at + 1] ?? 0) ? -value : value), 0);
}
