// Converts errors to the troubles that views show. Knows the client's errors.

import { ServerTrouble } from "@wherein/api-client/server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { serverWords } from "@wherein/ui/messages/server-words.ts";

/** The trouble for an error. Throws any unknown error again, so that bugs are not hidden. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ServerTrouble) return serverWords(error);
  throw error;
}

/** Whether a request was stopped by whoever made it. */
export function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
