// Marks ranges in a page through the CSS Custom Highlight API, so that the DOM stays byte-identical. Does not know why
// they are marked.

import { isTabPanel, isUntilFound } from "../tree/live-tree.ts";

export type MarkKind = "answer" | "perhaps" | "evidence" | "plain" | "passage" | "current";

// A later kind is painted over an earlier one.
export const MARK_KINDS: readonly MarkKind[] = [
  "passage",
  "evidence",
  "plain",
  "perhaps",
  "answer",
  "current",
];

/** The names of the marks begin with it, where no page is to be kept from styling them. */
const OWN = "wherein";

/** A beginning of names that no style sheet can have foreseen: `*::highlight(…)` with a known name hides marks. */
export function unforeseenNames(): string {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return `m${Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The rules that paint the marks whose names begin with `names`, for `scripting.insertCSS` with origin AUTHOR (USER
 * paints nothing). Black on yellow is readable on light and dark pages; a tint alone is invisible on white or cream, so
 * that every kind also has its own underline. A passage is not an answer: it is only underlined, in a colour that is
 * visible on white and on black. What belongs to an answer is paler than the answer. A page's own fill colour or shadow of its letters does not show in a mark.
 */
export function marksCss(names: string): string {
  const all = (kinds: readonly MarkKind[]) =>
    kinds.map((kind) => `::highlight(${nameOf(names, kind)})`).join(", ");
  const black = "color: #000; -webkit-text-fill-color: #000; text-shadow: none;";
  const rule = (kind: MarkKind, style: string) => `${all([kind])} { ${style} }\n`;
  return [
    rule(
      "evidence",
      `background-color: #fff9e0; ${black} text-decoration: underline dotted 1px #a88b3a;`,
    ),
    rule("plain", `background-color: #ffec99; ${black} text-decoration: underline 1px #8a6d00;`),
    rule(
      "perhaps",
      `background-color: #fff3c4; ${black} text-decoration: underline dotted 2px #7a5b00;`,
    ),
    rule("answer", `background-color: #ffd75e; ${black} text-decoration: underline 1px #7a5b00;`),
    rule("passage", "text-decoration: underline 2px #a87900;"),
    rule("current", `background-color: #ffb627; ${black} text-decoration: underline 2px #000;`),
    "@media (forced-colors: active) {\n",
    `${all(["evidence", "plain", "perhaps", "answer"])} { background-color: Mark; color: MarkText; -webkit-text-fill-color: MarkText; }\n`,
    `${all(["current"])} { background-color: Highlight; color: HighlightText; -webkit-text-fill-color: HighlightText; }\n`,
    "}\n",
  ].join("");
}

type HighlightWindow = Window & {
  readonly CSS: { readonly highlights: Map<string, unknown> };
  readonly Highlight: new () => { priority: number; add(range: Range): void };
};

/** The marks of one page and the same-origin frames in it. */
export class PageMarks {
  readonly #names: string;
  readonly #marked = new Map<MarkKind, Set<HighlightWindow>>();

  /** `names`: what the marks' names begin with, as in the rules that paint them. */
  constructor(names: string = OWN) {
    this.#names = names;
  }

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
      const highlight = new window.Highlight();
      // One by one: a mark across a huge page has more ranges than a call takes arguments.
      for (const range of own) highlight.add(range);
      highlight.priority = MARK_KINDS.indexOf(kind);
      window.CSS.highlights.set(nameOf(this.#names, kind), highlight);
    }
    this.#marked.set(kind, new Set(byWindow.keys()));
  }

  clear(): void {
    for (const kind of MARK_KINDS) this.#remove(kind);
  }

  #remove(kind: MarkKind): void {
    for (const window of this.#marked.get(kind) ?? []) {
      // The marks of a removed frame are gone with it.
      if (!window.closed) window.CSS?.highlights.delete(nameOf(this.#names, kind));
    }
    this.#marked.delete(kind);
  }
}

/**
 * Opens what is closed around the range (details and what is hidden until found, as the browser's own search does, and
 * the panels of tabs by a click on their tab), and scrolls the page and its scrolling boxes
 * until the range is visible. Selects nothing.
 */
export function reveal(range: Range, behavior: ScrollBehavior): void {
  const element = range.startContainer.parentElement;
  if (!element) return;
  openAround(element);
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

function openAround(element: Element): void {
  for (let box: Element | null = element; box; box = parentOf(box)) {
    if (box.localName === "details" && !box.hasAttribute("open")) {
      // Its summary shows anyway.
      if (!box.querySelector(":scope > summary")?.contains(element)) box.setAttribute("open", "");
    } else if (isUntilFound(box)) {
      box.dispatchEvent(new Event("beforematch", { bubbles: true }));
      box.removeAttribute("hidden");
    } else if (isTabPanel(box) && !box.checkVisibility()) tabOf(box)?.click();
  }
}

/** The element around another, out of shadow roots too. */
function parentOf(element: Element): Element | null {
  const root = element.parentElement ? null : element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** The tab that shows a panel: the one that controls it, or that names it. */
function tabOf(panel: Element): HTMLElement | null {
  const root = panel.getRootNode() as Document | ShadowRoot;
  const tabs = [...root.querySelectorAll<HTMLElement>("[role=tab]")];
  const names = panel.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
  const controls = (tab: Element) => tab.getAttribute("aria-controls")?.split(/\s+/) ?? [];
  return (
    tabs.find((tab) => panel.id !== "" && controls(tab).includes(panel.id)) ??
    tabs.find((tab) => names.includes(tab.id)) ??
    null
  );
}

function nameOf(names: string, kind: MarkKind): string {
  return `${names}-${kind}`;
}
