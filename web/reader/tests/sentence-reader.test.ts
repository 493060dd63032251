// The twin of the test of the same name in tests/contract/test_text_cases.py.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, test } from "vitest";
import { probabilities } from "../src/grading/calibration.ts";
import { SENTENCE_CALIBRATION, SentenceReader } from "../src/model/sentence-reader.ts";
import { StaticEncoder } from "../src/tokens/static-encoder.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { contract, passagesOf, repositoryFile, tokenizerFile } from "./contract.ts";

interface File {
  readonly cases: readonly {
    name: string;
    question: string;
    passages: [string, string[]][];
    sentences: [number, number, number, number, number][];
  }[];
}

const encoder = StaticEncoder.parse(
  repositoryFile("models/static/rows.int8.npy"),
  repositoryFile("models/static/scales.float32.npy"),
);
const reader = new SentenceReader(encoder, new WordPiece(tokenizerFile()));

describe("sentence-reader.json", () => {
  const { cases } = contract<File>("sentence-reader.json");
  test.each(cases)("$name", ({ question, passages, sentences }) => {
    const text = passages.map(([own]) => own).join("\n\n");
    const places = new CodePointOffsets(text);
    const made = passagesOf(passages);
    const found = [...reader.read(question, made)]
      .flat()
      .sort((a, b) => b.margin - a.margin || a.span.start - b.span.start);
    const sure = probabilities(SENTENCE_CALIBRATION, question, found, made.length);
    expect(
      found.map(({ passage, span }) => [
        passage.index,
        places.toCodePoints(span.start),
        places.toCodePoints(span.end),
      ]),
    ).toEqual(sentences.map(([index, start, end]) => [index, start, end]));
    sentences.forEach(([, , , margin, probability], i) => {
      expect(found[i]?.margin).toBeCloseTo(margin, 4);
      expect(sure[i]).toBeCloseTo(probability, 4);
    });
  });
});
