// Detects questions in languages other than English, by their words. Has no model. The twin of Python's
// `wherein.questions.words.question_language`; the cases are in contracts/question-language.json.

import LEXICON from "../../../../contracts/lexicon/question-language.json" with { type: "json" };
import { pattern, wordList, wordSet } from "../lexicon/lexicon.ts";

const LANGUAGES = wordList(LEXICON, "languages").map((code) => ({
  code,
  opening: wordSet(LEXICON, `${code}_opening`),
  functions: wordSet(LEXICON, `${code}_function`),
}));
type Language = (typeof LANGUAGES)[number];
const ENGLISH = wordSet(LEXICON, "english");
const WORD = /\p{L}+/gu;
const LATIN = /\p{Script=Latin}/u;
// Not of names: English writes "Beyonc\u00e9" and "Sk\u00e5ne" too.
const FOREIGN_LETTER = pattern(LEXICON, "foreign_letter");
/** The ISO 639-2 code for an undetermined language: the question is in a script other than Latin. */
export const UNDETERMINED = "und";
// The weight of a question word at the beginning (a function word counts 1), and up to how many words one is
// enough by itself: "Wann beginnt?".
const { of_opening: OF_OPENING, least: LEAST, short: SHORT } = LEXICON.numbers;

/** The ISO 639 code of a question in another language; null for English and for undecided cases. */
export function foreignLanguage(question: string): string | null {
  const written = question.normalize("NFC").match(WORD) ?? [];
  const letters = [...written.join("")];
  const foreign = letters.filter((letter) => !LATIN.test(letter)).length;
  if (foreign * 2 > letters.length) return UNDETERMINED;
  const words = written.map((word) => word.toLowerCase());
  const english = new Set(words.filter((word) => ENGLISH.has(word))).size;
  const marked = [...words.slice(0, 1), ...written].some(
    (word) => /^\p{Ll}/u.test(word) && FOREIGN_LETTER.test(word),
  );
  let best: string | null = null;
  let most = Math.max(LEAST, 2 * english + 1) - 1;
  for (const language of LANGUAGES) {
    const score = scoreOf(words, language, marked);
    if (score > most) [best, most] = [language.code, score];
  }
  return best;
}

/** The language's score; 0 where it has too few words, since names may have them ("La Tour de France"). */
function scoreOf(words: readonly string[], language: Language, marked: boolean): number {
  const opens = language.opening.has(words[0] ?? "");
  const functions = new Set(words.filter((word) => language.functions.has(word))).size;
  if (!opens && 2 * functions < words.length) return 0;
  if (opens && functions === 0 && !marked && words.length > SHORT) return 0;
  return (opens ? OF_OPENING : 0) + functions + (marked && (opens || functions > 0) ? 1 : 0);
}
