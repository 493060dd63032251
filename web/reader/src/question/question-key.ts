// The key of a question: two questions with equal keys are the same question. Knows no meaning. The twin of Python's
// `wherein.questions.normalisation`, which says what the key leaves out; the cases are in contracts/questions.json.

import { squeezed, withoutTrailing } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/question-key.json" with { type: "json" };
import { wordSet } from "../lexicon/lexicon.ts";

const STRAIGHT: ReadonlyMap<string, string> = new Map(Object.entries(LEXICON.map.straight_quotes));
const CURLY = new RegExp(`[${[...STRAIGHT.keys()].join("")}]`, "g");
const LAST_MARKS = LEXICON.characters.last_marks;
const FIRST_WORDS = wordSet(LEXICON, "first_words");
const FIRST_BEFORE = wordSet(LEXICON, "first_before");
const FOLLOWERS = wordSet(LEXICON, "followers");

/** The normal form of a question; "" for a text without any character, or with half a surrogate pair. */
export function questionKey(question: string): string {
  // Such a text cannot be stored.
  if (/\p{Cs}/u.test(question)) return "";
  let text = squeezed(question.normalize("NFC"));
  text = text.replace(CURLY, (mark) => STRAIGHT.get(mark) ?? mark);
  if (text !== "" && LAST_MARKS.includes(text.at(-1) as string))
    text = withoutTrailing(text.slice(0, -1));
  return beginsWithFunctionWord(text) ? lowerFirst(text) : text;
}

/**
 * Whether the first word is a question or function word, and not a name that is written like one. "Will", "Can" and "In"
 * may be names or symbols, so they count only before a word such as "the" or "I".
 */
function beginsWithFunctionWord(text: string): boolean {
  const [first = "", second = ""] = text.split(" ", 2);
  const word = lowerFirst(first);
  return FIRST_WORDS.has(word) || (FIRST_BEFORE.has(word) && FOLLOWERS.has(second));
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
