// contracts/numbered-clauses.json: a question that names a clause by its number is answered with it. The twin of
// tests/answering/test_numbered_clause_cases.py.

import { describe, expect, test } from "vitest";
import { askWithCorrection } from "../src/attempts.ts";
import { PageReader } from "../src/page-reader.ts";
import type { Reading } from "../src/reading.ts";
import { numberedClause, requestedClause } from "../src/stages/numbered-clause.ts";
import { WordPiece } from "../src/tokens/wordpiece.ts";
import { type CasePage, pageOf, place } from "./case-page.ts";
import { contract, tokenizerFile } from "./contract.ts";
import { SETTINGS, WordModel } from "./fake-model.ts";

type Shown = readonly [text: string, section: readonly string[], sure: number, struck: unknown];

interface Cases extends CasePage {
  readonly cases: readonly {
    readonly question: string;
    readonly clause: readonly string[] | null;
    readonly answers: readonly Shown[];
  }[];
}

const CASES = contract<Cases>("numbered-clauses.json");
const PAGE = pageOf(CASES);
const READER = new PageReader(new WordModel({}), new WordPiece(tokenizerFile()), SETTINGS);

describe("numbered-clauses.json", () => {
  test.each(CASES.cases)("$question", async ({ question, clause, answers }) => {
    expect(requestedClause(question)?.chain ?? null).toEqual(clause);
    let last: Reading | null = null;
    for await (const reading of askWithCorrection(READER, question, null, PAGE)) last = reading;
    const shown = last?.answers.map(({ text, section, confidence, documentFacts }) => [
      text,
      section,
      confidence,
      documentFacts?.struck_by?.quote ?? null,
    ]);
    expect(last?.done).toBe(true);
    expect(shown).toEqual(answers);
  });
});

test("a clause that was judged wrong is not shown again", () => {
  const wrong = place(PAGE.text, "one cat");
  expect(numberedClause("what does section 2 say", PAGE)?.text).toContain("one cat");
  expect(numberedClause("what does section 2 say", PAGE, [wrong])).toBeNull();
});
