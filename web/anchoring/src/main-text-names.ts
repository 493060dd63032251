// Classifies elements by tags, classes, ids and attributes. The twin of Python's
// `wherein.documents.main_text_names`. The lists of class names are Readability's (Apache-2.0,
// mozilla/readability), shortened.

import { HEADINGS, type PageElement } from "./page-tree.ts";

export const NEVER: ReadonlySet<string> = new Set(
  (
    "script style noscript template head link meta svg iframe object embed applet video audio " +
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
const COMMAS = /[,\u060c\ufe50\ufe10\ufe11\u2e41\u2e34\u2e32\uff0c]/g;
const SPACES = /[ \t\n\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

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

/** The length of a text: its code points, with white space collapsed. */
export function lengthOf(text: string): number {
  const squeezed = squeezedText(text);
  return squeezed.length - (squeezed.match(PAIR)?.length ?? 0);
}

export function countCommas(text: string): number {
  return text.match(COMMAS)?.length ?? 0;
}

export function namesOf(element: PageElement): string {
  return `${element.attribute("class")} ${element.attribute("id")}`;
}

/** Whether the element's own attributes exclude it from reading: hidden, or hidden from screen readers. */
export function isDecoration(element: PageElement): boolean {
  if (element.hasAttribute("hidden")) return true;
  if (element.attribute("aria-hidden").toLowerCase() === "true") {
    return !element.attribute("class").includes("fallback-image");
  }
  return HIDDEN_STYLE.test(element.attribute("style"));
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
