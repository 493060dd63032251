// Says which words under a name are the answer: its first sentence, its steps, or what it says of a default. The twin of
// Python's `wherein.reading.terms.extents`; the cases are in contracts/named-terms.json.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { words as splitWords } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { defaultsIn } from "./default-sentences.ts";
import { wordsOf } from "./name-words.ts";
import type { NamedPlace } from "./named-places.ts";
import { bodyOf, type Piece, sentencesOf } from "./pieces.ts";
import { isOption } from "./place-names.ts";
import type { WeighedTerm } from "./weighed-term.ts";

const META = pattern(LEXICON, "meta");
const ENDS = pattern(LEXICON, "ends");
const SEE = pattern(LEXICON, "see");
const {
  longest_reference: LONGEST_REFERENCE,
  longest_steps: LONGEST_STEPS,
  // Sentences under a name of which the first ones may only repeat the question.
  most_sentences: MOST_SENTENCES,
} = LEXICON.numbers;
// A block of fewer words is a label such as "Note", and a sentence of as many needs the next one.
const LEAST_WORDS = 3;

/** An answer, and the answer with what shows that it is one: an option with its description. */
export interface Found {
  readonly span: Span;
  readonly quote: Span;
  /** A list of steps. */
  readonly isSteps?: boolean;
}

/** A page with its named places. */
export interface Places {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly places: readonly NamedPlace[];
}

/**
 * The answers of one place, for the way in which the question asks: of a default each sentence that speaks of one, of
 * another question at most one.
 */
export function* extents(
  asked: WeighedTerm,
  place: NamedPlace,
  body: readonly Piece[],
  page: Places,
): Generator<Found> {
  const { form } = asked.term;
  const { text } = page;
  if (form === "default") {
    for (const span of defaultsIn(body, text)) yield alone(span);
    return;
  }
  // An example says no meaning.
  if (form === "meaning" && body.every(({ kind }) => kind === "code")) return;
  const isIdle = (sentence: string) => asked.isRepeated(sentence);
  const sentence = firstSentence(body, text, isIdle, place.kind !== "label");
  if (!sentence) return;
  const listed = form === "howto" ? steps(body, text) : null;
  if (listed) yield { ...alone(listed), isSteps: true };
  else if (place.kind === "heading" || (form !== "howto" && form !== "which"))
    yield alone(followed(sentence, page));
  else if (form === "which" || isOption(place.name))
    yield { span: place.span, quote: withName(place, sentence) };
  else if (place.kind === "row") yield { span: sentence, quote: withName(place, sentence) };
  else yield alone({ start: place.span.start, end: sentence.end });
}

function alone(span: Span): Found {
  return { span, quote: span };
}

function withName({ span }: NamedPlace, sentence: Span): Span {
  return { start: Math.min(span.start, sentence.start), end: Math.max(span.end, sentence.end) };
}

/** Where a sentence only names another term ("See X."), what stands under that one; else the sentence. */
function followed(sentence: Span, { text, blocks, places }: Places): Span {
  if (sentence.end - sentence.start > LONGEST_REFERENCE) return sentence;
  const name = SEE.exec(text.slice(sentence.start, sentence.end))?.[1];
  if (name === undefined) return sentence;
  const { wholes } = wordsOf(name);
  const place = places.find((one) => {
    const own = wordsOf(one.name).wholes;
    return own.size === wholes.size && [...own].every((word) => wholes.has(word));
  });
  const other = place ? firstSentence(bodyOf(place, blocks, text), text) : null;
  return other && !SEE.test(text.slice(other.start, other.end)) ? other : sentence;
}

/**
 * The first sentence under a name that is neither a label nor code nor idle; a value of a word or two where that is all.
 * `isIdle` says of a sentence whether it only repeats the question. `lengthens`: a sentence of a few words takes the next
 * one with it, and a few words at the beginning are a label; else they are the value of the label before them.
 */
function firstSentence(
  body: readonly Piece[],
  text: string,
  isIdle: (sentence: string) => boolean = () => false,
  lengthens = true,
): Span | null {
  const told = body.filter(({ kind }) => kind !== "code");
  const [code] = body;
  if (told.length === 0) return code ? { start: code.start, end: code.end } : null;
  let left = MOST_SENTENCES;
  for (const [number, piece] of told.entries()) {
    const written = text.slice(piece.start, piece.end);
    const isValue = number === 0 && !lengthens;
    const isLast = number + 1 === told.length;
    if (!isLast && !isValue && (META.test(written) || isLabel(written))) continue;
    const sentences = sentencesOf(piece, text);
    for (const [at, sentence] of sentences.slice(0, left).entries()) {
      const { start, end } = sentence;
      const own = text.slice(start, end);
      if (isIdle(own)) {
        left--;
        continue;
      }
      const next = sentences[at + 1];
      const isShort = splitWords(own).length <= LEAST_WORDS;
      const whole = lengthens && next && isShort ? { start, end: next.end } : sentence;
      return continued(whole, piece, told[number + 1], text);
    }
    if (left === 0) break;
  }
  return null;
}

function isLabel(written: string): boolean {
  return (
    splitWords(written.slice(0, LONGEST_REFERENCE)).length < LEAST_WORDS && !ENDS.test(written)
  );
}

/** A sentence that a page or a layout cuts, with its end in the next paragraph. */
function continued(sentence: Span, piece: Piece, next: Piece | undefined, text: string): Span {
  const { start, end } = sentence;
  if (end < piece.end || ENDS.test(text.slice(Math.max(start, end - 4), end)) || !next)
    return sentence;
  if (!/^\p{Lowercase}/u.test(text.slice(next.start, next.start + 2))) return sentence;
  const [rest] = sentencesOf(next, text);
  return rest ? { start, end: rest.end } : sentence;
}

/** The list under a name, where it begins with one or with a sentence that announces it; null without one. */
function steps(body: readonly Piece[], text: string): Span | null {
  const [first] = body;
  const isAnnounced =
    first && first.kind !== "list_item" && text.slice(first.start, first.end).endsWith(":");
  const items: Piece[] = [];
  for (const piece of isAnnounced ? body.slice(1) : body) {
    const begins = items[0]?.start ?? piece.start;
    if (piece.kind !== "list_item" || (items.length > 0 && piece.end - begins > LONGEST_STEPS))
      break;
    items.push(piece);
  }
  const [one] = items;
  const last = items.at(-1);
  return one && last && items.length > 1 ? { start: one.start, end: last.end } : null;
}
