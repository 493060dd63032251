// Computes how likely a text is with a name in it, with the decoder that recognised it. Knows no runtime. The twin of Python's
// `wherein.speech.hearing.rescoring`: only what changes is read again, from the word that the name begins with to the word after
// it.

import LEXICON from "../../../../contracts/lexicon/speech.json" with { type: "json" };
import { type Decoded, logProbability } from "./decoding.ts";
import { type Evidence, type Mend, type Place, wordPlaces } from "./mending.ts";
import { type NameTrie, searchNames } from "./name-search.ts";
import type { Vocabulary } from "./vocabulary.ts";

const { numbers } = LEXICON;

/** One text as it was decoded. */
export class Rescored {
  readonly #text: string;
  readonly #decoded: Decoded;
  readonly #vocabulary: Vocabulary;
  readonly #end: number;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  readonly #words: readonly number[];
  readonly #before = new Map<string, number>();

  constructor(text: string, decoded: Decoded, vocabulary: Vocabulary, end: number) {
    this.#text = text;
    this.#decoded = decoded;
    this.#vocabulary = vocabulary;
    this.#end = end;
    const { tokens } = decoded;
    const whole = vocabulary.text(tokens);
    const cut = whole.length - whole.trimStart().length;
    this.#ends = tokens.map((_, at) => vocabulary.text(tokens.slice(0, at + 1)).length - cut);
    // A token that begins a word has its space before it.
    this.#starts = tokens.map((token, at) => {
      const space = at > 0 && vocabulary.beginsWord(token) ? 1 : 0;
      return Math.max(0, (this.#ends[at - 1] ?? 0) + space);
    });
    this.#words = [...tokens.keys()].filter((at) => vocabulary.beginsWord(tokens[at] ?? -1));
  }

  /** The names that the search finds, each with its place in the text. */
  async found(
    names: readonly string[],
    trie: NameTrie,
  ): Promise<{ readonly place: Place; readonly name: string }[]> {
    const found = await searchNames(this.#decoded, this.#words, trie, this.#end);
    return found.map(({ start, end, name }) => ({
      place: { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 },
      name: names[name] ?? "",
    }));
  }

  /** Whether a replacement is worth decoding: it sounds the same, or its first token was likely enough. */
  isOpen(mend: Mend): boolean {
    if (mend.alike >= numbers.surely_alike) return true;
    const start = this.#wordAt(mend.start);
    const step = this.#decoded.trail[start];
    const piece = this.#text.slice(this.#starts[start] ?? 0, mend.start) + mend.name;
    const first = this.#vocabulary.tokens(piece)[0];
    if (step === undefined || first === undefined) return false;
    return logProbability(step.logits, first) >= numbers.least_first;
  }

  /** The last token before the place, or at it, that begins a word. */
  #wordAt(place: number): number {
    return this.#words.findLast((at) => (this.#starts[at] ?? 0) <= place) ?? 0;
  }

  async evidence(mend: Mend): Promise<Evidence> {
    const start = this.#wordAt(mend.start);
    const begin = this.#starts[start] ?? 0;
    const after = wordPlaces(this.#text).filter((place) => place.start >= mend.end);
    const last = after.length > numbers.tail_words ? after[numbers.tail_words - 1] : undefined;
    const tail = last?.end ?? this.#text.length;
    const key = `${start} ${tail}`;
    const before =
      this.#before.get(key) ?? (await this.#log(start, this.#text.slice(begin, tail), tail));
    this.#before.set(key, before);
    const now = this.#text.slice(begin, mend.start) + mend.name + this.#text.slice(mend.end, tail);
    let doubt = 0;
    this.#decoded.logProbabilities.forEach((log, at) => {
      const isWithin = (this.#ends[at] ?? 0) > mend.start && (this.#starts[at] ?? 0) < mend.end;
      if (isWithin) doubt -= log;
    });
    return {
      loss: before - (await this.#log(start, now, tail)),
      doubt,
      rarity: this.#vocabulary.rarity(mend.name),
    };
  }

  /** The logarithm of the probability of a piece of text after the tokens before `start`. */
  async #log(start: number, piece: string, tail: number): Promise<number> {
    const step = this.#decoded.trail[start];
    if (step === undefined) throw new Error("The place is not in the text.");
    const tokens = this.#vocabulary.tokens(piece);
    if (tail === this.#text.length) tokens.push(this.#end);
    const rest = tokens.length > 1 ? await step.steps.all(tokens.slice(0, -1)) : [];
    const rows = [step.logits, ...rest];
    return tokens.reduce((sum, token, at) => {
      const row = rows[at];
      return row === undefined ? sum : sum + logProbability(row, token);
    }, 0);
  }
}
