// Says which term a question asks about, and in which way: for its meaning, its default, how to do it. The twin of
// Python's `wherein.reading.terms.asked_term`; the cases are in contracts/named-terms.json.

import { words as splitWords, stripped } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { pattern, wordList } from "../lexicon/lexicon.ts";
import { type Word, wordsOf } from "./name-words.ts";

const MEANINGS = [1, 2, 3, 4, 5, 6].map((n) => pattern(LEXICON, `asks_meaning_${n}`));
const DEFAULT = pattern(LEXICON, "asks_default");
const HOWTO = pattern(LEXICON, "asks_howto");
const WHICHES = [1, 2, 3, 4].map((n) => pattern(LEXICON, `asks_which_${n}`));
const LAST_CLAUSE = pattern(LEXICON, "last_clause", "g");
const LINK = pattern(LEXICON, "link");
const OTHERWISE = pattern(LEXICON, "asks_otherwise");
const DEFAULT_WORDS = wordsOf(wordList(LEXICON, "default_words").join(" ")).wholes;
const WHICH_WORDS = wordsOf(wordList(LEXICON, "which_words").join(" ")).wholes;
const MOST_BARE_WORDS = LEXICON.numbers.most_bare_words;
const EDGES = /^[ \t\n?!.,;"'‘’“”]+|[ \t\n?!.,;"'‘’“”]+$/g;

/** The way in which a question asks about a term. */
export type Form = "meaning" | "default" | "howto" | "which" | "bare" | "other";

/** A term with its words, each once. */
export interface AskedTerm {
  readonly form: Form;
  /** The term as the question writes it, with what it says of it. */
  readonly name: string;
  /** The term alone. */
  readonly phrase: string;
  readonly words: readonly Word[];
}

/** The term of a question; null where no word of it names anything. */
export function askedTerm(question: string): AskedTerm | null {
  const asked = lastClause(stripped(stripped(question).replace(/[?! .]+$/, "")));
  const whole = asked.replace(LINK, "");
  const { form, name, phrase } = formOf(whole);
  const isIdle = (word: string) =>
    (form === "default" && DEFAULT_WORDS.has(word)) || (form === "which" && WHICH_WORDS.has(word));
  const words = wordsOf(name).words.filter((word) => !isIdle(word.whole));
  return words.length > 0 ? { form, name, phrase, words } : null;
}

/** The part of a question that asks how or which, where it follows what happened ("It hangs. How do I stop it"). */
function lastClause(question: string): string {
  const last = [...question.matchAll(LAST_CLAUSE)].at(-1);
  return last ? question.slice(last.index + last[0].length) : question;
}

function formOf(whole: string): Omit<AskedTerm, "words"> {
  if (DEFAULT.test(whole)) return { form: "default", name: whole, phrase: whole };
  const howto = HOWTO.exec(whole);
  if (howto) {
    const name = (howto[1] ?? "").replace(EDGES, "");
    return { form: "howto", name, phrase: name };
  }
  for (const asks of WHICHES) {
    const found = asks.exec(whole);
    if (!found) continue;
    const groups = found.slice(1).map((group) => (group ?? "").replace(EDGES, ""));
    const name = groups.find((group) => group !== "") ?? whole.replace(EDGES, "");
    return { form: "which", name, phrase: name };
  }
  for (const asks of MEANINGS) {
    const found = asks.exec(whole);
    if (!found) continue;
    const groups = found.slice(1).map((group) => (group ?? "").replace(EDGES, ""));
    return { form: "meaning", name: groups.filter(Boolean).join(" "), phrase: groups[0] ?? "" };
  }
  const isBare = splitWords(whole).length <= MOST_BARE_WORDS && !OTHERWISE.test(whole);
  return { form: isBare ? "bare" : "other", name: whole, phrase: whole };
}
