// Questions a page could be asked, made from its own sentences and headings by patterns of English. Proposes
// alone: whether the page answers one is for the reader to say.

import { type Block, isMain } from "@wherein/anchoring/canonical-text.ts";
import { squeezed } from "@wherein/anchoring/white-space.ts";
import { folded } from "./heading-prefix.ts";
import { isEnglish } from "./prepared-page.ts";
import { sentenceSpans } from "./sentences.ts";

// A page's first sections say what it is about.
const MOST_TEXT = 60_000;
const MOST_QUESTIONS = 8;

const THING =
  "(?:(?:The|the) )?\\p{Lu}?[\\p{L}\\p{M}\\p{N}’'-]+(?: [\\p{L}\\p{M}\\p{N}’'-]+){0,3}?";
const MADE =
  "built|designed|founded|established|opened|written|published|discovered|invented|created|" +
  "installed|released|introduced|completed|born|launched|developed|painted|composed|named";
const WHEN_MADE = new RegExp(
  `^(${THING}) (was|were) (?:first )?(${MADE}) (?:in|on) [^.]*\\d{3,4}`,
  "u",
);
const MADE_BY = new RegExp(`^(${THING}) (?:was|were) (?:first )?(${MADE}) by `, "u");
const IS_A = new RegExp(`^(${THING}) (is|was|are|were) (?:an?|the|one of) `, "u");
const PERSON =
  /^(?:[\p{L}-]+ ){0,4}(?:[\p{L}]+(?:ist|ian|er|or)|poet|king|queen|monk|pilot|soldier|chemist|judge)\b/u;
const CAN_DO = /^How (?:to|do|does|can|is|are)\b/iu;
// What stands for something said before names nothing by itself.
const POINTER =
  /^(?:it|he|she|they|this|that|these|those|there|here|who|what|which|one|his|her|its|their|the (?:former|latter|first|second|last|other|same|result|reason))\b/iu;

/** At most a handful, likeliest good ones first; none for a page that is not in English. */
export function questionsOf(text: string, blocks: readonly Block[], language = ""): string[] {
  if (!isEnglish(language)) return [];
  const found = new Map<string, string>();
  const add = (question: string | null) => {
    if (question) found.set(folded(question), found.get(folded(question)) ?? question);
  };
  const main = blocks.filter(isMain);
  const headings = main.filter(({ kind }) => kind === "heading");
  for (const { start, end } of headings) add(ofHeading(squeezed(text.slice(start, end))));
  for (const { kind, start, end } of main) {
    if (kind !== "paragraph" || start > MOST_TEXT) continue;
    const paragraph = text.slice(start, end);
    for (const span of sentenceSpans(paragraph)) {
      add(ofSentence(squeezed(paragraph.slice(span.start, span.end))));
      if (found.size >= MOST_QUESTIONS) return [...found.values()];
    }
  }
  return [...found.values()].slice(0, MOST_QUESTIONS);
}

/** A heading that is a question, or tells how to do something. */
function ofHeading(heading: string): string | null {
  if (heading.length > 90 || heading.split(" ").length < 3) return null;
  if (heading.endsWith("?")) return heading;
  if (/^How to /iu.test(heading)) return `How do I ${heading.slice("How to ".length)}?`;
  return CAN_DO.test(heading) ? `${heading}?` : null;
}

/** What a sentence tells, asked. */
function ofSentence(sentence: string): string | null {
  if (POINTER.test(sentence)) return null;
  const when = WHEN_MADE.exec(sentence);
  if (when) return `When ${when[2]} ${thing(when[1])} ${when[3]}?`;
  const by = MADE_BY.exec(sentence);
  if (by) return by[2] === "born" ? null : `Who ${active(by[2] as string)} ${thing(by[1])}?`;
  const is = IS_A.exec(sentence);
  if (is) {
    const rest = sentence.slice(is[0].length);
    const named = /^\p{Lu}[\p{L}’'-]+ \p{Lu}/u.test(is[1] as string);
    return `${named && PERSON.test(rest) ? "Who" : "What"} ${is[2]} ${thing(is[1])}?`;
  }
  return null;
}

/** As it stands within a sentence. */
function thing(name: string | undefined): string {
  return (name ?? "").replace(/^(?:The|An?) /u, (word) => word.toLowerCase());
}

/** "Who wrote", from "was written by". */
function active(participle: string): string {
  return participle === "written" ? "wrote" : participle;
}
