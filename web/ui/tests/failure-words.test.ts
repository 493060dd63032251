// What failed, in words: of the server, of the microphone, of a voice, of the recogniser; each in a translation as well.

import { readFileSync } from "node:fs";
import { ServerTrouble, type TroubleKind } from "@wherein/api-client/server.ts";
import type { Unheard } from "@wherein/speech/hearing/guards.ts";
import { type SpeechFault, SpeechTrouble } from "@wherein/speech/speech-trouble.ts";
import { afterEach, expect, test, vi } from "vitest";
import { serverWords } from "../src/messages/server-words.ts";
import { speechWords, unheardWords } from "../src/voice/speech-words.ts";

const KINDS: readonly TroubleKind[] = [
  "unreachable",
  "cut-off",
  "token",
  "signed-out",
  "old",
  "garbled",
];
const FAULTS: readonly SpeechFault[] = [
  "refused",
  "by-system",
  "missing",
  "taken",
  "unplugged",
  "muted",
  "insecure",
  "no-recogniser",
  "recogniser-stopped",
  "no-voice",
  "may-not-speak",
  "voice-stopped",
];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Each is one sentence and the next step, and no two are the same. */
function eachItsOwn(said: readonly { readonly what: string; readonly next: string }[]): void {
  for (const { what, next } of said) expect(`${what}|${next}`).toMatch(/^[A-Z].*\.\|[A-Z].*\.$/);
  expect(new Set(said.map(({ what }) => what)).size).toBe(said.length);
  expect(new Set(said.map(({ next }) => next)).size).toBe(said.length);
}

test("each failure of the server or the connection has its own sentence", () => {
  eachItsOwn(KINDS.map((kind) => serverWords(new ServerTrouble(kind, { version: "0.0.9" }))));
  expect(serverWords(new ServerTrouble("old", { version: "0.0.9" })).what).toContain("0.0.9");
});

test.each([
  ["See what is there: wherein list", "See what is there: `wherein list`"],
  ["Ask for a new link: wherein serve --link.", "Ask for a new link: `wherein serve --link`."],
  ["Give a file that wherein can read.", "Give a file that wherein can read."],
])("the command at the end of a server's step is set as one: %s", (next, shown) => {
  const said = { what: "No.", next };
  expect(serverWords(new ServerTrouble("refused", { said })).next).toBe(shown);
});

test("what the server itself refuses is said in its words", () => {
  const said = { what: "Too long.", next: "Cut it." };
  expect(serverWords(new ServerTrouble("refused", { said }))).toEqual(said);
  const server = new ServerTrouble("refused", { said });
  expect(speechWords(new SpeechTrouble("of-server", { server }))).toEqual(said);
});

test("each failure of a microphone, a recogniser or a voice has its own sentence", () => {
  eachItsOwn(FAULTS.map((fault) => speechWords(new SpeechTrouble(fault, { details: "because" }))));
  const asked = speechWords(new SpeechTrouble("refused"), "“Ask me now”");
  expect(asked.next).toContain("press “Ask me now” again");
});

test("what was not heard is told as the server and the terminal tell it", () => {
  const path = new URL("../../../contracts/lexicon/speech.json", import.meta.url);
  const { lines } = JSON.parse(readFileSync(path, "utf8")) as {
    lines: Record<string, readonly [string, string]>;
  };
  // Those of a microphone are of the terminal alone.
  const reasons = Object.keys(lines).filter((name) => !/^sounds$|^microphone_/.test(name));
  expect(reasons.length).toBeGreaterThan(6);
  for (const reason of reasons) {
    const [what, next] = lines[reason] ?? [];
    expect(unheardWords(reason as Unheard), reason).toEqual({ what, next });
  }
  const told = { what: "It rained.", next: "Go inside." };
  expect(unheardWords(told)).toBe(told);
});

test("in another language they are in that language", async () => {
  vi.stubGlobal("localStorage", { getItem: () => "en-XA" });
  vi.resetModules();
  const server = await import("../src/messages/server-words.ts");
  const speech = await import("../src/voice/speech-words.ts");
  const said = [
    ...KINDS.map((kind) => server.serverWords(new ServerTrouble(kind))),
    ...FAULTS.map((fault) => speech.speechWords(new SpeechTrouble(fault))),
    speech.unheardWords("too_short"),
  ];
  for (const { what, next } of said) {
    expect(what).toMatch(/^⟦.*⟧$/su);
    expect(next).toMatch(/^⟦.*⟧$/su);
  }
});
