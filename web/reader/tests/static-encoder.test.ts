import { describe, expect, test } from "vitest";
import { PassageIndex } from "../src/page/likeliest.ts";
import { paragraphBlocks, split } from "../src/page/passages.ts";
import { closeness, EncoderDamaged, StaticEncoder } from "../src/tokens/static-encoder.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { contract, repositoryFile, tokenizerFile } from "./contract.ts";

const wordPiece = new WordPiece(tokenizerFile());
const rows = () => repositoryFile("models/static/rows.int8.npy");
const scales = () => repositoryFile("models/static/scales.float32.npy");
const encoder = StaticEncoder.parse(rows(), scales());
const encode = (text: string) => encoder.encode(wordPiece.encode(text).ids);

describe("the static encoder", () => {
  test("gives the cosines that Python's gives", () => {
    const { texts, cosines } = contract<{ texts: string[]; cosines: number[][] }>(
      "static-encoder.json",
    );
    const vectors = texts.map(encode);
    for (const [i, a] of vectors.entries()) {
      for (const [j, b] of vectors.entries()) {
        expect(closeness(a, b)).toBeCloseTo(cosines[i]?.[j] ?? Number.NaN, 4);
      }
    }
  });

  test("refuses files that are damaged, or not each other's", () => {
    expect(() => StaticEncoder.parse(rows().slice(0, 100_000), scales())).toThrow(EncoderDamaged);
    expect(() => StaticEncoder.parse(scales(), rows())).toThrow(EncoderDamaged);
    expect(() => StaticEncoder.parse(new Uint8Array(5), scales())).toThrow(EncoderDamaged);
  });

  test("finds the passage that says it in other words", () => {
    const filler = Array.from({ length: 30 }, (_, i) => `Sheep number ${i} eats grass.`).join(" ");
    const text = [filler, filler, "The physician cures illnesses of infants.", filler].join("\n\n");
    const passages = split(text, paragraphBlocks(text));
    const index = new PassageIndex(passages);
    const question = "Which doctor treats sick babies?";
    const asked = encode(question);
    const near = passages.map((passage) => closeness(asked, encode(passage.text)));
    expect(index.rank(question)[0]?.passage.text).toContain("Sheep");
    expect(index.rank(question, near)[0]?.passage.text).toContain("physician");
  });
});
