// The twin of tests/contract/test_multi_sentence_cases.py: the same cases, the other language; and what the reader makes
// of such a question.

import { CodePointOffsets } from "@wherein/anchoring/code-points.ts";
import { describe, expect, test } from "vitest";
import { StaticEncoder } from "../src/static-encoder.ts";
import { requestedTopic } from "../src/topic-request.ts";
import { TopicSentences } from "../src/topic-sentences.ts";
import { WordPiece } from "../src/wordpiece.ts";
import { contract, passagesOf, repositoryFile, tokenizerFile } from "./contract.ts";

interface File {
  readonly topics: readonly { question: string; topic: string | null }[];
  readonly cases: readonly {
    name: string;
    topic: string;
    limit: number;
    passages: [string, string[]][];
    sentences: [number, number, number][];
  }[];
}

const { topics, cases } = contract<File>("several.json");
const encoder = StaticEncoder.parse(
  repositoryFile("models/static/rows.int8.npy"),
  repositoryFile("models/static/scales.float32.npy"),
);
const selector = new TopicSentences(encoder, new WordPiece(tokenizerFile()));

describe("several.json", () => {
  test.each(topics)("$question", ({ question, topic }) =>
    expect(requestedTopic(question)).toBe(topic),
  );

  test.each(cases)("$name", ({ topic, limit, passages, sentences }) => {
    const text = passages.map(([own]) => own).join("\n\n");
    const places = new CodePointOffsets(text);
    const made = passagesOf(passages);
    const found = selector.select(topic, made, limit);
    expect(
      found.map(({ sentence: { span } }) => [
        places.toCodePoints(span.start),
        places.toCodePoints(span.end),
      ]),
    ).toEqual(sentences.map(([from, to]) => [from, to]));
    sentences.forEach(([, , probability], i) => {
      expect(found[i]?.probability).toBeCloseTo(probability, 4);
    });
  });
});

test("a question that repeats its words a thousand ways is refused at once", () => {
  const started = performance.now();
  for (const part of ["tell me ", "some most ", "summarise this ", "please, ", "of the "]) {
    expect(requestedTopic(`${part.repeat(700).slice(0, 299)}x?!`.slice(0, 300))).not.toBe("x");
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
