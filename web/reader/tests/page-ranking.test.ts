import { expect, test } from "vitest";
import { PassageIndex } from "../src/page/likeliest.ts";
import { contract, passagesOf } from "./contract.ts";

interface Cases {
  readonly cases: readonly {
    readonly name: string;
    readonly question: string;
    readonly passages: readonly (readonly [string, readonly string[]])[];
    readonly first: number | null;
  }[];
  readonly scored: readonly {
    readonly name: string;
    readonly question: string;
    readonly passages: readonly (readonly [string, readonly string[]])[];
    readonly closeness: readonly number[] | null;
    readonly scores: readonly number[];
  }[];
}

test.each(contract<Cases>("page-ranking.json").cases)("contract: $name", (one) => {
  const [first] = new PassageIndex(passagesOf(one.passages)).rank(one.question);
  expect(first && first.score > 0 ? first.passage.index : null).toBe(one.first);
});

test.each(contract<Cases>("page-ranking.json").scored)("contract, scores: $name", (one) => {
  const ranked = new PassageIndex(passagesOf(one.passages)).rank(one.question, one.closeness);
  const scores = new Map(ranked.map(({ passage, score }) => [passage.index, score]));
  expect(one.scores.map((_, number) => scores.get(number)?.toFixed(8))).toEqual(
    one.scores.map((score) => score.toFixed(8)),
  );
});
