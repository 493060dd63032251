// The offscreen document: keeps the worker alive and carries messages between it and the panels.

import {
  asksWhetherThere,
  envelope,
  openReaderRequest,
  READER_PORT,
  type ReaderReply,
} from "../messages.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

const panels = new Map<number, chrome.runtime.Port>();
let lastClient = 0;
let worker: Worker | null = null;

function reply(client: number, body: ReaderReply): void {
  panels.get(client)?.postMessage(envelope(0, body));
}

function post(message: ToWorker): void {
  worker ??= start();
  worker.postMessage(message);
}

function start(): Worker {
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => reply(data.client, data.reply);
  made.onerror = (event) => {
    event.preventDefault();
    // Its prepared pages are lost; the next request starts another worker.
    made.terminate();
    if (worker === made) worker = null;
    for (const client of panels.keys()) {
      reply(client, {
        type: "failed",
        id: null,
        why: "stopped",
        ...(event.message && { details: event.message }),
      });
    }
  };
  return made;
}

chrome.runtime.onConnect.addListener((port) => {
  if (port.name !== READER_PORT) return;
  const client = ++lastClient;
  panels.set(client, port);
  port.onMessage.addListener((message: unknown) => {
    post({ type: "request", client, request: openReaderRequest(message).body });
  });
  port.onDisconnect.addListener(() => {
    panels.delete(client);
    if (worker) post({ type: "left", client });
  });
});

chrome.runtime.onMessage.addListener((message: unknown, _, reply) => {
  if (asksWhetherThere(message)) reply(true);
});
