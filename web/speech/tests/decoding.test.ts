// The cases of pieces and of greedy decoding, which Python passes too.

import { expect, test } from "vitest";
import { confidenceOf, decodeGreedily, type Steps } from "../src/hearing/decoding.ts";
import { NameTrie, searchNames } from "../src/hearing/name-search.ts";
import { Rescored } from "../src/hearing/rescoring.ts";
import { SPACE, Vocabulary } from "../src/hearing/vocabulary.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly pieces: readonly string[];
  readonly text: readonly { readonly tokens: readonly number[]; readonly text: string }[];
  readonly tokens: readonly { readonly tokens: readonly number[]; readonly text: string }[];
  readonly rarity: readonly { readonly text: string; readonly rarity: number }[];
  readonly logits: Readonly<Record<string, readonly number[]>>;
  readonly decoding: readonly {
    readonly most: number;
    readonly tokens: readonly number[];
    readonly ended: boolean;
    readonly confidence: number;
  }[];
  readonly names: readonly {
    readonly most: number;
    readonly names: readonly (readonly number[])[];
    readonly found: readonly (readonly number[])[];
  }[];
  readonly rescoring: {
    readonly text: string;
    readonly names: readonly string[];
    readonly found: readonly (readonly [number, number, string])[];
    readonly mends: readonly {
      readonly mend: readonly [number, number, string, number];
      readonly open: boolean;
      readonly loss: number;
      readonly doubt: number;
    }[];
  };
}

const cases = contract<Cases>("speech-decoding.json");
const vocabulary = new Vocabulary(cases.pieces);

test.each(cases.text)("the text of $tokens", ({ tokens, text }) => {
  expect(vocabulary.text(tokens)).toBe(text);
});

test.each(cases.tokens)("the tokens of $text", ({ tokens, text }) => {
  expect(vocabulary.tokens(text)).toEqual(tokens);
});

test.each(cases.rarity)("how rare $text is", ({ text, rarity }) => {
  const unused = Array.from({ length: 259 }, () => "<unused>");
  expect(new Vocabulary([...unused, ...cases.pieces]).rarity(text)).toBeCloseTo(rarity, 4);
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

/** A model whose logits follow from the last token alone. */
const table: Steps = {
  next: async (token) => row(token),
  all: async (tokens) => tokens.map(row),
  fork: () => table,
};

function row(token: number): Float32Array {
  return Float32Array.from(cases.logits[token] ?? cases.pieces.map(() => 0));
}

test.each(cases.decoding)("decoding, at most $most", async (wanted) => {
  const decoded = await decodeGreedily(table, { start: 1, end: 2, mostTokens: wanted.most });
  expect(decoded.tokens).toEqual(wanted.tokens);
  expect(decoded.ended).toBe(wanted.ended);
  expect(confidenceOf(decoded)).toBeCloseTo(wanted.confidence, 4);
});

test.each(cases.names)("names along a trie, at most $most: $names", async (wanted) => {
  const decoded = await decodeGreedily(table, { start: 1, end: 2, mostTokens: wanted.most });
  const starts = [...decoded.tokens.keys()].filter((at) =>
    vocabulary.beginsWord(decoded.tokens[at] ?? -1),
  );
  const found = await searchNames(decoded, starts, new NameTrie(wanted.names), 2);
  expect(found.map(({ start, end, name }) => [start, end, name])).toEqual(
    wanted.found.map((one) => one.slice(0, 3)),
  );
  found.forEach(({ logProbability }, at) => {
    expect(logProbability).toBeCloseTo(wanted.found[at]?.[3] ?? 0, 4);
  });
});

const { rescoring } = cases;

async function rescored(): Promise<Rescored> {
  const decoded = await decodeGreedily(table, { start: 1, end: 2, mostTokens: 9 });
  return new Rescored(rescoring.text, decoded, vocabulary, 2);
}

test.each(rescoring.mends)("what the model says of $mend", async ({ mend, open, loss, doubt }) => {
  const [start, end, name, alike] = mend;
  const one = { start, end, name, alike };
  const of = await rescored();
  expect(of.isOpen(one)).toBe(open);
  const evidence = await of.evidence(one);
  expect(evidence.loss).toBeCloseTo(loss, 4);
  expect(evidence.doubt).toBeCloseTo(doubt, 4);
});

test("the places of names", async () => {
  const trie = new NameTrie(rescoring.names.map((name) => vocabulary.tokens(name)));
  const found = await (await rescored()).found(rescoring.names, trie);
  expect(found.map(({ place: { start, end }, name }) => [start, end, name])).toEqual(
    rescoring.found,
  );
});
