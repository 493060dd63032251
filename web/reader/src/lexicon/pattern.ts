// Translates Python's regular expressions to JavaScript: the meaning of `\b`, `\w`, `\d` and `\s`, and possessive
// repeats, and groups that ignore case. Knows the syntax that contracts/lexicon/README.md allows.

import { SPACE_CLASS } from "@wherein/anchoring/canonical/white-space.ts";

const WORD = "\\p{L}\\p{N}_";
const EDGE = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
/** The replacements inside a character class; `\W` and `\S` are allowed only as below. */
const IN_CLASS: Readonly<Record<string, string>> = { w: WORD, d: "\\p{Nd}", s: SPACE_CLASS };
const ALONE: Readonly<Record<string, string>> = {
  b: EDGE,
  w: `[${WORD}]`,
  W: `[^${WORD}]`,
  d: "\\p{Nd}",
  s: `[${SPACE_CLASS}]`,
};
/** Python's patterns for "a letter" and "a letter or digit". A numeric character that is no digit ("½") is a letter. */
const LETTERS: readonly (readonly [string, string])[] = [
  ["[^\\W\\d_]", "[\\p{L}\\p{Nl}\\p{No}]"],
  ["[^\\W\\d]", "[\\p{L}\\p{Nl}\\p{No}_]"],
  ["[^\\W_]", "[\\p{L}\\p{N}]"],
];
const OPENING = /^\((?:\?(?:i?:|[=!]|<[=!]|P<\w+>))?/;
/** Signs that are a letter in Python where case is ignored: the long s and the Kelvin sign. */
const ALSO: Readonly<Record<string, string>> = { s: "\u017f", k: "\u212a" };
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;

/** `flags` are added to "u", and to "i" where the pattern begins with `(?i)`. */
export function compiled(source: string, flags = ""): RegExp {
  const ignoresCase = source.startsWith("(?i)");
  const made = { groups: 0, ignoresCase: false };
  const { text, end } = alternatives(ignoresCase ? source.slice(4) : source, 0, made);
  if (end < source.length - (ignoresCase ? 4 : 0))
    throw new SyntaxError(`A ")" too many: ${source}`);
  return new RegExp(text, `${flags}u${ignoresCase ? "i" : ""}`);
}

/** What is known while a pattern is translated: groups made for possessive repeats, and whether a group ignores case. */
interface Made {
  groups: number;
  ignoresCase: boolean;
}

interface Piece {
  readonly text: string;
  readonly end: number;
  /** Whether all that it matches begins with a letter, digit or underscore, and ends with one. */
  readonly begins?: boolean;
  readonly ends?: boolean;
}

/** Everything up to the ")" that closes a group opened before, or to the end. */
function alternatives(source: string, from: number, made: Made): Piece {
  const found: Piece[] = [];
  let at = from;
  for (;;) {
    const one = sequence(source, at, made);
    found.push(one);
    at = one.end;
    if (source[at] !== "|") break;
    at++;
  }
  return {
    text: found.map(({ text }) => text).join("|"),
    end: at,
    begins: found.every(({ begins }) => begins),
    ends: found.every(({ ends }) => ends),
  };
}

/** Everything up to the next alternative, or to the ")" or the end behind the last one. */
function sequence(source: string, from: number, made: Made): Piece {
  const atoms: Piece[] = [];
  let at = from;
  while (at < source.length && source[at] !== ")" && source[at] !== "|") {
    const atom = quantified(source, at, made);
    atoms.push(atom);
    at = atom.end;
  }
  const text = atoms.map((atom, i) =>
    atom.text === EDGE ? edge(atoms[i - 1]?.ends, atoms[i + 1]?.begins) : atom.text,
  );
  return {
    text: text.join(""),
    end: at,
    begins: atoms[atoms[0]?.text === EDGE ? 1 : 0]?.begins ?? false,
    ends: atoms.at(atoms.at(-1)?.text === EDGE ? -2 : -1)?.ends ?? false,
  };
}

/** `\b` beside what is a letter, a digit or an underscore: looking at the other side is enough, and four times as fast. */
function edge(after = false, before = false): string {
  if (after && before) return "(?!)";
  return after ? `(?![${WORD}])` : before ? `(?<![${WORD}])` : EDGE;
}

/** An atom with its repeats. */
function quantified(source: string, from: number, made: Made): Piece {
  const atom = atomAt(source, from, made);
  const quantifier = QUANTIFIER.exec(source.slice(atom.end))?.[0] ?? "";
  let at = atom.end + quantifier.length;
  let text = atom.text + quantifier;
  if (quantifier && source[at] === "+") {
    // A look-ahead does not backtrack; the group repeats what it matched.
    const name = `kept${made.groups++}`;
    text = `(?=(?<${name}>${text}))\\k<${name}>`;
    at++;
  } else if (quantifier && source[at] === "?") {
    text += "?";
    at++;
  }
  const isThere = !/^(?:[*?]|\{0)/.test(quantifier);
  return {
    text,
    end: at,
    begins: isThere && (atom.begins ?? false),
    ends: isThere && (atom.ends ?? false),
  };
}

function atomAt(source: string, at: number, made: Made): Piece {
  const letters = LETTERS.find(([written]) => source.startsWith(written, at));
  if (letters) return { text: letters[1], end: at + letters[0].length };
  switch (source[at]) {
    case "(": {
      const opening = OPENING.exec(source.slice(at))?.[0] as string;
      const outside = made.ignoresCase;
      made.ignoresCase ||= opening === "(?i:";
      const inside = alternatives(source, at + opening.length, made);
      made.ignoresCase = outside;
      if (source[inside.end] !== ")") throw new SyntaxError(`A ")" is missing: ${source}`);
      const start = opening.replace("?P<", "?<").replace("?i:", "?:");
      const { begins = false, ends = false } = /[=!]/.test(opening) ? {} : inside;
      return { text: `${start}${inside.text})`, end: inside.end + 1, begins, ends };
    }
    case "[":
      return classAt(source, at, made.ignoresCase);
    case "\\":
      return ofWord(escapeAt(source, at, ALONE), "wd".includes(source[at + 1] as string));
    default: {
      const text = source[at] as string;
      const isWord = /[A-Za-z0-9_]/.test(text);
      const either = made.ignoresCase ? eitherCase(text) : text;
      return { text: either, end: at + 1, begins: isWord, ends: isWord };
    }
  }
}

function ofWord(piece: Piece, isWord: boolean): Piece {
  return { ...piece, begins: isWord, ends: isWord };
}

/** A letter in both cases, with the signs that Python takes for the same; browsers of two years ago know no `(?i:…)`. */
function eitherCase(letter: string): string {
  if (!/[A-Za-z]/.test(letter)) return letter;
  const low = letter.toLowerCase();
  return `[${low}${low.toUpperCase()}${ALSO[low] ?? ""}]`;
}

function classAt(source: string, from: number, ignoresCase: boolean): Piece {
  let text = "[";
  let at = from + 1;
  if (source[at] === "^") {
    text += "^";
    at++;
  }
  while (source[at] !== "]") {
    const next = source[at] === "\\" ? escapeAt(source, at, IN_CLASS) : null;
    if (ignoresCase && !next && /[A-Za-z]/.test(source[at] as string))
      throw new SyntaxError(`A class of letters stands in a group that ignores case: ${source}`);
    // Python does not require "[" to be escaped in classes.
    text += next?.text ?? (source[at] as string).replace("[", "\\[");
    at = next?.end ?? at + 1;
  }
  return { text: `${text}]`, end: at + 1 };
}

function escapeAt(source: string, at: number, known: Readonly<Record<string, string>>): Piece {
  const letter = source[at + 1] as string;
  if (letter === "u") return { text: source.slice(at, at + 6), end: at + 6 };
  if (known[letter] !== undefined) return { text: known[letter], end: at + 2 };
  if (/[A-Za-z0-9]/.test(letter) && !"tnr".includes(letter))
    throw new SyntaxError(`\\${letter} is not allowed in a shared pattern.`);
  // Python may escape any sign; with the flag "u" only those of the syntax may be.
  return {
    text: /[$()*+./?[\\\]^{|}-]/.test(letter) || /[tnr]/.test(letter) ? `\\${letter}` : letter,
    end: at + 2,
  };
}
