// The open page, reached through the content scripts of its frames: one port each. When the panel closes,
// every frame cleans up. Frames of the page's own origin are read by the page itself.

import type { FindOptions } from "@wherein/anchoring/places/find-literal.ts";
import { marksCss, unforeseenNames } from "@wherein/anchoring/places/marks.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import {
  LinkTrouble,
  type PageContent,
  type PageLink,
  type PageListener,
  type PageMarksWanted,
  type PlainFound,
} from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import type { PageEvent, PageSnapshot } from "../messages.ts";
import { isNeverRead, loadSettings } from "../settings.ts";
import { joinPage, type Part, spansInWhole, spansWithin } from "./joined-page.ts";
import { NOT_ALLOWED, PagePort, unexpected } from "./page-port.ts";

const TOP = 0;

const NEVER_READ = new LinkTrouble({
  what: t.thisSiteIsOnYourList,
  next: t.takeItOffTheListIn,
});

// The browsers' errors for pages that no gesture opens: their own pages, their stores, pages of other extensions.
const NEVER_OPEN =
  /chrome:\/\/|chrome-extension:|moz-extension:|about:|edge:|view-source:|gallery|cannot be scripted|restricted|error page/i;
const CLOSED_FOR_GOOD = new LinkTrouble({
  what: t.thisPageCannotBeReadBrowsers,
  next: t.openAnotherPageToAskIt,
  final: true,
});

// Firefox gives extensions no access to its viewer or to the file in it.
const PDF_ADDRESS = /\.pdf(?:[?#]|$)/i;
const PDF_CLOSED = new LinkTrouble({
  what: t.thisIsAPdfInThe,
  next: t.saveItThenAskItWith,
});

export class TabPageLink implements PageLink {
  readonly #tabId: number;
  /** By frame, the page itself first. */
  readonly #ports = new Map<number, PagePort>();
  /** By frame, as last read. */
  #parts: ReadonlyMap<number, Part> = new Map();
  #listener: PageListener | null = null;
  #revision = 0;
  /** What the marks' names begin with: others for each page, and each time. */
  #names = "";

  constructor(tabId: number) {
    this.#tabId = tabId;
  }

  async attach(listener: PageListener): Promise<PageContent> {
    this.#disconnect();
    this.#listener = listener;
    const target = { tabId: this.#tabId };
    const tab = await chrome.tabs.get(this.#tabId).catch(() => null);
    if (tab?.url && isNeverRead(await loadSettings(), tab.url)) throw NEVER_READ;
    this.#names = unforeseenNames();
    try {
      await chrome.scripting.executeScript({ target, files: ["content.js"] });
      // AUTHOR: marks styled as USER are not painted. `allFrames` reaches those that may be reached.
      await chrome.scripting.insertCSS({
        target: { ...target, allFrames: true },
        origin: "AUTHOR",
        css: marksCss(this.#names),
      });
    } catch (error) {
      if (PDF_ADDRESS.test(tab?.url ?? "")) throw PDF_CLOSED;
      throw NEVER_OPEN.test(`${tab?.url ?? ""} ${error}`) ? CLOSED_FOR_GOOD : NOT_ALLOWED;
    }
    this.#connect(TOP);
    return this.read();
  }

  async read(): Promise<PageContent> {
    const top = this.#ports.get(TOP);
    if (!top) throw NOT_ALLOWED;
    const first = await top.snapshot();
    // Nothing can be marked in the browser's own viewer; the address need not end in ".pdf".
    if (first.contentType === "application/pdf") throw this.#isPdf(first.url);
    await this.#connectFrames(first.unreadFrames.length > 0);
    const snapshots = new Map<number, PageSnapshot>([[TOP, first]]);
    for (const [frame, port] of this.#ports) {
      if (frame === TOP) continue;
      const snapshot = await port.snapshot().catch(() => null);
      if (snapshot) snapshots.set(frame, snapshot);
    }
    const { content, parts } = joinPage(++this.#revision, [...snapshots.values()]);
    this.#parts = new Map([...snapshots.keys()].map((frame, i) => [frame, parts[i] as Part]));
    return content;
  }

  async find(query: string, options: FindOptions): Promise<PlainFound> {
    const spans: Span[] = [];
    let more = false;
    for (const [frame, part] of this.#parts) {
      const reply = await this.#port(frame).request({ type: "find", query, options });
      if (reply.type === "invalid") return { kind: "invalid", reason: reply.reason };
      if (reply.type !== "found") throw unexpected(reply);
      for (const span of spansInWhole(part, reply.spans)) spans.push(span);
      more ||= reply.more;
    }
    return { kind: "found", revision: this.#revision, spans, more };
  }

  async mark(wanted: PageMarksWanted): Promise<void> {
    // Places in an older text; the panel has the new one and asks again.
    if (wanted.revision !== this.#revision) return;
    const { answers, perhaps, evidence = [], plain, current, outlined, spoken, scroll } = wanted;
    for (const [frame, part] of this.#parts) {
      await this.#port(frame).request({
        type: "mark",
        revision: part.snapshot.revision,
        names: this.#names,
        answers: spansWithin(part, answers),
        perhaps: spansWithin(part, perhaps),
        evidence: spansWithin(part, evidence),
        plain: spansWithin(part, plain),
        current: current && (spansWithin(part, [current])[0] ?? null),
        outlined,
        spoken: spoken && (spansWithin(part, [spoken])[0] ?? null),
        scroll,
      });
    }
  }

  async selection(): Promise<Span | null> {
    for (const [frame, part] of this.#parts) {
      const reply = await this.#port(frame).request({ type: "selection" });
      if (reply.type !== "selected") throw unexpected(reply);
      if (reply.span) return spansInWhole(part, [reply.span])[0] ?? null;
    }
    return null;
  }

  async letSelectionGo(): Promise<void> {
    for (const frame of this.#parts.keys()) {
      await this.#port(frame).request({ type: "deselect" });
    }
  }

  async watchSelection(on: boolean): Promise<void> {
    for (const frame of this.#parts.keys()) await this.#port(frame).request({ type: "watch", on });
  }

  async allowFrames(hosts: readonly string[]): Promise<boolean> {
    // Must run within the gesture: nothing is awaited before.
    const origins = [...new Set(hosts)].flatMap((host) => {
      const name = host.replace(/:\d+$/, "");
      return [`http://${name}/*`, `https://${name}/*`];
    });
    return chrome.permissions.request({ origins });
  }

  async leave(select: Span | null): Promise<void> {
    for (const [frame, part] of this.#parts) {
      const own = select && (spansWithin(part, [select])[0] ?? null);
      await this.#port(frame).request({ type: "leave", select: own });
    }
  }

  destroy(): void {
    this.#listener = null;
    this.#disconnect();
  }

  #port(frame: number): PagePort {
    const port = this.#ports.get(frame);
    if (!port) throw NOT_ALLOWED;
    return port;
  }

  #connect(frame: number): void {
    const port: PagePort = new PagePort(this.#tabId, frame, {
      event: (event) => this.#onEvent(frame, event),
      lost: () => {
        if (this.#ports.get(frame) === port) this.#lost(frame);
      },
    });
    this.#ports.set(frame, port);
  }

  /** Connects to frames of other origins that may be read; the page itself reads frames of its own origin. */
  async #connectFrames(any: boolean): Promise<void> {
    if (!any && this.#ports.size === 1) return;
    const target = { tabId: this.#tabId, allFrames: true };
    const settings = await loadSettings();
    // A frame may never load; the loaded ones are enough.
    const frames = await chrome.scripting
      .executeScript({ target, func: addressOfOwnFrame, injectImmediately: true })
      .catch(() => []);
    const wanted = frames.filter(
      ({ frameId, result }) => frameId !== TOP && result && !isNeverRead(settings, result),
    );
    for (const { frameId } of wanted) {
      if (this.#ports.has(frameId)) continue;
      const own = { tabId: this.#tabId, frameIds: [frameId] };
      try {
        await chrome.scripting.executeScript({
          target: own,
          files: ["content.js"],
          injectImmediately: true,
        });
        await chrome.scripting.insertCSS({
          target: own,
          origin: "AUTHOR",
          css: marksCss(this.#names),
        });
        this.#connect(frameId);
      } catch {
        // Removed in the meantime.
      }
    }
  }

  #onEvent(frame: number, event: PageEvent): void {
    switch (event.type) {
      case "changed":
        this.#listener?.changed();
        break;
      case "key":
        this.#listener?.key(event.key);
        break;
      case "selected": {
        const part = this.#parts.get(frame);
        const [span] = part ? spansInWhole(part, [event.span]) : [];
        if (span) this.#listener?.selected(span);
      }
    }
  }

  /**
   * The page was left; another one may be there already or come shortly. If only a frame was left, the page has
   * changed.
   */
  #lost(frame: number): void {
    const listener = this.#listener;
    this.#ports.delete(frame);
    if (frame !== TOP) {
      this.#parts = new Map([...this.#parts].filter(([other]) => other !== frame));
      listener?.changed();
      return;
    }
    this.#disconnect();
    if (listener)
      void whenLoaded(this.#tabId).then(() => listener === this.#listener && listener.gone());
  }

  #disconnect(): void {
    const ports = [...this.#ports.values()];
    this.#ports.clear();
    this.#parts = new Map();
    for (const port of ports) port.close();
  }

  #isPdf(url: string): LinkTrouble {
    const viewer = `pdf.html?${new URLSearchParams({ tab: String(this.#tabId), url })}`;
    return new LinkTrouble({
      what: t.thisIsAPdfWithoutMarks,
      next: t.openItInTheViewerOf,
      offer: {
        label: t.openThePdfHere,
        take: () => void chrome.tabs.create({ url: viewer, openerTabId: this.#tabId }),
      },
    });
  }
}

/** Runs in every frame: its address, or null where the frame above can read it. */
function addressOfOwnFrame(): string | null {
  try {
    return window.parent.document ? null : location.href;
  } catch {
    return location.href;
  }
}

// Events may be missed while the tab changes windows; checking again is cheap.
const LOOK_AGAIN_MS = 500;
// A picture or a frame may keep a page loading for ever; its text is there long before.
const LONGEST_WAIT_MS = 3_000;

/** Resolves when the tab has loaded, or after a time limit, or when it is closed. */
async function whenLoaded(tabId: number): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < until) {
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
