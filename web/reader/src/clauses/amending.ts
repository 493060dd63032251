// What amendments, riders and side letters delete, replace and change. Reads an outline and its text; asks no reader. The twin
// of Python's `wherein.documents.clauses.amending`; the cases are in contracts/amendments.json.
//
// An amendment names a clause ("Section 4.2 is deleted and replaced by the following: …"), words in it ("in Clause 9, “30
// days” is replaced by “45 days”"), or a value ("the fee in Schedule B is reduced to $40"). Its `struck` are the places that
// no longer hold, its `new` the place of what holds instead.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { withoutTrailing } from "@wherein/anchoring/canonical/white-space.ts";
import { contains, overlaps, type Span, shifted } from "@wherein/anchoring/span.ts";
import { searchFrom } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";
import { amendedClause, restoredClauses, struck, without } from "./amended-clauses.ts";
import { amendedName, amendedValue, restatedValue } from "./amended-values.ts";
import { amendedRow, amendedWords } from "./amended-words.ts";
import { isUnsure, onlyDenies, revealed } from "./amending-text.ts";
import {
  ADDS_TEXT,
  AMENDING_WORD,
  INNER_KINDS,
  NEW_COLUMN,
  OF_ANOTHER,
  ONLY_SAID,
  ONLY_WHERE,
  OWN_DOCUMENT,
  REMAINS_UNCHANGED,
  RESTATES,
  RESTATES_FROM,
} from "./amending-words.ts";
import {
  type AmendingSentence,
  type Amendment,
  inOrder,
  type Named,
  partsOf,
} from "./amendment.ts";
import { ContractText, MOST_PLACES, MOST_STRETCHES } from "./contract-text.ts";
import {
  type Chain,
  isNamedPart,
  labelOf,
  type Reference,
  reference,
  references,
} from "./labels.ts";
import { type Clause, keyOf, Outline, outlineOf, type Page } from "./outline.ts";
import { HIDDEN, masked, sentences } from "./quoting.ts";

const MOST_AMENDMENTS = 1_000;
/** Characters of a page whose amendments are looked for: a longer one is no contract. */
const LONGEST_TEXT = 3_000_000;
const LONGEST_SENTENCE = 8_000;
/** Clauses that one sentence names. */
const MOST_NAMED = 20;
/** Amendments that delete others. */
const MOST_DELETING = 50;
/** Sentences that put clauses back in force. */
const MOST_RESTORED = 50;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * A page's outline and its amendments, each of which strikes places that are there. Linear in the text but for at most
 * MOST_AMENDMENTS look-ups. A text without amending words has none, and one of more than LONGEST_TEXT is not looked at.
 */
export function amendmentsOf(page: Page): {
  readonly outline: Outline;
  readonly amendments: readonly Amendment[];
} {
  if (page.text.length > LONGEST_TEXT) return { outline: new Outline([], []), amendments: [] };
  const outline = outlineOf(page);
  return { outline, amendments: new Finder(page, outline).found() };
}

/** Characters at the beginning of a document, before its first clause, in which its own name is. */
const BEGINNING = 600;
/** Characters behind a clause's number that may name its document. */
const LONGEST_NAME = 120;
const WORDS = /[\p{L}\p{N}]+/gu;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORDS) ?? []);
}

/** The schedule or annex that the heading of an amending clause names ("13. Schedule 1."); [] without one. */
function attachedPart(clause: Clause | null): Chain {
  if (!clause || clause.part === 0) return [];
  return references(clause.heading).find(({ chain }) => isNamedPart(chain[0]))?.chain ?? [];
}

/** Whether a sentence is a clause's name and nothing more: a heading that runs into its clause. */
function onlyNames({ text, named }: AmendingSentence): boolean {
  let rest = text;
  for (const {
    reference: {
      span: { start, end },
    },
  } of named)
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  return !LETTER.test(rest);
}

/** The clauses that a sentence names, but the one that it stands in. */
function namedBy({ named, clause }: AmendingSentence): readonly Clause[] {
  return named.flatMap(({ clauses }) => clauses).filter((one) => one !== clause);
}

/** The masked text in which what the amendment puts in place is hidden too. */
function withoutNew({ shown: { text }, span }: AmendingSentence, { new: now }: Amendment): string {
  if (!now || !overlaps(span, now)) return text;
  const start = Math.max(0, now.start - span.start);
  const end = Math.min(text.length, now.end - span.start);
  return text.slice(0, start) + HIDDEN.repeat(end - start) + text.slice(end);
}

function isSame(some: readonly Span[], others: readonly Span[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end }, at) => start === others[at]?.start && end === others[at]?.end)
  );
}

/** Goes through the sentences of one page, an earlier amendment before a later one. */
class Finder {
  readonly #contract: ContractText;
  readonly #outline: Outline;
  readonly #ownWords: ReadonlySet<string>;
  #found: Amendment[] = [];
  #restorations = 0;
  /** What amendments of words and values put in each place, by where it begins. */
  readonly #put = new Map<number, readonly Span[]>();
  #lastTarget: { readonly block: number; readonly clause: Clause } | null = null;

  constructor(page: Page, outline: Outline) {
    this.#contract = new ContractText(page, outline);
    const first = outline.clauses.find(({ chain }) => chain.length > 0)?.start ?? BEGINNING;
    this.#ownWords = wordsOf(page.text.slice(0, Math.min(first, BEGINNING)));
    this.#outline = outline;
  }

  found(): readonly Amendment[] {
    const amending = [...this.#sentences()];
    const { parts } = this.#outline;
    if (parts.every(({ date }) => date !== "")) {
      const dateOf = ({ part }: AmendingSentence) => parts[part - 1]?.date ?? "";
      amending.sort((a, b) => compared(dateOf(a), dateOf(b)) || a.part - b.part);
    }
    for (const sentence of amending) {
      if (this.#found.length >= MOST_AMENDMENTS) break;
      this.#amend(sentence);
    }
    return valid(this.#found);
  }

  /** The sentences that may amend, in reading order. */
  *#sentences(): Generator<AmendingSentence> {
    for (const [number, block] of this.#contract.blocks.entries()) {
      if (block.kind === "cell" && NEW_COLUMN.test(block.column ?? ""))
        yield* this.#row(block, number);
      if (block.kind === "cell" || block.kind === "code" || !isMain(block)) continue;
      const text = this.#contract.text.slice(block.start, block.end);
      const amends = block.kind !== "heading" && this.#outline.partAt(block.start) > 0;
      if (!amends && !AMENDING_WORD.test(text)) continue;
      yield* this.#sentencesOf(block, number, text, amends);
    }
  }

  *#sentencesOf(
    block: Block,
    number: number,
    text: string,
    amends: boolean,
  ): Generator<AmendingSentence> {
    for (const span of sentences(text)) {
      if (span.end - span.start > LONGEST_SENTENCE) continue;
      const written = text.slice(span.start, span.end);
      const hasWord = AMENDING_WORD.test(written);
      if (!amends && !hasWord) continue;
      const sentence = this.#sentence(shifted(span, block.start), written, number);
      if (ONLY_SAID.test(sentence.shown.text)) continue;
      if (sentence.named.length > 0 || hasWord || restates(written)) yield sentence;
    }
  }

  /** The cell of a table of changes that tells what holds now; none outside of amending parts. */
  *#row(block: Block, number: number): Generator<AmendingSentence> {
    const part = this.#outline.partAt(block.start);
    if (part === 0) return;
    const row = block.row ?? "";
    const named: Named[] = [];
    for (const one of references(row)) {
      const clauses = this.#find(one, []);
      if (clauses.length > 0) named.push({ reference: one, clauses });
    }
    const label = labelOf(`${row} `);
    if (named.length === 0 && label && label.end >= row.length) {
      const one = reference({ start: 0, end: 0 }, label.chain);
      named.push({ reference: one, clauses: this.#outline.find(one) });
    }
    const text = this.#contract.text.slice(block.start, block.end);
    const span = { start: block.start, end: block.end };
    yield { span, text, shown: masked(text), named, clause: null, part, block: number };
  }

  /** The sentence `written` at `place`, without the number of a clause before it. */
  #sentence(place: Span, written: string, block: number): AmendingSentence {
    const label = labelOf(written);
    const cut = label && label.end < written.length && label.kind === "" ? label.end : 0;
    const span = { start: place.start + cut, end: place.end };
    const text = written.slice(cut);
    const shown = masked(text);
    const titles = shown.quotes.filter(({ start, end }) =>
      this.#outline.hasHeading(text.slice(start, end)),
    );
    const clause = this.#outline.at(span.start);
    const within = attachedPart(clause);
    const named: Named[] = [];
    for (const one of references(revealed(shown, text, titles))) {
      if (this.#isOfAnother(text.slice(one.span.end, one.span.end + LONGEST_NAME))) continue;
      const clauses = this.#find(one, within);
      if (clauses.length > 0) named.push({ reference: one, clauses });
      if (named.length >= MOST_NAMED) break;
    }
    return { span, text, shown, named, clause, part: this.#outline.partAt(span.start), block };
  }

  /** Whether what follows a clause's number names another document: "of the Housing Act 1988". */
  #isOfAnother(behind: string): boolean {
    const name = searchFrom(OF_ANOTHER, behind)?.groups?.name;
    if (name === undefined) return false;
    return [...wordsOf(name)].some((word) => !OWN_DOCUMENT.has(word) && !this.#ownWords.has(word));
  }

  /**
   * The clauses that a reference means; below the heading "Schedule 1", paragraph 4 is first that of the schedule.
   */
  #find(one: Reference, within: Chain): readonly Clause[] {
    const isInner = one.chain.length > 0 && INNER_KINDS.has(one.kind) && !isNamedPart(one.chain[0]);
    if (within.length > 0 && isInner) {
      const inside = this.#outline.find({ ...one, chain: [...within, ...one.chain], last: null });
      if (inside.length > 0) return inside;
    }
    return this.#outline.find(one);
  }

  /** Notes the amendments of one sentence, which may be a list: "Clause 1 is deleted; the hourly rate becomes $95; and …". */
  #amend(sentence: AmendingSentence): void {
    if (this.#contract.blocks[sentence.block]?.kind === "cell") {
      const isUnsurePart = this.#outline.parts[sentence.part - 1]?.unsure ?? false;
      for (const one of amendedRow(this.#contract, sentence, namedBy(sentence)))
        this.#add(isUnsurePart ? { ...one, effect: "limited" } : one);
      return;
    }
    const targets = this.#targets(sentence);
    const unsure = this.#isUnsure(sentence);
    for (const segment of partsOf(sentence)) {
      const shown = segment.shown.text;
      const own = namedBy(segment);
      let about = own.length > 0 ? own : targets;
      const again = restoredClauses(segment, about);
      if (again.length > 0 && !unsure && !isUnsure(shown)) {
        this.#restore(segment, again);
        about = about.filter((one) => !again.includes(one));
        if (about.length === 0) continue;
      }
      const limited = ONLY_WHERE.test(shown);
      for (const one of this.#ofSegment(segment, about)) {
        const stands = unsure || (limited && !one.whole) || isUnsure(withoutNew(segment, one));
        this.#add(stands ? { ...one, effect: "limited" } : one);
      }
    }
    const [target] = targets;
    if (target) this.#lastTarget = { block: sentence.block, clause: target };
  }

  /** Notes an amendment, extended so that it also strikes what an earlier one put in the same places. */
  #add(one: Amendment): void {
    if (one.effect === "limited" || one.effect === "overridden" || one.whole) {
      this.#found.push(one);
      return;
    }
    const { new: now, struck, quote } = one;
    const more = struck
      .flatMap(({ start }) => (this.#put.get(start) ?? []).slice(-MOST_STRETCHES))
      .filter(({ start, end }) => start !== now?.start || end !== now.end);
    for (const place of now ? struck : [])
      if (now && !contains(quote, place))
        this.#put.set(place.start, [
          ...(this.#put.get(place.start) ?? []).slice(-MOST_STRETCHES),
          now,
        ]);
    const every = more.length > 0 ? inOrder([...struck, ...more]).slice(0, MOST_PLACES) : struck;
    this.#found.push({ ...one, struck: every });
  }

  /**
   * Puts clauses, or the quoted words in them, back in force: earlier amendments strike there no longer, and where they strike
   * nowhere else, what they say gives way to the clause.
   */
  #restore(sentence: AmendingSentence, again: readonly Clause[]): void {
    if (++this.#restorations > MOST_RESTORED) return;
    const { text, shown } = sentence;
    const only = new Set(shown.quotes.map(({ start, end }) => folded(text.slice(start, end))));
    const page = this.#contract.text;
    const gone: Span[] = [];
    this.#found = this.#found.flatMap((one) => {
      const left = one.struck.flatMap((place) =>
        only.size === 0 || only.has(folded(page.slice(place.start, place.end)))
          ? without(place, again)
          : [place],
      );
      if (isSame(left, one.struck)) return [one];
      if (left.some((place) => !contains(one.quote, place))) return [{ ...one, struck: left }];
      gone.push(one.quote);
      return [];
    });
    const [clause] = again;
    if (gone.length === 0 || !clause) return;
    const hasBody = again.length === 1 && clause.end > clause.body;
    const body = hasBody ? { start: clause.body, end: clause.end } : null;
    const effect = body ? "replaced" : "deleted";
    this.#found.push({ effect, quote: sentence.span, struck: gone, new: body, whole: true });
  }

  /**
   * Whether the part that a sentence stands in, or the beginning of a list of amendments, is no more than a draft, under a
   * condition or for a time.
   */
  #isUnsure(sentence: AmendingSentence): boolean {
    if (this.#outline.parts[sentence.part - 1]?.unsure) return true;
    const [first] = partsOf(sentence);
    if (!first || isSame([first.span], [sentence.span])) return false;
    return isUnsure(sentence.shown.text.slice(0, first.span.end - sentence.span.start));
  }

  #ofSegment(segment: AmendingSentence, targets: readonly Clause[]): readonly Amendment[] {
    const contract = this.#contract;
    const changed = amendedWords(contract, segment, targets);
    if (changed.length > 0) return changed;
    if (targets.length === 0 && segment.part === 0) return [];
    const one =
      (targets.length > 0 ? amendedClause(contract, segment, targets) : null) ??
      restatedValue(contract, segment) ??
      amendedValue(contract, segment, targets) ??
      amendedName(contract, segment, targets);
    if (one) return [one];
    const limits =
      targets.length > 0 &&
      segment.part > 0 &&
      segment.named.length > 0 &&
      this.#outline.parts[segment.part - 1]?.span.start !== segment.span.start &&
      !onlyNames(segment) &&
      !ADDS_TEXT.test(segment.shown.text) &&
      !onlyDenies(segment.shown.text) &&
      !REMAINS_UNCHANGED.test(segment.shown.text) &&
      !withoutTrailing(segment.text).endsWith(":");
    return limits ? [struck(contract, segment, targets, "limited", null)] : [];
  }

  /** The clauses that a sentence names, or that it goes on about. */
  #targets(sentence: AmendingSentence): readonly Clause[] {
    const targets = namedBy(sentence);
    if (targets.length > 0 || sentence.part === 0) return targets;
    return this.#inherited(sentence);
  }

  /** The clause of the sentence before in the same block, or the one that the heading above names. */
  #inherited({ block, clause }: AmendingSentence): readonly Clause[] {
    if (this.#lastTarget?.block === block) return [this.#lastTarget.clause];
    if (!clause || clause.heading === "") return [];
    const named = references(clause.heading).flatMap((one) => this.#outline.find(one));
    if (named.length > 0) return named;
    if (clause.chain.length > 0 && !clause.inner) {
      const same = this.#outline
        .find(reference(clause, clause.chain))
        .filter(({ heading }) => keyOf(heading) === keyOf(clause.heading));
      if (same.length > 0) return same;
    }
    return this.#outline.headed(clause.heading);
  }
}

function restates(written: string): boolean {
  return searchFrom(RESTATES, written) !== null || searchFrom(RESTATES_FROM, written) !== null;
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The amendments but those that a later one deletes. */
function valid(found: readonly Amendment[]): readonly Amendment[] {
  const gone = found
    .map((one, number) => ({ one, number }))
    .filter(({ one }) => one.effect === "deleted" && one.whole)
    .slice(0, MOST_DELETING);
  return found.filter(
    ({ quote }, at) =>
      !gone.some(
        ({ one, number }) => number > at && one.struck.some((place) => contains(place, quote)),
      ),
  );
}
