import { describe, expect, test } from "vitest";
import { NamedPeople } from "../src/question/absent-person.ts";
import { contract } from "./contract.ts";

interface Case {
  readonly question: string;
  readonly absent: string | null;
}

describe("absent-people.json", () => {
  const { text, cases } = contract<{ text: string; cases: Case[] }>("absent-people.json");
  test.each(cases)("$question", ({ question, absent }) => {
    expect(new NamedPeople(question).absent(text)).toBe(absent);
  });
});
