// The names to expect of a text and their way into what was heard: the cases that Python passes too.

import { expect, test } from "vitest";
import { expectedNames } from "../src/expected.ts";
import { foundMends, type Mend, mend, mends, together } from "../src/hearing/mending.ts";
import { alikeness, soundOf } from "../src/hearing/sounding.ts";
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
  readonly found: readonly {
    readonly text: string;
    readonly names: readonly string[];
    readonly places: readonly (readonly [number, number, string])[];
    readonly found: readonly (readonly [number, number, string, number])[];
  }[];
  readonly mended: readonly {
    readonly text: string;
    readonly names: readonly string[];
    readonly evidence: Readonly<Record<string, readonly [number, number, number]>>;
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

function rows(found: readonly Mend[]) {
  return found.map(({ start, end, name, alike }) => [start, end, name, alike]);
}

test.each(cases.mends)("what is tried in $text", (given) => {
  expect(rows(mends(given.text, given.names))).toEqual(given.mends);
});

test.each(cases.found)("what a search found in $text", (given) => {
  const places = given.places.map(([start, end, name]) => ({ place: { start, end }, name }));
  expect(rows(foundMends(given.text, given.names, places))).toEqual(given.found);
});

test.each(cases.mended)("what the recording bears of $text", async (given) => {
  const evidence = async ({ start, end, name }: Mend) => {
    const known = given.evidence[`${start} ${end} ${name}`] ?? ([40, 0, 30] as const);
    const [loss, doubt, rarity] = known;
    return { loss, doubt, rarity };
  };
  expect(await mend(given.text, mends(given.text, given.names), evidence)).toEqual({
    text: given.mended,
    meant: given.meant,
  });
});

test("both kinds of mends together are there once", () => {
  const [text, names] = ["Where is the wood ruff kept?", ["Woodruff"]];
  const some = mends(text, names);
  expect(together(some, some)).toEqual(some);
  expect(together(some.slice(1), some.slice(0, 1))).toHaveLength(some.length);
});
