// Where the focus goes from what is no longer there: to the answers, or to the document. Knows the page's two panes by name.

import { focusRow } from "@wherein/ui/answers/roving-list.tsx";

/** The element that holds the question and its answers. */
export const ANSWERS = "answers";
/** The element that holds the document's text or pages. */
export const CONTENT = "content";

/** So long, the answers that were asked for again are drawn, and the pane that was hidden. */
const FRAMES = 40;

/**
 * To the answer that the person was at, as soon as it is drawn; where there is none, to the question, and where another
 * pane hides both, to the document. Whoever goes elsewhere meanwhile is left there.
 */
export function toAnswers(): void {
  const before = document.activeElement;
  const answers = () => document.getElementById(ANSWERS);
  const isThere = () => answers()?.contains(document.activeElement) === true;
  const look = (left: number) => {
    const { activeElement } = document;
    if (activeElement !== before && activeElement !== document.body) return;
    const list = answers();
    if (list && focusRow(list) && isThere()) return;
    if (left > 0) {
      requestAnimationFrame(() => look(left - 1));
      return;
    }
    list?.querySelector<HTMLElement>("textarea")?.focus();
    if (!isThere()) focusShown(document.getElementById(CONTENT));
  };
  requestAnimationFrame(() => requestAnimationFrame(() => look(FRAMES)));
}

/** The focus at once, so that no key is lost; on a narrow page, when the pane is drawn that was hidden. */
export function focusShown(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element !== document.activeElement) {
    requestAnimationFrame(() => element?.focus({ preventScroll: true }));
  }
}
