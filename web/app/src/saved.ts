// Gives the person a text as a file. Knows the page.

import type { ExportForm } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";

/** The file of an exported text: its name in the menu, its suffix, and its type. */
export const EXPORTS: readonly (readonly [ExportForm, string, string, string])[] = [
  ["markdown", t.markdownWithSources, ".md", "text/markdown"],
  ["csv", "CSV", ".csv", "text/csv"],
  ["bibtex", t.sourcesAsBibtex, ".bib", "application/x-bibtex"],
  ["csl-json", t.sourcesAsCslJson, ".json", "application/vnd.citationstyles.csl+json"],
];

export function saved(name: string, type: string, text: string | Blob): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
