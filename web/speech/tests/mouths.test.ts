// Voices: the browser's with an engine that the test moves, the server's with a player of the test, and the first that is there.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BrowserMouth, type Synthesis } from "../src/saying/browser-mouth.ts";
import { FirstMouth, type Mouth, NoVoice, type Saying } from "../src/saying/mouth.ts";
import { ServerMouth, type Sound } from "../src/saying/server-mouth.ts";

const SOUND: Sound = { samples: new Float32Array(3), rate: 16_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saying(more: Partial<Saying> = {}): Saying & { words: number[] } {
  const words: number[] = [];
  const { signal } = new AbortController();
  return { speed: 1, signal, word: (at) => words.push(at), next: null, words, ...more };
}

class Engine extends EventTarget implements Synthesis {
  voices: SpeechSynthesisVoice[] = [];
  spoken: SpeechSynthesisUtterance[] = [];
  cancelled = 0;

  getVoices(): SpeechSynthesisVoice[] {
    return this.voices;
  }

  speak(utterance: SpeechSynthesisUtterance): void {
    this.spoken.push(utterance);
  }

  cancel(): void {
    this.cancelled++;
  }

  mouth(): Mouth {
    return new BrowserMouth(this, (text) => ({ text }) as SpeechSynthesisUtterance);
  }

  /** What an engine tells of the utterance. */
  tell(name: "onstart" | "onend" | "onboundary" | "onerror", event: object = {}): void {
    const last = this.spoken.at(-1) as unknown as Record<string, (event: object) => void>;
    last[name]?.(event);
  }
}

const voice = (name: string, lang: string, localService = true, standard = false) =>
  ({ name, lang, localService, default: standard }) as SpeechSynthesisVoice;
const turn = () => vi.advanceTimersByTimeAsync(0);

test("takes an English voice of this computer, never one that sends the text away", async () => {
  const engine = new Engine();
  engine.voices = [
    voice("Cloud English", "en-US", false, true),
    voice("Anna", "de-DE"),
    voice("Alba", "en-GB"),
    voice("Joe", "en-US", true, true),
  ];
  const given = saying({ speed: 1.5 });
  const said = engine.mouth().say("It stands there.", given);
  await turn();
  expect(engine.spoken[0]).toMatchObject({
    text: "It stands there.",
    rate: 1.5,
    voice: { name: "Joe" },
  });
  engine.tell("onstart");
  engine.tell("onboundary", { name: "word", charIndex: 3 });
  engine.tell("onboundary", { name: "sentence", charIndex: 0 });
  engine.tell("onend");
  await said;
  expect(given.words).toEqual([3]);
});

test("waits for voices that come late", async () => {
  const engine = new Engine();
  const said = engine.mouth().say("Yes.", saying());
  await turn();
  engine.voices = [voice("Joe", "en")];
  engine.dispatchEvent(new Event("voiceschanged"));
  await turn();
  engine.tell("onstart");
  engine.tell("onend");
  await said;
  expect(engine.spoken).toHaveLength(1);
});

test.each([
  ["no-voice", []],
  ["only voices elsewhere", [voice("Cloud English", "en-US", false)]],
])("with %s it says so, and how to get one", async (_, voices) => {
  const engine = new Engine();
  engine.voices = voices;
  const said = expect(engine.mouth().say("Yes.", saying())).rejects.toThrow(NoVoice);
  await vi.advanceTimersByTimeAsync(2000);
  await said;
});

test("an engine that never begins is given up", async () => {
  const engine = new Engine();
  engine.voices = [voice("Joe", "en")];
  const said = expect(engine.mouth().say("Yes.", saying())).rejects.toThrow(NoVoice);
  await vi.advanceTimersByTimeAsync(5000);
  await said;
  expect(engine.cancelled).toBe(1);
});

test("stops at once, and tells no more words", async () => {
  const engine = new Engine();
  engine.voices = [voice("Joe", "en")];
  const stop = new AbortController();
  const given = saying({ signal: stop.signal });
  const said = engine.mouth().say("Yes, it is.", given);
  await turn();
  engine.tell("onstart");
  stop.abort();
  await said;
  engine.tell("onboundary", { name: "word", charIndex: 5 });
  expect(engine.cancelled).toBe(1);
  expect(given.words).toEqual([]);
});

test("what an engine reports is one of the faults", async () => {
  const engine = new Engine();
  engine.voices = [voice("Joe", "en")];
  for (const [error, what] of [
    ["synthesis-failed", { fault: "no-voice" }],
    ["not-allowed", { fault: "may-not-speak" }],
    ["audio-busy", { fault: "voice-stopped", details: "audio-busy" }],
  ] as const) {
    const said = engine.mouth().say("Yes.", saying());
    await turn();
    const told = expect(said).rejects.toMatchObject(what);
    engine.tell("onerror", { error });
    await told;
  }
  const said = engine.mouth().say("Yes.", saying());
  await turn();
  engine.tell("onerror", { error: "interrupted" });
  await said;
});

test("the server makes the next sentence while this one is played", async () => {
  const fetched: string[] = [];
  const played: Sound[] = [];
  const mouth = new ServerMouth(
    async (text, speed) => {
      fetched.push(`${speed} ${text}`);
      return SOUND;
    },
    async (sound) => void played.push(sound),
  );
  await mouth.say("One.", saying({ next: "Two." }));
  await mouth.say("Two.", saying());
  expect(fetched).toEqual(["1 One.", "1 Two."]);
  expect(played).toHaveLength(2);
  // At another speed it is made anew.
  await mouth.say("One.", saying({ next: "Two." }));
  await mouth.say("Two.", saying({ speed: 2 }));
  expect(fetched.slice(2)).toEqual(["1 One.", "1 Two.", "2 Two."]);
});

test("the server’s voice is stopped before it is there, and while it plays", async () => {
  const stop = new AbortController();
  let fetchedBy: (sound: Sound) => void = () => undefined;
  const played: AbortSignal[] = [];
  const mouth = new ServerMouth(
    () => new Promise((resolve) => (fetchedBy = resolve)),
    async (_, signal) => void played.push(signal),
  );
  const said = mouth.say("One.", saying({ signal: stop.signal }));
  stop.abort();
  fetchedBy(SOUND);
  await said;
  expect(played).toEqual([]);
  const again = mouth.say("One.", saying());
  fetchedBy(SOUND);
  await again;
  expect(played[0]?.aborted).toBe(false);
});

test("the first that has a voice speaks, and is asked first from then on", async () => {
  const asked: string[] = [];
  const one = (name: string, has: boolean): Mouth => ({
    say: async () => {
      asked.push(name);
      if (!has) throw new NoVoice("no-voice", { details: `${name} has none` });
    },
  });
  const mouth = new FirstMouth([one("a", false), one("b", true), one("c", true)]);
  await mouth.say("One.", saying());
  await mouth.say("Two.", saying());
  expect(asked).toEqual(["a", "b", "b"]);
  const none = new FirstMouth([one("a", false), one("b", false)]);
  await expect(none.say("One.", saying())).rejects.toThrow("b has none");
});
