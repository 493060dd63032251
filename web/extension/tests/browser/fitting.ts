// What of a page is cut off, overlaps or runs over its edge, and which words on it are in no language of the tests.

import type { Page } from "playwright-core";

/** Each fault in a line: text that is cut without a sign, buttons that overlap, a page that is wider than the window. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    // What is there for the keyboard and a screen reader alone is in a box of a pixel, or clipped away.
    const isHidden = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const isClipped = style.clipPath.startsWith("inset(") || style.opacity === "0";
      return isClipped || (element.parentElement !== null && isHidden(element.parentElement));
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !isHidden(element);
    const name = (element: Element) =>
      `${element.localName}.${element.className} “${(element.textContent ?? "").slice(0, 40)}”`;
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 1) faults.push(`the page is ${wide} px too wide`);
    const all = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
      (element) => isSeen(element) && !element.closest(".spoken, .pages, svg"),
    );
    for (const element of all) {
      const style = getComputedStyle(element);
      const has = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.nodeValue?.trim(),
      );
      if (!has && element.localName !== "select") continue;
      const isShortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (isShortened || element.closest(".quote")) continue;
      const box = element.getBoundingClientRect();
      const em = Number.parseFloat(style.fontSize);
      if (element.localName === "select" && box.width < 4 * em)
        faults.push(`no room: ${name(element)}`);
      if (style.overflowX !== "visible" && !/auto|scroll/.test(style.overflowX)) {
        if (element.scrollWidth > element.clientWidth + 1)
          faults.push(`cut at its end: ${name(element)}`);
        if (element.scrollHeight > element.clientHeight + 2)
          faults.push(`cut below: ${name(element)}`);
      }
      // Text that runs out of what holds it.
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      if (
        /^(?:button|a|label|th|td|option)$/.test(element.localName) &&
        style.display !== "inline"
      ) {
        if (text.right > box.right + 2 || text.left < box.left - 2 || text.bottom > box.bottom + 4)
          faults.push(`runs out: ${name(element)}`);
      }
    }
    const pressed = all.filter((element) =>
      /^(?:button|a|select|input|textarea)$/.test(element.localName),
    );
    const boxes = pressed.map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        if (getComputedStyle(a.element).position !== getComputedStyle(b.element).position) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > 3 && height > 3 && a.box.width > 0 && b.box.width > 0)
          faults.push(`overlap: ${name(a.element)} and ${name(b.element)}`);
      }
    }
    return [...new Set(faults)];
  });
}

/** The words on a page that stand in no brackets of the test's languages, but for `known` ones: what a person wrote. */
export function untranslated(page: Page, known: string): Promise<string[]> {
  return page.evaluate((written) => {
    const knows = new Set(written.toLowerCase().match(/\p{L}+/gu) ?? []);
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.closest("script, style, svg")) continue;
      said.push(walker.currentNode.nodeValue ?? "");
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const of of ["aria-label", "title", "placeholder", "alt"])
        said.push(element.getAttribute(of) ?? "");
    }
    const own = said.flatMap((text) => {
      let rest = text;
      for (let before = ""; before !== rest; ) {
        before = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/gu, " ");
      }
      const words = rest.match(/[A-Za-z]{2,}/g) ?? [];
      const strange = words.filter((word) => !knows.has(word.toLowerCase()));
      return strange.length > 0 ? [text.trim()] : [];
    });
    return [...new Set(own)];
  }, known);
}
