// A page tree from HTML text, for tests: what a browser without style sheets would show.

import { type DefaultTreeAdapterMap, parse } from "parse5";
import {
  BLOCK_TAGS,
  isFormulaCopy,
  type PageElement,
  type PageNode,
} from "../src/tree/page-tree.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

class SavedElement implements PageElement {
  readonly children: PageNode[] = [];
  readonly isBlock: boolean;
  readonly #attributes: ReadonlyMap<string, string>;

  constructor(
    readonly tag: string,
    readonly parent: SavedElement | null,
    attributes: readonly { name: string; value: string }[],
  ) {
    this.isBlock = BLOCK_TAGS.has(tag);
    this.#attributes = new Map(attributes.map(({ name, value }) => [name, value]));
  }

  attribute(name: string): string {
    return this.#attributes.get(name) ?? "";
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

function isHidden({ tagName, attrs }: Element): boolean {
  const names = attrs.map(({ name }) => name);
  const value = (name: string) => attrs.find((each) => each.name === name)?.value ?? "";
  if (tagName === "dialog" && !names.includes("open")) return true;
  if (names.includes("popover")) return true;
  if (value("role").toLowerCase() === "tabpanel") return false;
  if (isFormulaCopy({ tag: tagName, attribute: value })) return false;
  if (names.includes("hidden") && value("hidden").toLowerCase() !== "until-found") return true;
  return HIDDEN_STYLE.test(value("style"));
}

/** The `html` element of the page; its text nodes are numbered in document order. */
export function treeOf(markup: string): PageElement {
  const html = parse(markup).childNodes.find((node) => node.nodeName === "html") as Element;
  let source = 0;
  const root = new SavedElement("html", null, html.attrs);
  const stack: { readonly node: Node; readonly into: SavedElement }[] = [];
  const push = (nodes: readonly Node[], into: SavedElement) => {
    for (let i = nodes.length - 1; i >= 0; i--) stack.push({ node: nodes[i] as Node, into });
  };
  push(html.childNodes, root);
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node, into } = entry;
    if ("value" in node) {
      into.children.push({ data: node.value, source });
      source += node.value.length;
    } else if ("tagName" in node && !isHidden(node)) {
      const below = new SavedElement(node.tagName, into, node.attrs);
      into.children.push(below);
      if (node.tagName !== "script" && node.tagName !== "style") push(node.childNodes, below);
    }
  }
  return root;
}

/** The body of a page, or of a fragment put into one. */
export function bodyOf(markup: string): PageElement {
  return treeOf(markup).children.find(
    (child): child is PageElement => "tag" in child && child.tag === "body",
  ) as PageElement;
}
