// The twin of tests/reading/test_value_kind.py.

import { describe, expect, test } from "vitest";
import { agreement, askedKind, type Place, type ValueKind } from "../src/question/value-kind.ts";
import { contract } from "./contract.ts";

interface Case extends Place {
  readonly question: string;
  readonly kind: ValueKind | null;
  readonly text: string;
  readonly agrees: number;
  readonly why: string;
}

describe("value-kinds.json", () => {
  const { cases } = contract<{ cases: Case[] }>("value-kinds.json");
  test.each(cases)("$why", ({ question, kind, text, agrees, ...place }) => {
    expect(askedKind(question)).toBe(kind);
    expect(agreement(question, kind, text, place)).toBe(agrees);
  });
});
