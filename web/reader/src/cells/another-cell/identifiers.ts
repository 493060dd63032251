// Finds names such as "thumb_height" in a question and tells which rows of a table have them whole. The twin of Python's
// `wherein.reading.cells.another_cell.identifiers`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../../lexicon/lexicon.ts";
import { folded } from "../../page/heading-prefix.ts";
import type { HeadedRow, Slot } from "../table-heads.ts";

const IDENTIFIER = pattern(LEXICON, "identifier", "g");
// A letter or a few with a number, such as the number of a key or a berth: "K2".
const CODE_NAME = pattern(LEXICON, "code_name", "g");
const APART = pattern(LEXICON, "apart", "g");
const LONGEST = LEXICON.numbers.longest_header;
const JOINED = "_";

type Names = ReadonlySet<string>;

/**
 * The identifiers of one question that one table has to have whole: "thumb_height" is not "thumb_width". A name with hyphens
 * alone ("max-upload") counts only in a table with a row header like it, which shares a part with it,
 * and a code ("K2") only in one with a cell of the same letters and a number.
 */
export class Identifiers {
  readonly #names: readonly string[];
  readonly #rows: readonly Names[];
  readonly #above: Names;
  readonly #codes: readonly string[];
  readonly #isCoded: boolean;

  constructor(question: string, about: string, rows: readonly HeadedRow[]) {
    const names = new Set(question.match(IDENTIFIER) ?? []);
    const keys = new Set(names.size > 0 ? rows.flatMap(({ slots }) => slots.map(keyOf)) : []);
    const parts = new Set([...keys].filter(isIdentifier).flatMap(partsOf));
    const counted = [...names].filter(
      (name) => name.includes(JOINED) || partsOf(name).some((part) => parts.has(part)),
    );
    this.#codes = codesIn(question, rows);
    this.#names = [...new Set([...counted.map(plain), ...this.#codes])];
    this.#rows = this.#names.length > 0 ? rows.map(({ row }) => this.#in(row.texts)) : [];
    this.#above = this.#in([about]);
    this.#isCoded = this.#codes.length > 0 && this.#rows.some((row) => this.#haveCodes(row));
  }

  /** Whether no row and nothing above has one of them. */
  get areAbsent(): boolean {
    return !this.#names.every(
      (name) => this.#above.has(name) || this.#rows.some((row) => row.has(name)),
    );
  }

  /** Whether other rows have all codes of the question, and this one lacks one: "2A" is not meant by "key K2". */
  areElsewhere(row: number): boolean {
    return this.#isCoded && !this.#haveCodes(this.#rows[row]);
  }

  #haveCodes(row: Names | undefined): boolean {
    return this.#codes.every((code) => row?.has(code));
  }

  /** Whether the row, the column and what stands above lack an identifier of the question. */
  isAnother(row: number, { column, key }: Slot): boolean {
    if (this.#names.length === 0) return false;
    const there = [this.#rows[row], this.#above, this.#in([column, key])];
    return !this.#names.every((name) => there.some((names) => names?.has(name)));
  }

  /** The question's identifiers that are in these texts, also with spaces for "_". */
  #in(texts: readonly string[]): Names {
    if (this.#names.length === 0) return new Set();
    const written = texts.map((text) => `${JOINED}${plain(firstOf(text))}${JOINED}`);
    const isIn = (name: string) => written.some((text) => text.includes(JOINED + name + JOINED));
    return new Set(this.#names.filter(isIn));
  }
}

function keyOf({ key }: Slot): string {
  return key;
}

function isIdentifier(text: string): boolean {
  return text.match(IDENTIFIER)?.[0] === text;
}

/** The question's codes that the table has like. */
function codesIn(question: string, rows: readonly HeadedRow[]): string[] {
  const codes = [...question.matchAll(CODE_NAME)];
  if (codes.length === 0) return [];
  const letters = new Set<string>();
  for (const { row } of rows)
    for (const text of row.texts) {
      const [whole] = text.trim().matchAll(CODE_NAME);
      if (whole?.[0] === text.trim()) letters.add(lettersOf(whole));
    }
  return codes.filter((code) => letters.has(lettersOf(code))).map(([code]) => plain(code));
}

function lettersOf(code: RegExpExecArray): string {
  return folded(code.groups?.letters ?? "");
}

function partsOf(name: string): string[] {
  return plain(name).split(JOINED);
}

function plain(text: string): string {
  return folded(text).split(APART).filter(Boolean).join(JOINED);
}

/** The characters that are looked at, without half of a pair. */
function firstOf(text: string): string {
  return text.length > LONGEST
    ? Array.from(text.slice(0, 2 * LONGEST))
        .slice(0, LONGEST)
        .join("")
    : text;
}
