// Days as the interface writes them.

import { expect, test } from "vitest";
import { day, moment } from "../src/messages/day.ts";

test.each([
  ["2004-04-22", "22 Apr 2004"],
  ["2026-11-27T23:59:59+00:00", "27 Nov 2026"],
  ["2004-04", "2004-04"],
  ["2004", "2004"],
  ["2004-13-40", "2004-13-40"],
])("%s", (date, words) => {
  expect(day(date)).toBe(words);
});

test.each([
  ["2026-11-28T05:07:44+00:00", "UTC", "28 Nov 2026, 05:07"],
  ["2026-11-28T23:07:44Z", "Europe/Oslo", "29 Nov 2026, 00:07"],
  ["once", "UTC", "once"],
])("the moment %s in %s", (at, zone, words) => {
  expect(moment(at, zone)).toBe(words);
});
