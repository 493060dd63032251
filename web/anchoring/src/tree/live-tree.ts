// Makes a page tree of a live page: visible content in reading order, with shadow roots and same-origin frames.
// Reads and never writes; knows no text rules.

import { NOWHERE } from "../canonical/traced-text.ts";
import type { Steps } from "../steps.ts";
import { shownLines } from "./form-fields.ts";
import { iconWords } from "./icons.ts";
import { BLOCK_TAGS, isCopyByName, type PageElement, type PageNode } from "./page-tree.ts";
import { SourceNodes } from "./source-map.ts";

/** Access to shadow roots and frames that a page's own script cannot see. */
export interface Reach {
  /** The open or closed shadow root of an element, if any. */
  shadowRoot(element: Element): ShadowRoot | null;
}

/** The parts that were left out, to be reported to the person. */
export interface Unread {
  /** Frames of other origins, or that did not load. */
  readonly frames: readonly string[];
  /** Whether there are elements nested deeper than `DEEPEST`. */
  readonly tooDeep: boolean;
}

export interface LiveTree {
  readonly root: PageElement;
  readonly sources: SourceNodes;
  readonly unread: Unread;
  /** The documents and shadow roots that were read, to be watched for changes. */
  readonly roots: readonly Node[];
}

// Displays that begin and end a line whatever the tag says.
const BLOCK_DISPLAYS = new Set([
  "block",
  "flow-root",
  "flex",
  "grid",
  "table",
  "list-item",
  "table-row",
  "table-cell",
  "table-caption",
  "table-row-group",
  "table-header-group",
  "table-footer-group",
]);
const SKIPPED = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "head",
  "svg",
  "object",
  "embed",
  "video",
  "audio",
  "canvas",
  "datalist",
  "del",
]);
const CELLS = new Set(["td", "th", "dt", "dd"]);
const FIELDS = new Set(["input", "select", "textarea"]);
/** Between what a field shows and the words around it. */
const SPACE: PageNode = { data: " ", source: NOWHERE };
// The elements that may have a shadow root (DOM Standard, "attach a shadow root"), beside those with a "-".
const SHADOW_HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(
    " ",
  ),
);
/**
 * Levels of elements that are read. Chromium's parser makes 512 at most and its layout fails at some 3,000, but a closed
 * `details` may hold any number, and each style that is asked for there takes time in proportion to its depth.
 */
export const DEEPEST = 2_500;
// Some milliseconds.
const NODES_A_STEP = 256;

class LiveElement implements PageElement {
  readonly children: PageNode[] = [];
  readonly depth: number;
  /** Whether it is a cell or in one, so that the words of icons may be its text. */
  readonly inCell: boolean;
  iconSource: number | null = null;
  listStyle: string | null = null;
  /** Whether it is a formula or in one: its parts flow in the line. */
  readonly inFormula: boolean;
  /** What a page draws of the formula that it is a copy of, or in the copy of. */
  readonly drawnAs: Element | null;
  // Most elements have no attribute, and each is asked for a dozen.
  readonly #isBare: boolean;

  constructor(
    readonly tag: string,
    readonly parent: LiveElement | null,
    readonly isBlock: boolean,
    readonly element: Element,
    isCopy = false,
  ) {
    this.#isBare = !element.hasAttributes();
    this.depth = parent ? parent.depth + 1 : 0;
    this.inFormula = (parent?.inFormula ?? false) || tag === "math";
    this.drawnAs = parent?.drawnAs ?? (isCopy ? drawingOf(element) : null);
    this.inCell = (parent?.inCell ?? false) || CELLS.has(tag);
  }

  attribute(name: string): string {
    return this.#isBare ? "" : (this.element.getAttribute(name) ?? "");
  }

  hasAttribute(name: string): boolean {
    return !this.#isBare && this.element.hasAttribute(name);
  }
}

/** The tree of the visible content of `document`, node by node. An empty page gives a root without children. */
export function* liveTree(document: Document, reach: Reach): Steps<LiveTree> {
  const walk = new Walk(document, reach);
  while (!walk.done) {
    for (let n = 0; n < NODES_A_STEP && !walk.done; n++) walk.next();
    yield;
  }
  return walk.tree;
}

class Walk {
  readonly #reach: Reach;
  readonly #root: LiveElement;
  readonly #sources = new SourceNodes();
  readonly #frames: string[] = [];
  #tooDeep = false;
  readonly #roots: Node[];
  // The nodes to come, the last one first: for each the element it goes under, and whether text right there shows. Side by
  // side, since a page of 100,000 nodes would make as many objects of them.
  readonly #nodes: Node[] = [];
  readonly #into: LiveElement[] = [];
  readonly #shows: boolean[] = [];

  constructor(document: Document, reach: Reach) {
    this.#reach = reach;
    this.#roots = [document];
    const top = document.body ?? document.documentElement;
    this.#root = new LiveElement("body", null, true, top);
    const shows = top.nodeType !== Node.ELEMENT_NODE || visibilityOf(top) === "shown";
    this.#pushAll(this.#childrenOf(top), this.#root, shows);
  }

  get done(): boolean {
    return this.#nodes.length === 0;
  }

  get tree(): LiveTree {
    const unread = { frames: this.#frames, tooDeep: this.#tooDeep };
    return { root: this.#root, sources: this.#sources, unread, roots: this.#roots };
  }

  /** Visits one node. */
  next(): void {
    const node = this.#nodes.pop();
    const into = this.#into.pop();
    const shows = this.#shows.pop() ?? false;
    if (!node || !into) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node as Text;
      const { data } = text;
      if (shows && data !== "") {
        const source = this.#sources.add(into.drawnAs ?? text, data);
        into.children.push({ data, source });
      }
      return;
    }
    if (node.nodeType === Node.ELEMENT_NODE) this.#element(node as HTMLElement, into);
  }

  #element(element: HTMLElement, into: LiveElement): void {
    const tag = element.localName.toLowerCase();
    const isPicture = tag === "svg" && into.inCell;
    if (SKIPPED.has(tag) && !isPicture) return;
    if (into.depth >= DEEPEST) {
      this.#tooDeep = true;
      return;
    }
    const style = styleOf(element);
    // Asked for once: the browser makes a text of it each time.
    const display = style?.display ?? "";
    const isCopy = isCopyElement(element);
    const visibility = visibilityOf(element, style, display, isCopy);
    if (visibility === "gone") return;
    if (tag === "iframe" || tag === "frame") {
      this.#frame(element as HTMLIFrameElement, into, visibility === "shown");
      return;
    }
    if (FIELDS.has(tag)) {
      if (visibility === "shown") this.#field(element, into);
      return;
    }
    const block =
      BLOCK_TAGS.has(tag) || (style !== null && !into.inFormula && BLOCK_DISPLAYS.has(display));
    const below = new LiveElement(tag, into, block, element, isCopy);
    into.children.push(below);
    if (isPicture) nameOf(element, below);
    if (below.inCell) this.#icon(below);
    if (tag === "li" && style) {
      below.listStyle = display === "list-item" ? style.listStyleType : "none";
    }
    if (!isPicture) this.#pushAll(this.#childrenOf(element), below, visibility === "shown");
  }

  /** Gives the words of an icon the icon as their place in the page. */
  #icon(below: LiveElement): void {
    const words = iconWords(below);
    if (words !== "") below.iconSource = this.#sources.add(below.element, words);
  }

  #frame(frame: HTMLIFrameElement, into: LiveElement, shows: boolean): void {
    const inner = frameBody(frame);
    if (inner === "other") this.#frames.push(addressOf(frame));
    else if (inner && shows) {
      this.#roots.push(inner.ownerDocument);
      const below = new LiveElement("div", into, true, frame);
      into.children.push(below);
      this.#pushAll(this.#childrenOf(inner), below, true);
    }
  }

  /**
   * What was typed into a field, or chosen in it, stands behind the field: a box of lines, or words in the line, apart from
   * the words around it. The field itself has no text; it parts words, and main text is told by how many there are.
   */
  #field(field: HTMLElement, into: LiveElement): void {
    const control = new LiveElement(field.localName, into, false, field);
    into.children.push(control);
    if (control.inCell) this.#icon(control);
    const lines = shownLines(field);
    if (lines.length === 0) return;
    const box = field.localName === "textarea";
    const below = new LiveElement(box ? "div" : "span", into, box, field);
    into.children.push(SPACE, below, SPACE);
    lines.forEach((line, i) => {
      if (i > 0) below.children.push(new LiveElement("br", below, false, field));
      if (line !== "") below.children.push({ data: line, source: this.#sources.add(field, line) });
    });
  }

  #pushAll(nodes: ArrayLike<Node>, into: LiveElement, shows: boolean): void {
    // From its beginning: a list of children that is asked from its end walks there for each.
    const first = this.#nodes.length;
    const { length } = nodes;
    for (let i = 0; i < length; i++) {
      this.#nodes.push(nodes[i] as Node);
      this.#into.push(into);
      this.#shows.push(shows);
    }
    for (let low = first, high = first + length - 1; low < high; low++, high--) {
      const node = this.#nodes[low] as Node;
      this.#nodes[low] = this.#nodes[high] as Node;
      this.#nodes[high] = node;
    }
  }

  /** The children of an element as shown: slots filled, and closed details as if they were open. */
  #childrenOf(element: Element): ArrayLike<Node> {
    const { localName } = element;
    if (localName === "slot") {
      const assigned = (element as HTMLSlotElement).assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    if (!SHADOW_HOSTS.has(localName) && !localName.includes("-")) return element.childNodes;
    const shadow = this.#reach.shadowRoot(element);
    if (!shadow) return element.childNodes;
    this.#roots.push(shadow);
    return shadow.childNodes;
  }
}

/** Puts the title of an `svg`, its own words, below it. */
function nameOf(svg: Element, into: LiveElement): void {
  const title = Array.from(svg.children).find((child) => child.localName === "title");
  if (!title) return;
  const below = new LiveElement("title", into, false, title);
  below.children.push({ data: title.textContent ?? "", source: NOWHERE });
  into.children.push(below);
}

type Visibility = "shown" | "own text hidden" | "gone";

function styleOf(element: Element): CSSStyleDeclaration | null {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}

function visibilityOf(
  element: Element,
  style = styleOf(element),
  display = style?.display ?? "",
  isCopy = isCopyElement(element),
): Visibility {
  if (!style) return "gone";
  // Read instead of what is drawn of it.
  if (isCopy) return "shown";
  if (display === "none" && !isTabPanel(element)) return "gone";
  if (style.contentVisibility === "hidden" && !isUntilFound(element)) return "gone";
  const { position } = style;
  if (position === "absolute" || position === "fixed") {
    if (isClippedAway(element as HTMLElement, style)) return "gone";
  }
  // A child may set `visibility: visible` again.
  return style.visibility === "visible" ? "shown" : "own text hidden";
}

function isCopyElement(element: Element): boolean {
  const classes = element.hasAttributes() ? element.getAttribute("class") : null;
  return isCopyByName(element.localName, classes ?? "");
}

/** What a page draws of a formula: the copy's neighbour, else what is around both. */
function drawingOf(copy: Element): Element {
  return copy.nextElementSibling ?? copy.previousElementSibling ?? copy.parentElement ?? copy;
}

/** Whether one click on its tab shows the element. */
export function isTabPanel(element: Element): boolean {
  return element.getAttribute("role")?.toLowerCase() === "tabpanel";
}

/** Whether the browser's own search looks into the element, and opens it. */
export function isUntilFound(element: Element): boolean {
  return element.getAttribute("hidden")?.toLowerCase() === "until-found";
}

/** Whether an element's text is for screen readers only: one pixel large, or clipped to nothing. */
function isClippedAway(element: HTMLElement, style: CSSStyleDeclaration): boolean {
  if (
    /^rect\(0(px)?,? 0(px)?,? 0(px)?,? 0(px)?\)$|^rect\(1px,? 1px,? 1px,? 1px\)$/.test(style.clip)
  ) {
    return true;
  }
  if (/^inset\((50|100)%\)/.test(style.clipPath)) return true;
  return element.offsetWidth <= 1 && element.offsetHeight <= 1 && style.overflow !== "visible";
}

function frameBody(frame: HTMLIFrameElement): Element | null | "other" {
  try {
    const inner = frame.contentDocument;
    return inner ? inner.body : "other";
  } catch {
    // Some browsers throw for a frame of another origin where others give null.
    return "other";
  }
}

function addressOf(frame: HTMLIFrameElement): string {
  try {
    return new URL(frame.src, frame.baseURI).host || frame.src;
  } catch {
    return frame.src;
  }
}
