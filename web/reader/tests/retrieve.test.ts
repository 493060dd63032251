// The twin of tests/answering/test_retrieve_cases.py: the same cases, the other language.

import { expect, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { PageReader } from "../src/page-reader.ts";
import type { Reading } from "../src/reading.ts";
import { Retriever } from "../src/stages/retrieve.ts";
import { StaticEncoder } from "../src/tokens/static-encoder.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { type CasePage, pageOf } from "./case-page.ts";
import { contract, repositoryFile, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";

interface Case extends CasePage {
  readonly name: string;
  readonly question: string;
  readonly by_meaning?: boolean;
  readonly passages: readonly string[];
  readonly read: readonly number[];
  readonly nearest: readonly number[];
}

const { cases } = contract<{ cases: readonly Case[] }>("retrieve.json");
const wordPiece = new WordPiece(tokenizerFile());
const encoder = StaticEncoder.parse(
  repositoryFile("models/static/rows.int8.npy"),
  repositoryFile("models/static/scales.float32.npy"),
);

test.each(cases.filter(({ by_meaning }) => !by_meaning))("$name", async (one) => {
  const page = pageOf(one);
  expect(page.passages.map(({ text }) => text)).toEqual(one.passages);
  const reader = new PageReader(new WordModel({}), wordPiece, SETTINGS);
  const read: number[] = [];
  reader.extractive.read = async (_question, _page, passage) => {
    read.push(passage.index);
    return [];
  };
  let last: Reading | null = null;
  for await (last of askWithCorrection(reader, one.question, null, page));
  expect(read).toEqual(one.read);
  const nearest = last?.nearest.map(
    ({ span }) => page.passages.find((each) => each.span.start === span.start)?.index,
  );
  expect(nearest).toEqual(one.nearest);
});

// With the encoder, sentences would answer what no reader does; so the order alone.
test.each(cases.filter(({ by_meaning }) => by_meaning))("by meaning: $name", (one) => {
  const page = pageOf(one);
  const ranked = new Retriever(wordPiece, SETTINGS, encoder).rank(one.question, page);
  expect(ranked.map(({ passage }) => passage.index)).toEqual(one.read);
});
