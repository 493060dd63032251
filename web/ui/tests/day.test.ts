// Days as the interface writes them.

import { expect, test } from "vitest";
import { day } from "../src/messages/day.ts";

test.each([
  ["2004-04-22", "22 Apr 2004"],
  ["2026-11-27T23:59:59+00:00", "27 Nov 2026"],
  ["2004-04", "2004-04"],
  ["2004", "2004"],
  ["2004-13-40", "2004-13-40"],
])("%s", (date, words) => {
  expect(day(date)).toBe(words);
});
