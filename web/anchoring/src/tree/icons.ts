// The words of pictures and icons, in the page's own language: "Included" and never "yes". The twin of Python's
// `wherein.documents.html.words.icons`; knows no text rules.

import LEXICON from "../../../../contracts/lexicon/tables.json" with { type: "json" };
import { isVisible } from "../canonical/canonical-text.ts";
import { squeezed } from "../canonical/white-space.ts";
import { isElement, type PageElement, textBelow } from "./page-tree.ts";

const LONGEST_HEADER = LEXICON.numbers.longest_header;
const FILE_NAME = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i;
const NAMES = ["aria-label", "alt", "title"];

/**
 * What an element says of itself where no text shows: its `aria-label`, `alt` or `title`, or the title within an `svg`; ""
 * without any, and for the name of a file.
 */
export function iconWords(element: PageElement): string {
  if (element.attribute("aria-hidden").toLowerCase() === "true") return "";
  let found = NAMES.map((name) => element.attribute(name)).find(isVisible) ?? "";
  if (found === "" && element.tag === "svg") {
    const title = element.children.find((child) => isElement(child) && child.tag === "title");
    found = title && isElement(title) ? textBelow(title) : "";
  }
  if (found === "") return "";
  const words = [...squeezed(found.slice(0, 8 * LONGEST_HEADER))].slice(0, LONGEST_HEADER).join("");
  return isVisible(words) && !FILE_NAME.test(words) ? words : "";
}
