// The numbers of list items ("3.", "b.") that a page shows and does not have as text. The twin of Python's
// `wherein.documents.html.list_numbers` and `wherein.documents.building.numerals`; where the style of an item is known, it decides.

import { isBlank } from "../canonical/white-space.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";

type Form = "decimal" | "decimalZero" | "lowerLetter" | "upperLetter" | "lowerRoman" | "upperRoman";

const INTEGER = /^[ \t\n\f\r]*(-?[0-9]{1,6})/;
const FORMS: ReadonlyMap<string, Form> = new Map([
  ["a", "lowerLetter"],
  ["A", "upperLetter"],
  ["i", "lowerRoman"],
  ["I", "upperRoman"],
  ["lower-alpha", "lowerLetter"],
  ["lower-latin", "lowerLetter"],
  ["upper-alpha", "upperLetter"],
  ["upper-latin", "upperLetter"],
  ["lower-roman", "lowerRoman"],
  ["upper-roman", "upperRoman"],
  ["decimal-leading-zero", "decimalZero"],
]);
/** Names of lists whose style sheets leave out the numbers: controls, registers and boxes. */
const UNNUMBERED =
  /bread|nav|menu|pager|pagination|\btabs?\b|comment|unstyled|inline|carousel|slid|cards?\b|grid|galler|result|feed|\btoc\b|list-none|no-?bullet|reset/i;
const NO_MARKER = /list-style(?:-type)?\s*:[^;]*\bnone\b/i;
const MARKERS_WITHOUT_NUMBER = /^(?:none|disc|circle|square|disclosure-.*|["'].*)$/;
const BOXES = new Set(["article", "section", "figure", "img", "picture"]);
/** The elements below which lists are controls, without numbers. */
export const BESIDE: ReadonlySet<string> = new Set(["nav", "header", "footer", "aside", "menu"]);

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** The labels of the items of an `ol`; none of a list that is not numbered where it shows. */
export function listNumbers(listing: PageElement): Map<PageElement, string> {
  const labels = new Map<PageElement, string>();
  const items = listing.children.filter(
    (child): child is PageElement => isElement(child) && child.tag === "li",
  );
  const mayNumber = isNumbered(listing);
  const countsDown = listing.hasAttribute("reversed");
  let number = integer(listing.attribute("start"), countsDown ? items.length : 1);
  for (const item of items) {
    number = integer(item.attribute("value"), number);
    const { listStyle } = item;
    const shows = listStyle ? !MARKERS_WITHOUT_NUMBER.test(listStyle) : mayNumber && mayShow(item);
    const type = listStyle || item.attribute("type") || listing.attribute("type");
    if (shows) labels.set(item, `${numeral(number, FORMS.get(type) ?? "decimal")}.`);
    number += countsDown ? -1 : 1;
  }
  return labels;
}

function isNumbered(listing: PageElement): boolean {
  const names = `${listing.attribute("class")} ${listing.attribute("id")}`;
  if (listing.attribute("role") !== "" || UNNUMBERED.test(names)) return false;
  return !NO_MARKER.test(listing.attribute("style"));
}

function mayShow(item: PageElement): boolean {
  if (NO_MARKER.test(item.attribute("style"))) return false;
  const start = item.children.find((child) => isElement(child) || !isBlank(child.data));
  return !(start && isElement(start) && BOXES.has(start.tag));
}

/**
 * A number in letters or Roman numerals: letters go on with "aa" after "z", as browsers count; numbers without letters or
 * Roman numerals are decimal.
 */
function numeral(number: number, form: Form): string {
  if (form === "decimalZero") return `${number}`.padStart(2, "0");
  if (form === "lowerLetter" || form === "upperLetter") {
    if (number <= 0) return `${number}`;
    let letters = "";
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
    }
    return form === "lowerLetter" ? letters : letters.toUpperCase();
  }
  if (form === "decimal" || number <= 0 || number >= 4000) return `${number}`;
  let roman = "";
  let rest = number;
  for (const [value, sign] of ROMAN) {
    roman += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return form === "lowerRoman" ? roman : roman.toUpperCase();
}

function integer(given: string, otherwise: number): number {
  const found = INTEGER.exec(given)?.[1];
  return found === undefined ? otherwise : Number(found);
}
