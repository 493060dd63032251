// The part that runs in the page: reads it, marks it, reports changes. Does not change the DOM, except that it opens
// closed details around a mark to show.

import { type Names, pageTitle } from "@wherein/anchoring/page/page-title.ts";
import { PageText } from "@wherein/anchoring/page-text.ts";
import { findLiteral } from "@wherein/anchoring/places/find-literal.ts";
import { describe, findQuote, type Quote } from "@wherein/anchoring/places/find-quote.ts";
import { MARK_KINDS, type MarkKind, PageMarks, reveal } from "@wherein/anchoring/places/marks.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { inSlices } from "@wherein/anchoring/steps.ts";
import type { Reach } from "@wherein/anchoring/tree/live-tree.ts";
import type { PageEvent, PageReply, PageRequest, PageSnapshot } from "../messages.ts";
import { ChangeWatch } from "./change-watch.ts";
import { SelectionWatch } from "./selection-watch.ts";

/** The current marks with their words, so that they can be found again when the page has changed. */
interface Marked {
  readonly kind: MarkKind;
  readonly quote: Quote;
  readonly span: Span;
}

export class PageSide {
  readonly #document: Document;
  readonly #reach: Reach;
  #names = "";
  #marks = new PageMarks();
  readonly #watch: ChangeWatch;
  readonly #selections: SelectionWatch;
  readonly #report: (event: PageEvent) => void;
  readonly #pause: () => Promise<void> | null;
  /** As last read; null before the first reading. */
  #page: PageText | null = null;
  #reading: Promise<PageText> | null = null;
  /** The page that was reported as changed and has not been asked for since. */
  #reported: PageText | null = null;
  #revision = 0;
  #marked: readonly Marked[] = [];
  #destroyed = false;

  /** `pause` lets the page work while it is read. */
  constructor(
    document: Document,
    reach: Reach,
    pause: () => Promise<void> | null,
    report: (event: PageEvent) => void,
  ) {
    this.#document = document;
    this.#reach = reach;
    this.#pause = pause;
    this.#report = report;
    this.#watch = new ChangeWatch(async () => {
      const before = this.#revision;
      await this.#read();
      return this.#revision !== before;
    });
    this.#watch.observe([document]);
    this.#selections = new SelectionWatch(document, (range) => {
      const span = this.#page?.spanOf(range);
      if (span) report({ type: "selected", span });
    });
  }

  async answer(request: PageRequest): Promise<PageReply> {
    if (request.type === "read") {
      const reported = this.#reported;
      this.#reported = null;
      // Asked for because it was reported as changed: not read twice.
      const page = reported && !this.#watch.isNoticing ? reported : await this.#read();
      return { type: "snapshot", page: this.#snapshot(page) };
    }
    const page = this.#page ?? (await this.#read());
    switch (request.type) {
      case "find": {
        const found = findLiteral(page.text, request.query, request.options);
        if (found.kind === "invalid") return { type: "invalid", reason: found.reason };
        return {
          type: "found",
          revision: this.#revision,
          spans: found.spans,
          more: found.more,
        };
      }
      case "mark":
        return { type: "marked", lost: this.#mark(page, request) };
      case "selection": {
        const selection = this.#document.getSelection();
        const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
        return { type: "selected", span: range && page.spanOf(range) };
      }
      case "deselect":
        this.#document.getSelection()?.removeAllRanges();
        return { type: "left" };
      case "watch":
        if (request.on) this.#selections.start();
        else this.#selections.stop();
        return { type: "watching" };
      case "leave":
        this.#marks.clear();
        this.#marked = [];
        if (request.select) this.#select(page, request.select);
        return { type: "left" };
    }
  }

  get hasMarks(): boolean {
    return this.#marked.length > 0;
  }

  destroy(): void {
    this.#destroyed = true;
    this.#watch.destroy();
    this.#selections.stop();
    this.#marks.clear();
    this.#marked = [];
  }

  #snapshot({ text, blocks, unread }: PageText): PageSnapshot {
    return {
      revision: this.#revision,
      url: this.#document.location.href,
      title: pageTitle(namesOf(this.#document)),
      language: this.#document.documentElement.lang,
      contentType: this.#document.contentType,
      text,
      blocks,
      unreadFrames: unread.frames,
      ...(unread.tooDeep ? { tooDeep: true } : {}),
      selection: this.#document.getSelection()?.toString() ?? "",
    };
  }

  /** The page as it is now. A reading under way is joined: what changes meanwhile is noticed and read after it. */
  #read(): Promise<PageText> {
    this.#reading ??= inSlices(PageText.reading(this.#document, this.#reach), this.#pause)
      .then((page) => {
        this.#take(page);
        return page;
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  #take(page: PageText): void {
    if (this.#destroyed) return;
    const before = this.#page;
    this.#page = page;
    this.#watch.observe(page.roots);
    if (before && page.text === before.text) {
      // The same words may now be in other nodes.
      if (this.#marked.length > 0) this.#paint(page, this.#marked);
      // A frame that came or went is reported, although nothing of it can be read here.
      const [were, are] = [before, page].map(({ unread }) => unread.frames.join("\n"));
      if (were !== are) this.#report({ type: "changed", revision: this.#revision });
      return;
    }
    this.#revision++;
    if (!before) return;
    const found: Marked[] = [];
    for (const { kind, quote } of this.#marked) {
      const span = findQuote(page.text, quote);
      if (span) found.push({ kind, quote: describe(page.text, span), span });
    }
    this.#marked = found;
    this.#paint(page, found);
    this.#reported = page;
    this.#report({ type: "changed", revision: this.#revision });
  }

  /** Marks the places that still exist and returns the number of those that do not. */
  #mark(page: PageText, request: PageRequest & { type: "mark" }): number {
    if (request.revision !== this.#revision) {
      // The spans belong to an old text; the panel has been notified and will ask again.
      const { answers, perhaps, evidence = [], plain } = request;
      return answers.length + perhaps.length + evidence.length + plain.length;
    }
    if (request.names !== this.#names) {
      this.#marks.clear();
      this.#marks = new PageMarks(request.names);
      this.#names = request.names;
    }
    const { text } = page;
    const marked: Marked[] = [];
    const take = (kind: MarkKind, spans: readonly Span[]) => {
      for (const span of spans) marked.push({ kind, quote: describe(text, span), span });
    };
    take("evidence", request.evidence ?? []);
    take("plain", request.plain);
    take("perhaps", request.perhaps);
    take("answer", request.answers);
    if (request.spoken) take("passage", [request.spoken]);
    if (request.current) take(request.outlined ? "passage" : "current", [request.current]);
    this.#marked = marked;
    const lost = this.#paint(page, marked);
    const shown = request.spoken ?? (request.scroll ? request.current : null);
    if (shown) {
      const first = page.ranges(shown)?.[0];
      if (first) reveal(first, calm(this.#document) ? "instant" : "smooth");
    }
    return lost;
  }

  #paint(page: PageText, marked: readonly Marked[]): number {
    let lost = 0;
    for (const kind of MARK_KINDS) {
      const ranges: Range[] = [];
      for (const mark of marked) {
        if (mark.kind !== kind) continue;
        const own = page.ranges(mark.span);
        if (!own) lost++;
        for (const range of own ?? []) ranges.push(range);
      }
      this.#marks.set(kind, ranges);
    }
    // Nodes were removed since the text was last read: read it now.
    if (lost > 0) this.#watch.soon();
    return lost;
  }

  #select(page: PageText, span: Span): void {
    const ranges = page.ranges(span);
    const head = ranges?.[0];
    const tail = ranges?.at(-1);
    if (!head || !tail) return;
    this.#document
      .getSelection()
      ?.setBaseAndExtent(head.startContainer, head.startOffset, tail.endContainer, tail.endOffset);
  }
}

function namesOf(document: Document): Names {
  return {
    title: document.title,
    shared: document.querySelector('meta[property="og:title"]')?.getAttribute("content") ?? "",
    headings: Array.from(document.querySelectorAll("h1"), (heading) => heading.textContent ?? ""),
  };
}

function calm(document: Document): boolean {
  return document.defaultView?.matchMedia("(prefers-reduced-motion: reduce)").matches ?? true;
}
