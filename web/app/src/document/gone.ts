// Tells whether the open document is no longer in the library. Draws nothing.

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Opened } from "../asking/ask-state.ts";
import type { LibraryController } from "../library/library-controller.ts";

/** An article of a knowledge base is no document of the library. */
const isArticle = (document: string) => document.includes(":");

/**
 * Whether the library, asked again since the document was opened, does not have it. The list that is at hand may be older than
 * the document.
 */
export function useGone(opened: Opened, library: LibraryController): boolean {
  const { documents } = useSyncExternalStore(library.store.subscribe, library.store.snapshot);
  const shown = opened.kind === "open" ? opened.shown.document : null;
  const isMissing =
    shown !== null &&
    documents !== null &&
    !isArticle(shown) &&
    !documents.some(({ document }) => document === shown);
  const [sought, setSought] = useState<string | null>(null);
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    void library.refresh().then(() => {
      if (isWanted) setSought(shown);
    });
    return () => {
      isWanted = false;
    };
  }, [isMissing, shown, library]);
  return isMissing && sought === shown;
}
