import { expect, test } from "vitest";
import { PassageIndex } from "../src/likeliest.ts";
import { contract, passagesOf } from "./contract.ts";

interface Cases {
  readonly cases: readonly {
    readonly name: string;
    readonly question: string;
    readonly passages: readonly (readonly [string, readonly string[]])[];
    readonly first: number | null;
  }[];
}

test.each(contract<Cases>("page-ranking.json").cases)("contract: $name", (one) => {
  const [first] = new PassageIndex(passagesOf(one.passages)).rank(one.question);
  expect(first && first.score > 0 ? first.passage.index : null).toBe(one.first);
});
