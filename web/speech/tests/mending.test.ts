// The names to expect of a text and their way into what was heard: the cases that Python passes too.

import { expect, test } from "vitest";
import { expectedNames } from "../src/expected.ts";
import { mend, mends } from "../src/mending.ts";
import { alikeness, soundOf } from "../src/sounding.ts";
import { contract } from "./contract.ts";

interface Cases {
  readonly sounds: readonly { readonly text: string; readonly sound: string }[];
  readonly alike: readonly {
    readonly one: string;
    readonly other: string;
    readonly alike: number;
  }[];
  readonly mends: readonly {
    readonly text: string;
    readonly names: readonly string[];
    readonly mends: readonly (readonly [number, number, string, number])[];
  }[];
  readonly mended: readonly {
    readonly text: string;
    readonly names: readonly string[];
    readonly scores: Readonly<Record<string, number>>;
    readonly mended: string;
    readonly meant: string | null;
  }[];
}

interface Expected {
  readonly cases: readonly {
    readonly text: string;
    readonly headings: readonly string[];
    readonly names: readonly string[];
  }[];
}

const cases = contract<Cases>("speech-mending.json");

test.each(contract<Expected>("speech-expected.json").cases)("names of $text", (given) => {
  expect(expectedNames(given.text, given.headings)).toEqual(given.names);
});

test("sounds", () => {
  for (const { text, sound } of cases.sounds) expect(soundOf(text)).toBe(sound);
  for (const { one, other, alike } of cases.alike) {
    expect(alikeness(soundOf(one), soundOf(other))).toBeCloseTo(alike, 5);
  }
});

test.each(cases.mends)("what is tried in $text", (given) => {
  const found = mends(given.text, given.names);
  expect(found.map(({ start, end, name, alike }) => [start, end, name, alike])).toEqual(
    given.mends,
  );
});

test.each(cases.mended)("what the recording bears of $text", async (given) => {
  const score = async (text: string) => given.scores[text] ?? Number.NEGATIVE_INFINITY;
  expect(await mend(given.text, given.names, score)).toEqual({
    text: given.mended,
    meant: given.meant,
  });
});
