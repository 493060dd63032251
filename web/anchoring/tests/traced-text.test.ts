// Places of a text in its source, compared with a reference that keeps a number for each unit.

import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { NOWHERE, TracedText } from "../src/canonical/traced-text.ts";

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

interface Naive {
  readonly text: string;
  readonly at: readonly number[];
}

function naive(pieces: readonly { text: string; source: number }[]): Naive {
  return {
    text: pieces.map(({ text }) => text).join(""),
    at: pieces.flatMap(({ text, source }) =>
      Array.from({ length: text.length }, (_, k) => (source === NOWHERE ? NOWHERE : source + k)),
    ),
  };
}

function replaced({ text, at }: Naive, pattern: RegExp, replacement: string): Naive {
  const made: { text: string; at: number[] } = { text: "", at: [] };
  let from = 0;
  for (const match of [...text.matchAll(pattern), null]) {
    const end = match?.index ?? text.length;
    made.text += text.slice(from, end);
    made.at.push(...at.slice(from, end));
    if (!match) break;
    made.text += replacement;
    for (const _ of replacement) made.at.push(at[end] as number);
    from = end + match[0].length;
  }
  return made;
}

function same(traced: TracedText, { text, at }: Naive): void {
  expect(traced.text).toBe(text);
  expect(Array.from(text, (_, i) => traced.sourceAt(i))).toEqual(at);
}

const pieces = fc.array(
  fc.record({
    text: fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\r"), maxLength: 8 }),
    source: fc.oneof(fc.constant(NOWHERE), fc.nat(50)),
  }),
  { maxLength: 6 },
);

describe("a traced text", () => {
  test("replaces, cuts and joins as the reference does", () => {
    fc.assert(
      fc.property(pieces, fc.nat(20), fc.nat(20), (given, one, other) => {
        const whole = naive(given);
        const traced = TracedText.join(given);
        same(traced, whole);
        const start = Math.min(one, other, whole.text.length);
        const end = Math.min(Math.max(one, other), whole.text.length);
        const part = traced.slice(start, end);
        const wanted = { text: whole.text.slice(start, end), at: whole.at.slice(start, end) };
        same(part, wanted);
        for (const [pattern, replacement] of [
          [/ {2,}/g, " "],
          [/\r\n?/g, "\n"],
          [/b/g, ""],
          [/ ?\n ?/g, "xyz"],
        ] as const) {
          same(part.replace(pattern, replacement), replaced(wanted, pattern, replacement));
        }
        same(TracedText.concat([part, traced]), {
          text: wanted.text + whole.text,
          at: [...wanted.at, ...whole.at],
        });
        const parts = part.split(/\n+/g);
        expect(parts.map(({ text }) => text)).toEqual(wanted.text.split(/\n+/));
      }),
    );
  });

  test("of a million units keeps a run for each stretch that stays together, and no more", () => {
    const text = `${"one two ".repeat(125_000)}  end`;
    const traced = TracedText.of(text, 7).replace(/ {2,}/g, " ").replace(/\r\n?/g, "\n");
    const runs: [number, number][] = [];
    traced.eachRun((start, source) => runs.push([start, source]));
    expect(runs).toEqual([
      [0, 7],
      [1_000_000, 7 + 1_000_002],
    ]);
  });
});
