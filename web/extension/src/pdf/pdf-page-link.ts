// A PDF as the panel's page: searched, read and marked like any other.

import { type FindOptions, findLiteral } from "@wherein/anchoring/places/find-literal.ts";
import { PageMarks, reveal } from "@wherein/anchoring/places/marks.ts";
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
import { SelectionWatch } from "../page/selection-watch.ts";
import type { OpenedPdf, PdfView } from "./pdf-view.ts";

export interface PdfSource {
  readonly url: string;
  bytes(): Promise<Uint8Array>;
}

export class PdfPageLink implements PageLink {
  readonly #view: PdfView;
  readonly #source: PdfSource;
  readonly #marks = new PageMarks();
  #opened: Promise<OpenedPdf> | null = null;
  #listener: PageListener | null = null;
  readonly #selections = new SelectionWatch(
    document,
    (range) =>
      void this.#open().then(({ page }) => {
        const span = page.spanOf(range);
        if (span) this.#listener?.selected(span);
      }),
  );

  constructor(view: PdfView, source: PdfSource) {
    this.#view = view;
    this.#source = source;
  }

  attach(listener: PageListener): Promise<PageContent> {
    this.#listener = listener;
    return this.read();
  }

  async read(): Promise<PageContent> {
    const { title, page, pdf } = await this.#open();
    const name = decodeURIComponent(this.#source.url.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
    return {
      revision: 1,
      url: this.#source.url,
      title: title || name,
      text: page.text,
      blocks: page.blocks,
      unreadFrames: [],
      pages: pdf.pages,
      pagesWithoutText: pdf.withoutText,
      pagesWithTables: pdf.withTables,
    };
  }

  async find(query: string, options: FindOptions): Promise<PlainFound> {
    const found = findLiteral((await this.#open()).page.text, query, options);
    return found.kind === "found" ? { ...found, revision: 1 } : found;
  }

  async mark(wanted: PageMarksWanted): Promise<void> {
    const { page } = await this.#open();
    const ranges = (spans: readonly Span[]) => spans.flatMap((span) => page.ranges(span) ?? []);
    this.#marks.set("evidence", ranges(wanted.evidence ?? []));
    this.#marks.set("plain", ranges(wanted.plain));
    this.#marks.set("perhaps", ranges(wanted.perhaps));
    this.#marks.set("answer", ranges(wanted.answers));
    const current = wanted.current ? ranges([wanted.current]) : [];
    this.#marks.set("current", wanted.outlined ? [] : current);
    const spoken = wanted.spoken ? ranges([wanted.spoken]) : [];
    this.#marks.set("passage", [...(wanted.outlined ? current : []), ...spoken]);
    const shown = spoken[0] ?? (wanted.scroll ? current[0] : undefined);
    if (shown) reveal(shown, "instant");
  }

  async selection(): Promise<Span | null> {
    const selection = document.getSelection();
    const { page } = await this.#open();
    return selection?.rangeCount ? page.spanOf(selection.getRangeAt(0)) : null;
  }

  async letSelectionGo(): Promise<void> {
    document.getSelection()?.removeAllRanges();
  }

  async watchSelection(on: boolean): Promise<void> {
    if (on) this.#selections.start();
    else this.#selections.stop();
  }

  async allowFrames(): Promise<boolean> {
    return true;
  }

  async leave(): Promise<void> {
    this.#marks.clear();
  }

  destroy(): void {
    this.#selections.stop();
    this.#marks.clear();
    this.#view.destroy();
  }

  #open(): Promise<OpenedPdf> {
    this.#opened ??= this.#source.bytes().then(
      (bytes) => this.#view.open(bytes),
      () => {
        this.#opened = null;
        throw new LinkTrouble({
          what: t.thePdfCouldNotBeTaken,
          next: t.goBackToThatTabPress,
        });
      },
    );
    return this.#opened;
  }
}
