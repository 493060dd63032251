// The part that runs in the page: reads it, marks it, reports changes. Does not change the DOM, except that it opens
// closed details around a mark to show.

import { findLiteral } from "@wherein/anchoring/find-literal.ts";
import { describe, findQuote, type Quote } from "@wherein/anchoring/find-quote.ts";
import type { Reach } from "@wherein/anchoring/live-tree.ts";
import { MARK_KINDS, type MarkKind, PageMarks, reveal } from "@wherein/anchoring/marks.ts";
import { PageText } from "@wherein/anchoring/page-text.ts";
import { type Names, pageTitle } from "@wherein/anchoring/page-title.ts";
import type { Span } from "@wherein/anchoring/span.ts";
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
  readonly #marks = new PageMarks();
  readonly #watch: ChangeWatch;
  readonly #selections: SelectionWatch;
  readonly #report: (event: PageEvent) => void;
  #page: PageText;
  #revision = 1;
  #marked: readonly Marked[] = [];

  constructor(document: Document, reach: Reach, report: (event: PageEvent) => void) {
    this.#document = document;
    this.#reach = reach;
    this.#report = report;
    this.#page = PageText.read(document, reach);
    this.#watch = new ChangeWatch(() => this.#readAgain());
    this.#watch.observe(this.#page.roots);
    this.#selections = new SelectionWatch(document, (range) => {
      const span = this.#page.spanOf(range);
      if (span) report({ type: "selected", span });
    });
  }

  answer(request: PageRequest): PageReply {
    switch (request.type) {
      case "read":
        this.#readAgain();
        return { type: "snapshot", page: this.#snapshot() };
      case "find": {
        const found = findLiteral(this.#page.text, request.query, request.options);
        if (found.kind === "invalid") return { type: "invalid", reason: found.reason };
        return {
          type: "found",
          revision: this.#revision,
          spans: found.spans,
          more: found.more,
        };
      }
      case "mark":
        return { type: "marked", lost: this.#mark(request) };
      case "selection": {
        const selection = this.#document.getSelection();
        const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
        return { type: "selected", span: range && this.#page.spanOf(range) };
      }
      case "watch":
        if (request.on) this.#selections.start();
        else this.#selections.stop();
        return { type: "watching" };
      case "leave":
        this.#marks.clear();
        this.#marked = [];
        if (request.select) this.#select(request.select);
        return { type: "left" };
    }
  }

  get hasMarks(): boolean {
    return this.#marked.length > 0;
  }

  destroy(): void {
    this.#watch.destroy();
    this.#selections.stop();
    this.#marks.clear();
    this.#marked = [];
  }

  #snapshot(): PageSnapshot {
    const { text, blocks, unread } = this.#page;
    return {
      revision: this.#revision,
      url: this.#document.location.href,
      title: pageTitle(namesOf(this.#document)),
      language: this.#document.documentElement.lang,
      contentType: this.#document.contentType,
      text,
      blocks,
      unreadFrames: unread.frames,
      drafts: unread.drafts,
      selection: this.#document.getSelection()?.toString() ?? "",
    };
  }

  /** Whether the text has changed. */
  #readAgain(): boolean {
    const before = this.#page;
    this.#page = PageText.read(this.#document, this.#reach);
    this.#watch.observe(this.#page.roots);
    if (this.#page.text === before.text) {
      // The same words may now be in other nodes.
      if (this.#marked.length > 0) this.#paint(this.#marked);
      // A frame that came or went is reported, although nothing of it can be read here.
      const [were, are] = [before, this.#page].map(({ unread }) => unread.frames.join("\n"));
      if (were !== are) this.#report({ type: "changed", revision: this.#revision });
      return were !== are;
    }
    this.#revision++;
    const { text } = this.#page;
    const found: Marked[] = [];
    for (const { kind, quote } of this.#marked) {
      const span = findQuote(text, quote);
      if (span) found.push({ kind, quote: describe(text, span), span });
    }
    this.#marked = found;
    this.#paint(found);
    this.#report({ type: "changed", revision: this.#revision });
    return true;
  }

  /** Marks the places that still exist and returns the number of those that do not. */
  #mark(request: PageRequest & { type: "mark" }): number {
    if (request.revision !== this.#revision) {
      // The spans belong to an old text; the panel has been notified and will ask again.
      return request.answers.length + request.perhaps.length + request.plain.length;
    }
    const { text } = this.#page;
    const marked: Marked[] = [];
    const take = (kind: MarkKind, spans: readonly Span[]) => {
      for (const span of spans) marked.push({ kind, quote: describe(text, span), span });
    };
    take("plain", request.plain);
    take("perhaps", request.perhaps);
    take("answer", request.answers);
    if (request.spoken) take("passage", [request.spoken]);
    if (request.current) take(request.outlined ? "passage" : "current", [request.current]);
    this.#marked = marked;
    const lost = this.#paint(marked);
    const shown = request.spoken ?? (request.scroll ? request.current : null);
    if (shown) {
      const first = this.#page.ranges(shown)?.[0];
      if (first) reveal(first, calm(this.#document) ? "instant" : "smooth");
    }
    return lost;
  }

  #paint(marked: readonly Marked[]): number {
    let lost = 0;
    for (const kind of MARK_KINDS) {
      const ranges: Range[] = [];
      for (const mark of marked) {
        if (mark.kind !== kind) continue;
        const own = this.#page.ranges(mark.span);
        if (own) ranges.push(...own);
        else lost++;
      }
      this.#marks.set(kind, ranges);
    }
    // Nodes were removed since the text was last read: read it now.
    if (lost > 0) this.#watch.soon();
    return lost;
  }

  #select(span: Span): void {
    const ranges = this.#page.ranges(span);
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
