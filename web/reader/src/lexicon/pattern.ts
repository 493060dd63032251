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
}

/** Everything up to the ")" that closes a group opened before, or to the end. */
function alternatives(source: string, from: number, made: Made): Piece {
  let text = "";
  let at = from;
  while (at < source.length && source[at] !== ")") {
    const atom = atomAt(source, at, made);
    const quantifier = QUANTIFIER.exec(source.slice(atom.end))?.[0] ?? "";
    at = atom.end + quantifier.length;
    const whole = atom.text + quantifier;
    if (quantifier && source[at] === "+") {
      // A look-ahead does not backtrack; the group repeats what it matched.
      const name = `kept${made.groups++}`;
      text += `(?=(?<${name}>${whole}))\\k<${name}>`;
      at++;
    } else {
      text += whole;
      if (quantifier && source[at] === "?") {
        text += "?";
        at++;
      }
    }
  }
  return { text, end: at };
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
      return { text: `${start}${inside.text})`, end: inside.end + 1 };
    }
    case "[":
      return classAt(source, at, made.ignoresCase);
    case "\\":
      return escapeAt(source, at, ALONE);
    default: {
      const text = source[at] as string;
      return { text: made.ignoresCase ? eitherCase(text) : text, end: at + 1 };
    }
  }
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
