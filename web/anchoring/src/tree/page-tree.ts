// The page tree that the reading rules use: elements and strings. Knows no browser: live pages, saved pages and test
// cases all become such a tree.

export interface PageText {
  readonly data: string;
  /** Place of the first UTF-16 unit in the page's source space; see `source-map.ts`. */
  readonly source: number;
}

export interface PageElement {
  /** Lower case. */
  readonly tag: string;
  readonly parent: PageElement | null;
  readonly children: readonly PageNode[];
  /** Whether it begins and ends a line. */
  readonly isBlock: boolean;
  /** Where the words of its icon begin in the page's source space; see `icons.ts`. None where they are nowhere. */
  readonly iconSource?: number | null;
  /** How the number or sign of a list item is styled ("decimal", "none"); none where no style is known. */
  readonly listStyle?: string | null;
  /** An attribute's value; empty when it is absent or empty. */
  attribute(name: string): string;
  hasAttribute(name: string): boolean;
}

export type PageNode = PageElement | PageText;

export function isElement(node: PageNode): node is PageElement {
  return "tag" in node;
}

// Elements that begin and end a line; all else flows within one (HTML Standard, section 15.3).
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav " +
    "ol option p pre search section summary table tbody td tfoot th thead title tr ul " +
    "listing plaintext xmp"
  ).split(" "),
);

export const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/** This element and all below it, in document order. Does not recurse: a page may be deep. */
export function* elements(root: PageElement): Generator<PageElement> {
  const stack: PageElement[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    yield element;
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i] as PageNode;
      if (isElement(child)) stack.push(child);
    }
  }
}

/** Whether the element is inside a heading, as a button that opens a section. */
export function isInHeading(element: PageElement): boolean {
  for (let above = element.parent; above; above = above.parent) {
    if (HEADINGS.has(above.tag)) return true;
  }
  return false;
}

const FORMULA_COPY = /\b(?:katex-mathml|mwe-math-mathml-\w+|MJX_Assistive_MathML)\b/;

/**
 * Whether an element holds the MathML of a formula that the page also draws in another way. It is read, though it does not
 * show itself: it has the formula in its order.
 */
export function isFormulaCopy(element: Pick<PageElement, "tag" | "attribute">): boolean {
  return isCopyByName(element.tag, element.attribute("class"));
}

/** `isFormulaCopy` by an element's tag and its classes. */
export function isCopyByName(tag: string, classes: string): boolean {
  return tag === "mjx-assistive-mml" || (classes !== "" && FORMULA_COPY.test(classes));
}

/** The first element below `root` with one of `tags`. */
export function first(root: PageElement, tags: ReadonlySet<string>): PageElement | null {
  for (const element of elements(root)) {
    if (element !== root && tags.has(element.tag)) return element;
  }
  return null;
}

/** All text below `root`, joined without separators. */
export function textBelow(root: PageElement): string {
  const parts: string[] = [];
  const stack: PageNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node)) {
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as PageNode);
    } else parts.push(node.data);
  }
  return parts.join("");
}
