// What keeps a microphone from being heard, by the browser's own errors.

import { expect, test } from "vitest";
import { faultOf, type MicrophoneFault } from "../src/speech-trouble.ts";

const failed = (name: string, message = "") => new DOMException(message, name);

test.each<[DOMException, MicrophoneFault]>([
  [failed("NotAllowedError", "Permission dismissed"), "refused"],
  [failed("NotAllowedError", "Permission denied by system"), "by-system"],
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
