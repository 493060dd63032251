// BERT's WordPiece tokenizer with the place of each token, equal to the `tokenizers` library on the same
// `tokenizer.json`. Knows no model. Normalising (control characters, accents, case, CJK) goes code point by code point.

import { RUNS } from "./unicode-kinds.ts";

export interface Tokens {
  readonly ids: Int32Array;
  /** Token i stands at [starts[i], ends[i]) of the text, in UTF-16 units. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The part of `tokenizer.json` that is used. */
export interface TokenizerFile {
  readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
  readonly model: {
    readonly type: string;
    readonly vocab: Readonly<Record<string, number>>;
    readonly unk_token: string;
    readonly continuing_subword_prefix: string;
    readonly max_input_chars_per_word: number;
  };
}

export class WordPiece {
  readonly cls: number;
  readonly sep: number;
  readonly #unknown: number;
  readonly #longestWord: number;
  /** Pieces that begin a word, and pieces that continue one (without their prefix). */
  readonly #heads = new Map<string, number>();
  readonly #tails = new Map<string, number>();
  #words: ReadonlyMap<string, number> | null = null;
  readonly #special: ReadonlyMap<string, number>;
  readonly #specialPattern: RegExp;
  /** A cache of words' ids and lengths, since words repeat; emptied when it is large. */
  readonly #cut = new Map<string, readonly (readonly [id: number, length: number])[]>();

  constructor(file: TokenizerFile) {
    const { vocab, continuing_subword_prefix: prefix, unk_token: unknown } = file.model;
    for (const piece in vocab) {
      const id = vocab[piece] as number;
      // A lone "##" is a word of two signs, not an empty continuation.
      if (piece.startsWith(prefix) && piece.length > prefix.length) {
        this.#tails.set(piece.slice(prefix.length), id);
      }
      this.#heads.set(piece, id);
    }
    this.#unknown = vocab[unknown] as number;
    this.#longestWord = file.model.max_input_chars_per_word;
    this.#special = new Map(file.added_tokens.map(({ content, id }) => [content, id]));
    this.#specialPattern = new RegExp(
      [...this.#special.keys()].map((token) => token.replace(/[[\]\\]/g, "\\$&")).join("|"),
      "g",
    );
    this.cls = this.#special.get("[CLS]") as number;
    this.sep = this.#special.get("[SEP]") as number;
  }

  /** Whether a word in lower case is a piece of its own: a common word of the language. */
  knows(word: string): boolean {
    return this.#heads.has(word);
  }

  /** The words that are single pieces, with larger numbers for commoner ones; computed at the first use. */
  get words(): ReadonlyMap<string, number> {
    // Pieces are numbered by how common they were where the vocabulary was made.
    this.#words ??= new Map(
      [...this.#heads]
        .filter(([piece]) => /^[a-z]{4,}$/.test(piece))
        .map(([piece, id]) => [piece, this.#heads.size - id]),
    );
    return this.#words;
  }

  /** The tokens of `text`, without special tokens. */
  encode(text: string): Tokens {
    const out: number[][] = [[], [], []];
    let from = 0;
    for (const match of text.matchAll(this.#specialPattern)) {
      this.#encodeStretch(text, from, match.index, out);
      push(out, this.#special.get(match[0]) as number, match.index, match.index + match[0].length);
      from = match.index + match[0].length;
    }
    this.#encodeStretch(text, from, text.length, out);
    const [ids, starts, ends] = out as [number[], number[], number[]];
    return {
      ids: Int32Array.from(ids),
      starts: Int32Array.from(starts),
      ends: Int32Array.from(ends),
    };
  }

  #encodeStretch(text: string, from: number, to: number, out: number[][]): void {
    // One word at a time: its normalised characters and, for each, where it stands.
    let word = "";
    let starts: number[] = [];
    let ends: number[] = [];
    let chars = 0;
    const flush = () => {
      if (word !== "") this.#pushWord(word, chars, starts, ends, out);
      word = "";
      starts = [];
      ends = [];
      chars = 0;
    };
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i) as number;
      const size = point > 0xffff ? 2 : 1;
      const kind = kindOf(point);
      if (kind === SPACE) flush();
      else if (kind === ALONE) {
        flush();
        word = normalised(point);
        for (let k = 0; k < word.length; k++) {
          starts.push(i);
          ends.push(i + size);
        }
        chars = 1;
        flush();
      } else if (kind === WITHIN) {
        for (const char of normalised(point)) {
          // Normalising may give punctuation or white space: those stand alone, or part words.
          const made = kindOf(char.codePointAt(0) as number);
          if (made !== WITHIN) flush();
          if (made === SPACE) continue;
          word += char;
          for (let k = 0; k < char.length; k++) {
            starts.push(i);
            ends.push(i + size);
          }
          chars++;
          if (made !== WITHIN) flush();
        }
      }
      i += size;
    }
    flush();
  }

  #pushWord(
    word: string,
    chars: number,
    starts: readonly number[],
    ends: readonly number[],
    out: number[][],
  ): void {
    let at = 0;
    for (const [id, length] of this.#pieces(word, chars)) {
      push(out, id, starts[at] as number, ends[at + length - 1] as number);
      at += length;
    }
  }

  /** Longest match first; a word with any part unknown, or too long, is unknown as a whole. */
  #pieces(word: string, chars: number): readonly (readonly [number, number])[] {
    const known = this.#cut.get(word);
    if (known) return known;
    let pieces: (readonly [number, number])[] = [];
    if (chars > this.#longestWord) pieces = [[this.#unknown, word.length]];
    for (let at = 0; at < word.length && chars <= this.#longestWord; ) {
      const table = at === 0 ? this.#heads : this.#tails;
      let end = word.length;
      let id: number | undefined;
      for (; end > at; end--) {
        id = table.get(word.slice(at, end));
        if (id !== undefined) break;
      }
      if (id === undefined) {
        pieces = [[this.#unknown, word.length]];
        break;
      }
      pieces.push([id, end - at]);
      at = end;
    }
    if (this.#cut.size > 50_000) this.#cut.clear();
    this.#cut.set(word, pieces);
    return pieces;
  }
}

function push(out: number[][], id: number, start: number, end: number): void {
  (out[0] as number[]).push(id);
  (out[1] as number[]).push(start);
  (out[2] as number[]).push(end);
}

const WITHIN = 0;
const ALONE = 1;
const SPACE = 2;
const NOTHING = 3;
type CharKind = typeof WITHIN | typeof ALONE | typeof SPACE | typeof NOTHING;

/** Starts and ends of the runs of `RUNS`, ascending, and their kinds. */
const runs = (() => {
  const starts: number[] = [];
  const ends: number[] = [];
  const kinds: CharKind[] = [];
  let at = 0;
  for (const run of RUNS.split(";")) {
    if (run === "") continue;
    const [distance, length, kind] = run.split(",") as [string, string, string];
    starts.push(at + Number.parseInt(distance, 36));
    at = (starts.at(-1) as number) + Number.parseInt(length, 36);
    ends.push(at);
    kinds.push(Number(kind) as CharKind);
  }
  return { starts, ends, kinds };
})();

const known = new Map<number, CharKind>();

/** The kind of a code point: part of a word, a word by itself, white space, or ignored. */
function kindOf(point: number): CharKind {
  let kind = known.get(point);
  if (kind === undefined) {
    kind = classify(point);
    known.set(point, kind);
  }
  return kind;
}

function classify(point: number): CharKind {
  let low = 0;
  let high = runs.starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs.starts[middle] as number) <= point) low = middle + 1;
    else high = middle;
  }
  return low > 0 && point < (runs.ends[low - 1] as number)
    ? (runs.kinds[low - 1] as CharKind)
    : WITHIN;
}

const forms = new Map<number, string>();

/** Decomposed, without accents, in lower case. */
function normalised(point: number): string {
  let form = forms.get(point);
  if (form === undefined) {
    form = Array.from(String.fromCodePoint(point).normalize("NFD"))
      .filter((char) => kindOf(char.codePointAt(0) as number) !== NOTHING)
      .map((char) => char.toLowerCase())
      .join("");
    forms.set(point, form);
  }
  return form;
}
