// Where the focus goes from what is no longer there: to the answers, or to the document. Knows the page's two panes by name.

import { focusRow } from "@wherein/ui/answers/roving-list.tsx";

/** The element that holds the question and its answers. */
export const ANSWERS = "answers";
/** The element that holds the document's text or pages. */
export const CONTENT = "content";

/** To the answer that the person was at; where another pane hides the answers, to the document. */
export function toAnswers(): void {
  const isThere = () => {
    const answers = document.getElementById(ANSWERS);
    return answers !== null && focusRow(answers) && answers.contains(document.activeElement);
  };
  // When what was changed is drawn, and the pane that was hidden.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isThere()) focusShown(document.getElementById(CONTENT));
    }),
  );
}

/** The focus at once, so that no key is lost; on a narrow page, when the pane is drawn that was hidden. */
export function focusShown(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element !== document.activeElement) {
    requestAnimationFrame(() => element?.focus({ preventScroll: true }));
  }
}
