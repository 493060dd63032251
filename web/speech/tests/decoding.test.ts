// The cases of pieces and of greedy decoding, which Python passes too.

import { expect, test } from "vitest";
import { confidenceOf, decodeGreedily } from "../src/decoding.ts";
import { SPACE, Vocabulary } from "../src/vocabulary.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly pieces: readonly string[];
  readonly text: readonly { readonly tokens: readonly number[]; readonly text: string }[];
  readonly tokens: readonly { readonly tokens: readonly number[]; readonly text: string }[];
  readonly logits: Readonly<Record<string, readonly number[]>>;
  readonly decoding: readonly {
    readonly most: number;
    readonly bias: Readonly<Record<string, number>>;
    readonly tokens: readonly number[];
    readonly ended: boolean;
    readonly confidence: number;
  }[];
}

const cases = contract<Cases>("speech-decoding.json");
const vocabulary = new Vocabulary(cases.pieces);

test.each(cases.text)("the text of $tokens", ({ tokens, text }) => {
  expect(vocabulary.text(tokens)).toBe(text);
});

test.each(cases.tokens)("the tokens of $text", ({ tokens, text }) => {
  expect(vocabulary.tokens(text)).toEqual(tokens);
});

test("a word begins with a space", () => {
  expect(cases.pieces[11]?.startsWith(SPACE)).toBe(true);
  expect([11, 8, 99].map((token) => vocabulary.beginsWord(token))).toEqual([true, false, false]);
});

test("another script is refused", () => {
  expect(() => Vocabulary.ofScript("const vocabulary = 1;")).toThrow("no vocabulary");
  const packed = 'x\nconst llama_vocab_base64 = "PHVuaz4KPHM+";\n';
  expect(Vocabulary.ofScript(packed).text([0, 1])).toBe("");
});

test.each(cases.decoding)("decoding, at most $most with $bias", async (wanted) => {
  const added = new Map(Object.entries(wanted.bias).map(([token, more]) => [Number(token), more]));
  const decoded = await decodeGreedily(
    { next: async (token) => Float32Array.from(cases.logits[token] ?? []) },
    { start: 1, end: 2, mostTokens: wanted.most },
    { added: () => added, took: () => undefined },
  );
  expect(decoded.tokens).toEqual(wanted.tokens);
  expect(decoded.ended).toBe(wanted.ended);
  expect(confidenceOf(decoded)).toBeCloseTo(wanted.confidence, 4);
});
