// Ticks along a document: one for each spot, of the kind that says most.

import { expect, test } from "vitest";
import { spread } from "../src/answers/spots.ts";

test("ticks on one spot are one, and the place that the person is at is seen", () => {
  const plain = { at: 0.5, kind: "plain" } as const;
  const current = { at: 0.5005, kind: "current" } as const;
  expect(spread([plain, current, plain])).toEqual([{ at: 0.5, kind: "current" }]);
  expect(
    spread([
      { at: -1, kind: "answer" },
      { at: 7, kind: "perhaps" },
    ]),
  ).toEqual([
    { at: 0, kind: "answer" },
    { at: 1, kind: "perhaps" },
  ]);
  const many = Array.from({ length: 100_000 }, (_, i) => ({ at: i / 1e5, kind: "plain" as const }));
  expect(spread(many).length).toBeLessThanOrEqual(251);
});
