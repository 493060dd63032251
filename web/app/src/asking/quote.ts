// Formats an answer or a selection for copying: the words, their sentence, their place, and an address. Strings in,
// strings out.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import { t } from "@wherein/ui/messages/messages.ts";

/** The answer, its sentence, its source, and its address, a line each. */
export function asText(answer: ServerAnswer, address: string): string {
  const { text, quote, title, section, page } = answer;
  const lines = [squeezed(text)];
  if (squeezed(quote) !== squeezed(text)) lines.push(`“${squeezed(quote)}”`);
  lines.push(
    [title, ...section.slice(-2), ...(page ? [t.factPage(page)] : [])].filter(Boolean).join(" · "),
  );
  lines.push(address);
  return lines.join("\n");
}

/** Words copied from a document, with their source. */
export function withSource(words: string, title: string, source: string): string {
  return `${words}\n\n— ${[title, source].filter(Boolean).join(", ")}`;
}
