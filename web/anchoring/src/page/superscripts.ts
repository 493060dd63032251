// Sets superscripts and subscripts apart where they would change a word or a number: "1,204³" is not "1,2043". The twin
// of Python's `wherein.documents.html.words.superscripts`; docs/canonical-text.md has the rules. What is put in has no source.

import { isBlank } from "../canonical/white-space.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";

/** The characters before and after a superscript that decide what it is. */
const CONTEXT = 24;
const LONGEST = 16;
const NOTED = /foot-?note|end-?note|note-?ref|reference|(?:^|[\s_-])(?:fn|cite|ref)(?:$|[\s_\d-])/i;
const NOTE_LINK = /note-?ref|foot-?note-?ref|fn-?ref/i;
const RAISED = /vertical-align\s*:\s*(super|sub)\b/i;

const WORD_END = /[\p{L}\p{Nl}\p{No}]$/u;
const WORD_START = /^[\p{L}\p{Nl}\p{No}]/u;
const DIGIT_END = /[0-9]$/;
const BASE_END = /(?:[\p{L}\p{Nl}\p{No}]|[0-9)])$/u;
const SPACE_END = /[ \n\u00a0\u2009\u202f]$/;
const MARK =
  /^(?:(?:[A-Za-z]{1,2} ?)?[0-9]{1,3}(?: ?[,;–-] ?[0-9]{1,3}){0,4}|[A-Za-z]|[ivx]{2,5})$/;
const DIGITS = /^[0-9]{1,3}(?: ?[,;–-] ?[0-9]{1,3}){0,4}$/;
const NUMBER = /^[0-9]{1,4}$/;
const SIGNED = /^(?:[+−–-] ?[A-Za-z0-9]{1,6}(?:[.,/][0-9]{1,4})?|[0-9][+−–-])$/;
const TERM = /^(?:[A-Za-z0-9.]{1,6}(?: ?[+−–*/·-] ?[A-Za-z0-9.]{1,6})+|[0-9]{1,2}[a-z])$/;
const OPERATOR_INSIDE = /.[+−–*/·-]./;
const TEN = /(?<![0-9.,])10$/;
const UNIT =
  /(?:^|[\s/·⋅*(0-9])(?:[kcdmµμn]?m|km|dam|hm|ft|yd|mi|miles?|feet|s|sec|Å|px|pc)$|[0-9][\s-]?in$/;
const UNIT_POWER = /^[2-4]$/;
const VARIABLE = /(?:^|[^\p{L}\p{N}_]|[0-9])[\p{L}\p{Nl}\p{No}]$|=\s?[\p{L}\p{Nl}\p{No}]{1,2}$/u;
const BRACKETED = /\((?:[^()\s]{1,8}|[^()]{0,20}[=+−*/·-][^()]{0,20})\)$/;
const OPERATOR_BEFORE = /[=×·⋅*≈^]\s?[0-9][0-9.,]{0,20}$/;
const OPERATOR_AFTER = /^\s?[=×·⋅*≈+−^]/;
const LONG_NUMBER = /[0-9]{3}$|[0-9][.,'’][0-9]{1,3}$/;
const LOWER_WORD_OR_END = /[a-zß-öø-ÿ]{3}$|[).,”"]$/;
const FRACTION = /^\s?[/⁄]\s?[0-9]/;
const ELEMENT = /^[A-Z][a-z]?(?![A-Za-z])/;
const POWER_LETTERS = new Set("nkxymp");

type Marks = readonly [before: string, after: string];
const NONE: Marks = ["", ""];
const NOTE: Marks = ["[", "]"];
const POWER: Marks = ["^", ""];

/** A superscript or subscript of a page. */
export interface Script {
  /** Tells it from others of its page. */
  readonly number: number;
  /** Above the line; else below it. */
  readonly raised: boolean;
  /** The page says that it is the mark of a note, or links it. */
  readonly noted: boolean;
}

/** Where a run has a part of a superscript or subscript, in UTF-16 units. */
export interface ScriptPlace {
  readonly start: number;
  readonly end: number;
  readonly script: Script;
}

/** The superscript or subscript that begins with an element, by its tag, its role and its own style. */
export function scriptOf(element: PageElement, number: number): Script | null {
  const { tag } = element;
  if (tag === "sup" || tag === "sub") return scriptAt(element, number, tag === "sup");
  if (tag === "a") {
    const names = ["role", "epub:type", "class"].map((name) => element.attribute(name)).join(" ");
    return NOTE_LINK.test(names) ? { number, raised: true, noted: true } : null;
  }
  if (tag !== "span" && tag !== "small" && tag !== "font") return null;
  const shifted = RAISED.exec(element.attribute("style"))?.[1];
  return shifted ? scriptAt(element, number, shifted.toLowerCase() === "super") : null;
}

function scriptAt(element: PageElement, number: number, raised: boolean): Script {
  return { number, raised, noted: raised && (saysNote(element) || isLinked(element)) };
}

/** The same superscript below an element inside it, which may link it to its note. */
export function scriptBelow(script: Script, element: PageElement): Script {
  if (script.noted || !script.raised || !(element.tag === "a" || saysNote(element))) return script;
  return { ...script, noted: true };
}

function saysNote(element: PageElement): boolean {
  const names = ["class", "id", "role", "epub:type"].map((name) => element.attribute(name));
  return NOTED.test(names.join(" "));
}

/** Whether a link is around this element alone. */
function isLinked(element: PageElement): boolean {
  const link = element.parent;
  if (link?.tag !== "a" || !link.hasAttribute("href") || link.children.length > 3) return false;
  return link.children.every(
    (child) => child === element || (!isElement(child) && isBlank(child.data)),
  );
}

/** What to put into a run's text, and where, so that its superscripts and subscripts are set apart. */
export function setApart(
  text: string,
  places: Iterable<ScriptPlace>,
): { readonly place: number; readonly text: string }[] {
  const insertions: { readonly place: number; readonly text: string }[] = [];
  for (const { start: from, end: to, script } of whole(places)) {
    const shown = text.slice(from, to);
    const inner = shown.replace(/^[ \n]+|[ \n]+$/g, "");
    if (inner === "" || [...inner].length > LONGEST) continue;
    const start = from + shown.indexOf(inner);
    const end = start + inner.length;
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    const after = text.slice(end, end + CONTEXT);
    const [open, close] = script.raised
      ? above(script.noted, before, inner, after)
      : below(before, inner);
    if (open !== "") insertions.push({ place: start, text: open });
    if (close !== "") insertions.push({ place: end, text: close });
  }
  return insertions;
}

/** Each superscript as one place, though its text has several parts. */
function whole(places: Iterable<ScriptPlace>): ScriptPlace[] {
  const found: ScriptPlace[] = [];
  for (const place of places) {
    const last = found.at(-1);
    if (last?.script.number !== place.script.number) found.push(place);
    else {
      const noted = last.script.noted || place.script.noted;
      found[found.length - 1] = { ...last, end: place.end, script: { ...last.script, noted } };
    }
  }
  return found;
}

/** What stands before and after a superscript. */
function above(noted: boolean, before: string, text: string, after: string): Marks {
  if (noted && MARK.test(text)) return NOTE;
  if (DIGITS.test(text)) return ofDigits(before, text, after);
  if (SIGNED.test(text)) return BASE_END.test(before) ? POWER : NONE;
  if (TERM.test(text) && BASE_END.test(before)) {
    return OPERATOR_INSIDE.test(text) ? ["^(", ")"] : POWER;
  }
  return /^[a-z]$/.test(text) ? ofLetter(before, text, after) : NONE;
}

function ofDigits(before: string, text: string, after: string): Marks {
  if (FRACTION.test(after) && text.length < 3) return DIGIT_END.test(before) ? [" ", ""] : NONE;
  if (before === "" || before.endsWith("(") || SPACE_END.test(before)) {
    // Carbon-14 is written with the number before its letter; a note's own text begins with its mark.
    return before.endsWith("(") || ELEMENT.test(after) ? NONE : NOTE;
  }
  return NUMBER.test(text) && isBase(before, text, after) ? POWER : NOTE;
}

/** Whether what stands before some raised digits is raised to a power, and has no note. */
function isBase(before: string, text: string, after: string): boolean {
  if (WORD_END.test(before)) {
    if (UNIT.test(before) && UNIT_POWER.test(text)) return true;
    return VARIABLE.test(before) && (OPERATOR_AFTER.test(after) || UNIT_POWER.test(text));
  }
  if (before.endsWith(")")) return BRACKETED.test(before);
  if (!DIGIT_END.test(before)) return false;
  return TEN.test(before) || OPERATOR_BEFORE.test(before) || OPERATOR_AFTER.test(after);
}

function ofLetter(before: string, text: string, after: string): Marks {
  if (WORD_START.test(after)) return NONE;
  if (LONG_NUMBER.test(before)) return NOTE;
  if (text <= "h" && LOWER_WORD_OR_END.test(before)) return NOTE;
  const isBelow = DIGIT_END.test(before) || VARIABLE.test(before);
  return POWER_LETTERS.has(text) && isBelow ? POWER : NONE;
}

function below(before: string, text: string): Marks {
  return /^[0-9]/.test(text) && DIGIT_END.test(before) ? ["_", ""] : NONE;
}
