import { expect, test } from "vitest";
import CASES from "../../../contracts/confirmed-first.json" with { type: "json" };
import { answerAt, TEXT } from "../../ui/tests/fakes.ts";
import { confirmedFirst } from "../src/answers/confirmed-first.ts";

function answers(places: readonly number[][]) {
  const one = answerAt(TEXT, "Ada Holm");
  return places.map(([start = 0, end = 0]) => ({ ...one, span: { start, end } }));
}

function places(found: ReturnType<typeof answers>) {
  return found.map(({ span }) => [span.start, span.end]);
}

test.each(CASES.cases)("$why", ({ answers: given, perhaps, right, shown }) => {
  const before = { answers: answers(given), perhaps: answers(perhaps) };
  const after = confirmedFirst(
    before,
    right.map(([start = 0, end = 0]) => ({ start, end })),
  );
  expect(places([...after.answers])).toEqual(shown.answers);
  expect(places([...after.perhaps])).toEqual(shown.perhaps);
  if (after.answers[0]?.span !== before.answers[0]?.span) {
    expect(after.answers[0]?.confidence).toBe(1);
  }
});
