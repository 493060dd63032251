// Amendments of whole clauses: "Section 4.2 is deleted and replaced by the following: …". The twin of Python's
// `wherein.documents.clauses.amended_clauses`; the cases are in contracts/amendments.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import {
  isSpace,
  stripped,
  withoutLeading,
  withoutTrailing,
  words,
} from "@wherein/anchoring/canonical/white-space.ts";
import { contains, overlaps, type Span, shifted } from "@wherein/anchoring/span.ts";
import { searchFrom, spanOf } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";
import { amendedValue } from "./amended-values.ts";
import {
  afterLabel,
  inside,
  isHedged,
  isStrong,
  isTheDocument,
  isUnsure,
  mayBefore,
  quotedEnd,
  unquoted,
  verbAt,
} from "./amending-text.ts";
import {
  ADDS_TEXT,
  ALSO_DELETES,
  AMENDING_WORD,
  BEGINS_WITH_CONDITION,
  CLAUSE_DELETED,
  CLAUSE_REPLACED,
  CLAUSE_RESTORED,
  DEFINITION_OF,
  ENDS_BEFORE_A_PLACE,
  ENDS_WITH_MAY,
  NOTWITHSTANDING,
  NUMBERED_PART,
  ORDINALS,
  QUALIFICATION,
} from "./amending-words.ts";
import {
  type AmendingSentence,
  type Amendment,
  type Effect,
  inOrder,
  isPartNamed,
  placeIn,
  withTargets,
} from "./amendment.ts";
import { type ContractText, MOST_PLACES, MOST_TARGETS } from "./contract-text.ts";
import { labelOf, references } from "./labels.ts";
import type { Clause } from "./outline.ts";
import { sentences } from "./quoting.ts";

/** Blocks after an amendment's colon that its replacing text may have. */
const MOST_BLOCKS = 30;
/** Clauses that one sentence puts back in force. */
const MOST_RESTORED = 12;
/** Characters of a block that tell its number, and whether it amends anew. */
const LABEL_LOOK = 200;
const AMENDS_LOOK = 400;
/** Quotations of more than so many characters may be a replacing text. */
const SHORT_QUOTE = 3;
const OPENING_MARKS = "“\"‘'«„";

/** The amendment of the clauses that the sentence names as wholes; null where it makes none. */
export function amendedClause(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
): Amendment | null {
  const marked = withTargets(sentence);
  const isCondition = BEGINS_WITH_CONDITION.test(sentence.text);
  const isOther = isCondition && sentence.part === 0;
  if (isOther && !isUnsure(sentence.shown.text)) return null;
  if (ADDS_TEXT.test(marked) && !ALSO_DELETES.test(marked)) return null;
  if (namesPlacesAlone(sentence, marked)) return null;
  const replaces = CLAUSE_REPLACED.exec(marked);
  if (
    replaces &&
    !ENDS_WITH_MAY.test(marked.slice(0, replaces.index + verbAt(replaces))) &&
    !isHedgedAt(marked, replaces)
  ) {
    const text = replacingText(contract, sentence, replaces);
    if (text)
      return struck(contract, sentence, targets, "replaced", afterLabel(contract.text, text));
  }
  if (isOther) return null;
  const gone = CLAUSE_DELETED.exec(marked);
  if (gone && !mayBefore(marked, gone) && !isHedgedAt(marked, gone)) {
    const rest = marked.slice(gone.index + gone[0].length);
    const limited =
      QUALIFICATION.test(rest) || isCondition || !(sentence.part > 0 || isStrong(gone[0]));
    return struck(contract, sentence, targets, limited ? "limited" : "deleted", null);
  }
  if (sentence.part > 0 && NOTWITHSTANDING.test(marked))
    return (
      amendedValue(contract, sentence, targets) ??
      struck(contract, sentence, targets, "overridden", null)
    );
  return null;
}

function isHedgedAt(marked: string, match: RegExpExecArray): boolean {
  return isHedged(marked, match.index, match.index + match[0].length);
}

/**
 * The clauses that a sentence puts back in force, whole or words in them: "Section 3 is reinstated".
 */
export function restoredClauses(
  sentence: AmendingSentence,
  targets: readonly Clause[],
): readonly Clause[] {
  const marked = withTargets(sentence);
  const found = sentence.part > 0 ? CLAUSE_RESTORED.exec(marked) : null;
  if (!found || isHedgedAt(marked, found)) return [];
  const place = spanOf(found);
  const named = sentence.named.filter(({ reference }) => overlaps(place, reference.span));
  const clauses = named.flatMap((one) => one.clauses);
  return clauses.length > 0 ? clauses : targets;
}

/** What of a struck place is in none of these clauses. */
export function without(place: Span, clauses: readonly Clause[]): readonly Span[] {
  let left: readonly Span[] = [place];
  for (const clause of clauses.slice(0, MOST_RESTORED))
    left = left.flatMap((one) => (overlaps(one, clause) ? cut(one, clause) : [one]));
  return left;
}

function cut(one: Span, other: Span): Span[] {
  const before = { start: one.start, end: other.start };
  const after = { start: other.end, end: one.end };
  return [before, after].filter(({ start, end }) => end > start);
}

/** Whether all clauses that a sentence names are only where something of them is: "the fee in Section 4". */
function namesPlacesAlone(sentence: AmendingSentence, marked: string): boolean {
  return (
    sentence.named.length > 0 &&
    sentence.named.every(({ reference }) =>
      ENDS_BEFORE_A_PLACE.test(marked.slice(0, reference.span.start)),
    ) &&
    !isPartNamed(sentence)
  );
}

/** The amendment that strikes what the sentence means of these clauses; `now`, if any, stands there afterwards. */
export function struck(
  contract: ContractText,
  sentence: AmendingSentence,
  targets: readonly Clause[],
  effect: Effect,
  now: Span | null,
): Amendment {
  const { text } = contract;
  const clauses = targets.slice(0, MOST_TARGETS);
  const places = clauses.flatMap((clause) => partOf(contract, sentence, clause));
  let { start, end } = sentence.span;
  if (now) {
    for (const clause of clauses) contract.putInPlaceOf(clause, now);
    const last = Math.max(end, Math.min(now.end + 1, text.length));
    end = last > end && isSpace(text.charCodeAt(last - 1)) ? last - 1 : last;
  }
  return {
    effect,
    quote: { start, end },
    struck: inOrder(places).slice(0, MOST_PLACES),
    new: now,
    whole: !NUMBERED_PART.test(sentence.shown.text),
  };
}

/** What of a clause is meant: "the second sentence of", "the definition of “Rent” in", a row, or the whole of it. */
function partOf(contract: ContractText, sentence: AmendingSentence, clause: Clause): Span[] {
  const stretches = contract.stretches(clause);
  const shown = sentence.shown.text;
  const defined = searchFrom(DEFINITION_OF, shown)?.indices?.groups?.term;
  if (defined) {
    const term = inside({ start: defined[0], end: defined[1] });
    const said = sentence.text.slice(term.start, term.end);
    const [place] = contract.occurrences(said, stretches);
    if (place) return [contract.sentenceAt(place)];
  }
  const { what = "", order = "" } = NUMBERED_PART.exec(shown)?.groups ?? {};
  if (what === "sentence") {
    const every = sentences(contract.text.slice(clause.body, clause.end));
    const one = every.at(ORDINALS[folded(order)] as number);
    if (one) return [shifted(one, clause.body)];
  }
  const cells = contract.row(sentence).filter((cell) => contains(clause, cell));
  return cells.length > 0 ? cells : stretches;
}

/** The text that stands in place of a clause: quoted in the sentence, after its colon, or in the blocks below. */
function replacingText(
  contract: ContractText,
  sentence: AmendingSentence,
  verb: RegExpExecArray,
): Span | null {
  const { text } = sentence;
  const verbEnd = verb.index + verb[0].length;
  const quote = longest(
    sentence.shown.quotes.filter(
      ({ start, end }) =>
        start > verb.index &&
        end - start > SHORT_QUOTE &&
        !contract.isAHeading(text.slice(start, end)),
    ),
  );
  if (quote) return placeIn(sentence, quote);
  const colon = text.indexOf(":", Math.max(0, verbEnd - 1));
  const rest = colon >= 0 ? stripped(text.slice(colon + 1)) : "";
  if (rest !== "") {
    const start = text.indexOf(rest, colon);
    return placeIn(sentence, { start, end: start + rest.length });
  }
  const bare = withoutTrailing(text);
  if (colon >= 0 || bare.endsWith("following") || bare.endsWith("follows"))
    return textBelow(contract, sentence);
  const said = text.slice(verbEnd).replace(/^[ .,;]+|[ .,;]+$/g, "");
  if (words(said).length < 2 || isTheDocument(said)) return null;
  const start = text.indexOf(said, verbEnd);
  return placeIn(sentence, { start, end: start + said.length });
}

function longest(spans: readonly Span[]): Span | null {
  let best: Span | null = null;
  for (const span of spans)
    if (best === null || span.end - span.start > best.end - best.start) best = span;
  return best;
}

/** The rest of the block after the sentence, or the blocks after it that are its replacing text. */
function textBelow(contract: ContractText, sentence: AmendingSentence): Span | null {
  const { text, blocks } = contract;
  const block = blocks[sentence.block] as Block;
  const rest = withoutLeading(text.slice(sentence.span.end, block.end));
  if (rest !== "") return unquoted(text, { start: block.end - rest.length, end: block.end });
  const first = sentence.block + 1;
  const below = blocks.slice(first, first + MOST_BLOCKS);
  const [next] = below;
  if (!next) return null;
  const { start } = next;
  if (OPENING_MARKS.includes(text[start] as string)) {
    const closing = quotedEnd(text, start, (below.at(-1) as Block).end);
    if (closing !== null) return { start: start + 1, end: closing };
  }
  const ownIsInner = labelOf(text.slice(block.start, block.end))?.inner ?? false;
  let { end } = next;
  for (const one of below.slice(1)) {
    if (!goesOn(contract, one, ownIsInner)) break;
    end = one.end;
  }
  return unquoted(text, { start, end });
}

/** Whether a block goes on with the replacing text: a cell, a list item or an inner item. */
function goesOn(contract: ContractText, block: Block, ownIsInner: boolean): boolean {
  if (block.kind === "heading" || amendsAnew(contract, block)) return false;
  if (block.kind === "cell") return true;
  const label = labelOf(contract.text.slice(block.start, block.end).slice(0, LABEL_LOOK));
  return label ? label.inner && !ownIsInner : block.kind === "list_item";
}

function amendsAnew({ text, outline }: ContractText, block: Block): boolean {
  const some = text.slice(block.start, block.end).slice(0, AMENDS_LOOK);
  if (!AMENDING_WORD.test(some)) return false;
  return references(some)
    .slice(0, 4)
    .some((one) => outline.find(one).length > 0);
}
