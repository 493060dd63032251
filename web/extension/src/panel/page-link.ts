// The open page, reached through the content script. One port per panel: when it closes, the page cleans up.

import type { FindOptions } from "@wherein/anchoring/find-literal.ts";
import { MARKS_CSS } from "@wherein/anchoring/marks.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import {
  LinkTrouble,
  type PageContent,
  type PageLink,
  type PageListener,
  type PageMarksWanted,
  type PlainFound,
} from "@wherein/ui/links.ts";
import {
  envelope,
  openPageEvent,
  openPageReply,
  PAGE_PORT,
  type PageReply,
  type PageRequest,
} from "../messages.ts";

import { isNeverRead, loadSettings } from "../settings.ts";

interface Waiting {
  readonly resolve: (reply: PageReply) => void;
  readonly reject: (error: Error) => void;
}

const NOT_ALLOWED = new LinkTrouble({
  what: "This page cannot be read.",
  next: "Press the shortcut or the toolbar button on it; browsers keep extensions out of their own pages.",
});

const NEVER_READ = new LinkTrouble({
  what: "This site is on your list of sites never to read.",
  next: "Take it off the list in the settings to ask it.",
});

export class TabPageLink implements PageLink {
  readonly #tabId: number;
  readonly #waiting = new Map<number, Waiting>();
  #port: chrome.runtime.Port | null = null;
  #listener: PageListener | null = null;
  #requests = 0;

  constructor(tabId: number) {
    this.#tabId = tabId;
  }

  async attach(listener: PageListener): Promise<PageContent> {
    this.#disconnect();
    this.#listener = listener;
    const target = { tabId: this.#tabId };
    const tab = await chrome.tabs.get(this.#tabId).catch(() => null);
    if (tab?.url && isNeverRead(await loadSettings(), tab.url)) throw NEVER_READ;
    try {
      await chrome.scripting.executeScript({ target, files: ["content.js"] });
      // AUTHOR: marks styled as USER are not painted. `allFrames` reaches frames of the same origin.
      await chrome.scripting.insertCSS({
        target: { ...target, allFrames: true },
        origin: "AUTHOR",
        css: MARKS_CSS,
      });
    } catch {
      throw NOT_ALLOWED;
    }
    const port = chrome.tabs.connect(this.#tabId, { name: PAGE_PORT, frameId: 0 });
    port.onMessage.addListener((message: unknown) => this.#received(message));
    port.onDisconnect.addListener(() => this.#lost(port));
    this.#port = port;
    const reply = await this.#request({ type: "read" });
    if (reply.type !== "snapshot") throw unexpected(reply);
    // The browser's own viewer lets nothing be marked in it; the address need not end in ".pdf".
    if (reply.page.contentType === "application/pdf") throw this.#isPdf(reply.page.url);
    return reply.page;
  }

  async read(): Promise<PageContent> {
    const reply = await this.#request({ type: "read" });
    if (reply.type !== "snapshot") throw unexpected(reply);
    return reply.page;
  }

  async find(query: string, options: FindOptions): Promise<PlainFound> {
    const reply = await this.#request({ type: "find", query, options });
    if (reply.type === "invalid") return { kind: "invalid", reason: reply.reason };
    if (reply.type !== "found") throw unexpected(reply);
    const { revision, spans, more } = reply;
    return { kind: "found", revision, spans, more };
  }

  async mark(wanted: PageMarksWanted): Promise<void> {
    await this.#request({ type: "mark", ...wanted });
  }

  async selection(): Promise<Span | null> {
    const reply = await this.#request({ type: "selection" });
    if (reply.type !== "selected") throw unexpected(reply);
    return reply.span;
  }

  async leave(select: Span | null): Promise<void> {
    await this.#request({ type: "leave", select });
  }

  destroy(): void {
    this.#listener = null;
    this.#disconnect();
  }

  #isPdf(url: string): LinkTrouble {
    const viewer = `pdf.html?${new URLSearchParams({ tab: String(this.#tabId), url })}`;
    return new LinkTrouble({
      what: "This is a PDF in the browser’s own viewer, which lets nothing be marked.",
      next: "Open it in the viewer of this extension.",
      offer: {
        label: "Open the PDF here",
        take: () => void chrome.tabs.create({ url: viewer, openerTabId: this.#tabId }),
      },
    });
  }

  #request(body: PageRequest): Promise<PageReply> {
    const port = this.#port;
    if (!port) return Promise.reject(NOT_ALLOWED);
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      port.postMessage(envelope(id, body));
    });
  }

  #received(message: unknown): void {
    const id = (message as { readonly id?: unknown } | null)?.id;
    if (id === 0) {
      const { body } = openPageEvent(message);
      if (body.type === "changed") this.#listener?.changed();
      else this.#listener?.key(body.key);
      return;
    }
    const reply = openPageReply(message);
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    waiting?.resolve(reply.body);
  }

  /** The page was left: another may be there already, or come shortly. */
  #lost(port: chrome.runtime.Port): void {
    if (port !== this.#port) return;
    this.#port = null;
    for (const { reject } of this.#waiting.values()) reject(NOT_ALLOWED);
    this.#waiting.clear();
    const listener = this.#listener;
    if (listener)
      void whenLoaded(this.#tabId).then(() => listener === this.#listener && listener.gone());
  }

  #disconnect(): void {
    const port = this.#port;
    this.#port = null;
    port?.disconnect();
    for (const { reject } of this.#waiting.values()) reject(NOT_ALLOWED);
    this.#waiting.clear();
  }
}

// Events may be missed while the tab changes hands; looking again costs next to nothing.
const LOOK_AGAIN_MS = 500;

/** Resolves when the tab has loaded what it is loading, or is gone. */
async function whenLoaded(tabId: number): Promise<void> {
  for (;;) {
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab || tab.status === "complete") return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        chrome.tabs.onUpdated.removeListener(updated);
        resolve();
      };
      const updated = (id: number) => {
        if (id === tabId) done();
      };
      const timer = setTimeout(done, LOOK_AGAIN_MS);
      chrome.tabs.onUpdated.addListener(updated);
    });
  }
}

function unexpected(reply: PageReply): LinkTrouble {
  const what =
    reply.type === "failed"
      ? `The page cannot be read (${reply.what}).`
      : "The page gave a wrong reply.";
  return new LinkTrouble({ what, next: "Reload the page, then try again." });
}
