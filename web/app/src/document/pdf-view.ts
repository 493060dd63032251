// A PDF's pages, drawn by pdf.js as they come into sight, with a box for each line of a mark. The boxes come from
// where the text was read; turning and zooming the pages moves them along. Scripts in PDFs are never run.

import type { Span } from "@wherein/anchoring/span.ts";
import type { Box, ShownDocument } from "@wherein/api-client/app-server.ts";
import type { Tick } from "@wherein/ui/answers/spots.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import {
  GlobalWorkerOptions,
  getDocument,
  type PageViewport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  TextLayer,
  // The other build uses what Firefox 140 and Chromium before 145 lack, and draws nothing there.
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import type { Marks, ShownMark, Viewer } from "../viewer.ts";
import { HeldPlace } from "./held-place.ts";
import { PageTextFinder } from "./page-text-finder.ts";

GlobalWorkerOptions.workerSrc = workerUrl;

const LARGEST_FIT = 1.6;
const ZOOM_STEP = 1.25;
const LEAST_ZOOM = 0.25;
const MOST_ZOOM = 5;
// Beyond this many pixels a page is drawn less sharp: browsers refuse larger canvases.
const MOST_PIXELS = 16_000_000;
const GAP = 16;

export type BoxesOf = (spans: readonly Span[]) => Promise<readonly (readonly Box[])[]>;

interface Sheet {
  readonly number: number;
  readonly element: HTMLElement;
  readonly marks: HTMLElement;
  /** Width and height in points as the page lies, before the person turns it. */
  size: readonly [number, number];
  page: PDFPageProxy | null;
  drawing: RenderTask | null;
  drawn: boolean;
}

interface PlacedBox {
  readonly kind: ShownMark | "current";
  readonly box: Box;
}

export class PdfView implements Viewer {
  readonly #container: HTMLElement;
  readonly #document: PDFDocumentProxy;
  readonly #boxesOf: BoxesOf;
  readonly #finder: PageTextFinder;
  readonly #sheets: Sheet[] = [];
  readonly #seen: IntersectionObserver;
  readonly #resized: ResizeObserver;
  readonly #held: HeldPlace;
  readonly #boxes = new Map<number, PlacedBox[]>();
  #zoom = 1;
  #turn = 0;
  #width = 0;
  #marking = 0;
  /** Scrolls to the place that was revealed last. */
  #toPlace: () => void = () => {};
  #destroyed = false;

  private constructor(
    container: HTMLElement,
    document: PDFDocumentProxy,
    shown: ShownDocument,
    boxesOf: BoxesOf,
  ) {
    this.#container = container;
    this.#document = document;
    this.#boxesOf = boxesOf;
    this.#finder = new PageTextFinder(shown);
    this.#held = new HeldPlace(container);
    this.#seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const sheet = this.#sheets[Number((target as HTMLElement).dataset.page) - 1];
          if (sheet && isIntersecting) void this.#draw(sheet);
          else if (sheet) this.#drop(sheet);
        }
      },
      { root: container, rootMargin: "100% 0px" },
    );
    this.#resized = new ResizeObserver(() => {
      if (Math.abs(container.clientWidth - this.#width) > 1) this.#layOut();
    });
  }

  /** Shows a PDF in `container`. Rejects where pdf.js cannot open it. */
  static async open(
    container: HTMLElement,
    bytes: ArrayBuffer,
    shown: ShownDocument,
    boxesOf: BoxesOf,
  ): Promise<PdfView> {
    const folder = (name: string) => new URL(`/pdfjs/${name}/`, location.href).href;
    const document = await getDocument({
      data: bytes,
      isEvalSupported: false,
      enableXfa: false,
      cMapUrl: folder("cmaps"),
      cMapPacked: true,
      standardFontDataUrl: folder("standard_fonts"),
      wasmUrl: folder("wasm"),
    }).promise;
    const view = new PdfView(container, document, shown, boxesOf);
    await view.#begin();
    return view;
  }

  get pages(): number {
    return this.#document.numPages;
  }

  /** The page that most of what is seen belongs to. */
  get pageShown(): number {
    const middle = this.#container.scrollTop + this.#container.clientHeight / 3;
    const sheet = this.#sheets.findLast(({ element }) => element.offsetTop <= middle);
    return sheet?.number ?? 1;
  }

  zoomBy(steps: number): void {
    const zoom = this.#zoom * ZOOM_STEP ** steps;
    this.#zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom));
    this.#layOut();
  }

  /** A quarter to the right. */
  turn(): void {
    this.#turn = (this.#turn + 90) % 360;
    this.#layOut();
  }

  async mark({ spans, current }: Marks): Promise<void> {
    const marking = ++this.#marking;
    const wanted = current ? [...spans, { ...current, kind: "current" as const }] : spans;
    const boxes = await this.#boxesOf(wanted);
    if (marking !== this.#marking || this.#destroyed) return;
    const pages = new Set(this.#boxes.keys());
    this.#boxes.clear();
    boxes.forEach((lines, i) => {
      const kind = wanted[i]?.kind ?? "answer";
      for (const box of lines) {
        const page = box[0] ?? 0;
        this.#boxes.set(page, [...(this.#boxes.get(page) ?? []), { kind, box }]);
        pages.add(page);
      }
    });
    for (const page of pages) {
      const sheet = this.#sheets[page - 1];
      if (sheet?.page) this.#paint(sheet, sheet.page);
    }
  }

  ticks(): readonly Tick[] {
    const height = this.#container.scrollHeight;
    return [...this.#boxes].flatMap(([number, boxes]) => {
      const sheet = this.#sheets[number - 1];
      if (!sheet) return [];
      const { offsetTop, offsetHeight } = sheet.element;
      return boxes.map(({ kind, box }) => {
        // A page that was not loaded yet is taken as it would lie unturned.
        const [, , y = 0] = box;
        const top = sheet.page ? this.#rectangle(sheet.page, box)[1] / 100 : y / sheet.size[1];
        return { at: (offsetTop + top * offsetHeight) / height, kind };
      });
    });
  }

  async reveal(span: Span): Promise<void> {
    const [lines] = await this.#boxesOf([span]);
    const first = lines?.[0];
    const number = first?.[0] ?? this.#finder.pageAt(span.start);
    const sheet = number === undefined ? undefined : this.#sheets[number - 1];
    if (!sheet) return;
    const page = await this.#load(sheet);
    if (!page || this.#destroyed) return;
    // Pages above it may turn out to have other sizes than the first one when they are loaded.
    this.#toPlace = () => this.#scrollTo(sheet, page, first);
    this.#held.hold(this.#toPlace);
  }

  /** A mark that is seen stays where it is. */
  #scrollTo(sheet: Sheet, page: PDFPageProxy, line: Box | undefined): void {
    const box = this.#container;
    const [left, top, , height] = line ? this.#rectangle(page, line) : [0, 0, 0, 0];
    const { offsetTop, offsetLeft, offsetHeight, offsetWidth } = sheet.element;
    const y = offsetTop + (top / 100) * offsetHeight;
    const end = y + (height / 100) * offsetHeight;
    if (y < box.scrollTop || end > box.scrollTop + box.clientHeight) {
      box.scrollTop = Math.max(0, y - box.clientHeight / 3);
    }
    if (!line) return;
    // When zoomed in, the line may be outside the visible part.
    const x = offsetLeft + (left / 100) * offsetWidth;
    if (x < box.scrollLeft || x > box.scrollLeft + this.#width) {
      box.scrollLeft = Math.max(0, x - GAP);
    }
  }

  selection(): Span | null {
    const selection = document.getSelection();
    if (!selection?.rangeCount) return null;
    const { startContainer } = selection.getRangeAt(0);
    const element =
      startContainer instanceof Element ? startContainer : startContainer.parentElement;
    const sheet = element?.closest<HTMLElement>(".sheet");
    if (!sheet || !this.#container.contains(sheet)) return null;
    return this.#finder.find(Number(sheet.dataset.page), selection.toString());
  }

  destroy(): void {
    this.#destroyed = true;
    this.#held.destroy();
    this.#seen.disconnect();
    this.#resized.disconnect();
    for (const sheet of this.#sheets) sheet.drawing?.cancel();
    this.#container.replaceChildren();
    void this.#document.destroy();
  }

  async #begin(): Promise<void> {
    const first = await this.#document.getPage(1).catch(() => null);
    const view = first?.getViewport({ scale: 1 });
    const size = view ? ([view.width, view.height] as const) : ([612, 792] as const);
    for (let number = 1; number <= this.#document.numPages; number++) {
      const element = document.createElement("div");
      element.className = "sheet";
      element.dataset.page = String(number);
      element.setAttribute("role", "region");
      element.setAttribute("aria-label", t.pageNumbered(number));
      const marks = document.createElement("div");
      marks.className = "pdf-marks";
      this.#sheets.push({ number, element, marks, size, page: null, drawing: null, drawn: false });
    }
    this.#layOut();
    this.#container.replaceChildren(...this.#sheets.map(({ element }) => element));
    for (const { element } of this.#sheets) this.#seen.observe(element);
    this.#resized.observe(this.#container);
  }

  /** Gives every sheet its size, and draws those in sight again. */
  #layOut(): void {
    const stays = this.#isInSight();
    const at = this.#sheets.length > 0 && this.#container.scrollHeight > 0;
    const share = at ? this.#container.scrollTop / this.#container.scrollHeight : 0;
    this.#width = this.#container.clientWidth;
    for (const sheet of this.#sheets) {
      this.#resize(sheet);
      if (!sheet.drawn) continue;
      this.#drop(sheet);
      this.#seen.unobserve(sheet.element);
      this.#seen.observe(sheet.element);
    }
    this.#container.scrollTop = share * this.#container.scrollHeight;
    if (stays) this.#toPlace();
  }

  /** Whether the current mark is seen now. */
  #isInSight(): boolean {
    const mark = this.#container.querySelector('.pdf-mark[data-kind="current"]');
    const at = mark?.getBoundingClientRect();
    const box = this.#container.getBoundingClientRect();
    return at !== undefined && at.bottom > box.top && at.top < box.bottom;
  }

  #scaleOf(sheet: Sheet): number {
    const width = this.#turn % 180 === 0 ? sheet.size[0] : sheet.size[1];
    return Math.min(LARGEST_FIT, Math.max(0.1, (this.#width - 2 * GAP) / width)) * this.#zoom;
  }

  #resize(sheet: Sheet): void {
    const scale = this.#scaleOf(sheet);
    const [width, height] = this.#turn % 180 === 0 ? sheet.size : [sheet.size[1], sheet.size[0]];
    sheet.element.style.width = `${width * scale}px`;
    sheet.element.style.height = `${height * scale}px`;
    sheet.element.style.setProperty("--total-scale-factor", String(scale));
  }

  async #load(sheet: Sheet): Promise<PDFPageProxy | null> {
    if (sheet.page) return sheet.page;
    try {
      const page = await this.#document.getPage(sheet.number);
      const { width, height } = page.getViewport({ scale: 1 });
      const changed = width !== sheet.size[0] || height !== sheet.size[1];
      sheet.size = [width, height];
      sheet.page = page;
      if (changed) this.#resize(sheet);
      return page;
    } catch {
      this.#say(sheet);
      return null;
    }
  }

  /** A damaged page says so in its place; the others are shown. */
  #say(sheet: Sheet): void {
    const told = document.createElement("p");
    told.className = "note";
    told.textContent = t.pageOfThisPdfIsDamaged(sheet.number);
    sheet.element.replaceChildren(told);
  }

  #viewport(page: PDFPageProxy, scale: number): PageViewport {
    return page.getViewport({ scale, rotation: (page.rotate + this.#turn) % 360 });
  }

  async #draw(sheet: Sheet): Promise<void> {
    if (sheet.drawn) return;
    sheet.drawn = true;
    const page = await this.#load(sheet);
    if (!page || this.#destroyed || !sheet.drawn) return;
    const scale = this.#scaleOf(sheet);
    const viewport = this.#viewport(page, scale);
    const canvas = document.createElement("canvas");
    const wanted = window.devicePixelRatio || 1;
    const sharp = Math.min(wanted, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
    canvas.width = Math.floor(viewport.width * sharp);
    canvas.height = Math.floor(viewport.height * sharp);
    const layer = document.createElement("div");
    layer.className = "textLayer";
    sheet.element.replaceChildren(canvas, sheet.marks, layer);
    this.#paint(sheet, page);
    try {
      sheet.drawing = page.render({ canvas, viewport: this.#viewport(page, scale * sharp) });
      await sheet.drawing.promise;
      const source = await page.getTextContent();
      if (!this.#destroyed && layer.isConnected) {
        await new TextLayer({ textContentSource: source, container: layer, viewport }).render();
      }
    } catch (error) {
      const stopped = error instanceof Error && error.name === "RenderingCancelledException";
      if (!stopped && !this.#destroyed) this.#say(sheet);
    }
  }

  #drop(sheet: Sheet): void {
    if (!sheet.drawn) return;
    sheet.drawn = false;
    sheet.drawing?.cancel();
    sheet.drawing = null;
    sheet.element.replaceChildren();
    sheet.page?.cleanup();
  }

  #paint(sheet: Sheet, page: PDFPageProxy): void {
    const boxes = (this.#boxes.get(sheet.number) ?? []).map(({ kind, box }) => {
      const element = document.createElement("div");
      element.className = "pdf-mark";
      element.dataset.kind = kind;
      const [left, top, width, height] = this.#rectangle(page, box);
      element.style.left = `${left}%`;
      element.style.top = `${top}%`;
      element.style.width = `${width}%`;
      element.style.height = `${height}%`;
      return element;
    });
    sheet.marks.replaceChildren(...boxes);
  }

  /** Left, top, width and height of a box in per cent of the sheet, as it is turned now. */
  #rectangle(page: PDFPageProxy, box: Box): readonly [number, number, number, number] {
    const [, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
    const viewport = this.#viewport(page, 1);
    const [left = 0, , , top = 0] = page.view;
    const corners = viewport.convertToViewportRectangle([left + x0, top - y1, left + x1, top - y0]);
    const [ax = 0, ay = 0, bx = 0, by = 0] = corners;
    const across = 100 / viewport.width;
    const down = 100 / viewport.height;
    return [
      Math.min(ax, bx) * across,
      Math.min(ay, by) * down,
      Math.abs(bx - ax) * across,
      Math.abs(by - ay) * down,
    ];
  }
}
