// Makes canonical text and blocks of a page tree. The twin of Python's `wherein.documents.html.html_blocks`; the caller
// decides which visible text is main text. A block is main text when any of its text is.

import {
  type BlockKind,
  type CanonicalText,
  type Cell,
  isVisible,
} from "../canonical/canonical-text.ts";
import { NOWHERE, TracedText } from "../canonical/traced-text.ts";
import { atOnce, type Steps } from "../steps.ts";
import {
  HEADINGS,
  isElement,
  isInHeading,
  type PageElement,
  type PageNode,
} from "../tree/page-tree.ts";
import { cellsOf } from "./tables.ts";

const KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...[...HEADINGS].map((tag) => [tag, "heading"] as const),
  ...["pre", "listing", "xmp", "plaintext"].map((tag) => [tag, "code"] as const),
  ...["li", "dt", "dd"].map((tag) => [tag, "list_item"] as const),
  ...["caption", "figcaption"].map((tag) => [tag, "caption"] as const),
]);
const NEVER_TEXT: ReadonlySet<string> = new Set(
  (
    "script style noscript noembed noframes template head svg iframe object embed video audio canvas " +
    "select datalist input textarea rp annotation annotation-xml area param del"
  ).split(" "),
);
// All but a lone space, which stays as it is.
const COLLAPSIBLE = /[ \t\n\f\r]{2,}|[\t\n\f\r]/g;
const SPACES = / {2,}/g;
const AROUND_BREAK = / ?\n ?/g;
const BREAKS = /\n(?: ?\n)+/g;

// Some milliseconds.
const NODES_A_STEP = 512;
const LINE_END = TracedText.of("\n", NOWHERE);

interface Piece {
  readonly traced: TracedText;
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
  atOnce(blocksOf(out, roots, main));
}

/** `addBlocks` in steps. */
export function* blocksOf(
  out: CanonicalText,
  roots: readonly PageElement[],
  main: ReadonlySet<PageElement> | null = null,
): Steps<void> {
  let visited = 0;
  let tables = 0;
  let places: number | undefined;
  for (const root of roots) {
    const cells = new Map<PageElement, Cell>();
    const kinds = new Kinds(cells);
    const outsideTables = new Kinds(NO_CELLS);
    let pieces: Piece[] = [];
    let holder = root;
    const flush = () => {
      if (pieces.length > 0) flushRun(out, pieces, holder, kinds);
      pieces = [];
    };
    // An element is met twice, so that both its edges end a run.
    const stack: { readonly node: PageNode; readonly leaving: boolean; readonly main: boolean }[] =
      [{ node: root, leaving: false, main: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { node, leaving } = top;
      if (++visited % NODES_A_STEP === 0) yield;
      if (!isElement(node)) {
        const traced = TracedText.of(node.data, node.source);
        const isCode = outsideTables.of(holder).kind === "code";
        pieces.push({
          traced: isCode ? traced : traced.replace(COLLAPSIBLE, " "),
          main: top.main,
        });
        continue;
      }
      if (node.tag === "br") {
        pieces.push({ traced: LINE_END, main: false });
        continue;
      }
      if (NEVER_TEXT.has(node.tag)) continue;
      // A button is a control and no text, except where it is a heading that opens a section.
      if (node.tag === "button" && !isInHeading(node)) continue;
      if (node.isBlock) {
        flush();
        holder = leaving ? (node.parent ?? root) : node;
        if (node.tag === "table" && !leaving) {
          const found = cellsOf(node, tables, places);
          places = found.spare;
          for (const [element, cell] of found.cells) cells.set(element, cell);
          if (found.cells.size > 0) tables++;
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

function flushRun(
  out: CanonicalText,
  pieces: readonly Piece[],
  holder: PageElement,
  kinds: Kinds,
): void {
  let run = TracedText.concat(pieces.map(({ traced }) => traced));
  const main = pieces.some((piece) => piece.main && isVisible(piece.traced.text));
  const { kind, element, cell } = kinds.of(holder);
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

/** The kinds of runs by their nearest block elements. Each element is looked at once, however deep it is. */
class Kinds {
  readonly #cells: ReadonlyMap<PageElement, Cell>;
  readonly #known = new Map<PageElement, Kind>();

  /** The cells of a table are added before any of its elements is looked at. */
  constructor(cells: ReadonlyMap<PageElement, Cell>) {
    this.#cells = cells;
  }

  /** The kind of a run in `holder`, and the element that determines it. */
  of(holder: PageElement): Kind {
    const path: PageElement[] = [];
    let found: Kind = PARAGRAPH;
    for (let element: PageElement | null = holder; element; element = element.parent) {
      const known = this.#known.get(element) ?? this.#own(element);
      if (known) {
        found = known;
        break;
      }
      path.push(element);
    }
    for (const element of path) this.#known.set(element, found);
    return found;
  }

  #own(element: PageElement): Kind | null {
    const kind = KINDS.get(element.tag);
    if (kind) return { kind, element, cell: null };
    const cell = this.#cells.get(element);
    return cell ? { kind: "cell", element, cell } : null;
  }
}

const PARAGRAPH: Kind = { kind: "paragraph", element: null, cell: null };
const NO_CELLS: ReadonlyMap<PageElement, Cell> = new Map();
