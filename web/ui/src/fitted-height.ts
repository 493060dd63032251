// The height of a text area that grows with its text.

import { type RefObject, useLayoutEffect } from "react";

/** Keeps the text area as high as `text`, also when the window's size changes. */
export function useFittedHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another height.
  useLayoutEffect(() => {
    const line = field.current;
    if (!line) return;
    const fit = () => {
      line.style.height = "auto";
      line.style.height = `${line.scrollHeight}px`;
    };
    fit();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, [text, field]);
}
