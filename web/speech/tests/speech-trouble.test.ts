// Each thing that keeps a microphone from being heard has its own sentence and its own next step.

import { expect, test } from "vitest";
import { faultOf, type MicrophoneFault, microphoneTrouble } from "../src/speech-trouble.ts";

const failed = (name: string, message = "") => new DOMException(message, name);

test.each<[DOMException, MicrophoneFault]>([
  [failed("NotAllowedError", "Permission dismissed"), "refused"],
  [failed("NotAllowedError", "Permission denied by system"), "by system"],
  [failed("NotFoundError", "Requested device not found"), "missing"],
  [failed("OverconstrainedError"), "missing"],
  [failed("NotReadableError", "Could not start audio source"), "taken"],
  [failed("AbortError"), "taken"],
])("%s", (error, fault) => {
  expect(faultOf(error)).toBe(fault);
});

test("what is no fault of the microphone is none", () => {
  expect(faultOf(new TypeError("a mistake"))).toBeNull();
  expect(faultOf("text")).toBeNull();
});

test("no two say the same", () => {
  const faults = [
    "refused",
    "by system",
    "missing",
    "taken",
    "unplugged",
    "muted",
    "insecure",
  ] as const;
  const said = faults.map((fault) => microphoneTrouble(fault));
  expect(new Set(said.map(({ what }) => what)).size).toBe(faults.length);
  expect(new Set(said.map(({ next }) => next)).size).toBe(faults.length);
  for (const { what, next } of said) expect(`${what}|${next}`).toMatch(/^[A-Z].*\.\|[A-Z].*\.$/);
});
