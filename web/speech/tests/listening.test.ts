// One question, with a microphone and a hearer that the test moves.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Hearing, nothing } from "../src/hearing/hearing.ts";
import { type HeardSoFar, Listening, loudness } from "../src/listening/listening.ts";
import type { Sounds } from "../src/listening/microphone.ts";
import { SpeechTrouble } from "../src/speech-trouble.ts";

const RATE = 16_000;
const heard = (text: string): Hearing => ({ text, meant: null, unheard: null });

interface Look {
  readonly seconds: number;
  readonly whole: boolean;
  readonly answer: (hearing: Hearing) => void;
  readonly fail: (error: Error) => void;
}

class Scene {
  readonly looks: Look[] = [];
  readonly told: HeardSoFar[] = [];
  sounds: Sounds | null = null;
  closed = 0;
  now = 0;
  prepare: () => Promise<void> = async () => undefined;
  open: () => Promise<void> = async () => undefined;

  listen(endsBySilence = true): Listening {
    return new Listening({
      open: async (sounds) => {
        await this.open();
        this.sounds = sounds;
        return { close: () => this.closed++ };
      },
      hearer: {
        prepare: () => this.prepare(),
        hear: (samples, _, whole) =>
          new Promise((answer, fail) => {
            this.looks.push({ seconds: samples.length / RATE, whole, answer, fail });
          }),
      },
      names: ["Ada"],
      endsBySilence,
      change: (so) => this.told.push(so),
      now: () => this.now,
    });
  }

  sound(seconds: number, level = 0.2): void {
    for (let at = 0; at < seconds * RATE; at += 640) {
      // A voice rises and falls.
      const now = Math.round(at / 640) % 4 === 0 ? level / 4 : level;
      this.sounds?.samples(Float32Array.from({ length: 640 }, (_, i) => (i % 2 ? -now : now)));
    }
  }
}

const turn = () => vi.advanceTimersByTimeAsync(0);
let scene: Scene;
beforeEach(() => {
  vi.useFakeTimers();
  scene = new Scene();
});
afterEach(() => void vi.useRealTimers());

test("looks at the growing recording, one look at a time, and tells the words", async () => {
  const listening = scene.listen();
  await turn();
  scene.sound(1);
  scene.sound(2);
  expect(scene.looks).toHaveLength(1);
  scene.looks[0]?.answer(heard("when did"));
  await turn();
  expect(scene.told.at(-1)).toMatchObject({ phase: "listening", words: "when did" });
  scene.sound(0.1);
  expect(scene.looks).toHaveLength(2);
  expect(scene.looks[1]?.seconds).toBeGreaterThan(3);
  expect(scene.looks.map(({ whole }) => whole)).toEqual([false, false]);
  listening.cancel();
  expect(await listening.done).toBeNull();
  expect(scene.closed).toBe(1);
});

test("a look that takes long is not repeated as often", async () => {
  const listening = scene.listen();
  await turn();
  scene.sound(1);
  scene.now += 2000;
  scene.looks[0]?.answer(heard("when"));
  await turn();
  scene.sound(3);
  expect(scene.looks).toHaveLength(1);
  scene.sound(2);
  expect(scene.looks).toHaveLength(2);
  listening.cancel();
});

test("the look in the pause is the answer when the pause was the end", async () => {
  const listening = scene.listen();
  await turn();
  scene.sound(0.5);
  scene.sound(0.3, 0);
  expect(scene.looks.map(({ whole }) => whole)).toEqual([true]);
  scene.looks[0]?.answer(heard("who"));
  scene.sound(0.6, 0);
  expect(await listening.done).toEqual(heard("who"));
  expect(scene.looks).toHaveLength(1);
  expect(scene.closed).toBe(1);
  // Sound that comes after is not listened to.
  scene.sound(2);
  expect(scene.looks).toHaveLength(1);
});

test("a pause in the middle ends nothing, and its look is not the answer", async () => {
  const listening = scene.listen();
  await turn();
  scene.sound(0.5);
  scene.sound(0.4, 0);
  scene.looks[0]?.answer(heard("when did"));
  await turn();
  scene.sound(0.5);
  scene.looks[1]?.answer(heard("when did it"));
  await turn();
  scene.sound(0.3, 0);
  expect(scene.looks.map(({ whole }) => whole)).toEqual([true, false, true]);
  scene.looks[2]?.answer(heard("when did it end"));
  scene.sound(0.6, 0);
  expect(await listening.done).toEqual(heard("when did it end"));
});

test("held, it ends when it is let go and not by silence", async () => {
  const listening = scene.listen(false);
  await turn();
  scene.sound(1);
  scene.looks[0]?.answer(heard("who"));
  await turn();
  scene.sound(20, 0);
  expect(scene.closed).toBe(0);
  listening.finish();
  expect(scene.told.at(-1)?.phase).toBe("recognising");
  for (const { answer } of scene.looks) answer(heard("who"));
  expect(await listening.done).toEqual(heard("who"));
});

test("what is said while the model is loaded is heard", async () => {
  let ready: () => void = () => undefined;
  scene.prepare = () => new Promise((resolve) => (ready = resolve));
  const listening = scene.listen();
  await turn();
  scene.sound(1);
  scene.sound(1, 0);
  expect(scene.looks).toHaveLength(0);
  ready();
  await turn();
  expect(scene.looks.map(({ whole }) => whole)).toEqual([true]);
  expect(scene.looks[0]?.seconds).toBeGreaterThan(1);
  scene.looks[0]?.answer(heard("who"));
  expect(await listening.done).toEqual(heard("who"));
});

test("where the model is not there it says so at once, and lets go of the microphone", async () => {
  scene.prepare = () => Promise.reject(new SpeechTrouble("no-recogniser"));
  const listening = scene.listen();
  await expect(listening.done).rejects.toMatchObject({ fault: "no-recogniser" });
  await turn();
  expect(scene.closed).toBe(1);
});

test("a microphone that can't be opened, or is lost, ends it", async () => {
  scene.open = () => Promise.reject(new SpeechTrouble("taken"));
  await expect(scene.listen().done).rejects.toMatchObject({ fault: "taken" });
  scene.open = async () => undefined;
  const listening = scene.listen();
  await turn();
  scene.sound(1);
  scene.sounds?.lost(new SpeechTrouble("unplugged"));
  await expect(listening.done).rejects.toThrow("unplugged");
  expect(scene.closed).toBe(1);
});

test("cancelled before the microphone is open, it is not kept open", async () => {
  const listening = scene.listen();
  listening.cancel();
  await turn();
  expect(await listening.done).toBeNull();
  expect(scene.closed).toBe(1);
});

test("finished before anything came, nothing was caught", async () => {
  const listening = scene.listen();
  listening.finish();
  expect(await listening.done).toEqual(nothing("too_short"));
});

test("a look that fails in the middle is no matter, the last one is", async () => {
  const listening = scene.listen();
  await turn();
  scene.sound(1);
  scene.looks[0]?.fail(new SpeechTrouble("recogniser-stopped"));
  await turn();
  scene.sound(0.2);
  listening.finish();
  await turn();
  scene.looks.at(-1)?.fail(new SpeechTrouble("recogniser-stopped"));
  await expect(listening.done).rejects.toMatchObject({ fault: "recogniser-stopped" });
});

test("the meter is empty in a quiet room and full close to the mouth", () => {
  expect(loudness(0)).toBe(0);
  expect(loudness(0.001)).toBe(0);
  expect(loudness(0.03)).toBeGreaterThan(0.4);
  expect(loudness(0.5)).toBe(1);
});
