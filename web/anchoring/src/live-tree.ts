// Makes a page tree of a live page: visible content in reading order, with shadow roots and same-origin frames.
// Reads and never writes; knows no text rules.

import { BLOCK_TAGS, type PageElement, type PageNode } from "./page-tree.ts";
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
  /** Input fields and editable elements. */
  readonly drafts: number;
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
  "select",
  "datalist",
  "input",
  "textarea",
]);

class LiveElement implements PageElement {
  readonly children: PageNode[] = [];

  constructor(
    readonly tag: string,
    readonly parent: LiveElement | null,
    readonly isBlock: boolean,
    readonly element: Element,
  ) {}

  attribute(name: string): string {
    return this.element.getAttribute(name) ?? "";
  }

  hasAttribute(name: string): boolean {
    return this.element.hasAttribute(name);
  }
}

/** The tree of the visible content of `document`. An empty page gives a root without children. */
export function liveTree(document: Document, reach: Reach): LiveTree {
  const sources = new SourceNodes();
  const frames: string[] = [];
  let drafts = 0;
  const roots: Node[] = [document];
  const watching: Reach = {
    shadowRoot(element) {
      const shadow = reach.shadowRoot(element);
      if (shadow) roots.push(shadow);
      return shadow;
    },
  };

  const top = document.body ?? document.documentElement;
  const root = new LiveElement("body", null, true, top);
  // A node, the element it goes under, and whether text right there shows.
  const stack: { readonly node: Node; readonly into: LiveElement; readonly shows: boolean }[] = [];
  const pushAll = (nodes: ArrayLike<Node>, into: LiveElement, shows: boolean) => {
    for (let i = nodes.length - 1; i >= 0; i--) {
      stack.push({ node: nodes[i] as Node, into, shows });
    }
  };
  const topShows = top.nodeType !== Node.ELEMENT_NODE || visibilityOf(top) === "shown";
  pushAll(childrenOf(top, watching), root, topShows);

  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node, into, shows } = entry;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node as Text;
      if (shows && text.data !== "")
        into.children.push({ data: text.data, source: sources.add(text) });
      continue;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const element = node as HTMLElement;
    const tag = element.localName.toLowerCase();
    if (SKIPPED.has(tag)) continue;
    const style = styleOf(element);
    const visibility = visibilityOf(element, style);
    if (visibility === "gone") continue;
    if (tag === "iframe" || tag === "frame") {
      const inner = frameBody(element as HTMLIFrameElement);
      if (inner === "other") frames.push(addressOf(element as HTMLIFrameElement));
      else if (inner && visibility === "shown") {
        roots.push(inner.ownerDocument);
        const below = new LiveElement("div", into, true, element);
        into.children.push(below);
        pushAll(childrenOf(inner, watching), below, true);
      }
      continue;
    }
    if (element.isContentEditable) {
      drafts++;
      continue;
    }
    const block = BLOCK_TAGS.has(tag) || (style !== null && BLOCK_DISPLAYS.has(style.display));
    const below = new LiveElement(tag, into, block, element);
    into.children.push(below);
    pushAll(childrenOf(element, watching), below, visibility === "shown");
  }
  return { root, sources, unread: { frames, drafts }, roots };
}

/** The children of an element as shown: slots filled, and closed details as if they were open. */
function childrenOf(element: Element, reach: Reach): ArrayLike<Node> {
  if (element.localName === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return reach.shadowRoot(element)?.childNodes ?? element.childNodes;
}

type Visibility = "shown" | "own text hidden" | "gone";

function styleOf(element: Element): CSSStyleDeclaration | null {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}

function visibilityOf(element: Element, style = styleOf(element)): Visibility {
  if (!style) return "gone";
  if (style.display === "none" || style.contentVisibility === "hidden") return "gone";
  if (style.position === "absolute" || style.position === "fixed") {
    if (isClippedAway(element as HTMLElement, style)) return "gone";
  }
  // A child may set `visibility: visible` again.
  return style.visibility === "visible" ? "shown" : "own text hidden";
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
