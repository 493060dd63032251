// The twin of tests/answering/test_select_sentences_cases.py: the same cases, the other language.

import { expect, test } from "vitest";
import { PageReader } from "../src/page-reader.ts";
import type { Reading } from "../src/reading.ts";
import { StaticEncoder } from "../src/tokens/static-encoder.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { type CasePage, pageOf, place } from "./case-page.ts";
import { contract, repositoryFile, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";

interface Case extends CasePage {
  readonly name: string;
  readonly question: string;
  readonly wrong?: readonly string[];
  readonly sentences: readonly (readonly [string, number])[];
}

const { cases } = contract<{ cases: readonly Case[] }>("select-sentences.json");
const encoder = StaticEncoder.parse(
  repositoryFile("models/static/rows.int8.npy"),
  repositoryFile("models/static/scales.float32.npy"),
);
const wordPiece = new WordPiece(tokenizerFile());

test.each(cases)("$name", async (one) => {
  const page = pageOf(one);
  const wrong = (one.wrong ?? []).map((words) => place(page.text, words));
  const reader = new PageReader(new WordModel({}), wordPiece, SETTINGS, encoder);
  let last: Reading | null = null;
  for await (last of reader.ask(one.question, page, undefined, wrong));
  // Where this stage leaves the question to the readers, they may find something.
  const several = last?.several ? last.answers : [];
  expect(several.map(({ text }) => text)).toEqual(one.sentences.map(([text]) => text));
  several.forEach(({ confidence, text, quote, evidence, span }, i) => {
    expect(confidence).toBeCloseTo(one.sentences[i]?.[1] as number, 4);
    expect(page.text.slice(span.start, span.end)).toBe(text);
    expect([quote, evidence]).toEqual([text, false]);
  });
});
