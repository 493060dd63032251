// Generates questions from a page's sentences and headings by English patterns. The reader decides whether the page
// answers them. The twin of Python's `wherein.questions.completing.generation`; the cases are in contracts/suggested-questions.json.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/suggested-questions.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { sentenceSpans } from "../page/sentences.ts";
import { wordingKey } from "../question/question-wording.ts";
import { isEnglish } from "./prepared-page.ts";
import { standsAlone } from "./stands-alone.ts";

// A page's first sections say what it is about.
const MOST_TEXT = LEXICON.numbers.most_text;
const MOST_QUESTIONS = LEXICON.numbers.most_questions;
const LONGEST_HEADING = LEXICON.numbers.longest_heading;

const WHEN_MADE = pattern(LEXICON, "when_made");
const MADE_BY = pattern(LEXICON, "made_by");
const IS_A = pattern(LEXICON, "is_a");
const PERSON = pattern(LEXICON, "person");
const CAN_DO = pattern(LEXICON, "can_do");
const HOW_TO = pattern(LEXICON, "how_to");
const ASKS = pattern(LEXICON, "asks");
const ARTICLE = pattern(LEXICON, "article");
// Words that refer to something said before name nothing by themselves.
const POINTER = pattern(LEXICON, "pointer");
// "How do I …?" introduces questions but is not one.
const UNFINISHED = pattern(LEXICON, "unfinished");

/** A few questions, the best first; none for a page in another language than English. */
export function questionsOf(text: string, blocks: readonly Block[], language = ""): string[] {
  if (!isEnglish(language)) return [];
  const found = new Map<string, string>();
  const add = (question: string | null) => {
    if (question === null || !standsAlone(question)) return;
    const key = wordingKey(question).toLowerCase();
    if (!found.has(key)) found.set(key, question);
  };
  const main = blocks.filter(isMain);
  const headings = main.filter(({ kind }) => kind === "heading");
  for (const { start, end } of headings) add(ofHeading(squeezed(text.slice(start, end))));
  for (const { kind, start, end } of main) {
    if (found.size >= MOST_QUESTIONS || !beginsBefore(MOST_TEXT, text, start)) break;
    if (kind !== "paragraph") continue;
    const paragraph = text.slice(start, end);
    for (const span of sentenceSpans(paragraph)) {
      add(ofSentence(squeezed(paragraph.slice(span.start, span.end))));
    }
  }
  return [...found.values()].slice(0, MOST_QUESTIONS);
}

/** Whether a place of the text has at most so many code points before it. */
function beginsBefore(most: number, text: string, at: number): boolean {
  return at <= most || (at <= 2 * most && [...text.slice(0, at)].length <= most);
}

/** The question of a heading that is a question or a how-to; null for other headings. */
function ofHeading(heading: string): string | null {
  if ([...heading].length > LONGEST_HEADING || heading.split(" ").length < 3) return null;
  if (UNFINISHED.test(heading)) return null;
  if (heading.endsWith("?")) return ASKS.test(heading) ? heading : null;
  if (HOW_TO.test(heading)) return `How do I ${heading.slice("How to ".length)}?`;
  return CAN_DO.test(heading) ? `${heading}?` : null;
}

/** The question that a sentence answers. */
function ofSentence(sentence: string): string | null {
  if (POINTER.test(sentence)) return null;
  const when = WHEN_MADE.exec(sentence);
  if (when) return `When ${when[2]} ${thing(when[1])} ${when[3]}?`;
  const by = MADE_BY.exec(sentence);
  if (by) return by[2] === "born" ? null : `Who ${active(by[2] as string)} ${thing(by[1])}?`;
  const is = IS_A.exec(sentence);
  if (is) {
    const rest = sentence.slice(is[0].length);
    const named = /^\p{Uppercase}\S* \p{Uppercase}/u.test(is[1] as string);
    return `${named && PERSON.test(rest) ? "Who" : "What"} ${is[2]} ${thing(is[1])}?`;
  }
  return null;
}

/** The text as written within a sentence. */
function thing(name: string | undefined): string {
  return (name ?? "").replace(ARTICLE, (word) => word.toLowerCase());
}

/** "Who wrote", from "was written by". */
function active(participle: string): string {
  return participle === "written" ? "wrote" : participle;
}
