// Finds what a page shows of words without any character for it: struck words, and words of neighbouring elements that only
// a style parts. The twin of Python's `wherein.documents.html.words.seams`.

import { isBlank } from "../canonical/white-space.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import type { Part, Put } from "./formulas.ts";

/** Where two `span` elements touch; a space, where `isSeam`. */
const SEAM: Put = { put: "" };
/** The same between two of different classes. */
const CLASS_SEAM: Put = { put: "" };
const STRUCK: Put = { put: "~~" };
const STRUCK_STYLE = /text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
const LOWER = /^\p{Lowercase}$/u;
const UPPER = /^\p{Uppercase}$/u;
const LETTER = /^\p{L}$/u;
const DIGIT = /^[0-9]$/;

/**
 * Whether words are joined at a place where two elements touch: "kgGuarantee", "Weight1.4"; between those of different
 * classes also "Guaranteefive". A word may begin with a letter of its own style: "Tower".
 */
export function isSeam(put: Put, text: string, place: number): boolean {
  const last = [...text.slice(Math.max(0, place - 2), place)].at(-1) ?? "";
  const [first = ""] = text.slice(place, place + 2);
  if (put === CLASS_SEAM) {
    return (LOWER.test(last) || DIGIT.test(last)) && (LETTER.test(first) || DIGIT.test(first));
  }
  return put === SEAM && LOWER.test(last) && (UPPER.test(first) || DIGIT.test(first));
}

/** The parts of an element, with a seam between `span` elements that touch, and around struck words their sign. */
export function withSeams(element: PageElement, parts: readonly Part[]): Part[] {
  const found = parts.flatMap((part, i): Part[] => [...seamBetween(parts[i - 1], part), part]);
  const hasWords = parts.some(
    (part) => !("put" in part) && (isElement(part) || !isBlank(part.data)),
  );
  return isStruck(element) && hasWords ? [STRUCK, ...found, STRUCK] : found;
}

function seamBetween(last: Part | undefined, part: Part): Put[] {
  if (!isSpan(last) || !isSpan(part)) return [];
  const [one, other] = [last.attribute("class"), part.attribute("class")];
  return [one !== "" && other !== "" && one !== other ? CLASS_SEAM : SEAM];
}

function isSpan(part: Part | undefined): part is PageElement {
  return part !== undefined && !("put" in part) && isElement(part) && part.tag === "span";
}

function isStruck(element: PageElement): boolean {
  const { tag } = element;
  const struck =
    tag === "s" ||
    tag === "strike" ||
    (tag === "span" && STRUCK_STYLE.test(element.attribute("style")));
  return struck && !element.children.some((child) => isElement(child) && child.isBlock);
}
