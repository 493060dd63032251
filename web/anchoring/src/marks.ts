// Marks ranges in a page through the CSS Custom Highlight API, so that the DOM stays byte-identical. Does not know why
// they are marked.

export type MarkKind = "answer" | "perhaps" | "plain" | "passage" | "current";

// A later kind is painted over an earlier one.
export const MARK_KINDS: readonly MarkKind[] = ["passage", "plain", "perhaps", "answer", "current"];

/**
 * The rules that paint the marks, for `scripting.insertCSS` with origin AUTHOR (USER paints nothing).
 * Black on yellow is readable on light and dark pages; a tint alone is invisible on white or cream, so that every kind
 * also has its own underline. A passage is not an answer: it is only underlined, in a colour that is visible on white
 * and on black.
 */
export const MARKS_CSS = `
::highlight(wherein-plain) { background-color: #ffec99; color: #000; text-decoration: underline 1px #8a6d00; }
::highlight(wherein-perhaps) { background-color: #fff3c4; color: #000; text-decoration: underline dotted 2px #7a5b00; }
::highlight(wherein-answer) { background-color: #ffd75e; color: #000; text-decoration: underline 1px #7a5b00; }
::highlight(wherein-passage) { text-decoration: underline 2px #a87900; }
::highlight(wherein-current) { background-color: #ffb627; color: #000; text-decoration: underline 2px #000; }
@media (forced-colors: active) {
  ::highlight(wherein-plain), ::highlight(wherein-perhaps), ::highlight(wherein-answer) { background-color: Mark; color: MarkText; }
  ::highlight(wherein-current) { background-color: Highlight; color: HighlightText; }
}
`;

type HighlightWindow = Window & {
  readonly CSS: { readonly highlights: Map<string, unknown> };
  readonly Highlight: new (...ranges: readonly Range[]) => { priority: number };
};

/** The marks of one page and the same-origin frames in it. */
export class PageMarks {
  readonly #marked = new Map<MarkKind, Set<HighlightWindow>>();

  /** Replaces all marks of one kind. */
  set(kind: MarkKind, ranges: readonly Range[]): void {
    this.#remove(kind);
    const byWindow = new Map<HighlightWindow, Range[]>();
    for (const range of ranges) {
      const window = range.startContainer.ownerDocument?.defaultView as HighlightWindow | null;
      if (!window) continue;
      const own = byWindow.get(window);
      if (own) own.push(range);
      else byWindow.set(window, [range]);
    }
    for (const [window, own] of byWindow) {
      const highlight = new window.Highlight(...own);
      highlight.priority = MARK_KINDS.indexOf(kind);
      window.CSS.highlights.set(name(kind), highlight);
    }
    this.#marked.set(kind, new Set(byWindow.keys()));
  }

  clear(): void {
    for (const kind of MARK_KINDS) this.#remove(kind);
  }

  #remove(kind: MarkKind): void {
    for (const window of this.#marked.get(kind) ?? []) {
      // The marks of a removed frame are gone with it.
      if (!window.closed) window.CSS?.highlights.delete(name(kind));
    }
    this.#marked.delete(kind);
  }
}

/**
 * Opens closed details around the range, as the browser's own search does, and scrolls the page and its scrolling boxes
 * until the range is visible. Selects nothing.
 */
export function reveal(range: Range, behavior: ScrollBehavior): void {
  const element = range.startContainer.parentElement;
  if (!element) return;
  openDetails(element);
  const window = element.ownerDocument.defaultView;
  if (!window) return;
  // Inner boxes first: a mark scrolled out of its own box has no position on the page.
  for (let box: Element | null = element; box; box = box.parentElement) {
    if (box === element.ownerDocument.scrollingElement || box === element.ownerDocument.body) break;
    if (box.scrollHeight <= box.clientHeight + 1) continue;
    const { overflowY } = window.getComputedStyle(box);
    if (overflowY !== "auto" && overflowY !== "scroll") continue;
    const inside = box.getBoundingClientRect();
    const mark = range.getBoundingClientRect();
    if (mark.top < inside.top || mark.bottom > inside.bottom) {
      box.scrollBy({ top: mark.top - inside.top - inside.height / 3, behavior: "instant" });
    }
  }
  const mark = range.getBoundingClientRect();
  const margin = window.innerHeight * 0.1;
  if (mark.top < margin || mark.bottom > window.innerHeight - margin) {
    window.scrollBy({ top: mark.top - window.innerHeight / 3, behavior });
  }
  const frame = window.frameElement;
  if (frame && window.parent !== window) frame.scrollIntoView({ block: "nearest", behavior });
}

function openDetails(element: Element): void {
  const closed = "details:not([open])";
  for (let box = element.closest(closed); box; box = box.parentElement?.closest(closed) ?? null) {
    // Its summary shows anyway.
    if (!box.querySelector(":scope > summary")?.contains(element)) box.setAttribute("open", "");
  }
}

function name(kind: MarkKind): string {
  return `wherein-${kind}`;
}
