// Makes canonical text and blocks of a page tree. The twin of Python's `wherein.documents.html.html_blocks`; the caller
// decides which visible text is main text. A block is main text when any of its text is.

import { type BlockKind, type CanonicalText, isVisible } from "../canonical/canonical-text.ts";
import { NOWHERE, TracedText } from "../canonical/traced-text.ts";
import { atOnce, type Steps } from "../steps.ts";
import { iconWords } from "../tree/icons.ts";
import { HEADINGS, isElement, type PageElement } from "../tree/page-tree.ts";
import { CellHeads } from "./cell-heads.ts";
import { pairsOf } from "./definition-lists.ts";
import { type Part, type Put, partsOf } from "./formulas.ts";
import { BESIDE, listNumbers } from "./list-numbers.ts";
import { isSeam, withSeams } from "./seams.ts";
import { isNeverText } from "./shown.ts";
import { type Script, type ScriptPlace, scriptBelow, scriptOf, setApart } from "./superscripts.ts";
import { type CellPlace, cellsOf } from "./tables.ts";

const KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...[...HEADINGS].map((tag) => [tag, "heading"] as const),
  ...["pre", "listing", "xmp", "plaintext"].map((tag) => [tag, "code"] as const),
  ...["li", "dt", "dd"].map((tag) => [tag, "list_item"] as const),
  ...["caption", "figcaption"].map((tag) => [tag, "caption"] as const),
]);
const CODE = new Set(["code", "kbd", "samp", "tt"]);
const OWN_NUMBER = /^[ \n]*\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,5})[.)] /;
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
  readonly script: Script | null;
}

interface Kind {
  readonly kind: BlockKind;
  readonly element: PageElement | null;
}

/** What is around a node. */
interface Around {
  readonly script: Script | null;
  /** Whether an icon has given its words. */
  readonly inIcon: boolean;
  /** Whether it is within a part of the page whose lists are controls. */
  readonly beside: boolean;
  readonly inCode: boolean;
}

interface Entry {
  readonly node: Part;
  readonly leaving: boolean;
  readonly main: boolean;
  readonly around: Around;
}

/** A table cell whose content is being read: whether it shows text, and the words of its icons. */
interface OpenCell {
  readonly element: PageElement;
  readonly main: boolean;
  readonly icons: TracedText[];
  hasText: boolean;
}

const NOTHING: Around = { script: null, inIcon: false, beside: false, inCode: false };
const SPACE = TracedText.of(" ", NOWHERE);

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
  const tables = new Tables();
  let visited = 0;
  for (const root of roots) {
    const walk = new Walk(out, root, main, tables);
    while (walk.next()) if (++visited % NODES_A_STEP === 0) yield;
  }
}

/** The number of the next table, and the places that further spans may cover. */
class Tables {
  #number = 0;
  #places: number | undefined;

  /** The cells of a table or of a definition list. */
  cellsOf(table: PageElement): ReadonlyMap<PageElement, CellPlace> {
    const cells = table.tag === "dl" ? pairsOf(table, this.#number) : this.#cellsOf(table);
    if (cells.size > 0) this.#number++;
    return cells;
  }

  #cellsOf(table: PageElement): ReadonlyMap<PageElement, CellPlace> {
    const { cells, spare } = cellsOf(table, this.#number, this.#places);
    this.#places = spare;
    return cells;
  }
}

/** One walk over a tree. Every block element is met twice, so that both its edges end a run. */
class Walk {
  readonly #out: CanonicalText;
  readonly #root: PageElement;
  readonly #main: ReadonlySet<PageElement> | null;
  readonly #tables: Tables;
  readonly #places = new Map<PageElement, CellPlace>();
  readonly #kinds = new Kinds(this.#places);
  readonly #outsideTables = new Kinds(NO_CELLS);
  readonly #heads = new CellHeads();
  readonly #open: OpenCell[] = [];
  readonly #stack: Entry[];
  #pieces: Piece[] = [];
  #length = 0;
  /** What is put in, with its places in the text of the pieces. */
  #puts: { readonly place: number; readonly part: Put }[] = [];
  #holder: PageElement;
  #scripts = 0;
  readonly #labels = new Map<PageElement, string>();
  /** The items whose labels wait for their first text. */
  #waiting: PageElement[] = [];

  constructor(
    out: CanonicalText,
    root: PageElement,
    main: ReadonlySet<PageElement> | null,
    tables: Tables,
  ) {
    this.#out = out;
    this.#root = root;
    this.#main = main;
    this.#tables = tables;
    this.#holder = root;
    this.#stack = [{ node: root, leaving: false, main: false, around: NOTHING }];
  }

  /** Visits one node; false after the last one. */
  next(): boolean {
    const entry = this.#stack.pop();
    if (!entry) {
      this.#flush();
      return false;
    }
    const { node, leaving, main, around } = entry;
    if ("put" in node) this.#puts.push({ place: this.#length, part: node });
    else if (!isElement(node)) {
      const traced = TracedText.of(node.data, node.source);
      const isCode = this.#outsideTables.of(this.#holder).kind === "code";
      this.#take({
        traced: isCode ? traced : traced.replace(COLLAPSIBLE, " "),
        main,
        script: around.script,
      });
    } else if (leaving) this.#leave(node);
    else this.#enter(node, around);
    return true;
  }

  #enter(node: PageElement, outside: Around): void {
    if (node.tag === "br") {
      this.#take({ traced: LINE_END, main: false, script: null });
      return;
    }
    let around = outside;
    const open = this.#open.at(-1);
    if (open && !around.inIcon) {
      const words = iconWords(node);
      if (words !== "") {
        if (open.icons.length > 0) open.icons.push(SPACE);
        open.icons.push(TracedText.of(words, node.iconSource ?? NOWHERE));
        around = { ...around, inIcon: true };
      }
    }
    if (isNeverText(node)) return;
    const main = this.#main?.has(node) ?? true;
    if (node.isBlock) {
      this.#flush();
      this.#holder = node;
      if (node.tag === "table" || node.tag === "dl") this.#table(node);
      else if (node.tag === "ol" && !around.beside) this.#number(node);
      else if (BESIDE.has(node.tag) && !around.beside) around = { ...around, beside: true };
      if (this.#labels.has(node)) this.#waiting.push(node);
      if (this.#places.has(node)) {
        this.#open.push({ element: node, main, icons: [], hasText: false });
      }
      this.#stack.push({ node, leaving: true, main, around });
    } else {
      around = this.#withinScript(node, around);
      if (CODE.has(node.tag)) around = { ...around, inCode: true };
    }
    const parts = around.inCode ? node.children : withSeams(node, partsOf(node));
    for (let i = parts.length - 1; i >= 0; i--) {
      this.#stack.push({ node: parts[i] as Part, leaving: false, main, around });
    }
  }

  #take(piece: Piece): void {
    this.#pieces.push(piece);
    this.#length += piece.traced.text.length;
  }

  #leave(node: PageElement): void {
    this.#flush();
    this.#holder = node.parent ?? this.#root;
    if (this.#waiting.at(-1) === node) this.#waiting.pop();
    if (!this.#places.has(node)) return;
    const cell = this.#open.at(-1);
    if (!cell) return;
    if (!cell.hasText && cell.icons.length > 0) {
      this.#add("cell", TracedText.concat(cell.icons), cell.main, node);
    }
    this.#open.pop();
    const above = this.#open.at(-1);
    if (above && cell.hasText) above.hasText = true;
  }

  #table(table: PageElement): void {
    const found = this.#tables.cellsOf(table);
    for (const [element, place] of found) this.#places.set(element, place);
    this.#heads.expect(found.values());
  }

  #number(listing: PageElement): void {
    for (const [item, label] of listNumbers(listing)) this.#labels.set(item, label);
  }

  /** The labels of the items that begin with a run, to be put in before its first letter; none in code and cells, nor before a number that is typed. */
  #labelsBefore(
    kind: BlockKind,
    text: string,
  ): { readonly place: number; readonly text: string }[] {
    if (this.#waiting.length === 0 || !isVisible(text)) return [];
    const labels = this.#waiting.map((item) => `${this.#labels.get(item)} `).join("");
    this.#waiting = [];
    if (kind === "code" || kind === "cell" || OWN_NUMBER.test(text)) return [];
    return [{ place: text.search(/[^ \n]/), text: labels }];
  }

  #withinScript(node: PageElement, around: Around): Around {
    const script = around.script
      ? scriptBelow(around.script, node)
      : scriptOf(node, this.#scripts++);
    return script === around.script ? around : { ...around, script };
  }

  #flush(): void {
    const pieces = this.#pieces;
    const puts = this.#puts;
    this.#pieces = [];
    this.#puts = [];
    this.#length = 0;
    if (pieces.length === 0) return;
    let run = TracedText.concat(pieces.map(({ traced }) => traced));
    const main = pieces.some((piece) => piece.main && isVisible(piece.traced.text));
    const { kind, element } = this.#kinds.of(this.#holder);
    const labels = this.#labelsBefore(kind, run.text);
    if (kind === "code") {
      this.#add(kind, run, main, element);
      return;
    }
    const { text } = run;
    // Sorting keeps the order of what is put in at one place.
    run = run.inserted(
      [...labels, ...putIn(text, puts), ...setApart(text, scriptPlaces(pieces))].sort(
        (one, other) => one.place - other.place,
      ),
    );
    run = run.replace(SPACES, " ").replace(AROUND_BREAK, "\n");
    for (const part of run.split(BREAKS)) {
      // A heading is one line wherever it is shown as a path.
      this.#add(kind, kind === "heading" ? part.replace(/\n/g, " ") : part, main, element);
    }
  }

  /** Appends one block; `element` determines its kind. */
  #add(kind: BlockKind, content: TracedText, main: boolean, element: PageElement | null): void {
    const level = kind === "heading" && element ? Number(element.tag[1]) : null;
    const place = kind === "cell" && element ? this.#places.get(element) : undefined;
    const cell = place ? this.#heads.cell(place) : null;
    const span = this.#out.add(kind, content, { level, cell, trim: kind !== "code", main });
    const open = this.#open.at(-1);
    if (!span || !open) return;
    open.hasText = true;
    this.#heads.tell(open.element, content.text);
  }
}

function* putIn(
  text: string,
  puts: readonly { readonly place: number; readonly part: Put }[],
): Generator<{ readonly place: number; readonly text: string }> {
  for (const { place, part } of puts) {
    if (part.put !== "") yield { place, text: part.put };
    else if (isSeam(part, text, place)) yield { place, text: " " };
  }
}

function* scriptPlaces(pieces: readonly Piece[]): Generator<ScriptPlace> {
  let at = 0;
  for (const { traced, script } of pieces) {
    const end = at + traced.text.length;
    if (script) yield { start: at, end, script };
    at = end;
  }
}

/** The kinds of runs by their nearest block elements. Each element is looked at once, however deep it is. */
class Kinds {
  readonly #cells: ReadonlyMap<PageElement, CellPlace>;
  readonly #known = new Map<PageElement, Kind>();

  /** The cells of a table are added before any of its elements is looked at. */
  constructor(cells: ReadonlyMap<PageElement, CellPlace>) {
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
    if (this.#cells.has(element)) return { kind: "cell", element };
    const kind = KINDS.get(element.tag);
    return kind ? { kind, element } : null;
  }
}

const PARAGRAPH: Kind = { kind: "paragraph", element: null };
const NO_CELLS: ReadonlyMap<PageElement, CellPlace> = new Map();
