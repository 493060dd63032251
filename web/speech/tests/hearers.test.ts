// Where a recording is recognised: a worker that the test moves, and a server of which the test sees the requests.

import { AudioServer } from "@wherein/api-client/audio.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hear } from "../src/hearing/hearing.ts";
import { ServerHearer, speechOf } from "../src/hearing/server-hearer.ts";
import { WorkerHearer } from "../src/hearing/worker-hearer.ts";
import type { FromWorker, ToWorker } from "../src/hearing/worker-messages.ts";
import type { Heard, Recogniser } from "../src/recogniser.ts";
import { NoVoice } from "../src/saying/mouth.ts";
import { SpeechTrouble } from "../src/speech-trouble.ts";
import { wavOf } from "../src/wav.ts";
import { clip } from "./contract.ts";

const LOUD = new Float32Array(16_000).fill(0.2);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeWorker {
  readonly got: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;

  postMessage(message: ToWorker): void {
    this.got.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  reply(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

function withWorkers(): { hearer: WorkerHearer; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const place = { model: "m/", runtime: "r/" };
  return { hearer: new WorkerHearer(start, place), workers };
}

test("nothing is started before it is needed, and it is loaded once", async () => {
  const { hearer, workers } = withWorkers();
  expect(workers).toHaveLength(0);
  const ready = [hearer.prepare(), hearer.prepare()];
  expect(workers[0]?.got).toEqual([
    { type: "load", number: 1, place: { model: "m/", runtime: "r/" } },
  ]);
  workers[0]?.reply({ type: "loaded", number: 1 });
  await Promise.all(ready);
  const heard = hearer.hear(LOUD, ["Ada"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(workers[0]?.got[1]).toMatchObject({ type: "hear", number: 2, names: ["Ada"] });
  const hearing = { text: "who", meant: null, unheard: null };
  workers[0]?.reply({ type: "heard", number: 2, hearing });
  expect(await heard).toEqual(hearing);
});

test("a model that is not there is said, and looked for again the next time", async () => {
  const { hearer, workers } = withWorkers();
  const first = hearer.prepare();
  workers[0]?.reply({ type: "failed", number: 1, missing: true, details: "" });
  await expect(first).rejects.toMatchObject({ fault: "no-recogniser" });
  const second = hearer.prepare();
  workers[0]?.reply({ type: "loaded", number: 2 });
  await second;
});

test("a worker that breaks is said, and another is started", async () => {
  const { hearer, workers } = withWorkers();
  const first = hearer.prepare();
  workers[0]?.onerror?.({ message: "out of memory", preventDefault: () => undefined });
  await expect(first).rejects.toMatchObject({
    fault: "recogniser-stopped",
    details: "out of memory",
  });
  void hearer.prepare().catch(() => undefined);
  expect(workers).toHaveLength(2);
});

test("the model is let go when it was not needed for some minutes", async () => {
  const { hearer, workers } = withWorkers();
  const ready = hearer.prepare();
  workers[0]?.reply({ type: "loaded", number: 1 });
  await ready;
  await vi.advanceTimersByTimeAsync(170_000);
  expect(workers[0]?.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(workers[0]?.ended).toBe(true);
  void hearer.prepare().catch(() => undefined);
  expect(workers).toHaveLength(2);
});

test("what is no question is not taken for one", async () => {
  const heard = (more: Partial<Heard>): Recogniser => ({
    recognise: async () => ({
      text: "who built it",
      confidence: 0.9,
      tokens: [1],
      ended: true,
      meant: null,
      ...more,
    }),
  });
  expect(await hear(heard({}), LOUD, [])).toEqual({
    text: "who built it",
    meant: null,
    unheard: null,
  });
  expect((await hear(heard({}), new Float32Array(16_000), [])).unheard).toBe("silent");
  expect((await hear(heard({ confidence: 0.2 }), LOUD, [])).unheard).toBe("unclear");
  expect((await hear(heard({ ended: false }), LOUD, [])).text).toBe("");
});

/** A server that gives one reply, and the form of the last request. */
function server(status: number, body: unknown, headers: Record<string, string> = {}) {
  const got: { path: string; body: BodyInit | null | undefined }[] = [];
  const fetching = async (path: string | URL | Request, init?: RequestInit) => {
    got.push({ path: String(path), body: init?.body });
    const sent = body instanceof ArrayBuffer ? body : JSON.stringify(body);
    return new Response(sent, { status, headers });
  };
  return { audio: AudioServer.ofPage(fetching as typeof fetch), got };
}

test("sends a WAV of 16 kHz, and the document whose names are expected when all was said", async () => {
  const { audio, got } = server(200, { text: "who is Ada", meant: "who is Ada Holm" });
  const hearer = new ServerHearer(audio, () => "abc");
  expect(await hearer.hear(LOUD, [], true)).toEqual({
    text: "who is Ada",
    meant: "who is Ada Holm",
    unheard: null,
  });
  const form = got[0]?.body as FormData;
  expect(got[0]?.path).toBe("/v1/audio/transcriptions");
  expect(form.get("document")).toBe("abc");
  const file = new Uint8Array(await (form.get("file") as Blob).arrayBuffer());
  expect(new TextDecoder().decode(file.subarray(0, 4))).toBe("RIFF");
  expect(file).toHaveLength(44 + 32_000);
  await hearer.hear(LOUD, [], false);
  expect(got[1]?.body).toBeInstanceOf(FormData);
  expect((got[1]?.body as FormData | undefined)?.has("document")).toBe(false);
  expect((got[1]?.body as FormData | undefined)?.has("library")).toBe(false);
  // Silence is not sent at all.
  await hearer.hear(new Float32Array(16_000), [], true);
  expect(got).toHaveLength(2);
  await new ServerHearer(audio, () => null).hear(LOUD, [], true);
  expect((got[2]?.body as FormData | undefined)?.has("document")).toBe(false);
  expect((got[2]?.body as FormData | undefined)?.get("library")).toBe("true");
});

test("says why the server caught nothing, or has no recogniser", async () => {
  const silent = server(200, {
    text: "",
    unheard: "unclear",
    message: "It was not clear. Say it again.",
  });
  const { unheard } = await new ServerHearer(silent.audio, () => null).hear(LOUD, [], true);
  expect(unheard).toBe("unclear");
  // A reason of a later server is said in its own words.
  const later = server(200, {
    text: "",
    unheard: "in_the_rain",
    message: "It rained. Go inside.",
  });
  const told = await new ServerHearer(later.audio, () => null).hear(LOUD, [], true);
  expect(told.unheard).toEqual({ what: "It rained.", next: "Go inside." });
  const error = {
    code: "missing",
    what: "No model.",
    next_step: "Get it: wherein models get moonshine-tiny",
  };
  const without = new ServerHearer(server(404, { error }).audio, () => null);
  await expect(without.prepare()).rejects.toThrow(SpeechTrouble);
  await expect(without.prepare()).rejects.toMatchObject({
    server: { said: { next: error.next_step } },
  });
});

test("takes the server’s voice as samples, and tells where it has none", async () => {
  const pcm = Int16Array.from([0, 16_384, -32_768]).buffer;
  const { audio } = server(200, pcm, { "content-type": "audio/pcm;rate=22050" });
  const sound = await speechOf(audio)("Yes.", 1, new AbortController().signal);
  expect([...sound.samples]).toEqual([0, 0.5, -1]);
  expect(sound.rate).toBe(22_050);
  const error = { code: "extra", what: "No voice is installed.", next_step: "Install one." };
  const without = speechOf(server(501, { error }).audio);
  await expect(without("Yes.", 1, new AbortController().signal)).rejects.toThrow(NoVoice);
});

test("a WAV has the samples of the recording again", () => {
  const samples = clip("when-did-ada-lovelace.wav").subarray(0, 2000);
  const file = new DataView(wavOf(samples));
  const read = Array.from({ length: 2000 }, (_, i) => file.getInt16(44 + 2 * i, true) / 32_768);
  for (const [i, sample] of samples.entries()) expect(read[i]).toBeCloseTo(sample, 3);
  expect(new DataView(wavOf(Float32Array.of(3))).getInt16(44, true)).toBe(32_767);
});
