// For any two questions: equal keys only where nothing differs but what may differ.

import fc from "fast-check";
import { expect, test } from "vitest";
import { questionKey } from "../src/question/question-key.ts";
import { contract } from "./contract.ts";

interface Lexicon {
  readonly words: Readonly<Record<"first_words" | "first_before", readonly string[]>>;
}
const { words: LISTS } = contract<Lexicon>("lexicon/question-key.json");
const FUNCTION_WORDS = new Set([...LISTS.first_words, ...LISTS.first_before].join(" ").split(" "));
const WORDS =
  "Who who WHO May may will Will in In the I is polish Polish us US caf\u00e9 cafe\u0301 cafe she'd shed f(x) 5! 5".split(
    " ",
  );
const MARKS = ["?", ".", "!", "'", "\u2019", '"', "\u201c", " ", "\t", "\u00a0", "-", "\u00a7"];

const questions = fc
  .array(fc.constantFrom(...WORDS, ...MARKS), { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom(parts.join(" "), parts.join("")));

/** The question with one change, some of which leave it the same question. */
const variants = (question: string) =>
  fc.oneof(
    fc
      .tuple(fc.nat(question.length), fc.constantFrom(...MARKS))
      .map(([at, mark]) => question.slice(0, at) + mark + question.slice(at)),
    fc.nat(question.length).map((at) => question.slice(0, at) + question.slice(at + 1)),
    fc.constantFrom(
      question.toLowerCase(),
      question.slice(0, 1).toLowerCase() + question.slice(1),
      question.normalize("NFD"),
      ` ${question} ?`,
      question.replaceAll("'", "\u2019"),
    ),
    questions,
  );

function words(question: string): string[] {
  const text = question
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .trim();
  return text.replace(/[.?]$/, "").split(/\s+/).filter(Boolean);
}

function isSame(one: string, other: string): boolean {
  const [first = "", ...mine] = words(one);
  const [second = "", ...theirs] = words(other);
  if (mine.join("\n") !== theirs.join("\n")) return false;
  if (first === second) return true;
  const low = first.slice(0, 1).toLowerCase() + first.slice(1);
  return FUNCTION_WORDS.has(low) && low === second.slice(0, 1).toLowerCase() + second.slice(1);
}

test("questions that are not the same never share a key", () => {
  const pairs = questions.chain((question) => fc.tuple(fc.constant(question), variants(question)));
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      if (questionKey(one) === questionKey(other)) expect(isSame(one, other)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test("what may differ makes no other key", () => {
  fc.assert(
    fc.property(questions, (question) => {
      const key = questionKey(question);
      expect(questionKey(`  ${question}\t`)).toBe(key);
      expect(questionKey(question.normalize("NFD"))).toBe(key);
      expect(questionKey(question.replaceAll("'", "\u2019"))).toBe(key);
    }),
  );
});
