// Shows a PDF with pdf.js: draws pages when they become visible, and makes the text layer for marks.

import { PageText } from "@wherein/anchoring/page-text.ts";
import { SourceNodes } from "@wherein/anchoring/tree/source-map.ts";
import { LinkTrouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  type RenderTask,
  TextLayer,
  // The other build uses what Chromium before 145 lacks, and draws nothing there.
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { type PdfPiece, type PdfText, type PdfTextPage, pdfText } from "./pdf-text.ts";

GlobalWorkerOptions.workerSrc = workerUrl;

const LARGEST_SCALE = 1.6;
// Of the pages' box, left and right.
const MARGINS = 32;

export interface OpenedPdf {
  readonly title: string;
  readonly page: PageText;
  readonly pdf: PdfText;
}

export class PdfView {
  readonly #container: HTMLElement;
  readonly #observer: IntersectionObserver;
  readonly #draw = new Map<Element, () => void>();
  /** For each page, in reading order, a function that fits it to the available width. */
  readonly #fit: (() => void)[] = [];
  readonly #resized: ResizeObserver;
  #width = 0;
  #document: PDFDocumentProxy | null = null;

  constructor(container: HTMLElement) {
    this.#container = container;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          this.#observer.unobserve(target);
          this.#draw.get(target)?.();
          this.#draw.delete(target);
        }
      },
      { root: container, rootMargin: "50% 0px" },
    );
    this.#resized = new ResizeObserver(() => {
      if (container.clientWidth === this.#width) return;
      this.#width = container.clientWidth;
      for (const fit of this.#fit) fit();
    });
    this.#resized.observe(container);
  }

  /** Shows the document and reads its whole text. Throws LinkTrouble. */
  async open(bytes: Uint8Array): Promise<OpenedPdf> {
    const document = await this.#load(bytes);
    this.#document = document;
    const sources = new SourceNodes();
    const pages: PdfTextPage[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      pages.push({ number, pieces: await this.#show(page, sources) });
    }
    const pdf = pdfText(pages);
    const { info } = await document.getMetadata();
    const title = (info as { readonly Title?: unknown }).Title;
    return {
      title: typeof title === "string" ? title.trim() : "",
      page: PageText.of(pdf.canonical, sources),
      pdf,
    };
  }

  destroy(): void {
    this.#observer.disconnect();
    this.#resized.disconnect();
    void this.#document?.destroy();
  }

  async #load(data: Uint8Array): Promise<PDFDocumentProxy> {
    const folder = (name: string) => new URL(`/pdfjs/${name}/`, location.href).href;
    try {
      return await getDocument({
        data,
        isEvalSupported: false,
        cMapUrl: folder("cmaps"),
        cMapPacked: true,
        standardFontDataUrl: folder("standard_fonts"),
        wasmUrl: folder("wasm"),
      }).promise;
    } catch (error) {
      if (error instanceof Error && error.name === "PasswordException") {
        throw new LinkTrouble({
          what: t.thisPdfIsLockedWithA,
          next: t.saveACopyWithoutOneThen,
        });
      }
      throw new LinkTrouble({
        what: t.thisPdfIsDamaged,
        next: t.downloadItAgainThenOpenIt,
        details: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** Puts one page into the view and returns its pieces of text. */
  async #show(page: PDFPageProxy, sources: SourceNodes): Promise<PdfPiece[]> {
    const natural = page.getViewport({ scale: 1 });
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    let scale = 1;
    sheet.setAttribute("role", "region");
    sheet.setAttribute("aria-label", t.pageShort(page.pageNumber));
    const canvas = document.createElement("canvas");
    const layer = document.createElement("div");
    layer.className = "textLayer";
    sheet.append(canvas, layer);
    this.#container.append(sheet);
    let drawing: RenderTask | null = null;
    const draw = () => {
      const sharp = window.devicePixelRatio || 1;
      // A canvas takes one drawing at a time; the rejection of a cancelled one is ignored.
      drawing?.cancel();
      canvas.width = Math.floor(natural.width * scale * sharp);
      canvas.height = Math.floor(natural.height * scale * sharp);
      drawing = page.render({ canvas, viewport: page.getViewport({ scale: scale * sharp }) });
      drawing.promise.catch((error: unknown) => {
        if (!(error instanceof RenderingCancelledException)) throw error;
      });
    };
    // The text layer scales with the page, since its positions are shares of the page's size.
    const fit = () => {
      const room = Math.max(1, this.#container.clientWidth - MARGINS);
      scale = Math.min(LARGEST_SCALE, room / natural.width);
      sheet.style.width = `${natural.width * scale}px`;
      sheet.style.height = `${natural.height * scale}px`;
      sheet.style.setProperty("--total-scale-factor", String(scale));
      this.#draw.set(sheet, draw);
      this.#observer.unobserve(sheet);
      this.#observer.observe(sheet);
    };
    fit();
    this.#fit.push(fit);

    const viewport = page.getViewport({ scale });
    const content = await page.getTextContent();
    const text = new TextLayer({ textContentSource: content, container: layer, viewport });
    await text.render();
    const pieces: PdfPiece[] = [];
    let place = 0;
    for (const item of content.items) {
      if (!("str" in item)) continue;
      const node = text.textDivs[place++]?.firstChild;
      const drawn = node instanceof Text ? node : null;
      pieces.push({
        text: drawn?.data ?? "",
        source: drawn ? sources.add(drawn, drawn.data) : 0,
        x: item.transform[4],
        y: item.transform[5],
        width: item.width,
        height: item.height,
        endsLine: item.hasEOL,
      });
    }
    return pieces;
  }
}
