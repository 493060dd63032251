// The two ways to the reader: an offscreen document that all panels share, or, where browsers have none
// (Firefox), a worker of the panel's own.

import { t } from "@wherein/ui/messages/messages.ts";
import {
  ARE_YOU_THERE,
  type Envelope,
  envelope,
  openReaderRequest,
  READER_PORT,
  type ReaderRequest,
} from "../messages.ts";
import type { FromWorker, ToWorker } from "../reader/worker-messages.ts";

export interface ReaderPort {
  post(message: Envelope<ReaderRequest>): void;
  listen(message: (message: unknown) => void, lost: () => void): void;
  close(): void;
}

const OFFSCREEN = "offscreen.html";
/** At the root of the built extension. */
const WORKER = "/worker.js";

export function openReader(): Promise<ReaderPort> {
  return "offscreen" in chrome ? offscreenReader() : Promise.resolve(ownReader());
}

async function offscreenReader(): Promise<ReaderPort> {
  await ensureOffscreen();
  const port = chrome.runtime.connect({ name: READER_PORT });
  return {
    post: (message) => port.postMessage(message),
    listen: (message, lost) => {
      port.onMessage.addListener(message);
      port.onDisconnect.addListener(lost);
    },
    close: () => port.disconnect(),
  };
}

function ownReader(): ReaderPort {
  const worker = new Worker(WORKER, { type: "module" });
  return {
    post: (message) => {
      const { body } = openReaderRequest(message);
      worker.postMessage({ type: "request", client: 0, request: body } satisfies ToWorker);
    },
    listen: (message, lost) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => message(envelope(0, data.reply));
      worker.onerror = (event) => {
        event.preventDefault();
        worker.terminate();
        lost();
      };
    },
    close: () => worker.terminate(),
  };
}

const LOOK_AGAIN_MS = 50;
// A busy machine takes a second or two to load the document.
const MOST_LOOKS = 200;

/** One document for all panels, created by the first one that needs it; resolves when it listens. */
async function ensureOffscreen(): Promise<void> {
  let reason: unknown = null;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if (!(await hasOffscreen())) {
      // Another panel may be creating it now, or it may just have been closed: check again in both cases.
      reason = await makeOffscreen().then(
        () => null,
        (error: unknown) => error,
      );
    }
    // Rejects while no document listens.
    const there: unknown = await chrome.runtime.sendMessage(ARE_YOU_THERE).catch(() => false);
    if (there === true) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw reason ?? new Error("the reader’s document does not answer");
}

function makeOffscreen(): Promise<void> {
  return chrome.offscreen.createDocument({
    url: OFFSCREEN,
    reasons: [chrome.offscreen.Reason.WORKERS],
    justification: t.readsThePageWithAModel,
  });
}

async function hasOffscreen(): Promise<boolean> {
  const contexts = await chrome.runtime.getContexts({
    contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT],
  });
  return contexts.length > 0;
}
