// The content script: injected into a page when the panel needs it, active only while a panel is connected.

import {
  type Envelope,
  envelope,
  openPageRequest,
  PAGE_PORT,
  type PageEvent,
  type PageReply,
} from "../messages.ts";
import { PageSide } from "./page-side.ts";

declare global {
  // Injected twice (the panel was opened again), it must listen once.
  var whereinListens: boolean | undefined;
}

/** Closed shadow roots too: Chromium has a function for it, Firefox a property. */
function shadowRoot(element: Element): ShadowRoot | null {
  if ("dom" in chrome) return chrome.dom.openOrClosedShadowRoot(element as HTMLElement);
  const { openOrClosedShadowRoot } = element as { openOrClosedShadowRoot?: ShadowRoot | null };
  return openOrClosedShadowRoot ?? element.shadowRoot;
}

// Shorter than a frame of the screen, so that the page scrolls and answers keys while it is read.
const SLICE_MS = 10;

/** Gives a promise to wait for after every slice of work, else null. */
function slices(): () => Promise<void> | null {
  const channel = new MessageChannel();
  let resume: (() => void)[] = [];
  let since = performance.now();
  channel.port1.onmessage = () => {
    const waiting = resume;
    resume = [];
    since = performance.now();
    for (const each of waiting) each();
  };
  return () => {
    if (performance.now() - since < SLICE_MS) return null;
    return new Promise((resolve) => {
      resume.push(resolve);
      channel.port2.postMessage(null);
    });
  };
}

function serve(port: chrome.runtime.Port): void {
  const send = (message: Envelope<PageReply | PageEvent>) => {
    try {
      port.postMessage(message);
    } catch {
      // The panel has closed; `onDisconnect` follows.
    }
  };
  const side = new PageSide(document, { shadowRoot }, slices(), (event) =>
    send(envelope(0, event)),
  );
  port.onMessage.addListener((message: unknown) => {
    const { id, body } = openPageRequest(message);
    side.answer(body).then(
      (reply) => send(envelope(id, reply)),
      (error: unknown) => {
        const what = error instanceof Error ? error.message : String(error);
        send(envelope(id, { type: "failed", what }));
      },
    );
  });
  // F3 and Ctrl+G move from mark to mark, as in the browser's own find bar.
  const keys = (event: KeyboardEvent) => {
    const again =
      event.key === "F3" || (event.key.toLowerCase() === "g" && (event.ctrlKey || event.metaKey));
    if (!again || event.altKey || !side.hasMarks) return;
    event.preventDefault();
    send(envelope(0, { type: "key", key: event.shiftKey ? "previous" : "next" }));
  };
  const end = () => {
    window.removeEventListener("keydown", keys, true);
    window.removeEventListener("pagehide", left);
    side.destroy();
  };
  // Firefox keeps a page that was left unchanged, with its port open.
  const left = () => {
    port.disconnect();
    end();
  };
  window.addEventListener("keydown", keys, true);
  window.addEventListener("pagehide", left);
  port.onDisconnect.addListener(end);
}

if (!globalThis.whereinListens) {
  globalThis.whereinListens = true;
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === PAGE_PORT) serve(port);
  });
}
