// The height of a text area that grows with its text.

import { type RefObject, useLayoutEffect } from "react";

/** Keeps the text area as high as `text`, also when its width changes: with the window, or with its neighbours. */
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
    let width = line.clientWidth;
    const watching = new ResizeObserver(() => {
      if (line.clientWidth === width) return;
      width = line.clientWidth;
      fit();
    });
    watching.observe(line);
    return () => watching.disconnect();
  }, [text, field]);
}
