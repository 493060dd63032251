import { expect, test } from "vitest";
import { didYouMean, isSlip, vocabularyOf } from "../src/question/spelling.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { contract, tokenizerFile } from "./contract.ts";

const PAGE = vocabularyOf(
  "The transformer reads tokens. Transformers were described by Vaswani. Lindqvist built harbours; the harbour stands.",
);
const KNOWN = new Set("what does the read who built where reads".split(" "));
const meant = (question: string) => didYouMean(question, PAGE, (word) => KNOWN.has(word));

test.each([
  ["what does the tranformer read", "what does the transformer read"],
  ["what does the transfromer read", "what does the transformer read"],
  ["Who is Vaswnai?", "Who is Vaswani?"],
  ["who is Linqdvist", "who is lindqvist"],
])("%s", (question, wanted) => {
  expect(meant(question)?.toLowerCase()).toBe(wanted.toLowerCase());
});

test.each([
  ["a word of the page", "what does the transformer read"],
  ["a word of the language", "who built where"],
  ["another form of a word", "which harboured"],
  ["a short word", "teh ab"],
  ["a word near nothing", "what is photosynthesis"],
  ["figures", "in 1849 or 1850"],
  ["a question in another language", "Quand le tranformer est construit ?"],
  ["nothing", ""],
])("nothing is offered for %s", (_, question) => {
  expect(meant(question)).toBeNull();
});

const wordPiece = new WordPiece(tokenizerFile());

interface Cases {
  readonly text: string;
  readonly cases: readonly { readonly question: string; readonly correction: string | null }[];
  readonly slips: readonly (readonly [string, string, boolean])[];
}

const cases = contract<Cases>("spelling.json");
const vocabulary = vocabularyOf(cases.text);

test.each(cases.cases)("contract: $question", ({ question, correction }) => {
  const found = didYouMean(question, vocabulary, (word) => wordPiece.knows(word));
  expect(found).toBe(correction);
});

test.each(cases.slips)("contract: %s for %s", (written, meant, isOne) => {
  expect(isSlip(written, meant)).toBe(isOne);
});
