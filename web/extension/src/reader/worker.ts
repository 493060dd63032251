// The worker: the model and the pages in its memory. Both ends of its messages are this extension's own
// build, loaded together, so they are typed and not parsed.

import { OrtModel } from "@wherein/reader/model/ort-model.ts";
import { PageReader } from "@wherein/reader/page-reader.ts";
import { readSettings } from "@wherein/reader/settings.ts";
import { StaticEncoder } from "@wherein/reader/tokens/static-encoder.ts";
import { type TokenizerFile, WordPiece } from "@wherein/reader/tokens/wordpiece.ts";
import { IndexedAnswers } from "./answer-store.ts";
import { type Loaded, ReaderService } from "./reader-service.ts";
import { IndexedVectors } from "./vector-store.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

interface WorkerScope {
  readonly name: string;
  readonly location: Location;
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

// TypeScript's DOM library takes `self` for a window.
const scope = self as unknown as WorkerScope;
// The worker's script lies at the root of the extension or in `assets/`.
const root = new URL("/", scope.location.href);

async function bytes(path: string): Promise<Uint8Array> {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error(`${path} is missing`);
  return new Uint8Array(await response.arrayBuffer());
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await bytes(path)));
}

async function load(): Promise<Loaded> {
  const [model, settings, tokenizer, rows, scales] = await Promise.all([
    bytes("models/reader.int8.onnx"),
    json("models/reader.json"),
    json("models/tokenizer.json"),
    bytes("models/rows.int8.npy"),
    bytes("models/scales.float32.npy"),
  ]);
  const session = await OrtModel.load(model, {
    runtime: new URL("ort/", root).href,
    threads: threads(),
  });
  const reader = new PageReader(
    session,
    new WordPiece(tokenizer as TokenizerFile),
    readSettings(settings),
    StaticEncoder.parse(rows, scales),
  );
  await reader.warmUp();
  const read = new TextEncoder().encode(JSON.stringify(settings));
  return { reader, model: await hashOf(model, read), encoder: await hashOf(rows, scales) };
}

async function hashOf(...parts: readonly Uint8Array[]): Promise<string> {
  const digests = parts.map(async (part) => {
    const digest = await crypto.subtle.digest("SHA-256", part as Uint8Array<ArrayBuffer>);
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  });
  return (await Promise.all(digests)).flat().join("");
}

/**
 * The number of threads: as set by a measurement; else two where the machine has two cores and shared memory. A third
 * would take from the page more than the reading gains.
 */
function threads(): number {
  const named = /^threads=(\d)$/.exec(scope.name)?.[1];
  if (named) return Number(named);
  return typeof SharedArrayBuffer === "function" && navigator.hardwareConcurrency >= 2 ? 2 : 1;
}

const breath = new MessageChannel();
const breathing: (() => void)[] = [];
breath.port1.onmessage = () => breathing.shift()?.();

const service = new ReaderService({
  load,
  reply: (client, reply) => scope.postMessage({ client, reply }),
  now: () => performance.now(),
  today: () => Date.now(),
  answers: new IndexedAnswers(),
  vectors: new IndexedVectors(),
  breathe: () =>
    new Promise((resolve) => {
      breathing.push(resolve);
      breath.port2.postMessage(null);
    }),
});

scope.onmessage = ({ data }) => {
  if (data.type === "left") service.leave(data.client);
  else void service.handle(data.client, data.request);
};
