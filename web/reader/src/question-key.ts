// Normalises a question, so that equal keys mean equal words. The twin of Python's `wherein.questions.normalisation`; the
// cases are in contracts/questions.json.

import { words } from "@wherein/anchoring/white-space.ts";
import LEXICON from "../../../contracts/lexicon/question-key.json" with { type: "json" };
import { pattern, wordSet } from "./lexicon.ts";

const QUOTES: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201b": "'",
  "\u02bc": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u2212": "-",
  "\u2010": "-",
  "\u2011": "-",
};
// Invisible characters: direction marks, zero-width joiners, soft hyphens.
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;
// A dash that a digit follows is a sign or a range.
const DASH_OF_NUMBER = pattern(LEXICON, "dash_of_number", "g");

const WHOLE: ReadonlyMap<string, string> = new Map(Object.entries(LEXICON.map.whole));
// "'s" is "is" after these (mostly: "what's he done" is rare); after a name it is the genitive.
const IS = wordSet(LEXICON, "is");
const ENDINGS = Object.entries(LEXICON.map.endings);
// Words of two letters that a sentence begins with. Elsewhere "In" and "He" are elements.
const OPENERS = wordSet(LEXICON, "openers");
// Words of capitals that are stressed, not other words: "WHO" and "IT" may be.
const STRESSED = wordSet(LEXICON, "stressed");
// Next to one of these an "I" is the asker, not a letter or a numeral.
const BEFORE_I = wordSet(LEXICON, "before_i");
const AFTER_I = wordSet(LEXICON, "after_i");

// A token keeps a point, comma, colon, slash or hyphen only between digits, and its signs.
const TOKEN = pattern(LEXICON, "token", "g");
const NUMBER = pattern(LEXICON, "number");
const THOUSANDS = pattern(LEXICON, "thousands", "g");
const ALPHANUMERIC = /^[\p{L}\p{N}_]$/u;
const SYMBOL = /^[\p{S}\p{M}]$/u;

/** The normalised question, its words separated by single spaces; "" when no word is left. */
export function questionKey(question: string): string {
  let key = folded(question);
  // One rule's result may be folded by another: "D'Artagnan" becomes "Dartagnan", then "dartagnan".
  for (let again = folded(key); again !== key; again = folded(key)) key = again;
  return key;
}

function folded(question: string): string {
  let text = question.normalize("NFC");
  text = text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0));
  text = text
    .replace(/\u3000/g, " ")
    .replace(/[\u2010-\u2019\u201b-\u201d\u2212\u02bc]/g, (c) => QUOTES[c] ?? c);
  text = text.replace(INVISIBLE, "").replace(DASH_OF_NUMBER, "-");
  text = withPrimes(text.replace(/\p{Cs}/gu, "?"));
  if (isShouted(text)) text = text.toLowerCase();
  const tokens = text.match(TOKEN) ?? [];
  const kept = [...tokens.entries()].filter(([, token]) => !isDropped(token));
  return kept
    .flatMap(([place, token], at) => {
      // Neighbours are those of the key: what is left out between them makes no difference.
      const before = kept[at - 1]?.[1] ?? "";
      const after = kept[at + 1]?.[1] ?? "";
      const first = place === 0 || !/[\p{L}\p{N}]$/u.test(tokens[place - 1] as string);
      return words(expanded(cased(token, before.toLowerCase(), after.toLowerCase(), first)));
    })
    .join(" ");
}

/** Quotation marks that follow a digit as primes (feet and inches), unless they close a quotation. */
function withPrimes(text: string): string {
  if (!/\p{Nd}['"]/u.test(text)) return text;
  const characters = [...text];
  const opened: Record<string, boolean> = { "'": false, '"': false };
  return characters
    .map((character, place) => {
      if (!(character in opened)) return character;
      const before = characters[place - 1] ?? "";
      const after = characters[place + 1] ?? "";
      const genitive = character === "'" && /^\p{L}$/u.test(after);
      if (/^\p{Nd}$/u.test(before) && !opened[character] && !genitive)
        return character === "'" ? "\u2032" : "\u2033";
      if (!/^[\p{L}\p{N}]$/u.test(before)) opened[character] = true;
      else if (!/^[\p{L}\p{N}]$/u.test(after)) opened[character] = false;
      return character;
    })
    .join("");
}

/** Whether the question has three words or more, all in capitals; its case is then ignored. */
function isShouted(text: string): boolean {
  const found = text.match(/\p{L}{2,}/gu) ?? [];
  return (
    found.length > 2 &&
    found.every((word) => word !== word.toLowerCase() && word === word.toUpperCase())
  );
}

/** Whether a token is punctuation without a meaning of its own. */
function isDropped(token: string): boolean {
  return [...token].length === 1 && !ALPHANUMERIC.test(token) && !isSign(token);
}

/** A token without the capitals that come from a sentence or a name.
 *
 *  `before` and `after` are its neighbours in the key, "" without one; `first` is true at the beginning of the question
 *  and after punctuation.
 */
function cased(token: string, before: string, after: string, first: boolean): string {
  const low = token.toLowerCase();
  if (
    token === low ||
    WHOLE.has(low) ||
    STRESSED.has(low) ||
    token.replace(/^\.+|\.+$/g, "").includes(".") ||
    token[0] === "."
  )
    return low;
  if (token[0] === "-" || token.includes("_")) return token;
  // "C++" is one thing whatever its case; of a number only a unit has letters.
  if (/[+#*]$/.test(token)) return low;
  if (NUMBER.test(token)) return token;
  const at = token.indexOf("'");
  const stem = at < 0 ? token : token.slice(0, at);
  const rest = at < 0 ? "" : token.slice(at);
  if (stem === "A" && before === "") return [...after].length > 1 ? low : token;
  if (stem === "I") {
    const asker = before === "" || rest !== "" || BEFORE_I.has(before) || AFTER_I.has(after);
    return asker || before.endsWith("n't") ? low : token;
  }
  const letters = [...stem];
  const tail = letters.slice(1).join("");
  const lowTail = tail === tail.toLowerCase() && tail !== tail.toUpperCase();
  if (letters.length > 2 && /^\p{Lu}/u.test(stem) && lowTail) return low;
  if (letters.length === 2 && lowTail) {
    return (first || rest !== "") && OPENERS.has(stem.toLowerCase()) ? low : token;
  }
  return stem + rest.toLowerCase();
}

/** Whether a character is a symbol (currency, mathematics, emoji) or a punctuation mark with a meaning of its own. */
function isSign(character: string): boolean {
  return (
    "%&@#*".includes(character) || (SYMBOL.test(character) && !"`^\u00b4\u00a8".includes(character))
  );
}

function expanded(token: string): string {
  const word = token.replace(THOUSANDS, "");
  if (NUMBER.test(word)) return word.replace(/^([-+]?\$?)\./, "$10.");
  const whole = WHOLE.get(word);
  if (whole !== undefined) return whole;
  const at = word.lastIndexOf("'");
  if (at < 0) return word;
  const stem = word.slice(0, at);
  if (word.slice(at) === "'s" && IS.has(stem)) return `${stem} is`;
  for (const [written, meant] of ENDINGS) {
    if (word.endsWith(written) && word.length > written.length)
      return word.slice(0, -written.length).replaceAll("'", "") + meant;
  }
  return word.replaceAll("'", "");
}
