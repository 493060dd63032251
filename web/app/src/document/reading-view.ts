// The reading view: a document's text as headings, paragraphs, lists, tables and code, with the emphasis, links and
// pictures of its file. It is made of text nodes and elements chosen here, so that nothing in it can act, and nothing
// is fetched but what the server took out of the file. Marks stand by the offsets of the canonical text.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import { PageMarks } from "@wherein/anchoring/places/marks.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { AppServer, type Looks, type ShownDocument } from "@wherein/api-client/app-server.ts";
import type { Tick } from "@wherein/ui/answers/spots.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type Marks, NO_MARKS, type ShownMark, type Viewer } from "../viewer.ts";
import { HeldPlace } from "./held-place.ts";
import { type Piece, type Segment, segmentsOf } from "./segments.ts";

// Laid out together; those out of sight are not laid out at all.
const CHUNK = 40;
// Built at once before the page gets its turn.
const SLICE_MS = 12;

export const NO_LOOKS: Looks = { marks: [], pictures: [] };

const ELEMENTS = { strong: "strong", emphasis: "em", code: "code", link: "a" } as const;

/** How some words look, in UTF-16 units. */
interface Styled extends Span {
  readonly kind: keyof typeof ELEMENTS;
  readonly target: string;
}

/** A sign that a list item's own text begins with: a bullet, or a number as "3." or "(b)". */
const OWN_SIGN = /^(?:[•◦▪‣–—*-]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)])\s/iu;

interface Placed {
  readonly start: number;
  readonly node: Text;
}

export class ReadingView implements Viewer {
  readonly #root: HTMLElement;
  readonly #offsets: CodePointOffsets;
  readonly #text: string;
  readonly #segments: readonly Segment[];
  readonly #placed: Placed[] = [];
  readonly #document: string;
  readonly #styled: readonly Styled[];
  readonly #pictures: readonly { readonly at: number; readonly alt: string }[];
  #nextStyled = 0;
  #nextPicture = 0;
  readonly #marks = new PageMarks();
  readonly #held: HeldPlace;
  #built = 0;
  #chunk: HTMLElement | null = null;
  /** The parts that are laid out together, with the place in the text where each begins, in UTF-16 units. */
  readonly #chunks: { readonly start: number; readonly element: HTMLElement }[] = [];
  #shown: Marks = NO_MARKS;
  #destroyed = false;

  constructor(root: HTMLElement, shown: ShownDocument, looks: Looks = NO_LOOKS) {
    this.#root = root;
    this.#document = shown.document;
    this.#text = shown.text;
    this.#offsets = new CodePointOffsets(shown.text);
    this.#segments = segmentsOf(shown);
    const styled: Styled[] = [];
    for (const { start: from, end: to, kind, target } of looks.marks) {
      const [start, end] = [this.#offsets.toUnits(from), this.#offsets.toUnits(to)];
      styled.push({ start, end, kind, target: target ?? "" });
    }
    this.#styled = styled;
    this.#pictures = looks.pictures.map(({ at, alt }) => ({ at: this.#offsets.toUnits(at), alt }));
    if (shown.language) root.lang = shown.language;
    root.replaceChildren();
    this.#held = new HeldPlace(root);
    this.#buildSlice();
  }

  async mark(marks: Marks): Promise<void> {
    const { spans, current } = marks;
    this.#shown = marks;
    const byKind: Record<ShownMark | "current", Range[]> = {
      plain: [],
      perhaps: [],
      answer: [],
      current: [],
      ruled: [],
    };
    for (const span of spans) byKind[span.kind].push(...this.#ranges(span));
    if (current) byKind.current.push(...this.#ranges(current));
    for (const kind of ["plain", "perhaps", "answer", "current"] as const) {
      this.#marks.set(kind, byKind[kind]);
    }
    this.#marks.set("passage", byKind.ruled);
  }

  ticks(): readonly Tick[] {
    const { spans, current } = this.#shown;
    const all = current ? [...spans, { ...current, kind: "current" as const }] : spans;
    const height = this.#root.scrollHeight;
    return all.flatMap(({ start, kind }) => {
      const top = this.#topOf(this.#offsets.toUnits(start));
      return top === null ? [] : [{ at: top / height, kind }];
    });
  }

  /** How far below the top a place is, by its share of the part that holds it: nothing has to be laid out for it. */
  #topOf(place: number): number | null {
    const index = this.#chunks.findLastIndex(({ start }) => start <= place);
    const chunk = this.#chunks[index];
    if (!chunk) return null;
    const { start, element } = chunk;
    const end = this.#chunks[index + 1]?.start ?? Math.max(place, this.#endOfBuilt());
    const share = end > start ? (place - start) / (end - start) : 0;
    return element.offsetTop + share * element.offsetHeight;
  }

  async reveal(span: Span): Promise<void> {
    const range = this.#laidOut(span);
    if (!range) return;
    // What was out of sight takes its own height when it comes near, and pictures and fonts come late.
    this.#held.hold(() => this.#scrollTo(range));
  }

  get isHeld(): boolean {
    return this.#held.isHeld;
  }

  /** The first place that is in sight, in code points. */
  get placeShown(): number {
    const { top } = this.#root.getBoundingClientRect();
    const isBelow = (part: Element | Range) => part.getBoundingClientRect().bottom > top;
    const chunk = Array.from(this.#root.children).find(isBelow);
    const shown = this.#placed.find(({ node }) => {
      if (!chunk?.contains(node)) return false;
      const range = document.createRange();
      range.selectNode(node);
      return isBelow(range);
    });
    return this.#offsets.toCodePoints(shown?.start ?? 0);
  }

  /** Brings a place to the top. */
  showAtTop(place: number): void {
    const range = this.#laidOut({ start: place, end: place + 1 });
    if (!range) return;
    const to = range.getBoundingClientRect().top - this.#root.getBoundingClientRect().top;
    this.#root.scrollTop += to;
  }

  /** The range of a span in a part of the page that is laid out, whether it is in sight or not; null where it shows nowhere. */
  #laidOut(span: Span): Range | null {
    const [range] = this.#ranges(span);
    if (!range) return null;
    for (const node of [range.startContainer, range.endContainer]) {
      // A part that is not laid out has a height that was guessed: places in it would lie beyond its end.
      node.parentElement?.closest(".chunk")?.classList.add("laid-out");
    }
    return range;
  }

  #scrollTo(range: Range): void {
    const mark = range.getBoundingClientRect();
    const box = this.#root.getBoundingClientRect();
    if (mark.top < box.top || mark.bottom > box.bottom) {
      this.#root.scrollTop += mark.top - box.top - box.height / 3;
    }
    const side = range.startContainer.parentElement?.closest<HTMLElement>(".table, pre");
    if (!side) return;
    const inside = side.getBoundingClientRect();
    if (mark.left < inside.left || mark.right > inside.right) {
      side.scrollLeft += mark.left - inside.left - 16;
    }
  }

  selection(): Span | null {
    const selection = document.getSelection();
    if (!selection?.rangeCount) return null;
    const range = selection.getRangeAt(0);
    if (range.collapsed || !this.#root.contains(range.commonAncestorContainer)) return null;
    let start: number | null = null;
    let end = 0;
    for (const { start: at, node } of this.#placed) {
      if (!range.intersectsNode(node)) continue;
      const from = node === range.startContainer ? range.startOffset : 0;
      const to = node === range.endContainer ? range.endOffset : node.data.length;
      if (to <= from) continue;
      start ??= at + from;
      end = at + to;
    }
    if (start === null) return null;
    return { start: this.#offsets.toCodePoints(start), end: this.#offsets.toCodePoints(end) };
  }

  destroy(): void {
    this.#destroyed = true;
    this.#held.destroy();
    this.#marks.clear();
    this.#root.replaceChildren();
    this.#root.removeAttribute("lang");
  }

  #buildSlice(): void {
    if (this.#destroyed) return;
    const until = performance.now() + SLICE_MS;
    while (this.#built < this.#segments.length && performance.now() < until) this.#buildNext();
    if (this.#built < this.#segments.length) setTimeout(() => this.#buildSlice());
  }

  #buildNext(): void {
    if (this.#built % CHUNK === 0) {
      this.#chunk = document.createElement("div");
      this.#chunk.className = "chunk";
      this.#root.append(this.#chunk);
    }
    const segment = this.#segments[this.#built++];
    if (!segment) return;
    if (this.#chunk && this.#chunk !== this.#chunks.at(-1)?.element) {
      this.#chunks.push({ start: startOf(segment), element: this.#chunk });
    }
    this.#addPictures(startOf(segment));
    this.#chunk?.append(this.#element(segment));
    if (this.#built === this.#segments.length) this.#addPictures(this.#text.length);
  }

  #element(segment: Segment): HTMLElement {
    switch (segment.kind) {
      case "heading":
        return this.#holding(`h${segment.level}`, segment.piece);
      case "code": {
        const pre = document.createElement("pre");
        pre.tabIndex = 0;
        pre.append(this.#holding("code", segment.piece));
        return pre;
      }
      case "list": {
        const list = document.createElement("ul");
        list.append(...segment.items.map((item) => this.#item(item)));
        return list;
      }
      case "table": {
        const table = document.createElement("table");
        for (const row of segment.rows) {
          table
            .insertRow()
            .append(...row.map((cell) => this.#holding(cell.heading ? "th" : "td", cell)));
        }
        const box = document.createElement("div");
        box.className = "table";
        box.tabIndex = 0;
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", t.table);
        box.append(table);
        return box;
      }
      default: {
        const paragraph = this.#holding("p", segment.piece);
        paragraph.className = segment.kind;
        if (isWrapped(paragraph.textContent)) paragraph.classList.add("flowing");
        return paragraph;
      }
    }
  }

  /** A bullet where its text has no sign of its own. */
  #item(piece: Piece): HTMLElement {
    const element = this.#holding("li", piece);
    if (OWN_SIGN.test(this.#text.slice(piece.start, piece.start + 12))) {
      element.style.listStyleType = "none";
    }
    return element;
  }

  #holding(name: string, piece: Piece): HTMLElement {
    const element = document.createElement(name);
    element.dir = "auto";
    for (const [start, end, styles] of this.#stretches(piece)) {
      const node = document.createTextNode(this.#text.slice(start, end));
      this.#placed.push({ start, node });
      element.append(styles.reduce<Node>((inner, style) => styledWith(inner, style), node));
    }
    return element;
  }

  /** The parts of a piece that look alike throughout, each with how it looks. */
  #stretches({ start, end }: Piece): (readonly [number, number, readonly Styled[]])[] {
    const all = this.#styled;
    while ((all[this.#nextStyled]?.end ?? Number.POSITIVE_INFINITY) <= start) this.#nextStyled++;
    const here: Styled[] = [];
    for (let i = this.#nextStyled; i < all.length; i++) {
      const each = all[i] as Styled;
      if (each.start >= end) break;
      if (each.end > start) here.push(each);
    }
    const edges = new Set([start, end]);
    for (const each of here) {
      edges.add(Math.max(start, each.start));
      edges.add(Math.min(end, each.end));
    }
    const places = [...edges].sort((a, b) => a - b);
    return places.slice(0, -1).map((from, i) => {
      const to = places[i + 1] as number;
      return [from, to, here.filter((each) => each.start <= from && each.end >= to)];
    });
  }

  /** The pictures that stand before a place and were not shown yet. */
  #addPictures(before: number): void {
    for (; this.#nextPicture < this.#pictures.length; this.#nextPicture++) {
      const picture = this.#pictures[this.#nextPicture];
      if (!picture || picture.at > before) return;
      const figure = document.createElement("figure");
      const image = document.createElement("img");
      image.alt = picture.alt;
      image.decoding = "async";
      image.src = AppServer.pictureAddress(this.#document, this.#nextPicture);
      figure.append(image);
      this.#chunk?.append(figure);
    }
  }

  /** The span as a range over the text nodes that hold it; none where it shows nowhere. */
  #ranges(span: Span): Range[] {
    const start = this.#offsets.toUnits(span.start);
    const end = this.#offsets.toUnits(span.end);
    while (this.#built < this.#segments.length && this.#endOfBuilt() < end) this.#buildNext();
    let range: Range | null = null;
    for (let i = this.#indexAt(start); i < this.#placed.length; i++) {
      const { start: at, node } = this.#placed[i] as Placed;
      if (at >= end) break;
      const from = Math.max(0, start - at);
      const to = Math.min(node.data.length, end - at);
      if (to <= from) continue;
      range ??= startingAt(node, from);
      range.setEnd(node, to);
    }
    return range ? [range] : [];
  }

  #endOfBuilt(): number {
    const last = this.#placed.at(-1);
    return last ? last.start + last.node.data.length : 0;
  }

  /** The first text node that may hold something at or after a place. */
  #indexAt(place: number): number {
    let low = 0;
    let high = this.#placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#placed[middle] as Placed).start <= place) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function startOf(segment: Segment): number {
  if (segment.kind === "list") return segment.items[0]?.start ?? 0;
  if (segment.kind === "table") return segment.rows[0]?.[0]?.start ?? 0;
  return segment.piece.start;
}

function styledWith(inner: Node, { kind, target }: Styled): Node {
  const element = document.createElement(ELEMENTS[kind]);
  if (element instanceof HTMLAnchorElement && /^(?:https?:\/\/|mailto:)/iu.test(target)) {
    element.href = target;
    element.target = "_blank";
    element.rel = "noopener noreferrer";
    element.title = target;
  }
  element.append(inner);
  return element;
}

/** Whether line ends are only where a line was full, as in text files; they are shown as spaces. */
function isWrapped(text: string): boolean {
  const lines = text.split("\n");
  if (lines.length < 2) return false;
  const full = lines.slice(0, -1).map((line) => line.length);
  return Math.max(...full) <= 120 && Math.min(...full) >= 45;
}

function startingAt(node: Text, offset: number): Range {
  const range = document.createRange();
  range.setStart(node, offset);
  return range;
}
