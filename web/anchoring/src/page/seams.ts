// Finds what a page shows of words without any character for it: struck words, and words of neighbouring elements that only
// a style or a control parts. The twin of Python's `wherein.documents.html.words.seams`.

import { isBlank } from "../canonical/white-space.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import type { Part, Put } from "./formulas.ts";

/** Where two `span` elements touch; a space, where `isSeam`. */
const SEAM: Put = { put: "" };
/** The same between two of different classes, between two labels, and where a control of a form is. */
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

/**
 * The parts of an element, with a seam between `span` or `label` elements that touch and at controls, and around struck
 * words their sign.
 */
export function withSeams(element: PageElement, parts: readonly Part[]): Part[] {
  const found = parts.flatMap((part, i): Part[] => [...seamBetween(parts[i - 1], part), part]);
  const hasWords = parts.some(
    (part) => !("put" in part) && (isElement(part) || !isBlank(part.data)),
  );
  return isStruck(element) && hasWords ? [STRUCK, ...found, STRUCK] : found;
}

function seamBetween(last: Part | undefined, part: Part): Put[] {
  if (isTag(last, "span") && isTag(part, "span")) {
    const [one, other] = [last.attribute("class"), part.attribute("class")];
    return [one !== "" && other !== "" && one !== other ? CLASS_SEAM : SEAM];
  }
  return isControl(part) || (isTag(last, "label") && isTag(part, "label")) ? [CLASS_SEAM] : [];
}

/** Whether a page shows the element as a control, which is no text, between the words around it. */
function isControl(part: Part): boolean {
  return (
    isTag(part, "select") ||
    isTag(part, "textarea") ||
    (isTag(part, "input") && part.attribute("type").toLowerCase() !== "hidden")
  );
}

function isTag(part: Part | undefined, tag: string): part is PageElement {
  return part !== undefined && !("put" in part) && isElement(part) && part.tag === tag;
}

function isStruck(element: PageElement): boolean {
  const { tag } = element;
  const struck =
    tag === "s" ||
    tag === "strike" ||
    (tag === "span" && STRUCK_STYLE.test(element.attribute("style")));
  return struck && !element.children.some((child) => isElement(child) && child.isBlock);
}
