// Makes canonical text and blocks of a page tree. The twin of Python's `wherein.documents.html_blocks`; the caller
// decides which visible text is main text. A block is main text when any of its text is.

import { type BlockKind, type CanonicalText, type Cell, isVisible } from "./canonical-text.ts";
import { HEADINGS, isElement, isInHeading, type PageElement, type PageNode } from "./page-tree.ts";
import { cellsOf } from "./tables.ts";
import { NOWHERE, TracedText } from "./traced-text.ts";

const KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...[...HEADINGS].map((tag) => [tag, "heading"] as const),
  ...["pre", "listing", "xmp", "plaintext"].map((tag) => [tag, "code"] as const),
  ...["li", "dt", "dd"].map((tag) => [tag, "list_item"] as const),
  ...["caption", "figcaption"].map((tag) => [tag, "caption"] as const),
]);
const NEVER_TEXT: ReadonlySet<string> = new Set(
  (
    "script style noscript noembed noframes template head svg iframe object embed video audio canvas " +
    "select datalist input textarea rp annotation annotation-xml area param"
  ).split(" "),
);
const COLLAPSIBLE = /[ \t\n\f\r]+/g;
const SPACES = / {2,}/g;
const AROUND_BREAK = / ?\n ?/g;
const BREAKS = /\n(?: ?\n)+/g;

interface Piece {
  readonly text: string;
  readonly source: number;
  readonly main: boolean;
}

interface Kind {
  readonly kind: BlockKind;
  readonly element: PageElement | null;
  readonly cell: Cell | null;
}

/**
 * Appends the blocks of `roots`, in document order, to `out`. The own text of the elements in `main` is main text;
 * without `main`, all text is.
 */
export function addBlocks(
  out: CanonicalText,
  roots: readonly PageElement[],
  main: ReadonlySet<PageElement> | null = null,
): void {
  let tables = 0;
  for (const root of roots) {
    const cells = new Map<PageElement, Cell>();
    let pieces: Piece[] = [];
    let holder = root;
    const flush = () => {
      if (pieces.length > 0) flushRun(out, pieces, holder, cells);
      pieces = [];
    };
    // An element is met twice, so that both its edges end a run.
    const stack: { readonly node: PageNode; readonly leaving: boolean; readonly main: boolean }[] =
      [{ node: root, leaving: false, main: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { node, leaving } = top;
      if (!isElement(node)) {
        addInline(pieces, node.data, node.source, holder, top.main);
        continue;
      }
      if (node.tag === "br") {
        pieces.push({ text: "\n", source: NOWHERE, main: false });
        continue;
      }
      if (NEVER_TEXT.has(node.tag)) continue;
      // A button is a control and no text, except where it is a heading that opens a section.
      if (node.tag === "button" && !isInHeading(node)) continue;
      if (node.isBlock) {
        flush();
        holder = leaving ? (node.parent ?? root) : node;
        if (node.tag === "table" && !leaving) {
          const found = cellsOf(node, tables);
          for (const [element, cell] of found) cells.set(element, cell);
          if (found.size > 0) tables++;
        }
      }
      if (leaving) continue;
      const isMain = main?.has(node) ?? true;
      if (node.isBlock) stack.push({ node, leaving: true, main: isMain });
      for (let i = node.children.length - 1; i >= 0; i--) {
        stack.push({ node: node.children[i] as PageNode, leaving: false, main: isMain });
      }
    }
    flush();
  }
}

function addInline(
  pieces: Piece[],
  text: string,
  source: number,
  holder: PageElement,
  main: boolean,
): void {
  if (kindOf(holder, NO_CELLS).kind === "code") {
    pieces.push({ text, source, main });
    return;
  }
  let from = 0;
  for (const match of text.matchAll(COLLAPSIBLE)) {
    if (match[0] === " ") continue;
    if (match.index > from) {
      pieces.push({ text: text.slice(from, match.index), source: source + from, main });
    }
    pieces.push({ text: " ", source: source + match.index, main });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), source: source + from, main });
}

const NO_CELLS: ReadonlyMap<PageElement, Cell> = new Map();

function flushRun(
  out: CanonicalText,
  pieces: readonly Piece[],
  holder: PageElement,
  cells: ReadonlyMap<PageElement, Cell>,
): void {
  let run = TracedText.join(pieces);
  const main = pieces.some((piece) => piece.main && isVisible(piece.text));
  const { kind, element, cell } = kindOf(holder, cells);
  if (kind === "code") {
    out.add(kind, run, { trim: false, main });
    return;
  }
  const level = kind === "heading" && element ? Number(element.tag[1]) : null;
  run = run.replace(SPACES, " ").replace(AROUND_BREAK, "\n");
  for (const part of run.split(BREAKS)) {
    // A heading is one line wherever it is shown as a path.
    out.add(kind, kind === "heading" ? part.replace(/\n/g, " ") : part, { level, cell, main });
  }
}

/** The kind of a run whose nearest block element is `holder`, and the element that determines it. */
function kindOf(holder: PageElement, cells: ReadonlyMap<PageElement, Cell>): Kind {
  for (let element: PageElement | null = holder; element; element = element.parent) {
    const kind = KINDS.get(element.tag);
    if (kind) return { kind, element, cell: null };
    const cell = cells.get(element);
    if (cell) return { kind: "cell", element, cell };
  }
  return { kind: "paragraph", element: null, cell: null };
}
