// The elements whose text a page does not show, by their tag alone; what its style sheets hide is not in the tree. The
// twin of Python's `wherein.documents.html.shown`.

import { isInHeading, type PageElement } from "../tree/page-tree.ts";

const NEVER_TEXT: ReadonlySet<string> = new Set(
  (
    "script style noscript noembed noframes template head svg iframe object embed video audio canvas " +
    "select datalist input textarea rp annotation annotation-xml area param del"
  ).split(" "),
);

/** Whether no text below the element is text of the page. A button is a control, unless it is a heading that opens a section. */
export function isNeverText(element: PageElement): boolean {
  return NEVER_TEXT.has(element.tag) || (element.tag === "button" && !isInHeading(element));
}
