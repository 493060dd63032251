// The vocabulary of a SentencePiece BPE tokenizer: text to tokens and back. Knows no model. The twin of Python's
// `wherein.speech.hearing.vocabulary`.

/** Stands for a space in a piece; a piece that begins with it begins a word. */
export const SPACE = "▁";
/** The number of the last special token and byte; merged pieces follow, the most frequent first. */
const BEFORE_MERGED = 258;
const BYTE = /^<0x([0-9A-F]{2})>$/;
const SPECIAL = new Set(["<unk>", "<s>", "</s>"]);
const BASE64 = /llama_vocab_base64 = "([A-Za-z0-9+/=]+)"/;

/** A pair is merged first whose piece has the lowest number, as SentencePiece does where pieces are numbered in the order of their merges. */
export class Vocabulary {
  readonly #pieces: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
    this.#numbers = new Map(pieces.map((piece, number) => [piece, number]));
  }

  /** The vocabulary in the script of the package llama-tokenizer-js: base64 of one piece a line. Throws for another script. */
  static ofScript(script: string): Vocabulary {
    const found = BASE64.exec(script)?.[1];
    if (!found) throw new Error("The script holds no vocabulary.");
    const bytes = Uint8Array.from(atob(found), (character) => character.charCodeAt(0));
    return new Vocabulary(new TextDecoder().decode(bytes).split("\n"));
  }

  /** The text of tokens without the space before its first word; unknown and special tokens are left out. */
  text(tokens: readonly number[]): string {
    const encoder = new TextEncoder();
    const spelt = tokens.flatMap((token) => {
      const piece = this.#pieces[token] ?? "";
      const byte = BYTE.exec(piece)?.[1];
      if (byte !== undefined) return [Number.parseInt(byte, 16)];
      return SPECIAL.has(piece) ? [] : [...encoder.encode(piece)];
    });
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(spelt));
    return text.replaceAll(SPACE, " ").replace(/^ /, "");
  }

  beginsWord(token: number): boolean {
    return this.#pieces[token]?.startsWith(SPACE) ?? false;
  }

  /**
   * How rare a text is in writing: the sum of the logarithms of its tokens' ranks, which grow as their frequency falls
   * (Zipf's law).
   */
  rarity(text: string): number {
    return this.tokens(text).reduce(
      (sum, token) => sum + Math.log(Math.max(2, token - BEFORE_MERGED)),
      0,
    );
  }

  /** The tokens of a text with a space before it; characters without a piece become byte tokens. */
  tokens(text: string): number[] {
    const none = this.#pieces.length;
    const pieces = [...(SPACE + text.replaceAll(" ", SPACE))].flatMap((one) =>
      this.#characters(one),
    );
    while (pieces.length > 1) {
      let best = 0;
      let number = none;
      for (let i = 0; i + 1 < pieces.length; i++) {
        const merged = this.#numbers.get(`${pieces[i]}${pieces[i + 1]}`) ?? none;
        if (merged < number) [best, number] = [i, merged];
      }
      if (number === none) break;
      pieces.splice(best, 2, this.#pieces[number] ?? "");
    }
    return pieces.map((piece) => this.#numbers.get(piece) ?? 0);
  }

  #characters(character: string): string[] {
    if (this.#numbers.has(character)) return [character];
    return Array.from(new TextEncoder().encode(character), (byte) => {
      const piece = `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;
      return this.#numbers.has(piece) ? piece : "<unk>";
    });
  }
}
