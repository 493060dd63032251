// The twin of tests/contract/test_multi_sentence_cases.py: the same cases, the other language; and what the reader makes
// of such a question.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { describe, expect, test } from "vitest";
import { requestedTopic } from "../src/question/topic-request.ts";
import { TopicSentences } from "../src/stages/topic-sentences.ts";
import { StaticEncoder } from "../src/tokens/static-encoder.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { contract, passagesOf, repositoryFile, tokenizerFile } from "./contract.ts";
import { leastProcessorTime } from "./processor-time.ts";

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

test.each(["tell me ", "some most ", "summarise this ", "please, ", "of the "])(
  "a question that repeats %j is refused without backtracking",
  (part) => {
    const ask = (characters: number) => {
      const question = `${part.repeat(300).slice(0, characters - 3)}x?!`;
      expect(requestedTopic(question)).not.toBe("x");
      return leastProcessorTime(3, () => {
        for (let times = 0; times < 300; times++) requestedTopic(question);
      });
    };
    // Four times the characters take four times the processor time; cubic work would take sixty-four.
    expect(ask(300)).toBeLessThan(24 * Math.max(ask(75), 5));
  },
);
