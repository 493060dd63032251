// Compares the wordings of questions: two that differ in articles, auxiliaries and punctuation alone ask the same. The
// twin of Python's `wherein.questions.wording`; the cases are in contracts/question-wording.json.

import LEXICON from "../../../../contracts/lexicon/question-wording.json" with { type: "json" };
import SPELLING from "../../../../contracts/lexicon/spelling.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";

const QUESTION_WORDS = wordSet(SPELLING, "question_words");
const ARTICLES = wordSet(LEXICON, "articles");
const AUXILIARIES = wordSet(LEXICON, "auxiliaries");
const MODALS = wordSet(LEXICON, "modals");
const FULL_VERBS = wordSet(LEXICON, "full_verbs");
const CONTRACTED = wordSet(LEXICON, "contracted");
const WHOLE: ReadonlyMap<string, string> = new Map(Object.entries(LEXICON.map.whole));
const QUOTATION_MARKS = pattern(LEXICON, "quotation_marks", "g");
const DASHES = pattern(LEXICON, "dashes", "g");
const INVISIBLE = pattern(LEXICON, "invisible", "g");
const PUNCTUATION = pattern(LEXICON, "punctuation");
const TOKEN = pattern(LEXICON, "token", "g");
const THOUSANDS = pattern(LEXICON, "thousands", "g");
const BEGINS_A_PHRASE = pattern(LEXICON, "begins_a_phrase");
const SHORT_FORMS = new Set(["re", "ve", "ll", "m", "d", "s"]);

/**
 * Whether two questions differ at most in articles, auxiliaries and punctuation. Case counts ("polish", "Polish"), but
 * for the first word, and where one of them is typed wholly in lower case or wholly in capitals.
 */
export function sameWording(one: string, other: string): boolean {
  const mine = wordingKey(one);
  const theirs = wordingKey(other);
  if (mine === theirs) return true;
  const ignoresCase = hasOneCase(one) || hasOneCase(other);
  return ignoresCase && mine.toLowerCase() === theirs.toLowerCase();
}

/** Whether two questions share a word that is no question word, article or auxiliary. */
export function haveWordsInCommon(one: string, other: string): boolean {
  const mine = contentWords(one);
  return contentWords(other).some((word) => mine.includes(word));
}

function contentWords(question: string): string[] {
  const words = wordingKey(question).toLowerCase().split(" ");
  return words.filter((word) => word.length > 2 && !QUESTION_WORDS.has(word));
}

/** The words that count, separated by single spaces; all words where none of them counts. */
export function wordingKey(question: string): string {
  const found = plain(question).match(TOKEN) ?? [];
  // A single mark is punctuation or not; every other token is a word or a number.
  const tokens = found.filter((token) => token.length > 1 || !PUNCTUATION.test(token));
  const every: string[] = [];
  const kept: string[] = [];
  let hasAuxiliary = false;
  for (const [place, token] of tokens.entries()) {
    const word = place === 0 || token === "I" ? token.toLowerCase() : token;
    const { words, contracts } = expanded(word);
    every.push(...words);
    const full = hasAuxiliary && isFullVerb(word, tokens[place + 1] ?? "");
    if (AUXILIARIES.has(word) && !full) hasAuxiliary = true;
    else if (!ARTICLES.has(word)) kept.push(...words);
    hasAuxiliary ||= contracts || MODALS.has(word);
  }
  return (kept.length > 0 ? kept : every).join(" ");
}

function plain(question: string): string {
  const text = question
    .normalize("NFC")
    .replace(QUOTATION_MARKS, "'")
    .replace(DASHES, "-")
    .replace(INVISIBLE, "")
    .replace(THOUSANDS, "");
  return text === text.toUpperCase() ? text.toLowerCase() : text;
}

/** The words that a token stands for without the auxiliary that it contracts, and whether it contracts one. */
function expanded(word: string): { words: readonly string[]; contracts: boolean } {
  const low = word.toLowerCase();
  const whole = WHOLE.get(low);
  if (whole !== undefined) return { words: whole.split(" "), contracts: true };
  const at = word.lastIndexOf("'");
  if (at < 0) return { words: [word], contracts: false };
  const stem = word.slice(0, at);
  const ending = low.slice(at + 1);
  if (ending === "t" && stem.toLowerCase().endsWith("n")) {
    const verb = stem.slice(0, -1).toLowerCase();
    return { words: MODALS.has(verb) ? [verb, "not"] : ["not"], contracts: true };
  }
  if (SHORT_FORMS.has(ending) && CONTRACTED.has(stem.toLowerCase())) {
    return { words: [stem === "I" ? "i" : stem], contracts: true };
  }
  return { words: [word.replaceAll("'", "")], contracts: false };
}

/** Whether a second auxiliary is the verb of the question: "What does he have?", "May we have a dog?". */
function isFullVerb(word: string, following: string): boolean {
  const ends = following === "" || ARTICLES.has(following.toLowerCase());
  return FULL_VERBS.has(word) && (ends || BEGINS_A_PHRASE.test(following));
}

function hasOneCase(question: string): boolean {
  return question === question.toLowerCase() || question === question.toUpperCase();
}
