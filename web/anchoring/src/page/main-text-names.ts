// Classifies elements by tags, classes, ids and attributes. The twin of Python's
// `wherein.documents.html.main_text_names`. The lists of class names are Readability's (Apache-2.0,
// mozilla/readability), shortened.

import { HEADINGS, isFormulaCopy, type PageElement } from "../tree/page-tree.ts";

export const NEVER: ReadonlySet<string> = new Set(
  (
    "script style noscript template head link meta del svg iframe object embed applet video audio " +
    "canvas map select datalist input textarea button dialog nav footer aside menu"
  ).split(" "),
);
export const ROLES: ReadonlySet<string> = new Set(
  "menu menubar complementary navigation alert alertdialog dialog search contentinfo".split(" "),
);
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
export const UNLIKELY =
  /-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cookie|cover-wrap|disqus|extra|footer|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|yom-remote/i;
export const MAYBE = /and|article|body|column|content|main|mathjax|shadow/i;
const POSITIVE =
  /article|body|content|entry|hentry|h-entry|main|page|pagination|post|text|blog|story/i;
const NEGATIVE =
  /-ad-|hidden|^hid$| hid$| hid |^hid |banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget/i;
export const SHARE = /(\b|_)(share|sharedaddy)(\b|_)/i;
export const BYLINE = /byline|author|dateline|writtenby|p-author/i;
const COMMAS: ReadonlySet<number> = new Set([
  0x2c, 0x60c, 0xfe50, 0xfe10, 0xfe11, 0x2e41, 0x2e34, 0x2e32, 0xff0c,
]);
const SPACE = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const SPACES = /[ \t\n\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

export const TAG_SCORES: ReadonlyMap<string, number> = new Map([
  ["div", 5],
  ...["pre", "td", "blockquote"].map((tag) => [tag, 3] as const),
  ...["address", "ol", "ul", "dl", "dd", "dt", "li", "form"].map((tag) => [tag, -3] as const),
  ...[...HEADINGS, "th"].map((tag) => [tag, -5] as const),
]);

/** `text` with collapsed white space and none at its ends. */
export function squeezedText(text: string): string {
  return text.replace(SPACES, " ").replace(/^ | $/g, "");
}

export interface TextSize {
  /** Its code points, with white space collapsed and none at its ends. */
  readonly chars: number;
  readonly commas: number;
}

/** The size of a text, counted without a copy of it: a text may have millions of characters. */
export function sizeOf(text: string): TextSize {
  let chars = 0;
  let commas = 0;
  let afterSpace = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const space = isSpace(unit);
    if (space && afterSpace) continue;
    afterSpace = space;
    chars++;
    if (COMMAS.has(unit)) commas++;
    if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) i++;
  }
  return { chars: chars > 0 && afterSpace ? chars - 1 : chars, commas };
}

function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || unit === 9 || unit === 10 || unit === 12 || unit === 13;
  return unit >= 0xa0 && SPACE.test(String.fromCharCode(unit));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

export function namesOf(element: PageElement): string {
  return `${element.attribute("class")} ${element.attribute("id")}`;
}

/** Whether the element's own attributes exclude it from reading: hidden, or hidden from screen readers. */
export function isDecoration(element: PageElement): boolean {
  if (isHidden(element)) return true;
  if (element.attribute("aria-hidden").toLowerCase() === "true") {
    return !element.attribute("class").includes("fallback-image");
  }
  return false;
}

/** Whether the element's own attributes hide it; not what the browser's search or one click opens. */
function isHidden(element: PageElement): boolean {
  if (element.attribute("role").toLowerCase() === "tabpanel" || isFormulaCopy(element))
    return false;
  const hidden = element.attribute("hidden").toLowerCase() !== "until-found";
  return (
    (hidden && element.hasAttribute("hidden")) || HIDDEN_STYLE.test(element.attribute("style"))
  );
}

/** +25 or -25 for a significant class, and the same for a significant id. */
export function nameWeight(element: PageElement): number {
  let weight = 0;
  for (const name of [element.attribute("class"), element.attribute("id")]) {
    if (name === "") continue;
    if (NEGATIVE.test(name)) weight -= 25;
    if (POSITIVE.test(name)) weight += 25;
  }
  return weight;
}
