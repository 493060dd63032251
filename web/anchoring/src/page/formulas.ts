// Writes formulas in a line: what MathML shows by place stands between its parts as text that is put in ("10^−3", "a/b",
// "√(x + 1)"). Says which copy of a formula is read where a page has it twice. The twin of Python's
// `wherein.documents.html.words.formulas`.

import { isBlank } from "../canonical/white-space.ts";
import {
  isElement,
  isFormulaCopy,
  type PageElement,
  type PageNode,
  type PageText,
  textBelow,
} from "../tree/page-tree.ts";

/** A text that is put in between two nodes. */
export interface Put {
  readonly put: string;
}

export type Part = PageNode | Put;

const TOKENS = new Set(["mi", "mn", "mo", "mtext", "ms"]);
const ROWS = new Set(["math", "mrow", "mstyle", "mpadded", "semantics"]);
const SCRIPTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["msup", ["^"]],
  ["mover", ["^"]],
  ["msub", ["_"]],
  ["munder", ["_"]],
  ["msubsup", ["_", "^"]],
  ["munderover", ["_", "^"]],
]);
const STRUCTURES = new Set([
  ...ROWS,
  ...SCRIPTS.keys(),
  ...["mfrac", "msqrt", "mroot", "mfenced", "mtable", "mtr"],
]);
const SIGNS = new Set("+-−±");
const PRIMES = new Set("′″‴'*");
const DEEPEST = 8;
const DOUBLED = new Set(["katex", "MathJax", "mjx-container", "mwe-math-element"]);

/** The children of an element, with what is put in between them; of a formula that is there twice one copy. */
export function partsOf(element: PageElement): readonly Part[] {
  const { tag, children } = element;
  if (STRUCTURES.has(tag)) return ofStructure(element);
  if (TOKENS.has(tag)) return children.map((child) => (isElement(child) ? child : stripped(child)));
  if (tag === "mphantom") return [];
  const classes = element.attribute("class").split(/\s+/);
  if (DOUBLED.has(tag) || classes.some((name) => DOUBLED.has(name))) {
    const isCopy = (child: PageNode) => isElement(child) && isFormulaCopy(child);
    if (children.some(isCopy))
      return children.filter((child) => !isElement(child) || isCopy(child));
  }
  return children;
}

/** White space at the ends of a token shows nowhere (MathML Core, 2.1.7). */
function stripped({ data, source }: PageText): PageText {
  const start = data.search(/[^ \t\n\f\r]/);
  if (start < 0) return { data: "", source };
  return { data: data.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, ""), source: source + start };
}

function ofStructure(element: PageElement): readonly Part[] {
  const { tag } = element;
  const below = element.children.filter(isElement);
  if (ROWS.has(tag)) {
    return element.children.filter((child) => isElement(child) || !isBlank(child.data));
  }
  const [one, other] = below;
  if (SCRIPTS.has(tag) && one) return scripted(tag, one, below.slice(1));
  if (tag === "mfrac" && one && other && below.length === 2) {
    return element.attribute("linethickness").startsWith("0")
      ? [{ put: "(" }, one, { put: ", " }, other, { put: ")" }]
      : [...group(one), { put: "/" }, ...group(other)];
  }
  if (tag === "msqrt") {
    const bare = one && below.length === 1 && isSimple(one);
    return bare ? [{ put: "√" }, one] : [{ put: "√(" }, ...below, { put: ")" }];
  }
  if (tag === "mroot" && one && other && below.length === 2) {
    return [...group(one), { put: "^(1/" }, other, { put: ")" }];
  }
  if (tag === "mfenced") {
    const open = element.attribute("open") || "(";
    return [{ put: open }, ...joined(below, ","), { put: element.attribute("close") || ")" }];
  }
  return joined(below, tag === "mtable" ? "; " : " ");
}

function scripted(tag: string, base: PageElement, scripts: readonly PageElement[]): Part[] {
  const parts: Part[] = [base];
  (SCRIPTS.get(tag) ?? []).forEach((mark, i) => {
    const child = scripts[i];
    if (!child) return;
    // An accent or a prime is a sign of its own.
    const sign = child.tag === "mo" ? textBelow(child).trim() : "";
    if (sign !== "" && (tag === "mover" || PRIMES.has(sign))) parts.push(child);
    else parts.push({ put: mark }, ...group(child));
  });
  return parts;
}

function group(child: PageElement): Part[] {
  return isSimple(child) ? [child] : [{ put: "(" }, child, { put: ")" }];
}

/** Whether a part is one token, perhaps with a sign before it. */
function isSimple(part: PageElement): boolean {
  let element = part;
  for (let n = 0; n < DEEPEST; n++) {
    if (TOKENS.has(element.tag)) return true;
    const below = element.children.filter(isElement);
    const [one] = below;
    if (!ROWS.has(element.tag) || !one) return !one;
    const signed = below.length === 2 && one.tag === "mo" && SIGNS.has(textBelow(one).trim());
    if (below.length !== 1 && !signed) return false;
    element = below.at(-1) as PageElement;
  }
  return false;
}

function joined(below: readonly PageElement[], by: string): Part[] {
  return below.flatMap((child, i): Part[] => (i > 0 ? [{ put: by }, child] : [child]));
}
