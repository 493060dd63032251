// The connection to one frame's content script: requests with replies, and events. Knows one frame, not its page.

import { LinkTrouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import {
  envelope,
  openPageEvent,
  openPageReply,
  PAGE_PORT,
  type PageEvent,
  type PageReply,
  type PageRequest,
  type PageSnapshot,
} from "../messages.ts";

interface Waiting {
  readonly resolve: (reply: PageReply) => void;
  readonly reject: (error: Error) => void;
}

export interface PortListener {
  event(event: PageEvent): void;
  /** Called once when the frame is left or removed, but not after `close`. */
  lost(): void;
}

export const NOT_ALLOWED = new LinkTrouble({
  what: t.thisPageHasNotBeenOpened,
  next: t.clickIntoItThenPressThe,
});

export class PagePort {
  readonly #port: chrome.runtime.Port;
  readonly #listener: PortListener;
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;
  #closed = false;

  constructor(tabId: number, frameId: number, listener: PortListener) {
    this.#listener = listener;
    this.#port = chrome.tabs.connect(tabId, { name: PAGE_PORT, frameId });
    this.#port.onMessage.addListener((message: unknown) => this.#received(message));
    this.#port.onDisconnect.addListener(() => {
      if (this.#end()) listener.lost();
    });
  }

  /** Rejects with LinkTrouble when the frame no longer exists. */
  request(body: PageRequest): Promise<PageReply> {
    if (this.#closed) return Promise.reject(NOT_ALLOWED);
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#port.postMessage(envelope(id, body));
    });
  }

  async snapshot(): Promise<PageSnapshot> {
    const reply = await this.request({ type: "read" });
    if (reply.type !== "snapshot") throw unexpected(reply);
    return reply.page;
  }

  close(): void {
    if (this.#end()) this.#port.disconnect();
  }

  /** False when the connection had ended before. */
  #end(): boolean {
    if (this.#closed) return false;
    this.#closed = true;
    for (const { reject } of this.#waiting.values()) reject(NOT_ALLOWED);
    this.#waiting.clear();
    return true;
  }

  #received(message: unknown): void {
    if ((message as { readonly id?: unknown } | null)?.id === 0) {
      this.#listener.event(openPageEvent(message).body);
      return;
    }
    const reply = openPageReply(message);
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    waiting?.resolve(reply.body);
  }
}

export function unexpected(reply: PageReply): LinkTrouble {
  const details = reply.type === "failed" ? reply.what : t.aReplyOfAnotherKind(reply.type);
  return new LinkTrouble({
    what: t.thisPageCannotBeRead,
    next: t.reloadItThenTryAgain,
    details,
  });
}
